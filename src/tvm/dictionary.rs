//! Instructions for dictionaries in which the crate `tycho-vm` differs from the network. The crate skips checks of nodes
//! and keys that end a run on the network, and charges less gas for removing the first or last key. This module reads the
//! nodes before the instruction runs, to detect both differences.

use num_bigint::{BigInt, Sign};
use tycho_types::cell::{Cell, CellDataBuilder, CellSlice, DynCell};
use tycho_vm::{GasConsumer, VmState};

use super::Reason;
use super::work::Work;

/// The maximum number of bits of a key.
const MAX_BITS: u16 = 1023;

/// The purpose of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Reads the value of a key. Keys out of range are never in a dictionary.
    Get,
    /// Writes or removes the value of a key.
    Write,
    /// Finds the key before or after another one.
    Near,
    /// Reads the least or the greatest key. The value is the bit that leads to the key at every fork.
    End(bool),
    /// Removes the least or the greatest key.
    RemoveEnd(bool),
}

/// The form of the key on the stack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Slice,
    Signed,
    Unsigned,
}

/// Decodes an instruction by the byte after `F4`, as `(purpose, form)`; `None` for those that do not walk a dictionary.
const fn decode_instruction(code: u8) -> Option<(Purpose, Form)> {
    // Purpose and form are in the last 3 bits, or in the last 2.
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
        0x0a..=0x0f => (Purpose::Get, long_form),
        0x12..=0x17 | 0x1a..=0x1f | 0x22..=0x27 | 0x2a..=0x2f | 0x32..=0x37 | 0x3a..=0x3f | 0x62..=0x67 => {
            (Purpose::Write, long_form)
        }
        0x41..=0x43
        | 0x45..=0x47
        | 0x49..=0x4b
        | 0x4d..=0x4f
        | 0x51..=0x53
        | 0x55..=0x57
        | 0x59..=0x5b
        | 0x6d..=0x6f => (Purpose::Write, short_form),
        0x69..=0x6b => (Purpose::Get, short_form),
        0x74..=0x77 => (Purpose::Near, Form::Slice),
        0x78..=0x7b => (Purpose::Near, Form::Signed),
        0x7c..=0x7f => (Purpose::Near, Form::Unsigned),
        0x82..=0x87 => (Purpose::End(false), long_form),
        0x8a..=0x8f => (Purpose::End(true), long_form),
        0x92..=0x97 => (Purpose::RemoveEnd(false), long_form),
        0x9a..=0x9f => (Purpose::RemoveEnd(true), long_form),
        0xa0..=0xa3 | 0xbc..=0xbf => {
            (Purpose::Get, if code & 1 == 0 { Form::Signed } else { Form::Unsigned })
        }
        _ => return None,
    })
}

/// Returns the gas that the network charges for the instruction in addition to the machine; a reason if its result is
/// not certain. It visits only nodes that the instruction visits, too, since those cost gas.
pub(super) fn check_instruction(vm: &VmState<'_>, code: u8, work: &mut Work) -> Result<u64, Reason> {
    let Some((purpose, form)) = decode_instruction(code) else { return Ok(0) };
    let mut stack = vm.stack.items.iter().rev();
    // If the types are wrong, the instruction throws.
    let bits =
        stack.next().and_then(|item| u16::try_from(item.as_int()?).ok()).filter(|bits| *bits <= MAX_BITS);
    let root = stack.next().and_then(|item| item.as_cell());
    let (Some(bits), Some(root)) = (bits, root) else {
        return check_key_range(vm, purpose, form).map(|()| 0);
    };
    if let Purpose::End(bit) | Purpose::RemoveEnd(bit) = purpose {
        let first_bit = bit != (form == Form::Signed);
        let nodes = walk_to_end(root.as_ref(), bits, first_bit, bit)?;
        work.add_nodes(nodes)?;
        return Ok(if matches!(purpose, Purpose::RemoveEnd(_)) {
            GasConsumer::OLD_CELL_GAS * nodes
        } else {
            0
        });
    }
    check_key_range(vm, purpose, form)?;
    let Some(key) = stack.next() else { return Ok(0) };
    let mut number_key = CellDataBuilder::new();
    let key = if let Some(number) = key.as_int().filter(|_| form != Form::Slice) {
        let is_signed = form == Form::Signed;
        if !fits_in(number, bits, form) || number_key.store_bigint_truncate(number, bits, is_signed).is_err()
        {
            return Ok(0);
        }
        number_key.as_data_slice()
    } else if let Some(part) = key.as_cell_slice().filter(|_| form == Form::Slice) {
        match part.apply().load_prefix(bits, 0) {
            Ok(prefix) => prefix,
            Err(_) => return Ok(0),
        }
    } else {
        return Ok(0);
    };
    let path = follow_key(root, key)?;
    let mut nodes = path.nodes;
    if purpose == Purpose::Near {
        let query = NeighbourQuery {
            after: code & 2 == 0,
            inclusive: code & 1 == 1,
            is_signed: form == Form::Signed,
        };
        nodes += walk_to_neighbour(&path, query, bits)?;
    }
    work.add_nodes(nodes)?;
    Ok(0)
}

/// Refuses an integer that is out of range for a key: the machine would use its last bits, but the network would not.
fn check_key_range(vm: &VmState<'_>, purpose: Purpose, form: Form) -> Result<(), Reason> {
    let mut stack = vm.stack.items.iter().rev();
    let bits = stack.next().and_then(|item| u16::try_from(item.as_int()?).ok());
    let number = stack.nth(1);
    match (purpose, bits, number.and_then(|item| item.as_int())) {
        (Purpose::Write | Purpose::Near, Some(bits), Some(number))
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

/// The path of a key, from the root to the leaf with the key, or to the node whose label differs from it.
struct Path<'a> {
    nodes: u64,
    forks: Vec<Fork<'a>>,
    /// Where the label of the last node differs from the key; `None` if the last node has the key.
    difference: Option<Difference<'a>>,
}

/// A fork on the path of a key.
struct Fork<'a> {
    node: &'a DynCell,
    /// The number of bits of the key before the one that the fork decides on.
    index: u16,
    /// The bit of the key.
    bit: bool,
}

/// The node whose label differs from the key.
struct Difference<'a> {
    node: &'a DynCell,
    /// The number of bits of the key before that node.
    start: u16,
    /// The number of bits of the key before the first different one.
    index: u16,
    /// The bit of the key there.
    bit: bool,
}

/// Follows a key as far as the dictionary agrees with it. Returns a reason for a node that the network refuses.
fn follow_key<'a>(root: &'a Cell, key: CellSlice<'_>) -> Result<Path<'a>, Reason> {
    let bits = key.size_bits();
    let mut path = Path { nodes: 1, forks: Vec::new(), difference: None };
    let mut node = root.as_ref();
    let mut remaining_key = key;
    loop {
        let mut slice = node.as_slice().map_err(|_| Reason::Instruction)?;
        let label = read_label(&mut slice, remaining_key.size_bits()).ok_or(Reason::Instruction)?;
        check_fork(&slice, remaining_key.size_bits() - label.length)?;
        let start = bits - remaining_key.size_bits();
        let common_bits = label.count_common(&remaining_key);
        if common_bits < label.length {
            let bit = remaining_key.get_bit(common_bits).unwrap_or_default();
            path.difference = Some(Difference { node, start, index: start + common_bits, bit });
            return Ok(path);
        }
        if label.length == remaining_key.size_bits() {
            return Ok(path);
        }
        remaining_key.skip_first(label.length, 0).map_err(|_| Reason::Instruction)?;
        let index = bits - remaining_key.size_bits();
        let bit = remaining_key.load_bit().map_err(|_| Reason::Instruction)?;
        path.forks.push(Fork { node, index, bit });
        node = node.reference(u8::from(bit)).ok_or(Reason::Instruction)?;
        path.nodes += 1;
    }
}

/// A search for the key before or after another one.
#[derive(Clone, Copy)]
struct NeighbourQuery {
    after: bool,
    /// Whether the key itself counts.
    inclusive: bool,
    is_signed: bool,
}

impl NeighbourQuery {
    /// Returns whether the keys with the other bit at an index are in the direction of the search.
    fn is_towards(self, index: u16, bit: bool) -> bool {
        // The first bit of a signed key is its sign.
        bit != (self.after != (index == 0 && self.is_signed))
    }
}

/// Visits the nodes from the path of a key to its neighbour, and returns how many they are.
fn walk_to_neighbour(path: &Path<'_>, query: NeighbourQuery, bits: u16) -> Result<u64, Reason> {
    match &path.difference {
        None if query.inclusive => return Ok(0),
        // All keys below this node are beyond the key.
        Some(difference) if query.is_towards(difference.index, difference.bit) => {
            let remaining_bits = bits - difference.start;
            let nodes = walk_to_end(difference.node, remaining_bits, !query.after, !query.after)?;
            // The first node is that of the path.
            return Ok(nodes - 1);
        }
        _ => {}
    }
    let Some(fork) = path.forks.iter().rev().find(|fork| query.is_towards(fork.index, fork.bit)) else {
        return Ok(0);
    };
    let child = fork.node.reference(u8::from(!fork.bit)).ok_or(Reason::Instruction)?;
    walk_to_end(child, bits - fork.index - 1, !query.after, !query.after)
}

/// Visits the nodes to the least or the greatest key below a node, with `bits` bits left of the key, and returns how
/// many they are. The first bit of a signed key goes the other way.
fn walk_to_end(start: &DynCell, bits: u16, first_bit: bool, bit: bool) -> Result<u64, Reason> {
    let mut node = start;
    let mut remaining_bits = bits;
    let mut nodes = 1;
    loop {
        let mut slice = node.as_slice().map_err(|_| Reason::Instruction)?;
        let label = read_label(&mut slice, remaining_bits).ok_or(Reason::Instruction)?;
        check_fork(&slice, remaining_bits - label.length)?;
        remaining_bits -= label.length;
        if remaining_bits == 0 {
            return Ok(nodes);
        }
        let side = if remaining_bits == bits { first_bit } else { bit };
        node = node.reference(u8::from(side)).ok_or(Reason::Instruction)?;
        remaining_bits -= 1;
        nodes += 1;
    }
}

/// Refuses a fork that the network refuses. A node without remaining bits of the key is a leaf.
fn check_fork(after_label: &CellSlice<'_>, remaining_bits: u16) -> Result<(), Reason> {
    if remaining_bits != 0 && (after_label.size_bits() != 0 || after_label.size_refs() != 2) {
        return Err(Reason::Instruction);
    }
    Ok(())
}

/// The label of a node.
struct Label<'a> {
    length: u16,
    content: LabelContent<'a>,
}

enum LabelContent<'a> {
    Bits(CellSlice<'a>),
    Repeated(bool),
}

impl Label<'_> {
    /// Counts the first bits that it has in common with a key.
    fn count_common(&self, key: &CellSlice<'_>) -> u16 {
        match &self.content {
            LabelContent::Bits(bits) => key.longest_common_data_prefix(bits).size_bits(),
            LabelContent::Repeated(bit) => key.count_leading(*bit).unwrap_or_default().min(self.length),
        }
    }
}

/// Reads a label of at most this many bits.
fn read_label<'a>(slice: &mut CellSlice<'a>, max_length: u16) -> Option<Label<'a>> {
    let width = u16::try_from(u16::BITS - max_length.leading_zeros()).ok()?;
    let length = if slice.load_bit().ok()? {
        let is_repeated = slice.load_bit().ok()?;
        let bit = is_repeated && slice.load_bit().ok()?;
        let length = u16::try_from(slice.load_uint(width).ok()?).ok()?;
        if is_repeated {
            let content = LabelContent::Repeated(bit);
            return (length <= max_length).then_some(Label { length, content });
        }
        length
    } else {
        let length = slice.count_leading(true).ok()?;
        slice.skip_first(length + 1, 0).ok()?;
        length
    };
    if length > max_length {
        return None;
    }
    let content = LabelContent::Bits(slice.load_prefix(length, 0).ok()?);
    Some(Label { length, content })
}

#[cfg(test)]
mod tests {
    use tycho_types::cell::{CellBuilder, CellFamily as _, CellSliceParts};
    use tycho_types::dict::{SetMode, dict_insert};
    use tycho_vm::{GasParams, OwnedCellSlice, RcStackValue, SafeRc, Stack, VmVersion};

    use super::*;
    use crate::tvm::work::{NODE_UNITS, count_gas};

    /// A sequence of numbers.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }
    }

    fn cell_of(fill: impl FnOnce(&mut CellBuilder)) -> Cell {
        let mut builder = CellBuilder::new();
        fill(&mut builder);
        builder.build().unwrap()
    }

    fn slice_of(fill: impl FnOnce(&mut CellBuilder)) -> RcStackValue {
        SafeRc::new_dyn_value(OwnedCellSlice::from(CellSliceParts::from(cell_of(fill))))
    }

    fn number(value: i64) -> RcStackValue {
        SafeRc::new_dyn_value(BigInt::from(value))
    }

    /// A dictionary with keys of 512 bits: a label of seven clear bits, and below it as many forks as fit.
    fn deep_dictionary() -> Cell {
        let leaf = |rest: u16| {
            cell_of(|builder| {
                builder.store_small_uint(0b110, 3).unwrap();
                builder
                    .store_uint(rest.into(), u16::try_from(u16::BITS - rest.leading_zeros()).unwrap())
                    .unwrap();
            })
        };
        let mut node = leaf(0);
        for rest in 1..505 {
            node = cell_of(|builder| {
                builder.store_small_uint(0b00, 2).unwrap();
                builder.store_reference(leaf(rest - 1)).unwrap();
                builder.store_reference(node).unwrap();
            });
        }
        cell_of(|builder| {
            builder.store_small_uint(0b110, 3).unwrap();
            builder.store_uint(7, 10).unwrap();
            builder.store_reference(leaf(504)).unwrap();
            builder.store_reference(node).unwrap();
        })
    }

    /// Runs an instruction, and returns the nodes that the check visits, and the gas that the machine and the check
    /// charge; `None` if the instruction throws.
    fn run_instruction(code: u8, stack: Vec<RcStackValue>) -> (u64, Option<u64>) {
        let mut vm = VmState::builder()
            .with_version(VmVersion::Ton(12))
            .with_code(cell_of(|builder| builder.store_u16(0xf400 | u16::from(code)).unwrap()))
            .with_data(Cell::empty_cell())
            .with_raw_stack(SafeRc::new(Stack { items: stack }))
            .with_gas(GasParams::getter())
            .build();
        let mut work = Work::with_limit(u64::MAX);
        let more_gas = check_instruction(&vm, code, &mut work).unwrap_or_default();
        let has_run = vm.step().is_ok();
        (work.units / NODE_UNITS, has_run.then(|| count_gas(&vm.gas) + more_gas))
    }

    #[test]
    fn a_check_ends_where_the_instruction_ends() {
        let stack = vec![
            slice_of(|builder| builder.store_raw(&[0xff; 64], 512).unwrap()),
            SafeRc::new_dyn_value(deep_dictionary()),
            number(512),
        ];
        // `DICTGETNEXT` after the last key, `DICTGETPREV`, `DICTGET`.
        let nodes = [0x74, 0x76, 0x0a].map(|code| run_instruction(code, stack.clone()).0);
        assert_eq!(nodes, [1, 506, 1]);
    }

    #[test]
    fn each_visited_node_costs_gas() {
        let mut numbers = Numbers(7);
        let mut runs = 0;
        for code in 0..=u8::MAX {
            for _ in 0..6 {
                let bits = [1, 3, 8, 32][usize::try_from(numbers.below(4)).unwrap()];
                let mut root = None;
                for _ in 0..numbers.below(20) {
                    let key = cell_of(|key| key.store_uint(numbers.below(1 << bits.min(31)), bits).unwrap());
                    let value = cell_of(|value| value.store_u8(1).unwrap());
                    let mut key = key.as_slice().unwrap();
                    dict_insert(&mut root, &mut key, bits, &value, SetMode::Set, Cell::empty_context())
                        .unwrap();
                }
                let Some(root) = root else { continue };
                let key = numbers.below(1 << bits.min(31));
                let keys = [
                    slice_of(|slice| slice.store_uint(key, bits).unwrap()),
                    number(i64::try_from(key).unwrap()),
                    number(-i64::try_from(key / 2).unwrap()),
                ];
                for key in keys {
                    let dictionary = SafeRc::new_dyn_value(root.clone());
                    let values = [
                        slice_of(|_| {}),
                        SafeRc::new_dyn_value(Cell::empty_cell()),
                        SafeRc::new_dyn_value(CellBuilder::new()),
                    ];
                    for value in values {
                        let stack = vec![value, key.clone(), dictionary.clone(), number(bits.into())];
                        let (nodes, Some(gas)) = run_instruction(code, stack) else { continue };
                        assert!(
                            nodes * GasConsumer::OLD_CELL_GAS <= gas,
                            "F4{code:02X}: {nodes} nodes, {gas} gas"
                        );
                        runs += usize::from(nodes > 1);
                    }
                }
            }
        }
        assert!(runs > 200, "{runs}");
    }
}
