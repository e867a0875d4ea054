//! Checks each instruction before it runs: does its result depend on information that the machine lacks, or does the
//! machine differ from the network?

use tycho_vm::{StackValueType, VmState};

use super::work::Work;
use super::{Reason, dictionary, work};

/// The information that the machine has.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownContext {
    /// The configuration of the network.
    pub(super) configuration: bool,
    /// The time of the block.
    pub(super) time: bool,
    /// The logical time of the block.
    pub(super) lt: bool,
    /// The balance of the contract.
    pub(super) balance: bool,
    /// The seed of random numbers. With it, the whole context is known.
    pub(super) random: bool,
    /// Whether exceptions that the contract handles count as those of the network.
    pub(super) exceptions: bool,
    /// The version of TVM on the network.
    pub(super) version: u32,
}

impl KnownContext {
    /// Returns the knowledge of a machine that runs a transaction. `random` says whether it has the seed of random numbers.
    pub(super) const fn for_transaction(version: u32, random: bool) -> Self {
        Self { configuration: true, time: true, lt: true, balance: true, random, exceptions: true, version }
    }
}

/// How many bits of an instruction the checks below read.
const PREFIX_BITS: u16 = 24;

/// Reads the prefix of the next instruction, padded with clear bits; `None` if there is none in this cell.
fn read_prefix(vm: &VmState<'_>) -> Option<u32> {
    let slice = vm.code.apply();
    let bits = slice.size_bits().min(PREFIX_BITS);
    if bits == 0 {
        return None;
    }
    let value = u32::try_from(slice.get_uint(0, bits).ok()?).ok()?;
    Some(value << (PREFIX_BITS - bits))
}

/// The next instruction, if its result will be certain.
pub(super) struct NextInstruction {
    /// The gas that the network charges for it in addition to the machine.
    pub(super) more_gas: u64,
    /// The units of work for each unit of its gas.
    pub(super) units_per_gas: u64,
}

/// Looks at the next instruction. Returns a reason if its result would not be certain.
pub(super) fn check_instruction(
    vm: &VmState<'_>,
    knowledge: KnownContext,
    work: &mut Work,
) -> Result<NextInstruction, Reason> {
    let Some(prefix) = read_prefix(vm) else { return Ok(NextInstruction { more_gas: 0, units_per_gas: 1 }) };
    if prefix >> 16 == 0xf4 {
        let code = u8::try_from((prefix >> 8) & 0xff).unwrap_or_default();
        return Ok(NextInstruction {
            more_gas: dictionary::check_instruction(vm, code, work)?,
            units_per_gas: 1,
        });
    }
    match find_reason(vm, prefix, knowledge) {
        Some(reason) => Err(reason),
        None => Ok(NextInstruction { more_gas: 0, units_per_gas: work::units_per_gas(prefix) }),
    }
}

fn find_reason(vm: &VmState<'_>, prefix: u32, knowledge: KnownContext) -> Option<Reason> {
    // Nearly all instructions begin with a byte that is not in this list.
    match prefix >> 16 {
        0xf8 => check_context(vm, prefix, knowledge),
        // `IFBITJMPREF` and `IFNBITJMPREF`: the machine and the network test different bits.
        0xe3 if prefix >> 14 & 3 == 3 => Some(Reason::Instruction),
        // Instructions for signature domains, which only other networks have.
        0xf9 if prefix >> 8 == 0xf918 => Some(Reason::Instruction),
        // `BLKSWX`: the machine does not check that the stack has enough values. `ONLYX`: the machine removes the
        // values that must stay.
        0x63 | 0x6b => Some(Reason::Instruction),
        // `PLDUZ`: the machine and the network leave different slices. The second line: instructions that the network
        // lacks.
        0xd7 if matches!(prefix >> 8, 0xd710..=0xd717) => Some(Reason::Instruction),
        0x6f if matches!(prefix >> 8, 0x6f90..=0x6f9f) => Some(Reason::Instruction),
        // `LSHIFT`: the network cannot shift zero as far as other numbers.
        0xac if shifts_zero(vm) => Some(Reason::Instruction),
        // `PUSHNAN`, and quiet arithmetic, whose results differ since version 13.
        0x83 if prefix >> 8 == 0x83ff => reason_since(knowledge, 13),
        0xb7 => reason_since(knowledge, 13),
        // `c7 PUSH` and `PUSHCTRX`, which read a register.
        0xed if !knowledge.random && matches!(prefix >> 8, 0xed47 | 0xede0) => Some(Reason::Context),
        // `CHKSIGNU` and `CHKSIGNS`: since version 14 no signature is valid for two special keys.
        0xf9 if matches!(prefix >> 8, 0xf910 | 0xf911) && has_special_key(vm) => reason_since(knowledge, 14),
        // `PARSEMSGADDR`, `REWRITESTDADDR` and their variants agree with the network only if nothing follows the
        // address.
        0xfa if matches!(prefix >> 8, 0xfa42..=0xfa47) && !is_address(vm) => Some(Reason::Instruction),
        // `SENDMSG`, whose result differs since version 14.
        0xfb if prefix >> 8 == 0xfb08 => reason_since(knowledge, 14),
        _ => None,
    }
}

/// Returns a reason if the network has this version of TVM or a newer one.
const fn reason_since(knowledge: KnownContext, version: u32) -> Option<Reason> {
    if knowledge.version >= version { Some(Reason::Version) } else { None }
}

/// Checks instructions that read the context of the contract (register c7).
fn check_context(vm: &VmState<'_>, prefix: u32, knowledge: KnownContext) -> Option<Reason> {
    match (prefix >> 8) & 0xff {
        // `BUYGAS`, `GRAMTOGAS` and `GASTOGRAM`, which the network lacks.
        0x02..=0x05 => Some(Reason::Instruction),
        // `RANDU256`, `RAND` and `RANDSEED`, which need the random seed.
        0x10 | 0x11 | 0x26 if !knowledge.random => Some(Reason::Random),
        // `GETPARAM`, which reads a parameter of the context.
        code @ 0x20..=0x2f => check_parameter(code & 0xf, knowledge),
        // `CONFIGDICT`, `CONFIGPARAM`, `CONFIGOPTPARAM` and `GLOBALID`, and instructions that compute fees and gas.
        0x30 | 0x32 | 0x33 | 0x35..=0x3c if !knowledge.configuration => Some(Reason::Configuration),
        // `PREVMCBLOCKS`, `PREVKEYBLOCK` and `PREVMCBLOCKS_100`, which read previous blocks.
        0x34 => Some(Reason::PreviousBlocks),
        // `GETGLOBVAR` if it reads the context itself.
        0x40 if !knowledge.random
            && vm.stack.items.last().is_none_or(|top| top.as_int().is_none_or(is_zero)) =>
        {
            Some(Reason::Context)
        }
        // `GETPARAMLONG`, which reads a parameter of the context, too.
        0x81 => check_parameter(prefix & 0xff, knowledge),
        _ => None,
    }
}

fn is_zero(number: &num_bigint::BigInt) -> bool {
    number.sign() == num_bigint::Sign::NoSign
}

/// Checks reading a parameter of the context, by its number.
const fn check_parameter(number: u32, knowledge: KnownContext) -> Option<Reason> {
    match number {
        3 if !knowledge.time => Some(Reason::Time),
        4 | 5 if !knowledge.lt => Some(Reason::Time),
        6 if !knowledge.random => Some(Reason::Random),
        7 if !knowledge.balance => Some(Reason::Balance),
        9 | 14 if !knowledge.configuration => Some(Reason::Configuration),
        13 => Some(Reason::PreviousBlocks),
        _ => None,
    }
}

/// Returns whether the key on the stack is 0, or the identity of the curve.
fn has_special_key(vm: &VmState<'_>) -> bool {
    let Some(top) = vm.stack.items.last() else { return false };
    if top.raw_ty() != StackValueType::Int as u8 {
        return false;
    }
    top.as_int().is_some_and(|key| is_zero(key) || *key == num_bigint::BigInt::from(1) << 248)
}

/// Returns whether the instruction shifts zero by many bits.
fn shifts_zero(vm: &VmState<'_>) -> bool {
    let mut stack = vm.stack.items.iter().rev();
    let bits = stack.next().and_then(|bits| u32::try_from(bits.as_int()?).ok());
    bits.is_some_and(|bits| bits >= 128) && stack.next().and_then(|item| item.as_int()).is_some_and(is_zero)
}

/// Returns whether the top of the stack is exactly an internal address of the usual kind, or an empty address.
fn is_address(vm: &VmState<'_>) -> bool {
    let Some(slice) = vm.stack.items.last().and_then(|top| top.as_cell_slice()) else { return true };
    let slice = slice.apply();
    let kind = slice.get_uint(0, slice.size_bits().min(3)).ok();
    slice.size_refs() == 0 && matches!((slice.size_bits(), kind), (2, Some(0)) | (267, Some(4)))
}
