//! Exotic cells: pruned branches, libraries, Merkle proofs and updates, their hashes at every level, and invalid ones.

use proptest::prelude::*;
use ton_edge::cell::{BuildError, Builder, CellFault, CellId, Cells, Kind, ReadError};

use super::{Tree, any_tree};

proptest! {
    /// `Tree::add` compares refused cells; this test has the accepted ones.
    #[test]
    fn hashes_and_depths_are_those_of_the_node(tree in any_tree()) {
        for (id, info) in &tree.rows {
            let cell = tree.cells.get(*id).unwrap();
            prop_assert_eq!(cell.level_mask(), info.mask);
            for level in 0..=3_u8 {
                prop_assert_eq!(cell.hash_at(level).0, info.hashes[usize::from(level)], "level {}", level);
                prop_assert_eq!(cell.depth_at(level), info.depths[usize::from(level)], "level {}", level);
            }
            prop_assert_eq!(cell.hash_at(9), cell.hash());
            prop_assert_eq!(cell.depth_at(9), cell.depth());
            prop_assert_eq!(u32::from(cell.level()), 8 - info.mask.leading_zeros());
            prop_assert_eq!(cell.slice().is_err(), cell.kind() != Kind::Ordinary);
        }
    }

    /// Any data of any exotic cell: `Tree::add` compares the result with the node's.
    #[test]
    fn random_exotic_cells_are_judged_as_by_the_node(
        kind in 0..6_u8,
        mask in 0..10_u8,
        length in prop_oneof![Just(33), Just(35), Just(36), Just(69), Just(70), Just(104), 0..110_usize],
        refs in 0..4_usize,
        odd in 0..8_usize,
        byte in 0..5_u8,
    ) {
        let mut tree = Tree { cells: Cells::new(), rows: Vec::new() };
        tree.add(&[], &[], false);
        let mut data = super::bools(&vec![byte; length]);
        let head = super::bools(&[kind, mask]);
        let filled_length = head.len().min(data.len());
        data[..filled_length].copy_from_slice(&head[..filled_length]);
        data.truncate(data.len() - odd.min(data.len()) * usize::from(odd > 5));
        tree.add(&data, &vec![0; refs], true);
    }
}

/// A pruned branch of a level mask, with hashes of one byte each and depths.
fn add_pruned_branch(cells: &mut Cells, mask: u8, depths: &[u16]) -> CellId {
    let mut builder = Builder::new();
    builder.store_bytes(&[1, mask]).unwrap();
    (0..mask.count_ones() as u8).for_each(|at| _ = builder.store_bytes(&[at + 1; 32]).unwrap());
    depths.iter().for_each(|depth| _ = builder.store_uint(*depth, 16).unwrap());
    cells.add(builder.set_exotic(true)).unwrap()
}

#[test]
fn a_pruned_branch_shows_what_it_stores_below_its_levels() {
    for mask in 1..=7_u8 {
        let mut cells = Cells::new();
        let count = mask.count_ones() as usize;
        let id = add_pruned_branch(&mut cells, mask, &[30, 20, 10][..count]);
        let cell = cells.get(id).unwrap();
        assert_eq!((cell.kind(), cell.level_mask(), cell.depth()), (Kind::PrunedBranch, mask, 0));
        for level in 0..cell.level() {
            let hash_index = (mask & ((1 << level) - 1)).count_ones() as usize;
            assert_eq!(cell.hash_at(level).0, [hash_index as u8 + 1; 32], "{mask} {level}");
            assert_eq!(cell.depth_at(level), [30, 20, 10][hash_index], "{mask} {level}");
        }
        assert_eq!(cell.hash_at(cell.level()), cell.hash());
    }
}

#[test]
fn broken_exotic_cells_are_refused_by_name() {
    let mut cells = Cells::new();
    let empty_cell = cells.add(&Builder::new()).unwrap();
    let hash = cells.get(empty_cell).unwrap().hash().0;
    let mut add = |bytes: &[u8], refs: usize| {
        let mut builder = Builder::new();
        builder.store_bytes(bytes).unwrap();
        (0..refs).for_each(|_| _ = builder.store_ref(empty_cell).unwrap());
        cells.add(builder.set_exotic(true)).map(|_| ())
    };
    let cell_error = |fault| Err(BuildError::Cell(fault));
    let join = |parts: &[&[u8]]| parts.concat();
    assert_eq!(add(&[], 0), cell_error(CellFault::Length));
    assert_eq!(add(&[0], 0), cell_error(CellFault::Kind));
    assert_eq!(add(&[255], 0), cell_error(CellFault::Kind));
    let branch = |mask: u8, rest: usize| join(&[&[1, mask], &vec![0; rest]]);
    assert_eq!(add(&branch(1, 34), 0), Ok(()));
    assert_eq!(add(&branch(0, 34), 0), cell_error(CellFault::LevelMask));
    assert_eq!(add(&branch(8, 34), 0), cell_error(CellFault::LevelMask));
    assert_eq!(add(&branch(2, 33), 0), cell_error(CellFault::Length));
    assert_eq!(add(&branch(3, 34), 0), cell_error(CellFault::Length));
    assert_eq!(add(&[1], 0), cell_error(CellFault::Length));
    assert_eq!(add(&branch(1, 34), 1), cell_error(CellFault::References));
    let library = join(&[&[2], &hash]);
    assert_eq!(add(&library, 0), Ok(()));
    assert_eq!(add(&library, 1), cell_error(CellFault::References));
    assert_eq!(add(&library[..32], 0), cell_error(CellFault::Length));
    assert_eq!(add(&join(&[&library, &[0]]), 0), cell_error(CellFault::Length));
    let proof_data = join(&[&[3], &hash, &[0, 0]]);
    assert_eq!(add(&proof_data, 1), Ok(()));
    assert_eq!(add(&proof_data, 0), cell_error(CellFault::References));
    assert_eq!(add(&proof_data, 2), cell_error(CellFault::References));
    assert_eq!(add(&proof_data[..34], 1), cell_error(CellFault::Length));
    assert_eq!(add(&join(&[&[3], &[0; 32], &[0, 0]]), 1), cell_error(CellFault::ChildHash));
    assert_eq!(add(&join(&[&[3], &hash, &[0, 1]]), 1), cell_error(CellFault::ChildDepth));
    let update = |change: usize| {
        let mut update = join(&[&[4], &hash, &hash, &[0; 4]]);
        update[change] ^= 1;
        update
    };
    assert_eq!(add(&join(&[&[4], &hash, &hash, &[0; 4]]), 2), Ok(()));
    assert_eq!(add(&join(&[&[4], &hash, &hash, &[0; 4]]), 1), cell_error(CellFault::References));
    assert_eq!(add(&update(1), 2), cell_error(CellFault::ChildHash));
    assert_eq!(add(&update(40), 2), cell_error(CellFault::ChildHash));
    assert_eq!(add(&update(66), 2), cell_error(CellFault::ChildDepth));
    assert_eq!(add(&update(68), 2), cell_error(CellFault::ChildDepth));
    // The refused cell has left nothing in the arena.
    assert_eq!(add(&proof_data, 1), Ok(()));
    // An incomplete byte.
    let mut short_cell = Builder::new();
    short_cell.store_uint(1, 7).unwrap().set_exotic(true);
    assert_eq!(Cells::new().add(&short_cell).err(), Some(BuildError::Cell(CellFault::Length)));
    let mut odd_builder = Builder::new();
    odd_builder.store_bytes(&library).unwrap().store_bit(true).unwrap().set_exotic(true);
    assert_eq!(Cells::new().add(&odd_builder).err(), Some(BuildError::Cell(CellFault::Length)));
}

#[test]
fn an_exotic_cell_is_not_read_as_an_ordinary_one() {
    let mut cells = Cells::new();
    let mut library = Builder::new();
    library.store_bytes(&[2]).unwrap().store_bytes(&[7; 32]).unwrap().set_exotic(true);
    assert!(library.is_exotic());
    let id = cells.add(&library).unwrap();
    let cell = cells.get(id).unwrap();
    assert_eq!(cell.kind(), Kind::Library);
    assert_eq!(cell.slice().err(), Some(ReadError::Exotic));
    let mut slice = cell.slice_exotic();
    assert_eq!(slice.load_u64(8), Ok(2));
    assert_eq!(slice.load_hash(), Ok([7; 32]));
    assert_eq!(slice.end(), Ok(()));
    // An ordinary cell with the same bytes is a different cell.
    let ordinary_cell = cells.add(library.set_exotic(false)).unwrap();
    assert_ne!(cells.get(ordinary_cell).unwrap().hash(), cells.get(id).unwrap().hash());
}

/// A proof of a proof, three deep: each Merkle cell lowers the levels by one.
#[test]
fn merkle_cells_cover_one_level_each() {
    let mut cells = Cells::new();
    let mut id = add_pruned_branch(&mut cells, 7, &[3, 2, 1]);
    for level in (0..3_u8).rev() {
        let cell = cells.get(id).unwrap();
        let (hash, depth) = (cell.hash_at(0), cell.depth_at(0));
        let mut proof = Builder::new();
        proof.store_bytes(&[3]).unwrap().store_bytes(&hash.0).unwrap().store_uint(depth, 16).unwrap();
        id = cells.add(proof.store_ref(id).unwrap().set_exotic(true)).unwrap();
        let cell = cells.get(id).unwrap();
        assert_eq!((cell.kind(), cell.level()), (Kind::MerkleProof, level));
        assert_eq!(cell.refs().map(|cell| cell.level()).collect::<Vec<_>>(), [level + 1]);
    }
}
