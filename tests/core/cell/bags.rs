//! Reading bags in every layout, and writing them.

use proptest::prelude::*;
use ton_edge::boc;
use ton_edge::cell::{
    BocError, BocFault, BocOptions, BuildError, Builder, CellFault, CellId, Cells, Limits, Position, parse,
    parse_text,
};

use super::wire::{self, Layout};
use super::{Tree, any_tree, ordinary_tree};

fn hashes(cells: &Cells, ids: &[CellId]) -> Vec<([ton_edge::hash::Hash; 4], [u16; 4], u8)> {
    let hash_and_depth = |id: &CellId| {
        let cell = cells.get(*id).unwrap();
        ([0, 1, 2, 3].map(|at| cell.hash_at(at)), [0, 1, 2, 3].map(|at| cell.depth_at(at)), cell.level_mask())
    };
    ids.iter().map(hash_and_depth).collect()
}

/// The last cell of a tree, and perhaps others.
fn roots(tree: &Tree, more: &[usize]) -> Vec<CellId> {
    let more_roots = more.iter().map(|at| tree.rows[at % tree.rows.len()].0);
    tree.root().into_iter().chain(more_roots).collect()
}

proptest! {
    // One case in ten has no cells, or fewer cells than roots.
    #![proptest_config(ProptestConfig {
        max_global_rejects: ProptestConfig::default().cases.max(1024), ..ProptestConfig::default()
    })]

    #[test]
    fn every_layout_is_read(
        tree in any_tree(),
        more in prop::collection::vec(any::<usize>(), 0..3),
        layout in prop::sample::select(Layout::all_layouts()),
        stored in any::<u64>(),
    ) {
        prop_assume!(!tree.rows.is_empty());
        let mut roots = roots(&tree, &more);
        if layout.magic != wire::GENERIC {
            roots.truncate(1);
        }
        let order = wire::order(&tree.cells, &roots);
        prop_assume!(roots.len() <= order.len());
        let bytes = wire::write(&tree.cells, &order, &roots, layout, |at| stored >> (at % 64) & 1 == 1);
        let bag = parse(&bytes, &Limits::default()).unwrap();
        prop_assert_eq!(boc::check(&bytes).map(|header| header.cells as usize), Ok(order.len()));
        prop_assert_eq!(hashes(&bag.cells, &bag.roots), hashes(&tree.cells, &roots));
        let read = wire::order(&bag.cells, &bag.roots);
        let rewritten = wire::write(&bag.cells, &read, &bag.roots, Layout::read(&bytes), |at| bytes[at] & 16 != 0);
        prop_assert_eq!(rewritten, bytes);
    }

    #[test]
    fn written_bags_are_read(
        tree in any_tree(),
        more in prop::collection::vec(any::<usize>(), 0..3),
        options in any::<(bool, bool)>(),
    ) {
        prop_assume!(!tree.rows.is_empty());
        let roots = roots(&tree, &more);
        let options = BocOptions { index: options.0, crc32c: options.1 };
        let Ok(bytes) = tree.cells.to_boc(&roots, options) else {
            // The codec refuses only a bag with more roots than cells.
            let mut distinct_hashes: Vec<_> = wire::order(&tree.cells, &roots).iter().map(|id| hashes(&tree.cells, &[*id])).collect();
            distinct_hashes.sort();
            distinct_hashes.dedup();
            prop_assert!(roots.len() > distinct_hashes.len());
            return Ok(());
        };
        let bag = parse(&bytes, &Limits::default()).unwrap();
        prop_assert_eq!(hashes(&bag.cells, &bag.roots), hashes(&tree.cells, &roots));
        // Every cell is written once, with the smallest widths, and the bytes depend only on the content.
        let order = wire::order(&bag.cells, &bag.roots);
        prop_assert_eq!(order.len(), bag.cells.len());
        let mut sorted_hashes = hashes(&bag.cells, &order);
        sorted_hashes.sort();
        sorted_hashes.dedup();
        prop_assert_eq!(sorted_hashes.len(), order.len());
        let layout = Layout::read(&bytes);
        prop_assert_eq!((layout.has_index, layout.has_checksum, layout.has_cache_bits, layout.width), (options.index, options.crc32c, false, 1));
        prop_assert_eq!(wire::write(&bag.cells, &order, &bag.roots, layout, |_| false), &bytes[..]);
        prop_assert_eq!(bag.cells.to_boc(&bag.roots, options), Ok(bytes));
    }

    /// A cell that was added twice is written once.
    #[test]
    fn copies_do_not_change_the_written_bag(tree in ordinary_tree()) {
        let root = tree.root().unwrap();
        let bytes = tree.cells.get(root).unwrap().to_boc();
        let mut doubled_cells = Cells::new();
        let copied_root = doubled_cells.copy_from(&tree.cells, root).unwrap();
        let parsed_root = doubled_cells.add_boc(&bytes, &Limits::default()).unwrap()[0];
        prop_assert_ne!(copied_root, parsed_root);
        prop_assert_eq!(doubled_cells.get(parsed_root).unwrap().to_boc(), &bytes[..]);
        let parent = doubled_cells.add(Builder::new().store_ref(copied_root).unwrap().store_ref(parsed_root).unwrap()).unwrap();
        let bag = parse(&doubled_cells.get(parent).unwrap().to_boc(), &Limits::default()).unwrap();
        prop_assert_eq!(bag.cells.len(), parse(&bytes, &Limits::default()).unwrap().cells.len() + 1);
    }

    #[test]
    fn a_bag_that_is_refused_adds_nothing(tree in any_tree(), bytes in prop::collection::vec(any::<u8>(), 0..99)) {
        prop_assume!(!tree.rows.is_empty());
        let mut cells = tree.cells.clone();
        let mut broken_bag = tree.cells.get(tree.root().unwrap()).unwrap().to_boc();
        let last_data_byte = broken_bag.len() - 5;
        broken_bag[last_data_byte] ^= 1;
        prop_assert!(cells.add_boc(&broken_bag, &Limits::default()).is_err());
        // Without a checksum, the fault is found only after some cells were read.
        let mut changed_bytes = tree.cells.to_boc(&[tree.root().unwrap()], BocOptions { index: false, crc32c: false }).unwrap();
        let last_zero_byte = changed_bytes.iter().rposition(|byte| *byte == 0).unwrap();
        changed_bytes.splice(last_zero_byte.., bytes);
        if cells.add_boc(&changed_bytes, &Limits::default()).is_err() {
            prop_assert_eq!(cells.len(), tree.cells.len());
            let ids: Vec<_> = tree.rows.iter().map(|(id, _)| *id).collect();
            prop_assert_eq!(hashes(&cells, &ids), hashes(&tree.cells, &ids));
            // Cells that are added later are not mixed with remains of the refused bag.
            let id = cells.add(Builder::new().store_uint(5, 3).unwrap()).unwrap();
            let mut fresh_cells = Cells::new();
            let expected_id = fresh_cells.add(Builder::new().store_uint(5, 3).unwrap()).unwrap();
            prop_assert_eq!(hashes(&cells, &[id]), hashes(&fresh_cells, &[expected_id]));
            prop_assert_eq!(cells.get(id).unwrap().to_boc(), fresh_cells.get(expected_id).unwrap().to_boc());
        }
    }
}

/// The cells of a refused bag are removed: cells that are added later equal those of a fresh arena.
#[test]
fn nothing_is_left_of_a_bag_that_is_refused_at_its_last_cell() {
    // Bags are read from their last cell on: here the first cell has a wrong level mask, or is an incomplete proof.
    let broken_bags = [bag(3, &[0x21, 0, 1, 1, 2, 7, 2, 0, 0]), bag(3, &[9, 2, 3, 1, 1, 2, 7, 2, 0, 0])];
    let add = |cells: &mut Cells| {
        let mut id = cells.add(Builder::new().store_uint(5, 3).unwrap()).unwrap();
        for _ in 0..9 {
            id = cells.add(Builder::new().store_ref(id).unwrap().store_bit(true).unwrap()).unwrap();
        }
        id
    };
    let mut fresh = Cells::new();
    let expected = add(&mut fresh);
    for bytes in &broken_bags {
        let mut cells = Cells::new();
        cells.add(&Builder::new()).unwrap();
        let error = cells.add_boc(bytes, &Limits::default()).unwrap_err();
        assert_eq!(error.position, Position::Cell(0));
        let error = cells
            .add_boc(&bag(2, &[1, 2, 9, 1, 0, 2, 9]), &Limits { max_depth: 0, ..Limits::default() })
            .unwrap_err();
        assert_eq!(error.fault, BocFault::Cell(CellFault::Depth));
        assert_eq!(cells.len(), 1);
        let id = add(&mut cells);
        assert_eq!(hashes(&cells, &[id]), hashes(&fresh, &[expected]));
        assert_eq!(cells.get(id).unwrap().to_boc(), fresh.get(expected).unwrap().to_boc());
    }
}

/// One row of the golden file: bytes, and the fault with its position.
fn fault(bytes: &[u8]) -> (BocFault, Position) {
    let error = parse(bytes, &Limits::default()).unwrap_err();
    assert!(error.to_string().starts_with("the bag of cells is wrong at "), "{error}");
    (error.fault, error.position)
}

/// A bag with the simplest layout, with one root.
fn bag(count: u8, cells: &[u8]) -> Vec<u8> {
    let head = [0xB5, 0xEE, 0x9C, 0x72, 1, 1, count, 1, 0, cells.len() as u8, 0];
    [&head[..], cells].concat()
}

#[test]
fn faults_of_cells_are_located() {
    use BocFault::{Absent, Descriptor, LevelMask, Padding, Reference, Short, StoredHash, Unused};
    let cell = Position::Cell;
    for (count, cells, expected) in [
        (1, &[5, 0][..], (Descriptor, cell(0))),
        (1, &[6, 0], (Descriptor, cell(0))),
        (1, &[7, 0], (Descriptor, cell(0))),
        (1, &[0x17, 0], (Absent, cell(0))),
        (1, &[0, 2], (Short, cell(0))),
        (1, &[1, 0], (Short, cell(0))),
        (2, &[1, 2, 9, 1, 0], (Short, cell(1))),
        (1, &[0, 1, 0x00], (Padding, cell(0))),
        (1, &[0, 1, 0x80], (Padding, cell(0))),
        (1, &[1, 0, 0], (Reference, cell(0))),
        (1, &[1, 0, 1], (Reference, cell(0))),
        (2, &[1, 0, 0, 0, 0], (Reference, cell(0))),
        (2, &[1, 0, 1, 1, 0, 0], (Reference, cell(1))),
        (2, &[2, 0, 1, 2, 0, 0], (Reference, cell(0))),
        (1, &[0x20, 0], (LevelMask, cell(0))),
        (2, &[1, 0, 1, 0xE0, 0], (LevelMask, cell(1))),
        (1, &[0, 0, 0], (Unused, Position::Byte(13))),
        (1, &[8, 0], (BocFault::Cell(CellFault::Length), cell(0))),
        (1, &[8, 2, 0], (BocFault::Cell(CellFault::Kind), cell(0))),
        (1, &[8, 2, 5], (BocFault::Cell(CellFault::Kind), cell(0))),
        (1, &[8, 1, 0xC0], (BocFault::Cell(CellFault::Length), cell(0))),
        (1, &[0x28, 4, 1, 1], (BocFault::Cell(CellFault::Length), cell(0))),
    ] {
        assert_eq!(fault(&bag(count, cells)), expected, "{count} {cells:x?}");
    }
    let bag_with_hashes = |depth: u8, change: u8| {
        let mut cells = Cells::new();
        let empty_cell = cells.add(&Builder::new()).unwrap();
        let mut cell = vec![0x10, 0];
        cell.extend(cells.get(empty_cell).unwrap().hash().0);
        cell.extend([0, depth]);
        cell[5] ^= change;
        bag(1, &cell)
    };
    assert!(parse(&bag_with_hashes(0, 0), &Limits::default()).is_ok());
    for (depth, change) in [(1, 0), (0, 1)] {
        assert_eq!(fault(&bag_with_hashes(depth, change)), (StoredHash, cell(0)));
    }
}

#[test]
fn faults_outside_of_cells_are_located() {
    use boc::Fault::{Checksum, Counts, Magic, Roots, Short, Widths};
    let good_bag = [0xB5, 0xEE, 0x9C, 0x72, 1, 1, 1, 1, 0, 2, 0, 0, 0];
    let fault_after = |at: usize, byte: u8| {
        let mut bytes = good_bag;
        bytes[at] = byte;
        fault(&bytes)
    };
    let outside_fault = |fault, at| (BocFault::Outside(fault), Position::Byte(at));
    assert_eq!(fault(&good_bag[..3]), outside_fault(Magic, 0));
    assert_eq!(fault_after(0, 0), outside_fault(Magic, 0));
    assert_eq!(fault_after(4, 0), outside_fault(Widths, 4));
    assert_eq!(fault_after(5, 9), outside_fault(Widths, 4));
    assert_eq!(fault_after(7, 2), outside_fault(Counts, 6));
    assert_eq!(fault_after(10, 1), outside_fault(Counts, 10));
    assert_eq!(fault_after(9, 3), outside_fault(Short, 13));
    let [bag_with_checksum, bag_with_absent_cells] = [
        parse_text("te6cckEBAQEAAgAAAEysuc4=", &Limits::default()).unwrap_err(),
        parse(&[0xB5, 0xEE, 0x9C, 0x72, 1, 1, 2, 1, 1, 2, 0, 0, 0], &Limits::default()).unwrap_err(),
    ];
    assert_eq!((bag_with_checksum.fault, bag_with_checksum.position), outside_fault(Checksum, 13));
    assert_eq!((bag_with_absent_cells.fault, bag_with_absent_cells.position), outside_fault(Roots, 8));
}

#[test]
fn an_index_is_ignored() {
    let mut cells = Cells::new();
    let leaf = cells.add(Builder::new().store_uint(1, 8).unwrap()).unwrap();
    let root = cells.add(Builder::new().store_ref(leaf).unwrap().store_ref(leaf).unwrap()).unwrap();
    let layout = Layout { has_index: true, ..Layout::PLAIN };
    let write = |layout| wire::write(&cells, &[root, leaf], &[root], layout, |_| false);
    let (plain_bag, cached_bag) = (write(layout), write(Layout { has_cache_bits: true, ..layout }));
    // The last entry of the index is 12 bytes after the first: 6 + 3 + 2 + 1.
    assert_eq!(plain_bag[12..16], [0, 4, 0, 7]);
    assert_eq!(cached_bag[12..16], [0, 8, 0, 15]);
    let hash = |bytes: &[u8]| parse(bytes, &Limits::default()).unwrap().root().unwrap().hash();
    // The starts of the cells, as tonweb, tonsdk and versions of @ton/core write them, and other values.
    for (bytes, index) in [
        (&plain_bag, [0, 0, 0, 4]),
        (&cached_bag, [0, 0, 0, 8]),
        (&plain_bag, [1, 3, 0, 6]),
        (&cached_bag, [0, 10, 0, 14]),
    ] {
        let mut changed_bag = bytes.clone();
        changed_bag[12..16].copy_from_slice(&index);
        assert_eq!(hash(&changed_bag), hash(bytes), "{index:?}");
    }
}

#[test]
fn cells_may_be_repeated_or_unused() {
    // Two equal leaves, both referred to, and a cell to which no other cell refers.
    let bytes = bag(4, &[2, 0, 1, 2, 0, 0, 0, 0, 0, 2, 7]);
    let bag = parse(&bytes, &Limits::default()).unwrap();
    assert_eq!(bag.cells.len(), 4);
    assert_eq!(parse(&bag.root().unwrap().to_boc(), &Limits::default()).unwrap().cells.len(), 2);
    // Several roots, one of them below another.
    let bytes = [0xB5, 0xEE, 0x9C, 0x72, 1, 1, 3, 3, 0, 7, 1, 0, 2, 1, 0, 1, 0, 0, 0, 0];
    let bag = parse(&bytes, &Limits::default()).unwrap();
    let depths: Vec<_> = bag.roots.iter().map(|id| bag.cells.get(*id).unwrap().depth()).collect();
    assert_eq!(depths, [0, 1, 0]);
    let error = bag.root().unwrap_err();
    assert_eq!((error.fault, error.position), (BocFault::Roots, Position::Cell(0)));
}

#[test]
fn bytes_after_a_bag_are_ignored_without_a_checksum() {
    let mut cells = Cells::new();
    let id = cells.add(Builder::new().store_uint(7, 9).unwrap()).unwrap();
    for layout in Layout::all_layouts() {
        let mut bytes = wire::write(&cells, &[id], &[id], layout, |_| false);
        bytes.push(0);
        let result = parse(&bytes, &Limits::default());
        assert_eq!(result.is_ok(), !layout.has_checksum, "{layout:?}");
    }
}

#[test]
fn roots_have_level_0_where_one_is_wanted() {
    let mut cells = Cells::new();
    let mut pruned_builder = Builder::new();
    pruned_builder
        .store_bytes(&[1, 1])
        .unwrap()
        .store_bytes(&[7; 32])
        .unwrap()
        .store_uint(3, 16)
        .unwrap()
        .set_exotic(true);
    let pruned_id = cells.add(&pruned_builder).unwrap();
    let root = cells.add(Builder::new().store_ref(pruned_id).unwrap()).unwrap();
    let bag = parse(&cells.get(root).unwrap().to_boc(), &Limits::default()).unwrap();
    assert_eq!(bag.root().unwrap_err().fault, BocFault::RootLevel);
    let root = bag.cells.get(bag.roots[0]).unwrap();
    assert_eq!((root.level(), root.depth(), root.depth_at(0)), (1, 1, 4));
}

#[test]
fn roots_that_no_reader_accepts_are_not_written() {
    let mut cells = Cells::new();
    let (one, other) = (cells.add(&Builder::new()).unwrap(), cells.add(&Builder::new()).unwrap());
    let options = BocOptions::default();
    assert_eq!(cells.to_boc(&[], options), Err(BuildError::Roots));
    assert_eq!(cells.to_boc(&[one, one], options), Err(BuildError::Roots));
    assert_eq!(cells.to_boc(&[one, other], options), Err(BuildError::Roots));
    assert_eq!(Cells::new().to_boc(&[one], options), Err(BuildError::UnknownCell));
    let parent_root = cells.add(Builder::new().store_ref(one).unwrap()).unwrap();
    let bytes = cells.to_boc(&[one, parent_root, other], options);
    assert_eq!(bytes, Err(BuildError::Roots));
    let bag = parse(&cells.to_boc(&[other, parent_root], options).unwrap(), &Limits::default()).unwrap();
    assert_eq!(bag.roots.iter().map(|id| bag.cells.get(*id).unwrap().depth()).collect::<Vec<_>>(), [0, 1]);
    // The first root comes first, unless another root refers to it.
    let second_root = cells.add(Builder::new().store_ref(one).unwrap().store_bit(true).unwrap()).unwrap();
    let plain_options = BocOptions { index: false, crc32c: false };
    let bag_bytes = cells.to_boc(&[parent_root, second_root], plain_options).unwrap();
    assert_eq!(bag_bytes[6..], [3, 2, 0, 9, 0, 1, 1, 0, 2, 1, 1, 0xC0, 2, 0, 0]);
}

#[test]
fn indices_take_more_bytes_where_there_are_more_cells() {
    for count in [255, 256, 300, 65_535, 65_536] {
        let mut cells = Cells::new();
        let mut level: Vec<CellId> = (0..count / 4 * 3 - 16)
            .map(|at| cells.add(Builder::new().store_uint(at as u32, 17).unwrap()).unwrap())
            .collect();
        // Joins four cells into one until one is left; then adds a chain up to the count of cells.
        while level.len() > 1 {
            let groups = level.chunks(4);
            level = groups
                .map(|group| {
                    let mut builder = Builder::new();
                    group.iter().for_each(|id| _ = builder.store_ref(*id).unwrap());
                    cells.add(&builder).unwrap()
                })
                .collect();
        }
        let mut root = level[0];
        while cells.len() < count {
            root = cells.add(Builder::new().store_ref(root).unwrap()).unwrap();
        }
        let bytes = cells.to_boc(&[root], BocOptions { index: true, crc32c: false }).unwrap();
        let layout = Layout::read(&bytes);
        assert_eq!(
            layout.width,
            if count < 256 {
                1
            } else if count < 65_536 {
                2
            } else {
                3
            },
            "{count}"
        );
        let bag = parse(&bytes, &Limits::default()).unwrap();
        assert_eq!(bag.cells.len(), count);
        assert_eq!(bag.root().unwrap().hash(), cells.get(root).unwrap().hash());
    }
}

#[test]
fn texts_are_base64_or_hexadecimal() {
    let limits = Limits::default();
    let valid_texts = [
        "te6cckEBAQEAAgAAAEysuc0=",
        "te6cckEBAQEAAgAAAEysuc0",
        "b5ee9c724101010100020000004cacb9cd",
        "B5EE9C724101010100020000004CACB9CD",
        "te6ccgEBAQEAAgAAAA==",
        "te6ccgEBAQEAAgAAAA",
    ];
    let hashes: Vec<_> =
        valid_texts.iter().map(|text| parse_text(text, &limits).unwrap().root().unwrap().hash()).collect();
    assert!(hashes.iter().all(|hash| *hash == hashes[0]));
    let text_fault_at = |at| Some((BocFault::Text, Position::Character(at)));
    for (text, expected) in [
        ("b5ee9c724101010100020000004cacb9c", text_fault_at(33)),
        ("te6cckEBAQEAAgAAAEysuc0==", text_fault_at(25)),
        ("te6cckEBAQEAAgAAAEysuc0= ", text_fault_at(23)),
        ("te6cckEBAQE AAgAAAEysuc0=", text_fault_at(11)),
        ("te6cckEBAQEAAgAAAEysuc1=", text_fault_at(22)),
        ("te6ccgEBAQEAAgAAAA=", text_fault_at(19)),
        ("te6ccgEBAQEAAgAAAB==", text_fault_at(17)),
        ("te6cckEBAQ-AAgAAAEysuc/=", text_fault_at(22)),
        ("тонн", text_fault_at(0)),
        (
            "0xb5ee9c724101010100020000004cacb9cd",
            Some((BocFault::Outside(boc::Fault::Magic), Position::Byte(0))),
        ),
        ("", Some((BocFault::Outside(boc::Fault::Magic), Position::Byte(0)))),
        ("te6ccgEBAQEAAgAAAAAAA", text_fault_at(21)),
        ("te6ccgEBAQEAAgAAAA_AA", text_fault_at(21)),
        ("====", text_fault_at(0)),
    ] {
        let error = parse_text(text, &limits).err();
        assert_eq!(error.map(|BocError { fault, position }| (fault, position)), expected, "{text}");
    }
}

#[test]
fn ids_of_another_arena_are_noticed_where_they_can_be() {
    let mut cells = Cells::new();
    let first = cells.add(&Builder::new()).unwrap();
    let second = cells.add(&Builder::new()).unwrap();
    let mut other_cells = Cells::new();
    assert_eq!(other_cells.add(Builder::new().store_ref(first).unwrap()), Err(BuildError::UnknownCell));
    assert_eq!(other_cells.copy_from(&Cells::new(), first), Err(BuildError::UnknownCell));
    let copy = other_cells.copy_from(&cells, second).unwrap();
    // Only the cells that the root reaches are copied.
    assert_eq!(
        (other_cells.len(), other_cells.get(copy).unwrap().hash()),
        (1, cells.get(second).unwrap().hash())
    );
    assert!(other_cells.get(second).is_none());
    assert!(other_cells.is_empty() != (other_cells.len() == 1));
}

proptest! {
    #[test]
    fn copies_are_equal(tree in any_tree(), at in any::<usize>()) {
        prop_assume!(!tree.rows.is_empty());
        let id = tree.rows[at % tree.rows.len()].0;
        let mut other_cells = Cells::new();
        other_cells.add(&Builder::new()).unwrap();
        let copy = other_cells.copy_from(&tree.cells, id).unwrap();
        prop_assert_eq!(hashes(&other_cells, &[copy]), hashes(&tree.cells, &[id]));
        prop_assert_eq!(other_cells.len() - 1, wire::order(&tree.cells, &[id]).len());
        prop_assert_eq!(other_cells.get(copy).unwrap().to_boc(), tree.cells.get(id).unwrap().to_boc());
    }
}
