//! Instructions for dictionaries where the crate differs from the network: it skips checks of nodes and keys that end a run there,
//! and removing an end of a dictionary costs less gas. A look at the nodes before the instruction tells both.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use tycho_types::cell::{Cell, CellSlice};
use tycho_vm::{GasConsumer, VmState};

use super::Reason;

/// The most bits of a key.
const MOST_BITS: u16 = 1023;

/// The work of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// Reads the value of a key. No key beyond the range is in a dictionary.
    Get,
    /// Writes or removes the value of a key.
    Write,
    /// Finds the key before or after another one.
    Near,
    /// Reads the least or the greatest key. The value is the bit that leads there.
    End(bool),
    /// Removes the least or the greatest key.
    RemoveEnd(bool),
}

/// How the key is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Slice,
    Signed,
    Unsigned,
}

/// An instruction by the byte after `F4`, as `(work, form)`; `None` for those that walk no dictionary.
const fn instruction(code: u8) -> Option<(Work, Form)> {
    // Both are in the last bits: of 3 of them, or of 2.
    let long = match code & 7 {
        2 | 3 => Form::Slice,
        4 | 5 => Form::Signed,
        _ => Form::Unsigned,
    };
    let short = match code & 3 {
        1 => Form::Slice,
        2 => Form::Signed,
        _ => Form::Unsigned,
    };
    Some(match code {
        0x0a..=0x0f => (Work::Get, long),
        0x12..=0x17 | 0x1a..=0x1f | 0x22..=0x27 | 0x2a..=0x2f | 0x32..=0x37 | 0x3a..=0x3f | 0x62..=0x67 => {
            (Work::Write, long)
        }
        0x41..=0x43
        | 0x45..=0x47
        | 0x49..=0x4b
        | 0x4d..=0x4f
        | 0x51..=0x53
        | 0x55..=0x57
        | 0x59..=0x5b
        | 0x6d..=0x6f => (Work::Write, short),
        0x69..=0x6b => (Work::Get, short),
        0x74..=0x77 => (Work::Near, Form::Slice),
        0x78..=0x7b => (Work::Near, Form::Signed),
        0x7c..=0x7f => (Work::Near, Form::Unsigned),
        0x82..=0x87 => (Work::End(false), long),
        0x8a..=0x8f => (Work::End(true), long),
        0x92..=0x97 => (Work::RemoveEnd(false), long),
        0x9a..=0x9f => (Work::RemoveEnd(true), long),
        0xa0..=0xa3 | 0xbc..=0xbf => (Work::Get, if code & 1 == 0 { Form::Signed } else { Form::Unsigned }),
        _ => return None,
    })
}

/// Gas that the network takes for the instruction beyond what the machine takes; a reason if its result is not certain.
pub(super) fn look(vm: &VmState<'_>, code: u8) -> Result<u64, Reason> {
    let Some((work, form)) = instruction(code) else { return Ok(0) };
    let mut stack = vm.stack.items.iter().rev();
    // Where the types are wrong, the instruction throws.
    let bits =
        stack.next().and_then(|item| u16::try_from(item.as_int()?).ok()).filter(|bits| *bits <= MOST_BITS);
    let root = stack.next().and_then(|item| item.as_cell());
    let (Some(bits), Some(root)) = (bits, root) else {
        return key_in_range(vm, work, form).map(|()| 0);
    };
    if let Work::End(bit) | Work::RemoveEnd(bit) = work {
        let is_first = |at: u16| if at == 0 && form == Form::Signed { !bit } else { bit };
        let nodes = walk(root, bits, is_first)?.nodes;
        return Ok(if matches!(work, Work::RemoveEnd(_)) { GasConsumer::OLD_CELL_GAS * nodes } else { 0 });
    }
    key_in_range(vm, work, form)?;
    let Some(key) = stack.next() else { return Ok(0) };
    let digits;
    let slice;
    let bit: &dyn Fn(u16) -> bool = if let Some(number) = key.as_int().filter(|_| form != Form::Slice) {
        if !fits(number, bits, form) {
            return Ok(0);
        }
        digits = number.to_signed_bytes_be();
        &|at| bit_of(&digits, bits - 1 - at)
    } else if let Some(part) = key.as_cell_slice().filter(|_| form == Form::Slice) {
        slice = part.apply();
        if slice.size_bits() < bits {
            return Ok(0);
        }
        &|at| slice.get_bit(at).unwrap_or_default()
    } else {
        return Ok(0);
    };
    if work == Work::Near {
        neighbour(root, bits, code & 2 == 0, form, bit)?
    } else {
        walk(root, bits, bit)?;
    }
    Ok(0)
}

/// Refuses an integer that is out of range for a key; the machine would use its last bits.
fn key_in_range(vm: &VmState<'_>, work: Work, form: Form) -> Result<(), Reason> {
    let mut stack = vm.stack.items.iter().rev();
    let bits = stack.next().and_then(|item| u16::try_from(item.as_int()?).ok());
    let number = stack.nth(1);
    match (work, bits, number.and_then(|item| item.as_int())) {
        (Work::Write | Work::Near, Some(bits), Some(number))
            if form != Form::Slice && !fits(number, bits, form) =>
        {
            Err(Reason::Instruction)
        }
        _ => Ok(()),
    }
}

fn fits(number: &BigInt, bits: u16, form: Form) -> bool {
    if form == Form::Unsigned {
        return number.sign() != Sign::Minus && number.bits() <= u64::from(bits);
    }
    // -2^n has one bit less than 2^n with its sign.
    let negative = number.sign() == Sign::Minus;
    let magnitude = if negative { (number + 1_u8).bits() } else { number.bits() };
    magnitude < u64::from(bits) || (bits == 0 && number.sign() == Sign::NoSign)
}

/// A bit of a number in two's complement, the lowest one at 0.
fn bit_of(digits: &[u8], at: u16) -> bool {
    let byte = digits.len().checked_sub(1 + usize::from(at / 8)).and_then(|index| digits.get(index));
    let byte = byte.or_else(|| digits.first()).copied().unwrap_or_default();
    let shift = if usize::from(at / 8) < digits.len() { at % 8 } else { 7 };
    byte >> shift & 1 == 1
}

/// Looks at the nodes that lead to the neighbour of a key: those of the key, and below them or beside them.
fn neighbour(
    root: &Cell,
    bits: u16,
    after: bool,
    form: Form,
    key: impl Fn(u16) -> bool,
) -> Result<(), Reason> {
    // The first bit of a signed key is its sign.
    let goes = |at: u16, up: bool| if at == 0 && form == Form::Signed { !up } else { up };
    let path = walk(root, bits, &key)?;
    // If the key differs from the label of a node, all keys below that node are on one side of the key.
    if let Some(left) = path.left {
        for up in [false, true] {
            walk(root, bits, |at| if at < left { key(at) } else { goes(at, up) })?;
        }
    }
    // Otherwise the neighbour is beside the lowest fork at which the key goes the other way.
    let fork = path.forks.into_iter().rev().find(|at| key(*at) != goes(*at, after));
    if let Some(fork) = fork {
        walk(root, bits, |at| match at.cmp(&fork) {
            Ordering::Less => key(at),
            Ordering::Equal => !key(at),
            Ordering::Greater => goes(at, !after),
        })?;
    }
    Ok(())
}

/// A way from the root to a leaf.
struct Path {
    nodes: u64,
    /// Where the node begins whose label is not that of the key.
    left: Option<u16>,
    /// The bits of the key at which the way forks, before that node.
    forks: Vec<u16>,
}

/// Follows the forks by a key to a leaf, whatever the labels are. A node that the network refuses is a reason.
fn walk(root: &Cell, bits: u16, key: impl Fn(u16) -> bool) -> Result<Path, Reason> {
    let mut path = Path { nodes: 1, left: None, forks: Vec::new() };
    let mut node = root.as_ref();
    let mut at = 0;
    loop {
        let mut slice = node.as_slice().map_err(|_| Reason::Instruction)?;
        let (length, leaves) =
            label(&mut slice, bits - at, |offset| key(at + offset)).ok_or(Reason::Instruction)?;
        if leaves && path.left.is_none() {
            path.left = Some(at);
        }
        at += length;
        if at == bits {
            return Ok(path);
        }
        if slice.size_bits() != 0 || slice.size_refs() != 2 {
            return Err(Reason::Instruction);
        }
        if path.left.is_none() {
            path.forks.push(at);
        }
        node = node.reference(u8::from(key(at))).ok_or(Reason::Instruction)?;
        at += 1;
        path.nodes += 1;
    }
}

/// Reads a label of at most this many bits: its length, and whether the key has other bits.
fn label(slice: &mut CellSlice<'_>, most: u16, key: impl Fn(u16) -> bool) -> Option<(u16, bool)> {
    let width = u16::try_from(u16::BITS - most.leading_zeros()).ok()?;
    if slice.load_bit().ok()? {
        let same = slice.load_bit().ok()?;
        let bit = same && slice.load_bit().ok()?;
        let length = u16::try_from(slice.load_uint(width).ok()?).ok()?;
        if same {
            return (length <= most).then(|| (length, (0..length).any(|at| key(at) != bit)));
        }
        return written(slice, length, most, key);
    }
    let mut length = 0;
    while slice.load_bit().ok()? {
        length += 1;
    }
    written(slice, length, most, key)
}

/// The same for a label whose bits are written out.
fn written(
    slice: &mut CellSlice<'_>,
    length: u16,
    most: u16,
    key: impl Fn(u16) -> bool,
) -> Option<(u16, bool)> {
    if length > most || slice.size_bits() < length {
        return None;
    }
    let leaves = (0..length).any(|at| slice.get_bit(at).is_ok_and(|bit| bit != key(at)));
    slice.skip_first(length, 0).ok()?;
    Some((length, leaves))
}
