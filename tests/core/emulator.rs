//! The emulator through the crate's public items: transactions of the local chain, which the node's own executor made
//! (`fixtures/transactions/generate.mjs`), are computed again to the last bit.

use std::rc::Rc;
use std::sync::LazyLock;

use serde::Deserialize;
use ton_edge::cell::{Limits, parse_text};
use ton_edge::error::Code;
use ton_edge::hash::Hash;
use ton_edge::tvm::emulate::{Emulated, Emulator, Refusal, Transaction};
use ton_edge::tvm::{Configuration, Reason};

/// Bags are in base64.
#[derive(Deserialize)]
struct Fixture {
    config: String,
    libraries: Vec<String>,
    transactions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    kind: String,
    account: String,
    message: String,
    now: u32,
    lt: String,
    seed: String,
    transaction: String,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/transactions/transactions.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
});

/// Decodes base64 with padding.
fn decode(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = |byte: &u8| DIGITS.iter().position(|digit| digit == byte).map_or(0, |value| value as u32);
    let bytes = text.as_bytes().chunks(4).flat_map(|chunk| {
        let word = chunk.iter().fold(0, |word, byte| word << 6 | value(byte));
        let padding = chunk.iter().filter(|byte| **byte == b'=').count();
        word.to_be_bytes()[1..4 - padding].to_vec()
    });
    bytes.collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of the root of a bag, in base64 or hexadecimal digits.
fn root_hash(bag: &str) -> Hash {
    parse_text(bag, &Limits::default()).unwrap().root().unwrap().hash()
}

impl Case {
    fn emulator(&self, configuration: &Rc<Configuration>) -> Emulator {
        let seed: [u8; 32] = decode(&self.seed).try_into().unwrap();
        let mut emulator =
            Emulator::new(Rc::clone(configuration), self.now, self.lt.parse().unwrap()).with_seed(Some(seed));
        for library in &FIXTURE.libraries {
            emulator.add_library(&decode(library)).unwrap();
        }
        emulator
    }

    fn run(&self, emulator: &Emulator) -> Emulated {
        emulator.run(Some(&decode(&self.account)), &decode(&self.message)).unwrap()
    }

    fn transaction(&self, emulator: &Emulator) -> Transaction {
        match self.run(emulator) {
            Emulated::Done(done) => *done,
            other => panic!("{}: {other:?}", self.kind),
        }
    }
}

fn configuration() -> Rc<Configuration> {
    Rc::new(Configuration::parse(&decode(&FIXTURE.config)).unwrap())
}

#[test]
fn the_transactions_of_the_local_chain_are_computed_bit_by_bit() {
    let configuration = configuration();
    assert!(FIXTURE.transactions.len() >= 20);
    for case in &FIXTURE.transactions {
        let done = case.transaction(&case.emulator(&configuration));
        assert_eq!(root_hash(&hex(&done.transaction)), root_hash(&case.transaction), "{}", case.kind);
    }
}

#[test]
fn the_result_has_the_exit_code_the_messages_and_the_account() {
    let configuration = configuration();
    for case in &FIXTURE.transactions {
        let done = case.transaction(&case.emulator(&configuration));
        let parts: Vec<_> = case.kind.split(", ").collect();
        let exit_code = parts[1].strip_prefix("exit ").map(|code| code.parse::<i32>().unwrap());
        assert_eq!(done.exit_code, exit_code, "{}", case.kind);
        assert_eq!(done.gas_used > 0, exit_code.is_some(), "{}", case.kind);
        assert_eq!(done.messages.len(), parts[4].parse::<usize>().unwrap(), "{}", case.kind);
        assert!(done.total_fees > 0 || exit_code.is_none(), "{}", case.kind);
        // An external message that is sent again is refused: the first one has changed the wallet's seqno.
        if parts[0] == "external-in" && exit_code == Some(0) && parts[2].starts_with("action 0") {
            let emulator = Emulator::new(Rc::clone(&configuration), case.now, 0);
            let second_run = emulator.run(Some(&done.account), &decode(&case.message)).unwrap();
            assert!(
                matches!(second_run, Emulated::NotAccepted(Refusal::ExitCode(_))),
                "{}: {second_run:?}",
                case.kind
            );
        }
    }
}

#[test]
fn what_cannot_be_computed_is_refused_or_unknown() {
    let configuration = configuration();
    let is_external = |case: &&Case| case.kind.starts_with("external-in, exit 0");
    let case = FIXTURE.transactions.iter().find(is_external).unwrap();
    let emulator = case.emulator(&configuration);
    // A run without an account, and one with a small limit of work.
    let message = decode(&case.message);
    let run_without_account = emulator.run(None, &message).unwrap();
    assert!(
        matches!(run_without_account, Emulated::NotAccepted(Refusal::NoFunds | Refusal::NoState)),
        "{run_without_account:?}"
    );
    assert_eq!(case.run(&emulator.clone().with_work_limit(10)), Emulated::Unknown(Reason::TooComplex));
    // A message for another account, an account of a later time, and bytes that are not bags of cells.
    let other_transaction =
        FIXTURE.transactions.iter().find(|other| other.kind.starts_with("internal, exit 0")).unwrap();
    let account = decode(&case.account);
    let error = emulator.run(Some(&account), &decode(&other_transaction.message)).unwrap_err();
    assert_eq!((error.code, error.parameter.as_deref()), (Code::InvalidParameter, Some("message")));
    let early_emulator = Emulator::new(Rc::clone(&configuration), 1, 0);
    let error = early_emulator.run(Some(&account), &message).unwrap_err();
    assert_eq!(error.code, Code::InvalidParameter);
    for (account, message) in [(&b"x"[..], &message[..]), (&account, b"x")] {
        assert_eq!(emulator.run(Some(account), message).unwrap_err().code, Code::BocInvalid);
    }
    assert_eq!(Configuration::parse(b"x").unwrap_err().code, Code::BocInvalid);
}
