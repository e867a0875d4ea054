//! Parses any bytes as a bag of cells, in steps that grow no faster than the bag. A parsed bag can be written, parsed again, and searched for
//! texts and dictionaries.
//!
//! An input is a byte that chooses the width of keys, then the bag.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ton_edge::boc::check;
use ton_edge::cell::{Bag, BocFault, BocOptions, BuildError, Cell, Cells, Dict, Limits, parse, parse_text};
use ton_edge::hash::Hash;
use ton_edge_fuzz::steps::bounded;

/// Steps per byte: a cell of three bytes has up to four hashes, each of which takes hundreds of steps.
const HASHES: usize = 8;
/// Most bytes of a text, or pairs of a dictionary, that are read.
const MOST: usize = 2_000;

fuzz_target!(|input: &[u8]| {
    let Some((choice, bytes)) = input.split_first() else { return };
    let width = [8, 32, 64, 256, 267, 1, 0, 1023][usize::from(*choice) % 8];
    if let Ok(text) = std::str::from_utf8(bytes) {
        let read = bounded("parse_text", text.len() * HASHES, || parse_text(text, &Limits::default()));
        if let Ok(bag) = read {
            read_roots(&bag, width);
        }
    }
    let bag = match bounded("parse", bytes.len() * HASHES, || parse(bytes, &Limits::default())) {
        Ok(bag) => bag,
        Err(error) => {
            assert!(check(bytes).is_ok() || matches!(error.fault, BocFault::Outside(_)), "{error}");
            assert!(error.to_string().len() < 150);
            return;
        }
    };
    let header = check(bytes).expect("its outside is right");
    assert_eq!((header.cells as usize, header.roots as usize), (bag.cells.len(), bag.roots.len()));
    check_writing(&bag, bytes);
    read_roots(&bag, width);
});

/// The values of a cell at every level.
fn level_values(cell: &Cell<'_>) -> ([Hash; 4], [u16; 4], u8) {
    let levels = [0, 1, 2, 3];
    (levels.map(|level| cell.hash_at(level)), levels.map(|level| cell.depth_at(level)), cell.level_mask())
}

fn roots(bag: &Bag) -> Vec<([Hash; 4], [u16; 4], u8)> {
    bag.roots.iter().filter_map(|id| bag.cells.get(*id)).map(|cell| level_values(&cell)).collect()
}

/// Writes the bag and parses it again: the roots stay equal, and after the first time also the bytes.
fn check_writing(bag: &Bag, bytes: &[u8]) {
    for (index, crc32c) in [(false, true), (true, false)] {
        let options = BocOptions { index, crc32c };
        // Sorting compares each cell with only a few others.
        let written = bounded("to_boc", bytes.len() * HASHES, || bag.cells.to_boc(&bag.roots, options));
        let written = match written {
            Ok(written) => written,
            // Equal roots have become one cell.
            Err(error) => {
                assert!(error == BuildError::Roots && bag.roots.len() > 1, "{error}");
                continue;
            }
        };
        let reparsed = parse(&written, &Limits::default()).expect("what was written can be read");
        assert_eq!(roots(&reparsed), roots(bag));
        assert_eq!(reparsed.cells.to_boc(&reparsed.roots, options).as_ref(), Ok(&written));
    }
    let mut cells = Cells::new();
    for id in bag.roots.iter().take(3) {
        let work = bytes.len() * HASHES;
        let copy = bounded("copy_from", work, || cells.copy_from(&bag.cells, *id))
            .expect("the cell belongs to this arena");
        let (copy, cell) = (cells.get(copy).expect("a copy"), bag.cells.get(*id).expect("a root"));
        assert_eq!(level_values(&copy), level_values(&cell));
    }
}

/// Reads every root as a text, as chunks and as a dictionary.
fn read_roots(bag: &Bag, width: u16) {
    for cell in bag.roots.iter().take(3).filter_map(|id| bag.cells.get(*id)) {
        let work = MOST * HASHES;
        let slice = cell.slice_exotic();
        let text = bounded("load_snake_text", work, || slice.clone().load_snake_text(MOST));
        let bytes = bounded("load_snake", work, || slice.clone().load_snake(MOST));
        assert_eq!(text.ok(), bytes.clone().ok().and_then(|bytes| String::from_utf8(bytes).ok()));
        assert!(bytes.is_ok_and(|bytes| bytes.len() <= MOST) || bytes_are_refused(&slice));
        let chunks = bounded("load_chunked", work, || slice.clone().load_chunked(MOST));
        assert!(chunks.is_err() || chunks.is_ok_and(|bytes| bytes.len() <= MOST));
        let dict = Dict::new(Some(cell), width).expect("a width");
        let pairs: Vec<_> = bounded("iter", work, || dict.iter(MOST).collect());
        let keys: Vec<_> = pairs.iter().filter_map(|pair| pair.as_ref().ok()).map(|(key, _)| *key).collect();
        assert!(keys.is_sorted_by(|one, other| one < other), "the order of keys");
        assert!(pairs.len() <= keys.len() + 1, "an error ends the iteration");
        for key in keys.iter().take(20) {
            assert!(matches!(dict.get(key), Ok(Some(_))), "{key}");
        }
    }
}

/// A slice is unchanged after a failed read.
fn bytes_are_refused(slice: &ton_edge::cell::Slice<'_>) -> bool {
    let mut copy = *slice;
    copy.load_snake(MOST).is_err() && copy.bits() == slice.bits() && copy.refs() == slice.refs()
}
