//! Bags with changed bytes are refused, or read as exactly the changed content.

use proptest::prelude::*;
use ton_edge::boc;
use ton_edge::cell::{BocOptions, Builder, CellId, Cells, Limits, parse};

use super::any_tree;
use super::wire::{self, Layout};

/// A tree with a proof, a pruned branch, a shared cell and data of odd lengths.
fn tree() -> (Cells, CellId) {
    let mut cells = Cells::new();
    let mut pruned = Builder::new();
    pruned.store_bytes(&[1, 3]).unwrap().store_bytes(&[9; 64]).unwrap().store_bytes(&[0, 2, 0, 1]).unwrap();
    let pruned = cells.add(pruned.set_exotic(true)).unwrap();
    let shared_cell = cells.add(Builder::new().store_uint(5, 11).unwrap()).unwrap();
    let mut inner_builder = Builder::new();
    inner_builder.store_uint(1, 8).unwrap().store_ref(pruned).unwrap().store_ref(shared_cell).unwrap();
    let inner_id = cells.add(&inner_builder).unwrap();
    let proved_cell = cells.get(inner_id).unwrap();
    let mut proof_builder = Builder::new();
    proof_builder.store_bytes(&[3]).unwrap().store_bytes(&proved_cell.hash_at(0).0).unwrap();
    proof_builder.store_uint(proved_cell.depth_at(0), 16).unwrap().store_ref(inner_id).unwrap();
    let proof = cells.add(proof_builder.set_exotic(true)).unwrap();
    let mut root = Builder::new();
    root.store_bit(true)
        .unwrap()
        .store_ref(proof)
        .unwrap()
        .store_ref(shared_cell)
        .unwrap()
        .store_ref(shared_cell)
        .unwrap();
    let root = cells.add(&root).unwrap();
    (cells, root)
}

/// Bags of every layout without a checksum, because a checksum would hide every other fault.
fn bags() -> Vec<Vec<u8>> {
    let (cells, root) = tree();
    let order = wire::order(&cells, &[root]);
    let layouts: Vec<_> = Layout::all_layouts()
        .into_iter()
        .filter(|layout| !layout.has_checksum && layout.offset_width < 4)
        .collect();
    assert_eq!(layouts.len(), 8);
    let roots =
        |layout: &Layout| if layout.magic == wire::GENERIC { vec![root, order[2]] } else { vec![root] };
    let write = |layout: &Layout| {
        let stores_hashes = |at: usize| at.is_multiple_of(2);
        wire::write(&cells, &order, &roots(layout), *layout, stores_hashes)
    };
    layouts.iter().map(write).collect()
}

/// The bytes of the index in a bag with this layout and number of cells.
fn index_bytes(layout: &Layout, roots: usize, cells: usize) -> std::ops::Range<usize> {
    let listed_roots = if layout.magic == wire::GENERIC { roots } else { 0 };
    let index_start = 6 + (3 + listed_roots) * layout.width + layout.offset_width;
    index_start..index_start + if layout.has_index { cells * layout.offset_width } else { 0 }
}

/// Checks that a bag is refused, or that no part of it but the index is ignored: the cells that were read are written to the same bytes.
fn is_refused_or_read(bytes: &[u8]) -> bool {
    let Ok(bag) = parse(bytes, &Limits::default()) else { return false };
    assert!(boc::check(bytes).is_ok());
    let order = wire::order(&bag.cells, &bag.roots);
    if order.len() == bag.cells.len() {
        let layout = Layout::read(bytes);
        let mut rewritten = wire::write(&bag.cells, &order, &bag.roots, layout, |at| bytes[at] & 16 != 0);
        let index = index_bytes(&layout, bag.roots.len(), bag.cells.len());
        rewritten[index.clone()].copy_from_slice(&bytes[index]);
        assert_eq!(rewritten, bytes[..rewritten.len()], "{bytes:x?}");
    }
    if let Ok(written) = bag.cells.to_boc(&bag.roots, BocOptions::default()) {
        let reparsed_bag = parse(&written, &Limits::default()).unwrap();
        let hashes = |bag: &ton_edge::cell::Bag| -> Vec<_> {
            bag.roots.iter().map(|id| bag.cells.get(*id).unwrap().hash()).collect()
        };
        assert_eq!(hashes(&reparsed_bag), hashes(&bag));
    }
    true
}

#[test]
fn no_flipped_bit_is_silently_ignored() {
    let mut accepted_count = 0;
    for bag in bags() {
        assert!(is_refused_or_read(&bag));
        for bit in 0..bag.len() * 8 {
            let mut changed_bag = bag.clone();
            changed_bag[bit / 8] ^= 1 << (bit % 8);
            accepted_count += usize::from(is_refused_or_read(&changed_bag));
        }
    }
    // Data of ordinary cells that no hash covers may change, and the index; hashes, counts and widths may not.
    assert!((20..1000).contains(&accepted_count), "{accepted_count}");
}

#[test]
fn every_truncated_bag_is_noticed() {
    for bag in bags() {
        for end in 0..bag.len() {
            assert!(parse(&bag[..end], &Limits::default()).is_err(), "{end} of {bag:x?}");
        }
    }
}

#[test]
fn every_changed_byte_of_a_header_is_noticed_or_read() {
    for bag in bags() {
        for at in 4..20 {
            for byte in 0..=u8::MAX {
                let mut changed = bag.clone();
                changed[at] = byte;
                is_refused_or_read(&changed);
            }
        }
    }
}

#[test]
fn a_checksum_notices_every_flipped_bit() {
    let (cells, root) = tree();
    let bag = cells.get(root).unwrap().to_boc();
    for bit in 0..bag.len() * 8 {
        let mut changed = bag.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        // Without the flag of the checksum, the last four bytes are bytes after the bag.
        assert_eq!(parse(&changed, &Limits::default()).is_ok(), bit == 4 * 8 + 6, "{bit}");
    }
}

proptest! {
    #[test]
    fn changed_bags_are_noticed_or_read(
        tree in any_tree(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        stored in any::<bool>(),
        index in any::<bool>(),
    ) {
        prop_assume!(!tree.rows.is_empty());
        let roots = [tree.root().unwrap()];
        let order = wire::order(&tree.cells, &roots);
        let layout = Layout { has_index: index, has_cache_bits: index, ..Layout::PLAIN };
        let mut bytes = wire::write(&tree.cells, &order, &roots, layout, |_| stored);
        for (at, byte) in changes {
            let position = at.index(bytes.len());
            bytes[position] = byte;
        }
        is_refused_or_read(&bytes);
    }

    #[test]
    fn random_cells_are_noticed_or_read(cells in prop::collection::vec(0..12_u8, 2..40), count in 1..8_u8) {
        let head = [0xB5, 0xEE, 0x9C, 0x72, 1, 1, count, 1, 0, cells.len() as u8, 0];
        is_refused_or_read(&[&head[..], &cells].concat());
    }
}
