//! Get-methods that Rust computes from code and data.

use ton_edge::error::Code;
use ton_edge::message::explain_exit_code;
use ton_edge::tvm::{Contract, Limits, Outcome, Reason, method_id};

/// A bag with one cell.
fn bag(bytes: &[u8]) -> Vec<u8> {
    let length = u8::try_from(bytes.len()).expect("a short cell");
    let mut boc = vec![0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, length + 2, 0, 0, 2 * length];
    boc.extend(bytes);
    boc
}

/// An empty stack.
fn empty_arguments() -> Vec<u8> {
    bag(&[0, 0, 0])
}

/// Runs code that gets the stack without the method's id.
fn run(code: &[u8], limits: Limits) -> Outcome {
    let code = [&[0x30], code].concat();
    let contract = Contract::open(&bag(&code), &bag(&[]), [0x55; 32]).expect("a contract");
    contract.get(method_id("any"), &empty_arguments(), limits).expect("an outcome")
}

fn reason(code: &[u8]) -> Option<Reason> {
    match run(code, Limits::default()) {
        Outcome::NeedsUpstream(reason) => Some(reason),
        Outcome::Done { .. } => None,
    }
}

#[test]
fn a_result_has_gas_and_steps() {
    let Outcome::Done { exit_code, gas_used, steps, stack, .. } = run(&[0x75], Limits::default()) else {
        panic!("it is done");
    };
    // `DROP`, `5 PUSHINT`, and the implicit return.
    assert_eq!((exit_code, gas_used, steps), (0, 18 + 18 + 5, 3));
    assert!(stack.starts_with(&[0xb5, 0xee, 0x9c, 0x72]));
}

/// Returns gas and work of a run.
fn gas_and_work(code: &[u8]) -> (u64, u64) {
    match run(code, Limits::default()) {
        Outcome::Done { gas_used, work, .. } => (gas_used, work),
        Outcome::NeedsUpstream(reason) => panic!("{reason:?}"),
    }
}

#[test]
fn work_includes_what_costs_no_gas() {
    let (gas, work) = gas_and_work(&[0x75]);
    // The bag of arguments has 16 bytes, and the result one value.
    assert_eq!(work, gas + 2 * 16 + 100);
    // A slice of 512 clear bits, `2 PUSHINT`, `CHKSIGNU`: the first ten checks cost no gas.
    let (gas, work) =
        gas_and_work(&[0x70, 0x70, 0xc8, 0xcb, 0xff, 0x70, 0x01, 0xcb, 0xff, 0xc9, 0xd0, 0x72, 0xf9, 0x10]);
    assert!(gas < 1000 && work > gas + 4000, "{gas} gas, {work} units");
    // `NEWC`, `HASHBU`: hashing takes more CPU time than its gas says.
    let (gas, work) = gas_and_work(&[0xc8, 0xf9, 0x16]);
    assert_eq!(work, gas + 3 * 26 + 2 * 16 + 100);
}

#[test]
fn uncertain_results_go_upstream() {
    for (code, expected) in [
        (&[0xff, 0x99][..], Reason::Instruction),
        (&[0xf2, 0x0b], Reason::ExitCode(11)),
        (&[0xf8, 0x23], Reason::Time),
        (&[0xf8, 0x27], Reason::Balance),
        (&[0xf8, 0x10], Reason::Random),
        (&[0x70, 0xf8, 0x32], Reason::Configuration),
        (&[0xf8, 0x34, 0x00], Reason::PreviousBlocks),
        (&[0xed, 0x47], Reason::Context),
        (&[0x91, 0x71], Reason::Continuation),
        (&[0x91, 0xa0, 0x91, 0x75, 0xf2, 0xff], Reason::Exception),
    ] {
        assert_eq!(reason(code), Some(expected), "{code:x?}");
    }
    assert_eq!(reason(&[0x71]), None);
}

#[test]
fn a_cell_is_a_result() {
    // `NEWC`, `ENDC`.
    assert_eq!(reason(&[0xc8, 0xc9]), None);
    // `PUSHPOW2`, beside `PUSHNAN`.
    assert_eq!(reason(&[0x83, 0x07]), None);
}

#[test]
fn a_key_out_of_range_goes_upstream() {
    // An empty slice, the key, an empty dictionary with keys of 8 bits, `DICTUSET`.
    let set = |key: u8, high: u8| reason(&[0xc8, 0xc9, 0xd0, 0x81, high, key, 0x6d, 0x78, 0xf4, 0x16]);
    assert_eq!(set(255, 0), None);
    assert_eq!(set(0, 1), Some(Reason::Instruction));
}

#[test]
fn a_fork_with_more_than_its_branches_goes_upstream() {
    // A leaf, twice below a fork whose label is empty; the key 0 of one bit, `DICTUGET`.
    let get = |fork_bits: u8| {
        let leaf = [0xc8, 0x70, 0x01, 0xcb, 0x01, 0xc9];
        let fork = [0x20, 0xc8, 0xcc, 0xcc, 0x70, 0x01, 0xcb, fork_bits - 1, 0xc9];
        reason(&[&leaf[..], &fork, &[0x70, 0x01, 0x71, 0xf4, 0x0e]].concat())
    };
    assert_eq!(get(2), None);
    assert_eq!(get(3), Some(Reason::Instruction));
}

#[test]
fn runs_end_at_their_limits() {
    let endless_loop = [0x90, 0xea];
    assert_eq!(reason(&endless_loop), Some(Reason::ExitCode(-14)));
    let small_limits = Limits { work: 1000, ..Limits::default() };
    assert_eq!(run(&endless_loop, small_limits), Outcome::NeedsUpstream(Reason::TooComplex));
}

#[test]
fn bags_are_checked() {
    let good_bag = bag(&[]);
    let error = Contract::open(&[1, 2, 3], &good_bag, [0; 32]).expect_err("no bag");
    assert_eq!((error.code, error.parameter.as_deref()), (Code::BocInvalid, Some("code")));
    let error =
        Contract::open(&good_bag, &good_bag, [0; 32]).expect("bags").get(0, &good_bag, Limits::default());
    assert_eq!(error.expect_err("no stack").code, Code::StackInvalid);
    let mut contract = Contract::open(&good_bag, &good_bag, [0; 32]).expect("bags");
    assert!(contract.add_library(&good_bag).is_ok());
    let error = contract.add_library(&[1, 2, 3]).expect_err("no bag");
    assert_eq!((error.code, error.parameter.as_deref()), (Code::BocInvalid, Some("libraries")));
}

#[test]
fn ids_of_methods_are_those_of_the_reference() {
    assert_eq!(method_id("seqno"), 85143);
    assert_eq!(method_id("get_wallet_address"), 103_289);
    assert!(explain_exit_code(11).is_some());
}

mod guide {
    include!("tvm_guide.rs");

    #[test]
    fn the_guide_reads_the_seqno() {
        // The code is `DROP`, then `7 PUSHINT`: every get-method returns 7.
        let (code, data) = (super::bag(&[0x30, 0x77]), super::bag(&[]));
        let address = Address { workchain: 0, hash: [0x55; 32] };
        assert_eq!(seqno(&code, &data, &address).ok(), Some(7));
        let error = seqno(&super::bag(&[0xf2, 0x0b]), &data, &address).expect_err("it throws");
        assert_eq!(error.to_string(), "ask the network: exit_code");
    }
}

mod instructions {
    use std::fmt::Write as _;

    use tycho_types::cell::CellBuilder;
    use tycho_vm::{GasParams, VmError, VmState, VmVersion, codepage0};

    use crate::golden;

    /// Bits of the longest prefix.
    const PREFIX_BITS: u16 = 24;

    /// Returns the bits of an instruction without its data; `None` if the machine does not have it.
    fn find_bits(prefix: u32) -> Option<u16> {
        (1..=PREFIX_BITS).find(|bits| {
            let mut code = CellBuilder::new();
            code.store_uint(prefix.into(), PREFIX_BITS).unwrap();
            code.store_zeros(500).unwrap();
            let mut vm = VmState::builder()
                .with_version(VmVersion::Ton(12))
                .with_code(code.build().unwrap())
                .with_gas(GasParams::getter())
                .build();
            let result = codepage0().lookup(prefix).exec(&mut vm, prefix, *bits);
            !matches!(result, Err(error) if matches!(*error, VmError::InvalidOpcode))
        })
    }

    /// The machine's instructions, for `cargo xtask bench units`: the first prefix of each, the first one after it, and
    /// its bits.
    #[test]
    fn the_list_of_instructions_is_the_machines() {
        let mut list = String::new();
        let mut prefix = 0;
        while prefix < 1 << PREFIX_BITS {
            let (_, end) = codepage0().lookup(prefix).range();
            if let Some(bits) = find_bits(prefix) {
                writeln!(list, "{prefix:06x} {end:06x} {bits}").unwrap();
            }
            prefix = end;
        }
        golden::compare_golden("instructions.txt", &list);
    }
}
