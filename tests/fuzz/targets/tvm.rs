//! Runs any code on any data and stack, with few instructions: no panic, and memory within the limits. A result with the status `done` can be
//! read, and the same call returns it again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ton_edge::cell::{Limits as BagLimits, parse};
use ton_edge::message::Stack;
use ton_edge::tvm::{Contract, Limits, Outcome};
use ton_edge_fuzz::steps::bounded;

/// The limits of gas and of work.
const LIMITS: Limits = Limits { gas: 20_000, work: 40_000 };
/// Steps of a run, in bytes of input: a result has up to 65 536 values, each with a cell.
const RUN: usize = 1 << 23;

/// Most values of a stack in this target.
const MOST: usize = 500;

/// A bag with one cell.
fn bag(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.get(..127).unwrap_or(bytes);
    let length = u8::try_from(bytes.len()).unwrap_or_default();
    let mut boc = vec![0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, length + 2, 0, 0, 2 * length];
    boc.extend(bytes);
    boc
}

/// A part with its length before it.
fn part<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk::<2>()?;
    let (part, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
    *bytes = rest;
    Some(part)
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, mut rest)) = bytes.split_first() else { return };
    let empty = bag(&[0, 0, 0]);
    let (code, data, stack) = if kind & 1 == 0 {
        // The code is not compressed or encoded, so that mutations change instructions.
        (bag(rest), bag(&[*kind; 8]), empty)
    } else {
        let (Some(code), Some(data)) = (part(&mut rest), part(&mut rest)) else { return };
        (code.to_vec(), data.to_vec(), if rest.is_empty() { empty } else { rest.to_vec() })
    };
    let Ok(contract) = Contract::open(&code, &data, [*kind; 32]) else { return };
    let contract = contract.at(Some(1_700_000_000), Some(1)).with_balance(5, None);
    let Ok(contract) = contract else { return };
    let run = || contract.get(u32::from(*kind), &stack, LIMITS);
    let Ok(outcome) = bounded("Contract::get", RUN + bytes.len(), run) else { return };
    assert_eq!(run().ok().as_ref(), Some(&outcome));
    let Outcome::Done { exit_code, gas_used, work, stack, .. } = outcome else { return };
    assert!(matches!(exit_code, 0 | 1) && gas_used <= LIMITS.gas && work <= LIMITS.work);
    let bag = parse(&stack, &BagLimits::default()).expect("a bag that can be read");
    let mut cells = bag.cells;
    // The result may be larger than a `Stack` may be.
    let _ = Stack::load(&mut cells, *bag.roots.first().expect("a root"), MOST);
});
