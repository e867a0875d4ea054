//! Reads any cells as a dictionary and changes it. Each change has the same effect as on a map, in steps that do not grow with the dictionary,
//! and a canonical dictionary equals the one that is built from its pairs.
//!
//! An input is the width of keys in two bytes, then cells: each has a byte for its references, one for its bits, and its data. The last cell is
//! the root; references lead to earlier cells. The rest of the input changes the dictionary.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use ton_edge::cell::{Bits, BuildError, Builder, CellId, Cells, Dict, ReadError};
use ton_edge_fuzz::steps::bounded;

/// Most cells of a dictionary that are read.
const MOST: usize = 500;
/// Work per cell of a dictionary: its hash, its label and its key of up to 1023 bits. The unit is the work that `bounded` allows per byte of
/// input.
const CELL: usize = 20;

fuzz_target!(|input: &[u8]| {
    let [high, low, rest @ ..] = input else { return };
    let width = u16::from_be_bytes([*high, *low]) % 1024;
    let mut cells = Cells::new();
    let (root, rest) = read_cells(&mut cells, rest);
    let mut root = root;
    let mut known = pairs(&cells, root, width);
    for change in rest.chunks(5).take(20) {
        let [choice, position, fill, value @ ..] = change else { break };
        let key = key(known.as_ref().ok(), width, *choice, *position, *fill);
        let mut builder = Builder::new();
        builder.store_bytes(value).expect("it fits");
        let value = Some(&builder).filter(|_| choice & 0x80 == 0);
        let before = cells.len();
        let work = usize::from(width + 2) * CELL;
        let changed = bounded("change_dict", work, || cells.change_dict(root, &key, value));
        assert!(cells.len() - before <= usize::from(width) + 2, "new cells are bounded by the key");
        match changed {
            Ok(new) => {
                let dict = Dict::new(new.and_then(|id| cells.get(id)), width).expect("a width");
                let got = bounded("get", work, || dict.get(&key)).expect("the path was read before");
                assert_eq!(got.map(|slice| slice.bits()), value.map(Builder::bits));
                if let Ok(known) = &mut known {
                    match value {
                        Some(value) => known.insert(key, value.clone()),
                        None => known.remove(&key),
                    };
                }
                root = new;
            }
            // A value may not fit after a longer label; the rest is unchanged.
            Err(BuildError::Overflow { .. } | BuildError::Cell(_)) => {}
            Err(error) => assert!(known.is_err() && matches!(error, BuildError::Read(_)), "{error}"),
        }
        if let (Ok(known), Ok(read)) = (&known, pairs(&cells, root, width)) {
            assert!(read.keys().eq(known.keys()));
        }
    }
    let dict = Dict::new(root.and_then(|id| cells.get(id)), width).expect("a width").canonical();
    let canonical: Result<Vec<_>, ReadError> = dict.iter(MOST).map(|pair| pair.map(|(key, _)| key)).collect();
    if canonical.is_ok()
        && let Ok(pairs) = pairs(&cells, root, width)
    {
        let built = cells.add_dict(width, pairs.into_iter().collect()).expect("it was a dictionary");
        let hash = |id: Option<CellId>| id.and_then(|id| cells.get(id)).map(|cell| cell.hash());
        assert_eq!(hash(built), hash(root), "there is one canonical dictionary");
    }
});

/// Reads cells; returns the rest of the input.
fn read_cells<'a>(cells: &mut Cells, mut rest: &'a [u8]) -> (Option<CellId>, &'a [u8]) {
    let mut ids: Vec<CellId> = Vec::new();
    while let [refs, bits, data @ ..] = rest {
        rest = data;
        if *refs == 0xFF {
            break;
        }
        let mut builder = Builder::new();
        let (whole, part) = (usize::from(bits / 8), u16::from(bits % 8));
        let Some((data, after)) = rest.split_at_checked(whole + usize::from(part > 0)) else { break };
        rest = after;
        builder.store_bytes(&data[..whole]).expect("it fits");
        if part > 0 {
            builder.store_uint(data[whole] >> (8 - part), part).expect("it fits");
        }
        // Two bits are the number of references, and the others choose them.
        for _ in 0..(refs & 3) {
            if let Some(id) = ids.len().checked_sub(1 + usize::from(refs >> 2) % ids.len().max(1)) {
                builder.store_ref(ids[id]).expect("it fits");
            }
        }
        match cells.add(&builder) {
            Ok(id) => ids.push(id),
            Err(_) => break,
        }
    }
    (ids.last().copied(), rest)
}

/// All pairs of a dictionary.
fn pairs(cells: &Cells, root: Option<CellId>, width: u16) -> Result<BTreeMap<Bits, Builder>, ReadError> {
    let dict = Dict::new(root.and_then(|id| cells.get(id)), width)?;
    let pairs: Vec<_> = bounded("iter", MOST * CELL, || dict.iter(MOST).collect());
    let mut known = BTreeMap::new();
    let mut last: Option<Bits> = None;
    for pair in pairs {
        let (key, slice) = pair?;
        assert!(last.is_none_or(|last| last < key), "the order of keys");
        last = Some(key);
        let mut value = Builder::new();
        value.store_slice(&slice).expect("it was in a cell");
        known.insert(key, value);
    }
    Ok(known)
}

/// A key of the dictionary with one bit changed, or a key of equal bits.
fn key(known: Option<&BTreeMap<Bits, Builder>>, width: u16, choice: u8, position: u8, fill: u8) -> Bits {
    let mut cells = Cells::new();
    let mut builder = Builder::new();
    let base = known.and_then(|known| known.keys().nth(usize::from(choice & 0x1F)).copied());
    let flip = u16::from(position) * 4 + u16::from(fill >> 6);
    for at in 0..width {
        let bit = base.as_ref().and_then(|base| base.bit(at)).unwrap_or(fill & 1 == 1);
        builder.store_bit(bit != (at == flip && choice & 0x40 != 0)).expect("it fits");
    }
    let id = cells.add(&builder).expect("a cell");
    let mut slice = cells.get(id).expect("the cell exists").slice().expect("it is ordinary");
    slice.load_bits(width).expect("all of it")
}
