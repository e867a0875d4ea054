//! Computes a cell as the node does, translated step by step from `CellChecker` in `crypto/vm/cells/DataCell.cpp`: slow, and independent
//! of the codec.

use sha2::{Digest, Sha256};

/// The values of a cell at each level from 0 to 3.
#[derive(Clone, Copy, Debug)]
pub(super) struct Info {
    pub(super) mask: u8,
    pub(super) hashes: [[u8; 32]; 4],
    pub(super) depths: [u16; 4],
}

const MAX_LEVEL: usize = 3;

/// The cell with this data and these references; `None` if the node refuses it.
#[allow(clippy::needless_range_loop, reason = "the loops are those of the node")]
pub(super) fn info(data: &[bool], refs: &[&Info], exotic: bool) -> Option<Info> {
    let byte = |at: usize| data[at * 8..at * 8 + 8].iter().fold(0_u8, |byte, bit| byte << 1 | u8::from(*bit));
    let bytes = |at: usize, count: usize| (at..at + count).map(byte).collect::<Vec<u8>>();
    let number = |at: usize| u16::from_be_bytes([byte(at), byte(at + 1)]);
    if exotic && data.len() < 8 {
        return None;
    }
    let kind = if exotic { byte(0) } else { 0 };
    let mut mask = 0_u8;
    let mut depths = [0_u16; 4];
    let has_size = |bits: usize, count: usize| data.len() == bits && refs.len() == count;
    match (exotic, kind) {
        (false, _) => {
            for child in refs {
                mask |= child.mask;
                for level in 0..=MAX_LEVEL {
                    depths[level] = depths[level].max(child.depths[level] + 1);
                }
            }
        }
        (true, 1) => {
            if data.len() < 16 {
                return None;
            }
            mask = byte(1);
            let count = mask.count_ones() as usize;
            if mask == 0 || mask > 7 || !has_size(8 * (2 + count * 34), 0) {
                return None;
            }
            for level in (0..MAX_LEVEL).rev() {
                let lower_hash_count = (mask & ((1 << level) - 1)).count_ones() as usize;
                depths[level] = if mask >> level & 1 == 1 {
                    number(2 + count * 32 + lower_hash_count * 2)
                } else {
                    depths[level + 1]
                };
            }
        }
        (true, 2) => {
            if !has_size(8 * 33, 0) {
                return None;
            }
        }
        (true, 3 | 4) => {
            let count = usize::from(kind - 2);
            if !has_size(8 * (1 + 34 * count), count) {
                return None;
            }
            for (at, child) in refs.iter().enumerate() {
                if bytes(1 + at * 32, 32) != child.hashes[0]
                    || number(1 + count * 32 + at * 2) != child.depths[0]
                {
                    return None;
                }
                for level in 0..=MAX_LEVEL {
                    depths[level] = depths[level].max(child.depths[(level + 1).min(MAX_LEVEL)] + 1);
                }
                mask |= child.mask >> 1;
            }
        }
        _ => return None,
    }
    if depths.iter().any(|depth| *depth > 1024) {
        return None;
    }
    let mut hashes = [[0; 32]; 4];
    let mut previous_level: Option<usize> = None;
    for level in 0..=MAX_LEVEL {
        if level != MAX_LEVEL && mask >> level & 1 == 0 {
            continue;
        }
        let lower_mask = mask & ((1 << level) - 1);
        if kind == 1 && level != MAX_LEVEL {
            hashes[level] = bytes(2 + lower_mask.count_ones() as usize * 32, 32).try_into().unwrap();
        } else {
            let first_descriptor = refs.len() as u8 + (u8::from(exotic) << 3) + (lower_mask << 5);
            let second_descriptor = ((data.len() >> 3 << 1) + usize::from(data.len() & 7 != 0)) as u8;
            let mut text = vec![first_descriptor, second_descriptor];
            match previous_level.filter(|_| kind != 1) {
                Some(last) => text.extend(hashes[last]),
                None => text.extend(pad_to_bytes(data)),
            }
            let child_level = if kind >= 3 { (level + 1).min(MAX_LEVEL) } else { level };
            refs.iter().for_each(|child| text.extend(child.depths[child_level].to_be_bytes()));
            refs.iter().for_each(|child| text.extend(child.hashes[child_level]));
            hashes[level] = Sha256::digest(text).into();
        }
        for between in previous_level.map_or(0, |last| last + 1)..level {
            hashes[between] = hashes[level];
        }
        previous_level = Some(level);
    }
    Some(Info { mask, hashes, depths })
}

/// Fills the bits up to whole bytes with a one and zeros, unless they are whole bytes already.
pub(super) fn pad_to_bytes(data: &[bool]) -> Vec<u8> {
    let mut data = data.to_vec();
    if !data.len().is_multiple_of(8) {
        data.push(true);
        data.resize(data.len().next_multiple_of(8), false);
    }
    data.chunks(8).map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit))).collect()
}
