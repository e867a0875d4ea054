//! Compares stacks with tycho-vm: the same stack built by both, and stacks with one changed cell read by
//! both.

use num_bigint::BigInt;
use ton_edge::cell::{Builder, CellId, Cells, Limits, parse};
use ton_edge::message::{Stack as OurStack, StackValue as Ours};
use tycho_types::boc::Boc;
use tycho_types::cell::{Cell, CellBuilder, CellFamily as _, Load as _, Store as _};
use tycho_vm::{NaN, OwnedCellSlice, RcStackValue, SafeRc, Stack, StackValueType};

use super::{Found, Random, hex};

const SAME: &str = "a stack with the same cells and values";
const SAME_CHANGED: &str = "a changed stack that both read as the same";
const NONE: &str = "a changed stack that both refuse";
const END: &str = "DIFFERENT: tycho-vm does not look for the end of the cell of the top value";
const BOTTOM: &str = "DIFFERENT: tycho-vm does not look below a stack of one value";
const CONTINUATION: &str = "DIFFERENT: a continuation is not read here";

type Pair = (Ours, RcStackValue);

/// Most values of a stack in this comparison.
const MOST: usize = 10_000;

/// A cell in both implementations.
fn cell(random: &mut Random, cells: &mut Cells) -> Result<(CellId, Cell), String> {
    let count = random.below(20);
    let bytes = random.bytes(count);
    let mut ours = Builder::new();
    let mut theirs = CellBuilder::new();
    ours.store_bytes(&bytes).map_err(|error| error.to_string())?;
    theirs.store_raw(&bytes, bytes.len() as u16 * 8).map_err(|error| error.to_string())?;
    for _ in 0..random.below(3) {
        let leaf = cells.add(&Builder::new()).map_err(|error| error.to_string())?;
        ours.store_ref(leaf).map_err(|error| error.to_string())?;
        theirs.store_reference(Cell::empty_cell()).map_err(|error| error.to_string())?;
    }
    let id = cells.add(&ours).map_err(|error| error.to_string())?;
    Ok((id, theirs.build().map_err(|error| error.to_string())?))
}

fn integer(random: &mut Random) -> Result<Pair, String> {
    let bits: usize = random.pick(&[1, 63, 64, 65, 127, 128, 256]);
    let mut value = BigInt::from_bytes_be(num_bigint::Sign::Plus, &random.bytes(32)) >> (256 - bits);
    match random.below(4) {
        0 => value = (BigInt::from(1) << bits) - 1,
        1 => value = BigInt::from(-1) << bits,
        2 => value = -value,
        _ => {}
    }
    let ours = value.to_string().parse::<ton_edge::cell::Int>().map_err(|error| error.to_string())?;
    Ok((ours.into(), SafeRc::new_dyn_value(value)))
}

fn value(random: &mut Random, cells: &mut Cells, depth: usize) -> Result<Pair, String> {
    let kind = random.below(if depth < 5 { 10 } else { 7 });
    Ok(match kind {
        0 => (Ours::Null, Stack::make_null()),
        1 => (Ours::Nan, SafeRc::new_dyn_value(NaN)),
        2 | 3 => integer(random)?,
        4 => {
            let (id, cell) = cell(random, cells)?;
            (Ours::Cell(id), SafeRc::new_dyn_value(cell))
        }
        5 => {
            let (id, cell) = cell(random, cells)?;
            (Ours::Slice(id), SafeRc::new_dyn_value(OwnedCellSlice::new_allow_exotic(cell)))
        }
        6 => {
            let (id, cell) = cell(random, cells)?;
            let mut builder = CellBuilder::new();
            builder.store_slice(cell.as_slice_allow_exotic()).map_err(|error| error.to_string())?;
            (Ours::Builder(id), SafeRc::new_dyn_value(builder))
        }
        _ => {
            let most = random.pick(&[1, 2, 3, 3, 4, 9]);
            let count = random.below(most);
            let pairs =
                (0..count).map(|_| value(random, cells, depth + 1)).collect::<Result<Vec<_>, String>>()?;
            let (ours, theirs): (Vec<Ours>, Vec<RcStackValue>) = pairs.into_iter().unzip();
            if kind == 9 && !ours.is_empty() {
                let list = theirs
                    .into_iter()
                    .rev()
                    .fold(Stack::make_null(), |rest, item| SafeRc::new_dyn_value(vec![item, rest]));
                (Ours::List(ours), list)
            } else {
                (flat(ours), SafeRc::new_dyn_value(theirs))
            }
        }
    })
}

/// A pair that ends with null or a list is a list.
fn flat(mut items: Vec<Ours>) -> Ours {
    match items.as_mut_slice() {
        [_, Ours::Null] => drop(items.pop()),
        [_, Ours::List(rest)] => {
            let rest = std::mem::take(rest);
            items.truncate(1);
            items.extend(rest);
        }
        _ => return Ours::Tuple(items),
    }
    Ours::List(items)
}

/// Whether a value of ton-edge equals a value of tycho-vm.
fn same(cells: &Cells, ours: &Ours, theirs: &RcStackValue) -> bool {
    let hash =
        |id: &CellId, other: &Cell| cells.get(*id).is_some_and(|cell| cell.hash().0 == other.repr_hash().0);
    match ours {
        Ours::Null => theirs.is_null(),
        Ours::Nan => theirs.raw_ty() == StackValueType::Int as u8 && theirs.as_int().is_none(),
        Ours::Int(int) => theirs.as_int().is_some_and(|other| other.to_string() == int.to_string()),
        Ours::Cell(id) => theirs.as_cell().is_some_and(|other| hash(id, other)),
        Ours::Slice(id) => theirs.as_cell_slice().is_some_and(|other| {
            let mut builder = CellBuilder::new();
            builder.store_slice(other.apply()).is_ok() && builder.build().is_ok_and(|cell| hash(id, &cell))
        }),
        Ours::Builder(id) => theirs
            .as_cell_builder()
            .is_some_and(|other| other.clone().build().is_ok_and(|cell| hash(id, &cell))),
        Ours::Tuple(items) => theirs.as_tuple().is_some_and(|other| {
            other.len() == items.len()
                && items.iter().zip(other).all(|(ours, theirs)| same(cells, ours, theirs))
        }),
        Ours::List(items) => {
            let mut at = theirs;
            for item in items {
                let Some([first, rest]) = at.as_tuple() else { return false };
                if !same(cells, item, first) {
                    return false;
                }
                at = rest;
            }
            at.is_null()
        }
        _ => false,
    }
}

fn has_continuation(value: &Ours) -> bool {
    match value {
        Ours::Continuation(_) => true,
        Ours::Tuple(items) | Ours::List(items) => items.iter().any(has_continuation),
        _ => false,
    }
}

/// Whether both stacks have the same values; `None` if that of ton-edge has a continuation.
fn same_stacks(cells: &Cells, ours: &OurStack<'_>, theirs: &Stack) -> Option<bool> {
    if ours.values().iter().any(has_continuation) {
        return None;
    }
    let values = ours.values();
    Some(
        values.len() == theirs.items.len()
            && values.iter().zip(&theirs.items).all(|(ours, theirs)| same(cells, ours, theirs)),
    )
}

pub(crate) fn compare(random: &mut Random, found: &mut Found) -> Result<(), String> {
    let mut cells = Cells::new();
    let pairs =
        (0..random.below(6)).map(|_| value(random, &mut cells, 0)).collect::<Result<Vec<_>, String>>()?;
    let (ours, theirs): (Vec<Ours>, Vec<RcStackValue>) = pairs.into_iter().unzip();
    let id = OurStack::new(ours).add(&mut cells).map_err(|error| error.to_string())?;
    let theirs = Stack::with_items(theirs);
    let mut builder = CellBuilder::new();
    theirs.store_into(&mut builder, Cell::empty_context()).map_err(|error| error.to_string())?;
    let other = builder.build().map_err(|error| error.to_string())?;
    let bag = cells.get(id).ok_or("there is no such cell")?.to_boc();
    super::compare(&cells, id, &other).map_err(|problem| format!("{problem} of {}", hex(&bag)))?;
    let read = OurStack::load(&mut cells, id, MOST).map_err(|error| format!("{error} in {}", hex(&bag)))?;
    if same_stacks(&cells, &read, &theirs) != Some(true) {
        return Err(format!("other values in {}", hex(&bag)));
    }
    *found.entry(SAME).or_default() += 1;
    changed(random, found, &mut cells, id)
}

/// A copy in which one cell has changed: one bit flipped, or a reference added, removed or exchanged.
fn changed(random: &mut Random, found: &mut Found, cells: &mut Cells, id: CellId) -> Result<(), String> {
    let mut all = vec![id];
    let mut at = 0;
    while let Some(next) = all.get(at).copied() {
        at += 1;
        if let Some(cell) = cells.get(next) {
            let more: Vec<CellId> =
                cell.refs().map(|cell| cell.id()).filter(|id| !all.contains(id)).collect();
            all.extend(more);
        }
    }
    all.sort();
    let target = random.pick(&all);
    // Cells refer only to earlier ones.
    let mut copies: Vec<(CellId, CellId)> = Vec::new();
    for old in &all {
        let cell = cells.get(*old).ok_or("there is no such cell")?;
        let mut refs: Vec<CellId> = cell.refs().map(|cell| cell.id()).collect();
        for id in &mut refs {
            *id = copies.iter().find(|(old, _)| old == id).map_or(*id, |(_, new)| *new);
        }
        let mut bits = Vec::new();
        let mut slice = cell.slice_exotic();
        while slice.bits() > 0 {
            bits.push(slice.load_bit().map_err(|error| error.to_string())?);
        }
        if *old == target {
            let below: Vec<CellId> = copies.iter().map(|(_, new)| *new).collect();
            match random.below(8) {
                0..=3 if !bits.is_empty() => {
                    let reach = random.pick(&[8, 24, 50, 1023]).min(bits.len());
                    let at = random.below(reach);
                    bits[at] = !bits[at];
                }
                4 if bits.len() < 1000 => bits.push(random.below(2) == 1),
                5 if !refs.is_empty() => drop(refs.remove(random.below(refs.len()))),
                6 if refs.len() < 4 && !below.is_empty() => refs.push(random.pick(&below)),
                _ if !refs.is_empty() && !below.is_empty() => {
                    let at = random.below(refs.len());
                    refs[at] = random.pick(&below);
                }
                _ => {}
            }
        }
        let mut builder = Builder::new();
        for bit in bits {
            builder.store_bit(bit).map_err(|error| error.to_string())?;
        }
        for id in refs {
            builder.store_ref(id).map_err(|error| error.to_string())?;
        }
        let Ok(new) = cells.add(&builder) else { return Ok(()) };
        copies.push((*old, new));
    }
    let root = copies.iter().find(|(old, _)| *old == id).map_or(id, |(_, new)| *new);
    let bytes = cells.get(root).ok_or("there is no such cell")?.to_boc();
    let bag = parse(&bytes, &Limits::default()).map_err(|error| error.to_string())?;
    let mut cells = bag.cells;
    let ours = OurStack::load(&mut cells, bag.roots[0], MOST);
    let other = Boc::decode(&bytes).map_err(|error| error.to_string())?;
    let mut left = false;
    let theirs = other.as_slice().and_then(|mut slice| {
        let stack = Stack::load_from(&mut slice)?;
        left = !slice.is_empty();
        Ok(stack)
    });
    let what = match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => match same_stacks(&cells, ours, theirs) {
            Some(true) => SAME_CHANGED,
            None => CONTINUATION,
            Some(false) => return Err(format!("other values in {}", hex(&bytes))),
        },
        (Err(_), Err(_)) => NONE,
        (Err(_), Ok(_)) if left => END,
        (Err(error), Ok(theirs)) if error.index.is_none() && theirs.items.len() == 1 => BOTTOM,
        (Ok(ours), Err(_)) if ours.values().iter().any(has_continuation) => CONTINUATION,
        (ours, theirs) => {
            let theirs = theirs.as_ref().map(|_| ());
            return Err(format!("{ours:?} and {theirs:?} of {}", hex(&bytes)));
        }
    };
    *found.entry(what).or_default() += 1;
    Ok(())
}
