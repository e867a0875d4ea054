//! Texts and bytes over several cells: snake and chunked data, at the limits of cells and of length, and broken.

use proptest::prelude::*;
use ton_edge::cell::{Bits, BuildError, Builder, CellId, Cells, ReadError};

use super::{bits, read};

/// Bytes each of which differs from its neighbours.
fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|at| at as u8).collect()
}

#[test]
fn snake_data_at_the_edges_of_cells() {
    for before in [0_u16, 1, 7, 8, 32, 1007, 1008, 1015, 1016, 1023] {
        let free_bytes = usize::from((1023 - before) / 8);
        for count in [
            0,
            1,
            free_bytes.saturating_sub(1),
            free_bytes,
            free_bytes + 1,
            free_bytes + 126,
            free_bytes + 127,
            free_bytes + 128,
            free_bytes + 254,
            free_bytes + 255,
        ] {
            let mut cells = Cells::new();
            let mut builder = Builder::new();
            (0..before).for_each(|_| _ = builder.store_bit(true).unwrap());
            cells.store_snake(&mut builder, &bytes(count)).unwrap();
            // Each cell is as full as whole bytes allow.
            let first_cell_bytes = free_bytes.min(count);
            assert_eq!(usize::from(builder.bits()), usize::from(before) + first_cell_bytes * 8);
            assert_eq!(cells.len(), (count - first_cell_bytes).div_ceil(127), "{before} {count}");
            let id = cells.add(&builder).unwrap();
            let mut slice = cells.get(id).unwrap().slice().unwrap();
            slice.skip(before).unwrap();
            for (limit, is_enough) in
                [(count, true), (count + 1, true), (usize::MAX, true), (count.wrapping_sub(1), count == 0)]
            {
                let mut copy = slice;
                let expected = if is_enough { Ok(bytes(count)) } else { Err(ReadError::Limit) };
                assert_eq!(copy.load_snake(limit), expected, "{before} {count} {limit}");
                assert_eq!(copy.end().is_ok(), is_enough || slice.end().is_ok());
            }
        }
    }
}

#[test]
fn the_longest_snake() {
    let mut cells = Cells::new();
    let longest = 127 * 1025;
    let mut builder = Builder::new();
    assert_eq!(cells.store_snake(&mut builder, &bytes(longest + 1)), Err(BuildError::TextLength));
    assert_eq!((builder.bits(), cells.len()), (0, 0));
    cells.store_snake(&mut builder, &bytes(longest)).unwrap();
    let id = cells.add(&builder).unwrap();
    assert_eq!(cells.get(id).unwrap().depth(), 1024);
    assert_eq!(cells.get(id).unwrap().slice().unwrap().load_snake(longest), Ok(bytes(longest)));
    // A cell with four references has no room for the chain, only for the bytes that still fit in it.
    let mut full_builder = Builder::new();
    (0..4).for_each(|_| _ = full_builder.store_ref(id).unwrap());
    assert_eq!(cells.store_snake(&mut full_builder, &bytes(128)), Err(BuildError::References));
    assert_eq!(full_builder.bits(), 0);
    assert_eq!(cells.store_snake(&mut full_builder, &bytes(127)), Ok(()));
}

#[test]
fn snake_data_that_is_broken() {
    let mut cells = Cells::new();
    let add = |cells: &mut Cells, data: &str, refs: &[CellId]| {
        let mut builder = Builder::new();
        builder.store_bits(&bits(data)).unwrap();
        refs.iter().for_each(|id| _ = builder.store_ref(*id).unwrap());
        cells.add(&builder).unwrap()
    };
    let last_cell = add(&mut cells, "01100001", &[]);
    let odd_cell = add(&mut cells, "0110000", &[]);
    let mut library = Builder::new();
    library.store_bytes(&[2; 33]).unwrap().set_exotic(true);
    let library = cells.add(&library).unwrap();
    let load = |cells: &Cells, id: CellId| cells.get(id).unwrap().slice().unwrap().load_snake(100);
    for (data, refs, expected) in [
        ("01100010", vec![last_cell], Ok(b"ba".to_vec())),
        ("", vec![last_cell], Ok(b"a".to_vec())),
        ("0110001", vec![last_cell], Err(ReadError::Bytes)),
        ("01100010", vec![odd_cell], Err(ReadError::Bytes)),
        ("01100010", vec![last_cell, last_cell], Err(ReadError::NotAtEnd)),
        ("01100010", vec![library], Err(ReadError::Exotic)),
    ] {
        let id = add(&mut cells, data, &refs);
        assert_eq!(load(&cells, id), expected);
        // The same text, one cell further down.
        let longer_chain = add(&mut cells, "01100011", &[id]);
        let longer_text = expected.map(|bytes| [b"c", &bytes[..]].concat());
        assert_eq!(load(&cells, longer_chain), longer_text);
    }
    // An empty cell does not end the text, so the depth bounds a chain of them.
    let mut id = add(&mut cells, "", &[]);
    for _ in 0..1024 {
        id = add(&mut cells, "", &[id]);
    }
    assert_eq!(cells.get(id).unwrap().slice().unwrap().load_snake(0), Ok(vec![]));
}

#[test]
fn texts_are_utf_8_across_cells() {
    // Characters of four bytes: some are split between two cells.
    let text = "ab🙂".repeat(100);
    let build =
        |cells: &mut Cells, builder: &mut Builder| cells.store_snake(builder, text.as_bytes()).unwrap();
    assert_eq!(read(build, |slice| slice.load_snake_text(600)), Ok(text.clone()));
    let store_chunked = |cells: &mut Cells, builder: &mut Builder| {
        let root = cells.add_chunked(text.as_bytes()).unwrap();
        builder.store_maybe_ref(root).unwrap();
    };
    assert_eq!(read(store_chunked, |slice| slice.load_chunked_text(600)), Ok(text.clone()));
    let mut broken_text = text.into_bytes();
    broken_text[300] = 0xFF;
    let broken_index = 300;
    let build = |cells: &mut Cells, builder: &mut Builder| cells.store_snake(builder, &broken_text).unwrap();
    let (result, left) = read(build, |slice| (slice.load_snake_text(600), slice.bits()));
    assert_eq!((result, left), (Err(ReadError::Utf8 { at: broken_index }), 127 * 8));
    assert_eq!(read(build, |slice| slice.load_snake(600)), Ok(broken_text.clone()));
    let store_chunked = |cells: &mut Cells, builder: &mut Builder| {
        let root = cells.add_chunked(&broken_text).unwrap();
        builder.store_maybe_ref(root).unwrap();
    };
    let (result, left) = read(store_chunked, |slice| (slice.load_chunked_text(600), slice.bits()));
    assert_eq!((result, left), (Err(ReadError::Utf8 { at: broken_index }), 1));
    assert_eq!(ReadError::Utf8 { at: broken_index }.to_string(), "byte 300 of the text is not UTF-8");
}

#[test]
fn chunked_data_at_the_edges_of_chunks() {
    for count in [0, 1, 126, 127, 128, 254, 255, 1000] {
        let mut cells = Cells::new();
        let root = cells.add_chunked(&bytes(count)).unwrap();
        assert_eq!(root.is_none(), count == 0);
        let id = cells.add(Builder::new().store_maybe_ref(root).unwrap()).unwrap();
        let slice = cells.get(id).unwrap().slice().unwrap();
        for (limit, is_enough) in [(count, true), (usize::MAX, true), (count.wrapping_sub(1), count == 0)] {
            let mut copy = slice;
            let expected = if is_enough { Ok(bytes(count)) } else { Err(ReadError::Limit) };
            assert_eq!(copy.load_chunked(limit), expected, "{count} {limit}");
            assert_eq!(copy.end().is_ok(), is_enough);
        }
    }
}

/// Chunked data from keys and chunks; each chunk is a reference unless `inline`.
fn chunks(chunks: &[(u64, &[u8])], inline: bool, limit: usize) -> Result<Vec<u8>, ReadError> {
    let mut cells = Cells::new();
    let pairs: Vec<_> = chunks
        .iter()
        .map(|(key, bytes)| {
            let mut chunk = Builder::new();
            cells.store_snake(&mut chunk, bytes).unwrap();
            let mut value = Builder::new();
            if inline {
                value.store_builder(&chunk).unwrap();
            } else {
                value.store_ref(cells.add(&chunk).unwrap()).unwrap();
            }
            (Bits::from_u64(*key, 32).unwrap(), value)
        })
        .collect();
    let root = cells.add_dict(32, pairs).unwrap();
    let id = cells.add(Builder::new().store_maybe_ref(root).unwrap()).unwrap();
    cells.get(id).unwrap().slice().unwrap().load_chunked(limit)
}

#[test]
fn chunks_must_have_successive_keys() {
    assert_eq!(chunks(&[(1, b"b"), (0, b"a"), (2, b"")], false, 9), Ok(b"ab".to_vec()));
    assert_eq!(chunks(&[(0, &[b'x'; 300]), (1, b"y")], false, 301), Ok([&[b'x'; 300][..], b"y"].concat()));
    assert_eq!(chunks(&[(1, b"b")], false, 9), Err(ReadError::Chunks));
    assert_eq!(chunks(&[(0, b"a"), (2, b"c")], false, 9), Err(ReadError::Chunks));
    assert_eq!(chunks(&[(0, b"a"), (u64::from(u32::MAX), b"c")], false, 9), Err(ReadError::Chunks));
    assert_eq!(chunks(&[(0, b"a")], true, 9), Err(ReadError::References));
    // A chunk must be one reference without data.
    let mut cells = Cells::new();
    let chunk = cells.add(&Builder::new()).unwrap();
    let mut value = Builder::new();
    value.store_ref(chunk).unwrap().store_bit(true).unwrap();
    let root = cells.add_dict(32, vec![(Bits::from_u64(0, 32).unwrap(), value)]).unwrap();
    let id = cells.add(Builder::new().store_maybe_ref(root).unwrap()).unwrap();
    assert_eq!(cells.get(id).unwrap().slice().unwrap().load_chunked(9), Err(ReadError::NotAtEnd));
    // Chunks of one byte need more cells than the text has bytes.
    let many_chunks: Vec<(u64, &[u8])> = (0..2000).map(|key| (key, &b"z"[..])).collect();
    assert_eq!(chunks(&many_chunks, false, 2000), Ok(vec![b'z'; 2000]));
    assert_eq!(chunks(&many_chunks, false, 1999), Err(ReadError::Limit));
}

/// Forks that refer to the same cell twice, and chains that are shared: the limit of bytes also bounds the
/// work.
#[test]
fn shared_chunks_cost_no_more_than_the_limit() {
    let mut cells = Cells::new();
    let mut chain = cells.add(&Builder::new()).unwrap();
    for _ in 0..900 {
        chain = cells.add(Builder::new().store_ref(chain).unwrap()).unwrap();
    }
    let mut id = cells.add(Builder::new().store_uint(0, 2).unwrap().store_ref(chain).unwrap()).unwrap();
    for _ in 0..32 {
        id = cells
            .add(Builder::new().store_uint(0, 2).unwrap().store_ref(id).unwrap().store_ref(id).unwrap())
            .unwrap();
    }
    let root = cells.add(Builder::new().store_maybe_ref(Some(id)).unwrap()).unwrap();
    for limit in [0, 10, 1000, 100_000] {
        let mut slice = cells.get(root).unwrap().slice().unwrap();
        assert_eq!(slice.load_chunked(limit), Err(ReadError::Limit));
    }
}

proptest! {
    #[test]
    fn any_bytes_round_trip(bytes in prop::collection::vec(any::<u8>(), 0..600), before in 0..1024_u16) {
        let build = |cells: &mut Cells, builder: &mut Builder| {
            (0..before).for_each(|_| _ = builder.store_bit(false).unwrap());
            cells.store_snake(builder, &bytes).unwrap();
        };
        let (data, text) = read(build, |slice| {
            slice.skip(before).unwrap();
            (slice.clone().load_snake(600).unwrap(), slice.load_snake_text(600))
        });
        prop_assert_eq!(&data, &bytes);
        match std::str::from_utf8(&bytes) {
            Ok(expected) => prop_assert_eq!(text.unwrap(), expected),
            Err(error) => prop_assert_eq!(text, Err(ReadError::Utf8 { at: error.valid_up_to() })),
        }
    }
}
