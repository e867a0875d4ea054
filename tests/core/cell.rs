//! Cells: reading and writing bags, exotic cells, builders and slices, numbers, texts, dictionaries.

mod bags;
mod builders;
mod corruption;
mod dictionaries;
mod exotic;
mod limits;
mod node;
mod numbers;
mod slices;
mod texts;
mod vectors;
mod wire;

use proptest::prelude::*;
use ton_edge::cell::{Bits, Builder, CellId, Cells, Slice};

/// A cell of a random tree. The numbers choose among the earlier cells.
#[derive(Clone, Debug)]
enum Recipe {
    Ordinary(Vec<bool>, Vec<usize>),
    Pruned(u8, Vec<u8>),
    Library([u8; 32]),
    Proof(usize),
    Update(usize, usize),
}

/// Random cells in one arena, with the values that the node computes for each.
#[derive(Debug)]
struct Tree {
    cells: Cells,
    rows: Vec<(CellId, node::Info)>,
}

fn any_ordinary() -> impl Strategy<Value = Recipe> {
    let data = prop_oneof![
        3 => prop::collection::vec(any::<bool>(), 0..20),
        1 => prop::collection::vec(any::<bool>(), 1010..1024),
    ];
    (data, prop::collection::vec(any::<usize>(), 0..5)).prop_map(|(data, refs)| Recipe::Ordinary(data, refs))
}

/// Ordinary cells, many of which are shared.
fn ordinary_tree() -> impl Strategy<Value = Tree> {
    prop::collection::vec(any_ordinary(), 1..20).prop_map(Tree::new)
}

/// Cells of all kinds.
fn any_tree() -> impl Strategy<Value = Tree> {
    // Random hashes, and depths of which few are above the limit.
    let pruned = (1..=7_u8, prop::collection::vec(any::<u8>(), 96), prop::collection::vec(0..1030_u16, 3));
    let recipe = prop_oneof![
        4 => any_ordinary(),
        2 => pruned.prop_map(|(mask, mut bytes, depths)| {
            bytes.truncate(mask.count_ones() as usize * 32);
            depths.iter().take(mask.count_ones() as usize).for_each(|depth| bytes.extend(depth.to_be_bytes()));
            Recipe::Pruned(mask, bytes)
        }),
        1 => any::<[u8; 32]>().prop_map(Recipe::Library),
        1 => any::<usize>().prop_map(Recipe::Proof),
        1 => any::<(usize, usize)>().prop_map(|(one, other)| Recipe::Update(one, other)),
    ];
    prop::collection::vec(recipe, 1..20).prop_map(Tree::new)
}

impl Tree {
    fn new(recipes: Vec<Recipe>) -> Self {
        let mut tree = Self { cells: Cells::new(), rows: Vec::new() };
        for recipe in recipes {
            // A deeper chain is as likely as a shared cell.
            let count = tree.rows.len();
            let earlier_index = |at: usize| (count > 0).then(|| count - 1 - at % count);
            match recipe {
                Recipe::Ordinary(data, chosen_refs) => {
                    let refs: Vec<usize> = chosen_refs.into_iter().filter_map(earlier_index).collect();
                    tree.add(&data, &refs, false);
                }
                Recipe::Pruned(mask, bytes) => {
                    tree.add(&bools(&[&[1, mask], &bytes[..]].concat()), &[], true)
                }
                Recipe::Library(hash) => tree.add(&bools(&[&[2], &hash[..]].concat()), &[], true),
                Recipe::Proof(at) => tree.add_merkle(3, earlier_index(at).as_slice()),
                Recipe::Update(one, other) => {
                    let refs: Vec<usize> = [one, other].into_iter().filter_map(earlier_index).collect();
                    tree.add_merkle(4, &refs);
                }
            }
        }
        tree
    }

    /// Adds a Merkle proof or update, if there is a cell to prove.
    fn add_merkle(&mut self, kind: u8, refs: &[usize]) {
        let infos: Vec<_> = refs.iter().map(|at| self.rows[*at].1).collect();
        let hashes = infos.iter().flat_map(|info| info.hashes[0]);
        let depths = infos.iter().flat_map(|info| info.depths[0].to_be_bytes());
        let data: Vec<u8> = [kind].into_iter().chain(hashes).chain(depths).collect();
        if !refs.is_empty() {
            self.add(&bools(&data), refs, true);
        }
    }

    /// Adds a cell if the node would accept it; the crate and the node must agree.
    fn add(&mut self, data: &[bool], refs: &[usize], exotic: bool) {
        let mut builder = Builder::new();
        data.iter().for_each(|bit| _ = builder.store_bit(*bit).unwrap());
        refs.iter().for_each(|at| _ = builder.store_ref(self.rows[*at].0).unwrap());
        let infos: Vec<_> = refs.iter().map(|at| &self.rows[*at].1).collect();
        let info = node::info(data, &infos, exotic);
        let result = self.cells.add(builder.set_exotic(exotic));
        assert_eq!(result.is_ok(), info.is_some(), "{result:?}, {info:?}");
        self.rows.extend(result.ok().zip(info));
    }

    /// The last cell.
    fn root(&self) -> Option<CellId> {
        self.rows.last().map(|(id, _)| *id)
    }
}

/// The bits of bytes.
fn bools(bytes: &[u8]) -> Vec<bool> {
    bytes.iter().flat_map(|byte| (0..8).map(move |at| byte << at & 0x80 != 0)).collect()
}

/// The bits of a text of zeros and ones, or the first bits of bytes.
fn bits_of(data: impl IntoIterator<Item = bool>) -> Bits {
    let mut cells = Cells::new();
    let mut builder = Builder::new();
    data.into_iter().for_each(|bit| _ = builder.store_bit(bit).unwrap());
    let id = cells.add(&builder).unwrap();
    cells.get(id).unwrap().slice().unwrap().load_bits(builder.bits()).unwrap()
}

fn bits(text: &str) -> Bits {
    bits_of(text.bytes().map(|digit| digit == b'1'))
}

/// Reads the cell that a function builds.
fn read<T>(build: impl FnOnce(&mut Cells, &mut Builder), read: impl FnOnce(&mut Slice<'_>) -> T) -> T {
    let (mut cells, mut builder) = (Cells::new(), Builder::new());
    build(&mut cells, &mut builder);
    let id = cells.add(&builder).unwrap();
    read(&mut cells.get(id).unwrap().slice().unwrap())
}
