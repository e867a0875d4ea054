//! Compares random cells, bags, dictionaries and stacks in ton-edge with those in tycho-types and tycho-vm, which belong to another node. Both
//! must accept the same inputs, with equal hashes, except for the differences that `difference`, `Tree::add` and `stacks`
//! name.
//!
//! The first argument is the seed; by default the seed is the time. A failure prints the seed.

mod stacks;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use ton_edge::boc::Fault;
use ton_edge::cell::{
    Bag, Bits, BocError, BocFault, BocOptions, BuildError, Builder, CellFault, CellId, Cells, Dict, Limits,
    parse,
};
use tycho_types::boc::{Boc, de};
use tycho_types::cell::{Cell, CellBuilder};
use tycho_types::dict::RawDict;

/// Number of random cases.
const CASES: u64 = 1_200_000;

/// The findings and their counts: equal results, and expected differences.
type Found = BTreeMap<&'static str, u64>;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }
}

fn main() -> ExitCode {
    let given = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let time = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let seed: u64 = given.unwrap_or_else(time);
    println!("{CASES} cases of seed {seed}");
    let mut found = Found::new();
    for case in 0..CASES {
        let mut random = Random(seed.wrapping_add(case.wrapping_mul(0xD1B5_4A32_D192_ED03)));
        let result = match case % 6 {
            5 => stacks::compare(&mut random, &mut found),
            0 | 1 => tree(&mut random, &mut found),
            2 | 3 => changed_bag(&mut random, &mut found),
            _ => any_dictionary(&mut random).map(|()| *found.entry(SAME_DICTIONARY).or_default() += 1),
        };
        if let Err(problem) = result {
            println!("case {case} of seed {seed}: {problem}");
            return ExitCode::FAILURE;
        }
    }
    for (what, count) in found {
        println!("{count} times: {what}");
    }
    println!("no other difference");
    ExitCode::SUCCESS
}

// ---------------------------------------------------------------------------------------------------------------------
// Cells.

const SAME_CELL: &str = "a cell with the same hashes and depths";
const NO_CELL: &str = "a cell that both refuse";
const SAME_BAG: &str = "a changed bag that both read as the same";
const NO_BAG: &str = "a changed bag that both refuse";
const SAME_DICTIONARY: &str = "a dictionary with the same hash after every change";
const DEPTH: &str = "DIFFERENT: tycho-types has no limit of the depth, where the node has 1024";
const SPARSE: &str =
    "DIFFERENT: tycho-types hashes a cell that leaves out a lower level in another way than the node";
const INDEX: &str = "DIFFERENT: tycho-types does not read the index, by which the node finds the cells";
const CHECKSUM: &str =
    "DIFFERENT: tycho-types looks for the checksum after the cells, the node at the end of the bytes";
const FLAGS: &str =
    "DIFFERENT: tycho-types and the node ignore reserved flags, which crypto/tl/boc.tlb wants to be 0";

/// The same cells in both implementations.
#[derive(Default)]
struct Tree {
    cells: Cells,
    rows: Vec<(CellId, Cell)>,
}

/// Whether the mask has level 2 without level 1, or level 3 without one of the lower ones.
fn is_sparse(mask: u8) -> bool {
    !matches!(mask, 0 | 1 | 3 | 7)
}

/// Compares every property of a cell that both implementations have.
fn compare(cells: &Cells, id: CellId, other: &Cell) -> Result<(), String> {
    let cell = cells.get(id).ok_or("there is no such cell")?;
    let mask = other.level_mask().to_byte();
    if cell.level_mask() != mask {
        return Err(format!("level mask {} and {mask}", cell.level_mask()));
    }
    for level in 0..=3_u8 {
        if cell.hash_at(level).0 != other.hash(level).0 || cell.depth_at(level) != other.depth(level) {
            return Err(format!("hash or depth at level {level} of {}", hex(&cell.to_boc())));
        }
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Stores the first bits of bytes.
fn store(builder: &mut Builder, bytes: &[u8], bits: u16) -> Result<(), BuildError> {
    let (whole, part) = (usize::from(bits / 8), bits % 8);
    builder.store_bytes(&bytes[..whole])?;
    if part > 0 {
        builder.store_uint(bytes[whole] >> (8 - part), part)?;
    }
    Ok(())
}

impl Tree {
    /// Adds a cell to both trees, if both accept it.
    fn add(
        &mut self,
        bytes: &[u8],
        bits: u16,
        refs: &[usize],
        exotic: bool,
        found: &mut Found,
    ) -> Result<(), String> {
        let (mut ours, mut theirs) = (Builder::new(), CellBuilder::new());
        store(&mut ours, bytes, bits).map_err(|error| error.to_string())?;
        theirs.store_raw(bytes, bits).map_err(|error| error.to_string())?;
        for at in refs {
            let (id, cell) = &self.rows[*at];
            ours.store_ref(*id).map_err(|error| error.to_string())?;
            theirs.store_reference(cell.clone()).map_err(|error| error.to_string())?;
        }
        ours.set_exotic(exotic);
        theirs.set_exotic(exotic);
        match (self.cells.add(&ours), theirs.build()) {
            (Ok(id), Ok(cell)) => {
                if is_sparse(cell.level_mask().to_byte()) {
                    *found.entry(SPARSE).or_default() += 1;
                    return Ok(());
                }
                compare(&self.cells, id, &cell)?;
                self.rows.push((id, cell));
                *found.entry(SAME_CELL).or_default() += 1;
                Ok(())
            }
            (Err(BuildError::Cell(CellFault::Depth)), Ok(_)) => {
                *found.entry(DEPTH).or_default() += 1;
                Ok(())
            }
            (Err(_), Err(_)) => {
                *found.entry(NO_CELL).or_default() += 1;
                Ok(())
            }
            (ours, theirs) => Err(format!("{ours:?} and {theirs:?} of {bits} bits {}", hex(bytes))),
        }
    }

    /// Cells of all kinds, some of them broken.
    fn random(random: &mut Random, found: &mut Found) -> Result<Self, String> {
        let mut tree = Self::default();
        for _ in 0..1 + random.below(9) {
            let count = tree.rows.len();
            let kind = if count == 0 { random.below(8) } else { random.below(12) };
            let mut refs = Vec::new();
            let mut bytes;
            let mut exotic = true;
            match kind {
                6 => {
                    let mask: u8 = random.pick(&[1, 1, 1, 3, 3, 7, 7, 6]);
                    let hashes = mask.count_ones() as usize;
                    bytes = [&[1, mask][..], &random.bytes(hashes * 32)].concat();
                    for _ in 0..hashes {
                        let depth = random.pick(&[
                            0,
                            1,
                            2,
                            5,
                            7,
                            40,
                            500,
                            900,
                            1000,
                            1020,
                            1023,
                            1024,
                            1025,
                            u16::MAX,
                        ]);
                        bytes.extend(depth.to_be_bytes());
                    }
                }
                7 => bytes = [&[2][..], &random.bytes(32)].concat(),
                8 | 9 => {
                    refs = (0..kind - 7).map(|_| random.below(count)).collect();
                    let cells: Vec<&Cell> = refs.iter().map(|at| &tree.rows[*at].1).collect();
                    bytes = vec![kind as u8 - 5];
                    cells.iter().for_each(|cell| bytes.extend(cell.hash(0).0));
                    cells.iter().for_each(|cell| bytes.extend(cell.depth(0).to_be_bytes()));
                }
                _ => {
                    exotic = false;
                    let length = random.pick(&[0, 1, 3, 20, 127, 128]);
                    bytes = random.bytes(length);
                    let refs_count = random.below(5) * usize::from(count > 0);
                    // A chain is as likely as a shared cell.
                    let chosen = |random: &mut Random| {
                        if random.below(2) == 0 { count - 1 } else { random.below(count) }
                    };
                    refs = (0..refs_count).map(|_| chosen(random)).collect();
                }
            }
            let mut bits = (bytes.len() * 8).min(1023) as u16;
            if !exotic {
                bits -= bits.min(random.below(9) as u16);
            } else if random.below(6) == 0 {
                match random.below(4) {
                    0 => bits -= bits.min(random.below(300) as u16),
                    1 if !refs.is_empty() => drop(refs.pop()),
                    2 if count > 0 => refs.push(random.below(count)),
                    _ => {
                        let at = random.pick(&[0, 1, 1, bytes.len() - 1, bytes.len() / 2]);
                        bytes[at] ^= 1 << random.below(8);
                    }
                }
            }
            refs.truncate(4);
            tree.add(&bytes, bits, &refs, exotic, found)?;
        }
        if tree.rows.is_empty() {
            tree.add(&[], 0, &[], false, found)?;
        }
        Ok(tree)
    }

    fn root(&self) -> &(CellId, Cell) {
        &self.rows[self.rows.len() - 1]
    }

    fn bag(&self, random: &mut Random) -> Result<Vec<u8>, String> {
        let options = BocOptions { index: random.below(2) == 1, crc32c: random.below(4) == 1 };
        self.cells.to_boc(&[self.root().0], options).map_err(|error| error.to_string())
    }
}

/// Builds cells in both implementations, and lets each parse the other's bag of them.
fn tree(random: &mut Random, found: &mut Found) -> Result<(), String> {
    let tree = Tree::random(random, found)?;
    let (id, cell) = tree.root();
    let ours = tree.bag(random)?;
    let read = Boc::decode(&ours).map_err(|error| format!("{error} in {}", hex(&ours)))?;
    compare(&tree.cells, *id, &read)?;
    let theirs = Boc::encode(cell.as_ref());
    let bag = parse(&theirs, &Limits::default()).map_err(|error| format!("{error} in {}", hex(&theirs)))?;
    compare(&bag.cells, bag.roots[0], cell)
}

// ---------------------------------------------------------------------------------------------------------------------
// Bags with changed bytes.

/// The reason why one implementation accepts a bag that the other refuses; `None` if there is no known reason.
fn difference(
    bytes: &[u8],
    ours: &Result<Bag, BocError>,
    theirs: &Result<Cell, de::Error>,
) -> Option<&'static str> {
    match (ours.as_ref().map_err(|error| error.fault), theirs) {
        (Err(BocFault::Index | BocFault::CacheFlag), Ok(_)) => Some(INDEX),
        (Err(BocFault::Cell(CellFault::Depth)), Ok(_)) => Some(DEPTH),
        (Err(BocFault::Outside(Fault::Widths)), Ok(_)) if bytes[4] & 0x18 != 0 => Some(FLAGS),
        (Err(BocFault::Outside(Fault::Checksum)), Ok(_)) => Some(CHECKSUM),
        _ => None,
    }
}

fn changed_bag(random: &mut Random, found: &mut Found) -> Result<(), String> {
    let tree = Tree::random(random, found)?;
    let mut bytes = tree.bag(random)?;
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len());
        match random.below(9) {
            8 => bytes.push(random.pick(&[0, 7])),
            0 => bytes.truncate(at.max(1)),
            1 => bytes.insert(at, random.pick(&[0, 1, 2, 16])),
            2 => bytes[at] = bytes[at].wrapping_add(1),
            3 => bytes[at] = random.next() as u8,
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }
    let theirs = Boc::decode(&bytes);
    let ours = parse(&bytes, &Limits::default());
    match (&ours, &theirs) {
        (Ok(bag), Ok(cell)) => {
            if every_cell(bag, |mask| !is_sparse(mask)) {
                *found.entry(SAME_BAG).or_default() += 1;
                compare(&bag.cells, bag.roots[0], cell)
                    .map_err(|problem| format!("{problem}: {}", hex(&bytes)))
            } else {
                *found.entry(SPARSE).or_default() += 1;
                Ok(())
            }
        }
        (Err(_), Err(_)) => {
            *found.entry(NO_BAG).or_default() += 1;
            Ok(())
        }
        // The parser of tycho-types requires one root.
        (Ok(bag), Err(_)) if bag.roots.len() > 1 => Ok(()),
        _ => {
            let what = difference(&bytes, &ours, &theirs).ok_or_else(|| {
                format!("{:?} and {theirs:?} of {}", ours.as_ref().map(|_| ()), hex(&bytes))
            })?;
            *found.entry(what).or_default() += 1;
            Ok(())
        }
    }
}

/// Whether the level masks of all cells below the root fulfil a condition.
fn every_cell(bag: &Bag, holds: impl Fn(u8) -> bool) -> bool {
    let mut left: Vec<_> = bag.roots.iter().filter_map(|id| bag.cells.get(*id)).collect();
    while let Some(cell) = left.pop() {
        if !holds(cell.level_mask()) {
            return false;
        }
        left.extend(cell.refs());
    }
    true
}

// ---------------------------------------------------------------------------------------------------------------------
// Dictionaries.

fn any_dictionary(random: &mut Random) -> Result<(), String> {
    match random.below(8) {
        0 => dictionary::<1>(random),
        1 => dictionary::<7>(random),
        2 => dictionary::<8>(random),
        3 => dictionary::<32>(random),
        4 => dictionary::<64>(random),
        5 => dictionary::<256>(random),
        6 => dictionary::<267>(random),
        _ => dictionary::<512>(random),
    }
}

/// The first bits of bytes.
fn bits_of(bytes: &[u8], len: u16) -> Result<Bits, String> {
    let mut cells = Cells::new();
    let mut builder = Builder::new();
    store(&mut builder, bytes, len).map_err(|error| error.to_string())?;
    let id = cells.add(&builder).map_err(|error| error.to_string())?;
    let cell = cells.get(id).ok_or("there is no such cell")?;
    cell.slice().and_then(|mut slice| slice.load_bits(len)).map_err(|error| error.to_string())
}

/// Sets, replaces and removes the same keys in both implementations of a dictionary, and compares them.
fn dictionary<const N: u16>(random: &mut Random) -> Result<(), String> {
    let (mut cells, mut root) = (Cells::new(), None);
    let mut theirs = RawDict::<N>::new();
    let mut known = BTreeMap::new();
    let start = random.bytes(64);
    for _ in 0..1 + random.below(14) {
        let mut key = if random.below(3) == 0 { random.bytes(64) } else { start.clone() };
        for _ in 0..random.below(3) {
            let at = random.below(N.into());
            key[at / 8] ^= 0x80 >> (at % 8);
        }
        if random.below(8) == 0 {
            key = vec![random.pick(&[0, 0xFF]); 64];
        }
        let bits = bits_of(&key, N)?;
        let mut name = CellBuilder::new();
        name.store_raw(&key, N).map_err(|error| error.to_string())?;
        let name = name.as_data_slice();
        if random.below(4) == 0 {
            root = cells.change_dict(root, &bits, None).map_err(|error| error.to_string())?;
            theirs.remove(name).map_err(|error| error.to_string())?;
            known.remove(&bits);
        } else {
            let number = random.next() as u16;
            let mut value = Builder::new();
            value.store_uint(number, 16).map_err(|error| error.to_string())?;
            root = cells.change_dict(root, &bits, Some(&value)).map_err(|error| error.to_string())?;
            theirs.set(name, number).map_err(|error| error.to_string())?;
            known.insert(bits, value);
        }
        let hash = root.and_then(|id| cells.get(id)).map(|cell| cell.hash().0);
        let other = theirs.root().as_ref().map(|cell| cell.repr_hash().0);
        if hash != other {
            return Err(format!("dictionaries of {N} bits after {known:?}: {hash:?} and {other:?}"));
        }
    }
    let pairs: Vec<(Bits, Builder)> = known.clone().into_iter().collect();
    let built = cells.add_dict(N, pairs).map_err(|error| error.to_string())?;
    let Some(other) = theirs.root() else {
        return if built.is_none() { Ok(()) } else { Err("an empty dictionary".to_owned()) };
    };
    compare(&cells, built.ok_or("no dictionary")?, other)?;
    let bag = parse(&Boc::encode(other.as_ref()), &Limits::default()).map_err(|error| error.to_string())?;
    let dict = Dict::new(bag.cells.get(bag.roots[0]), N).map_err(|error| error.to_string())?.canonical();
    let keys: Result<Vec<Bits>, _> = dict.iter(1000).map(|pair| pair.map(|(key, _)| key)).collect();
    if keys.as_ref() == Ok(&known.into_keys().collect()) { Ok(()) } else { Err(format!("keys {keys:?}")) }
}
