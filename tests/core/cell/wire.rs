//! Writes bags of cells in every layout of `crypto/tl/boc.tlb`, independently of the codec, which writes only some of them.

use std::collections::{BTreeMap, BTreeSet};
use ton_edge::cell::{Cell, CellId, Cells};

use super::node::pad_to_bytes;

pub(super) const GENERIC: u32 = 0xB5EE_9C72;
pub(super) const INDEXED: u32 = 0x68FF_65F3;
pub(super) const INDEXED_SUMMED: u32 = 0xACC3_A728;

/// The layout of a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) magic: u32,
    pub(super) has_index: bool,
    pub(super) has_checksum: bool,
    pub(super) has_cache_bits: bool,
    pub(super) width: usize,
    pub(super) offset_width: usize,
}

impl Layout {
    pub(super) const PLAIN: Self = Self {
        magic: GENERIC,
        has_index: false,
        has_checksum: false,
        has_cache_bits: false,
        width: 1,
        offset_width: 2,
    };

    /// The header fields of a bag.
    pub(super) fn read(bag: &[u8]) -> Self {
        let magic = u32::from_be_bytes(bag[..4].try_into().unwrap());
        let flags = if magic == GENERIC { bag[4] } else { 0x80 | u8::from(magic == INDEXED_SUMMED) << 6 };
        let width = usize::from(bag[4] & 7);
        Self {
            magic,
            has_index: flags & 0x80 != 0,
            has_checksum: flags & 0x40 != 0,
            has_cache_bits: flags & 0x20 != 0,
            width,
            offset_width: bag[5].into(),
        }
    }

    /// All layouts for one root, and some for several roots.
    pub(super) fn all_layouts() -> Vec<Self> {
        let mut all = Vec::new();
        for (width, offset_width) in [(1, 2), (1, 8), (2, 3), (4, 4), (3, 5)] {
            let layout = Self { width, offset_width, ..Self::PLAIN };
            for flags in 0..8 {
                let [index, has_checksum, cache] = [1, 2, 4].map(|bit| flags & bit != 0);
                if index || !cache {
                    all.push(Self { has_index: index, has_checksum, has_cache_bits: cache, ..layout });
                }
            }
            all.push(Self { magic: INDEXED, has_index: true, ..layout });
            all.push(Self { magic: INDEXED_SUMMED, has_index: true, has_checksum: true, ..layout });
        }
        all
    }
}

/// The cells that the roots reach, in the order of a bag: the arena adds a cell after those that it refers to.
pub(super) fn order(cells: &Cells, roots: &[CellId]) -> Vec<CellId> {
    let mut visited_ids = BTreeSet::new();
    let mut unvisited_ids = roots.to_vec();
    while let Some(id) = unvisited_ids.pop() {
        if visited_ids.insert(id) {
            unvisited_ids.extend(cells.get(id).unwrap().refs().map(|cell| cell.id()));
        }
    }
    visited_ids.into_iter().rev().collect()
}

/// Writes a bag of these cells. `stores` gets the position at which a cell begins, and returns whether the cell stores its hashes before
/// its data.
pub(super) fn write(
    cells: &Cells,
    order: &[CellId],
    roots: &[CellId],
    layout: Layout,
    stores_hashes: impl Fn(usize) -> bool,
) -> Vec<u8> {
    let index_by_id: BTreeMap<CellId, usize> = order.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let mut use_counts = vec![0; order.len()];
    roots.iter().for_each(|root| use_counts[index_by_id[root]] += 1);
    let push = |out: &mut Vec<u8>, number: usize, width: usize| {
        out.extend_from_slice(&(number as u64).to_be_bytes()[8 - width..]);
    };
    let is_generic = layout.magic == GENERIC;
    let list = if is_generic { roots.len() * layout.width } else { 0 };
    let index_bytes = if layout.has_index { order.len() * layout.offset_width } else { 0 };
    let cells_start = 6 + 3 * layout.width + layout.offset_width + list + index_bytes;
    let mut data = Vec::new();
    let mut cell_ends = Vec::new();
    for id in order {
        let cell = cells.get(*id).unwrap();
        let stored = stores_hashes(cells_start + data.len());
        write_cell(&mut data, &cell, stored);
        for child in cell.refs() {
            use_counts[index_by_id[&child.id()]] += 1;
            push(&mut data, index_by_id[&child.id()], layout.width);
        }
        cell_ends.push(data.len());
    }
    let mut bag_bytes = layout.magic.to_be_bytes().to_vec();
    let flags = u8::from(layout.has_index) << 7
        | u8::from(layout.has_checksum) << 6
        | u8::from(layout.has_cache_bits) << 5;
    bag_bytes.push(if is_generic { flags } else { 0 } | layout.width as u8);
    bag_bytes.push(layout.offset_width as u8);
    for count in [order.len(), roots.len(), 0] {
        push(&mut bag_bytes, count, layout.width);
    }
    push(&mut bag_bytes, data.len(), layout.offset_width);
    if is_generic {
        roots.iter().for_each(|root| push(&mut bag_bytes, index_by_id[root], layout.width));
    }
    if layout.has_index {
        for (end, use_count) in cell_ends.iter().zip(&use_counts) {
            let entry = if layout.has_cache_bits { end * 2 + usize::from(*use_count > 1) } else { *end };
            push(&mut bag_bytes, entry, layout.offset_width);
        }
    }
    assert_eq!(bag_bytes.len(), cells_start);
    bag_bytes.extend(data);
    if layout.has_checksum {
        let sum = crc32c(&bag_bytes);
        bag_bytes.extend(sum.to_le_bytes());
    }
    bag_bytes
}

fn write_cell(out: &mut Vec<u8>, cell: &Cell<'_>, stored: bool) {
    let bits = cell.bits();
    let exotic = cell.slice().is_err();
    let mut slice = cell.slice_exotic();
    let data: Vec<bool> = (0..bits).map(|_| slice.load_bit().unwrap()).collect();
    let mask = cell.level_mask();
    out.push(cell.refs().len() as u8 | u8::from(exotic) << 3 | u8::from(stored) << 4 | mask << 5);
    out.push(((bits >> 3 << 1) + u16::from(bits & 7 != 0)) as u8);
    if stored {
        let levels = || (0..=3_u8).filter(|level| *level == 0 || mask >> (level - 1) & 1 == 1);
        levels().for_each(|level| out.extend(cell.hash_at(level).0));
        levels().for_each(|level| out.extend(cell.depth_at(level).to_be_bytes()));
    }
    out.extend(pad_to_bytes(&data));
}

/// CRC-32C (RFC 3720), bit by bit.
pub(super) fn crc32c(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x82F6_3B78 } else { crc >> 1 };
        }
    }
    !crc
}
