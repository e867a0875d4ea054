//! Instructions for dictionaries in which the crate differs from the network: it skips checks of nodes and keys that
//! end a run on the network, and charges less gas for removing an end of a dictionary. This module reads the nodes
//! before the instruction to detect both.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use tycho_types::cell::{Cell, CellSlice};
use tycho_vm::{GasConsumer, VmState};

use super::Reason;

/// The most bits of a key.
const MAX_BITS: u16 = 1023;

/// The work of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// Reads the value of a key. Keys out of range are never in a dictionary.
    Get,
    /// Writes or removes the value of a key.
    Write,
    /// Finds the key before or after another one.
    Near,
    /// Reads the least or the greatest key. The value is the bit of the path to it.
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

/// Decodes an instruction by the byte after `F4`, as `(work, form)`; `None` for those that do not walk a dictionary.
const fn decode_instruction(code: u8) -> Option<(Work, Form)> {
    // Work and form are in the last 3 bits, or in the last 2.
    let long_form = match code & 7 {
        2 | 3 => Form::Slice,
        4 | 5 => Form::Signed,
        _ => Form::Unsigned,
    };
    let short_form = match code & 3 {
        1 => Form::Slice,
        2 => Form::Signed,
        _ => Form::Unsigned,
    };
    Some(match code {
        0x0a..=0x0f => (Work::Get, long_form),
        0x12..=0x17 | 0x1a..=0x1f | 0x22..=0x27 | 0x2a..=0x2f | 0x32..=0x37 | 0x3a..=0x3f | 0x62..=0x67 => {
            (Work::Write, long_form)
        }
        0x41..=0x43
        | 0x45..=0x47
        | 0x49..=0x4b
        | 0x4d..=0x4f
        | 0x51..=0x53
        | 0x55..=0x57
        | 0x59..=0x5b
        | 0x6d..=0x6f => (Work::Write, short_form),
        0x69..=0x6b => (Work::Get, short_form),
        0x74..=0x77 => (Work::Near, Form::Slice),
        0x78..=0x7b => (Work::Near, Form::Signed),
        0x7c..=0x7f => (Work::Near, Form::Unsigned),
        0x82..=0x87 => (Work::End(false), long_form),
        0x8a..=0x8f => (Work::End(true), long_form),
        0x92..=0x97 => (Work::RemoveEnd(false), long_form),
        0x9a..=0x9f => (Work::RemoveEnd(true), long_form),
        0xa0..=0xa3 | 0xbc..=0xbf => (Work::Get, if code & 1 == 0 { Form::Signed } else { Form::Unsigned }),
        _ => return None,
    })
}

/// Returns the gas that the network charges for the instruction in addition to the machine; a reason if its result is
/// not certain.
pub(super) fn look(vm: &VmState<'_>, code: u8) -> Result<u64, Reason> {
    let Some((work, form)) = decode_instruction(code) else { return Ok(0) };
    let mut stack = vm.stack.items.iter().rev();
    // If the types are wrong, the instruction throws.
    let bits =
        stack.next().and_then(|item| u16::try_from(item.as_int()?).ok()).filter(|bits| *bits <= MAX_BITS);
    let root = stack.next().and_then(|item| item.as_cell());
    let (Some(bits), Some(root)) = (bits, root) else {
        return check_key_range(vm, work, form).map(|()| 0);
    };
    if let Work::End(bit) | Work::RemoveEnd(bit) = work {
        let key_bit = |index: u16| if index == 0 && form == Form::Signed { !bit } else { bit };
        let nodes = walk(root, bits, key_bit)?.nodes;
        return Ok(if matches!(work, Work::RemoveEnd(_)) { GasConsumer::OLD_CELL_GAS * nodes } else { 0 });
    }
    check_key_range(vm, work, form)?;
    let Some(key) = stack.next() else { return Ok(0) };
    let number_bytes;
    let slice;
    let key_bit: &dyn Fn(u16) -> bool = if let Some(number) = key.as_int().filter(|_| form != Form::Slice) {
        if !fits_in(number, bits, form) {
            return Ok(0);
        }
        number_bytes = number.to_signed_bytes_be();
        &|index| read_bit(&number_bytes, bits - 1 - index)
    } else if let Some(part) = key.as_cell_slice().filter(|_| form == Form::Slice) {
        slice = part.apply();
        if slice.size_bits() < bits {
            return Ok(0);
        }
        &|index| slice.get_bit(index).unwrap_or_default()
    } else {
        return Ok(0);
    };
    if work == Work::Near {
        visit_neighbour(root, bits, code & 2 == 0, form, key_bit)?
    } else {
        walk(root, bits, key_bit)?;
    }
    Ok(0)
}

/// Refuses an integer that is out of range for a key; the machine would use its last bits.
fn check_key_range(vm: &VmState<'_>, work: Work, form: Form) -> Result<(), Reason> {
    let mut stack = vm.stack.items.iter().rev();
    let bits = stack.next().and_then(|item| u16::try_from(item.as_int()?).ok());
    let number = stack.nth(1);
    match (work, bits, number.and_then(|item| item.as_int())) {
        (Work::Write | Work::Near, Some(bits), Some(number))
            if form != Form::Slice && !fits_in(number, bits, form) =>
        {
            Err(Reason::Instruction)
        }
        _ => Ok(()),
    }
}

fn fits_in(number: &BigInt, bits: u16, form: Form) -> bool {
    if form == Form::Unsigned {
        return number.sign() != Sign::Minus && number.bits() <= u64::from(bits);
    }
    // With the sign, -2^n has one bit less than 2^n.
    let negative = number.sign() == Sign::Minus;
    let magnitude = if negative { (number + 1_u8).bits() } else { number.bits() };
    magnitude < u64::from(bits) || (bits == 0 && number.sign() == Sign::NoSign)
}

/// Reads a bit of a number in two's complement, with index 0 for the lowest.
fn read_bit(bytes: &[u8], bit_index: u16) -> bool {
    let byte = bytes.len().checked_sub(1 + usize::from(bit_index / 8)).and_then(|index| bytes.get(index));
    let byte = byte.or_else(|| bytes.first()).copied().unwrap_or_default();
    let shift = if usize::from(bit_index / 8) < bytes.len() { bit_index % 8 } else { 7 };
    byte >> shift & 1 == 1
}

/// Visits the nodes on the way to the neighbour of a key: those on the path of the key, and those below or beside them.
fn visit_neighbour(
    root: &Cell,
    bits: u16,
    after: bool,
    form: Form,
    key: impl Fn(u16) -> bool,
) -> Result<(), Reason> {
    // The first bit of a signed key is its sign.
    let next_bit = |index: u16, up: bool| if index == 0 && form == Form::Signed { !up } else { up };
    let path = walk(root, bits, &key)?;
    // If the key differs from the label of a node, all keys below that node are on one side of the key.
    if let Some(diverged_at) = path.diverged_at {
        for is_up in [false, true] {
            walk(root, bits, |index| if index < diverged_at { key(index) } else { next_bit(index, is_up) })?;
        }
    }
    // Otherwise the neighbour is beside the lowest fork at which the key goes the other way.
    let fork = path.forks.into_iter().rev().find(|index| key(*index) != next_bit(*index, after));
    if let Some(fork) = fork {
        walk(root, bits, |index| match index.cmp(&fork) {
            Ordering::Less => key(index),
            Ordering::Equal => !key(index),
            Ordering::Greater => next_bit(index, !after),
        })?;
    }
    Ok(())
}

/// A path from the root to a leaf.
struct Path {
    nodes: u64,
    /// The bit at which the node begins whose label differs from the key.
    diverged_at: Option<u16>,
    /// The bits of the key at which the path forks, before that node.
    forks: Vec<u16>,
}

/// Follows the forks by a key to a leaf, ignoring labels. Returns a reason for a node that the network refuses.
fn walk(root: &Cell, bits: u16, key: impl Fn(u16) -> bool) -> Result<Path, Reason> {
    let mut path = Path { nodes: 1, diverged_at: None, forks: Vec::new() };
    let mut node = root.as_ref();
    let mut index = 0;
    loop {
        let mut slice = node.as_slice().map_err(|_| Reason::Instruction)?;
        let (length, has_diverged) =
            read_label(&mut slice, bits - index, |offset| key(index + offset)).ok_or(Reason::Instruction)?;
        if has_diverged && path.diverged_at.is_none() {
            path.diverged_at = Some(index);
        }
        index += length;
        if index == bits {
            return Ok(path);
        }
        if slice.size_bits() != 0 || slice.size_refs() != 2 {
            return Err(Reason::Instruction);
        }
        if path.diverged_at.is_none() {
            path.forks.push(index);
        }
        node = node.reference(u8::from(key(index))).ok_or(Reason::Instruction)?;
        index += 1;
        path.nodes += 1;
    }
}

/// Reads a label of at most this many bits: its length, and whether the key has other bits.
fn read_label(slice: &mut CellSlice<'_>, max_length: u16, key: impl Fn(u16) -> bool) -> Option<(u16, bool)> {
    let width = u16::try_from(u16::BITS - max_length.leading_zeros()).ok()?;
    if slice.load_bit().ok()? {
        let is_repeated = slice.load_bit().ok()?;
        let bit = is_repeated && slice.load_bit().ok()?;
        let length = u16::try_from(slice.load_uint(width).ok()?).ok()?;
        if is_repeated {
            return (length <= max_length).then(|| (length, (0..length).any(|at| key(at) != bit)));
        }
        return read_written_label(slice, length, max_length, key);
    }
    let mut length = 0;
    while slice.load_bit().ok()? {
        length += 1;
    }
    read_written_label(slice, length, max_length, key)
}

/// Reads a label whose bits are written out.
fn read_written_label(
    slice: &mut CellSlice<'_>,
    length: u16,
    max_length: u16,
    key: impl Fn(u16) -> bool,
) -> Option<(u16, bool)> {
    if length > max_length || slice.size_bits() < length {
        return None;
    }
    let has_diverged = (0..length).any(|index| slice.get_bit(index).is_ok_and(|bit| bit != key(index)));
    slice.skip_first(length, 0).ok()?;
    Some((length, has_diverged))
}
