//! Decodes the roots of any bag as messages, states, accounts and ids of blocks, in steps that grow no faster than the bag. An accepted value
//! stays equal when it is encoded and decoded again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ton_edge::cell::{CellId, Cells, Limits, parse};
use ton_edge::message::{
    Account, BlockId, DecodeError, Message, MessageInfo, Place, ShardAccount, StateInit, Wallet,
    normalized_hash,
};
use ton_edge_fuzz::steps::bounded;

/// Steps per cell, in bytes of input: its hash, or its place in a dictionary.
const CELL: usize = 20;
/// A message has a dictionary of currencies, of which up to 511 cells are read.
const MOST: usize = 600 * CELL;

fuzz_target!(|bytes: &[u8]| {
    let Ok(bag) = parse(bytes, &Limits::default()) else { return };
    let mut cells = bag.cells;
    for id in bag.roots.into_iter().take(3) {
        messages(&mut cells, id);
        entries(&mut cells, id);
    }
});

/// An error names its position and its cause.
fn check_error(error: &DecodeError) {
    let text = error.to_string();
    assert!(!error.field.is_empty() && text.len() < 150, "{text}");
}

fn messages(cells: &mut Cells, id: CellId) {
    let message = bounded("Message::load", MOST, || Message::load(cells, id));
    let normal = bounded("normalized_hash", 3 * CELL, || normalized_hash(cells, id));
    let message = match message {
        Ok(message) => message,
        Err(error) => return check_error(&error),
    };
    let normal = normal.expect("a message has a normal form");
    let hash = |cells: &Cells, id| cells.get(id).expect("it was added").hash();
    if !matches!(message.info, MessageInfo::ExternalIn { .. }) {
        assert_eq!(normal, hash(cells, id));
    }
    let second_id = bounded("Message::add", MOST, || message.add(cells)).expect("it was decoded from a cell");
    let same = Message::load(cells, second_id).expect("it was encoded");
    assert_eq!((&same.info, &same.init), (&message.info, &message.init));
    assert_eq!((same.init_in, same.body_in), (message.init_in, message.body_in));
    assert_eq!(hash(cells, same.body), hash(cells, message.body));
    // Every layout has the same normal form.
    for place in [Place::Auto, Place::Ref] {
        let other = Message { init_in: place, body_in: place, ..message.clone() };
        match other.add(cells) {
            Ok(id) if matches!(message.info, MessageInfo::ExternalIn { .. }) => {
                assert_eq!(normalized_hash(cells, id), Ok(normal));
            }
            Ok(id) => assert!(Message::load(cells, id).is_ok()),
            // The message may be one cell deeper than before.
            Err(error) => assert!(error.to_string().contains("deep"), "{error}"),
        }
    }
    if let Some(init) = &message.init {
        _ = Wallet::from_state_init(cells, init, 0);
    }
}

fn entries(cells: &mut Cells, id: CellId) {
    let account = bounded("Account::load", MOST, || Account::load(cells, id));
    match account {
        Ok(account) => {
            let second_id = Account::add(account.as_ref(), cells).expect("it was decoded from a cell");
            assert_eq!(Account::load(cells, second_id), Ok(account));
        }
        Err(error) => check_error(&error),
    }
    let hash = |cells: &Cells, id| cells.get(id).map(|cell| cell.hash());
    match bounded("ShardAccount::load", CELL, || ShardAccount::load(cells, id)) {
        Ok(entry) => {
            let second_id = entry.add(cells).expect("it was decoded from a cell");
            assert_eq!(hash(cells, second_id), hash(cells, id));
            _ = bounded("Account::load", MOST, || Account::load(cells, entry.account));
        }
        Err(error) => check_error(&error),
    }
    match bounded("StateInit::load", CELL, || StateInit::load(cells, id)) {
        Ok(init) => {
            let second_id = init.add(cells).expect("it was decoded from a cell");
            assert_eq!(hash(cells, second_id), hash(cells, id));
        }
        Err(error) => check_error(&error),
    }
    match bounded("BlockId::load", CELL, || BlockId::load(cells, id)) {
        Ok(block) => {
            let second_id = block.add(cells).expect("it was decoded from a cell");
            assert_eq!(hash(cells, second_id), hash(cells, id));
        }
        Err(error) => check_error(&error),
    }
}
