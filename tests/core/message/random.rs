//! Random cells through every decoder, and dictionaries with shared forks: no panic, and bounded work.

use super::cuts::{order, replace};
use super::{build, content, hash_of, load, rows, shown};
use proptest::prelude::*;
use serde_json::Value;
use std::sync::LazyLock;
use ton_edge::cell::{Builder, CellId, Cells, MsgAddress, ReadError};
use ton_edge::hash::Hash;
use ton_edge::message::{
    Account, BlockId, Body, Currencies, DecodeFault, Message, MessageInfo, ROWS, ShardAccount, StateInit,
    Transaction, Wallet, WalletVersion, normalized_hash,
};

/// Decodes a cell with every decoder. An accepted value must encode to a cell that decodes to it. Returns the number of decoders that
/// accept the cell.
fn decode_all(cells: &mut Cells, id: CellId) -> usize {
    let mut accepted_count = 0;
    if let Ok(message) = Message::load(cells, id) {
        let encoded_id = message.add(cells).expect("it was decoded from a cell");
        let decoded_again = Message::load(cells, encoded_id).expect("it was encoded");
        assert_eq!(shown::message(cells, &decoded_again), shown::message(cells, &message));
        let normal = normalized_hash(cells, id).expect("it is a message");
        // Numbers with leading zeros are written without them, but the normal form has no such numbers.
        if matches!(message.info, MessageInfo::ExternalIn { .. }) {
            assert_eq!(normalized_hash(cells, encoded_id), Ok(normal));
        }
        accepted_count += 1;
    } else {
        _ = normalized_hash(cells, id);
    }
    if let Ok(transaction) = Transaction::load(cells, id) {
        let second_id = transaction.add(cells).expect("it was decoded from a cell");
        let same_transaction = Transaction::load(cells, second_id).expect("it was encoded");
        assert_eq!(shown::transaction(cells, &same_transaction), shown::transaction(cells, &transaction));
        accepted_count += 1;
    }
    if let Ok(account) = Account::load(cells, id) {
        let second_id = Account::add(account.as_ref(), cells).expect("it was decoded from a cell");
        assert_eq!(Account::load(cells, second_id), Ok(account));
        accepted_count += 1;
    }
    if let Ok(entry) = ShardAccount::load(cells, id) {
        let second_id = entry.add(cells).expect("it was decoded from a cell");
        assert_eq!(hash_of(cells, second_id), hash_of(cells, id));
        accepted_count += 1;
    }
    if let Ok(init) = StateInit::load(cells, id) {
        let second_id = init.add(cells).expect("it was decoded from a cell");
        assert_eq!(hash_of(cells, second_id), hash_of(cells, id));
        _ = Wallet::from_state_init(cells, &init, 0);
        accepted_count += 1;
    }
    if let Ok(block) = BlockId::load(cells, id) {
        let second_id = block.add(cells).expect("it was decoded from a cell");
        assert_eq!(hash_of(cells, second_id), hash_of(cells, id));
        accepted_count += 1;
    }
    let body = Body::decode(cells, id);
    for row in ROWS {
        let Ok(known) = row.decode(cells, id) else { continue };
        // A row that shares its opcode with another one must end with its last field.
        let is_shared = ROWS.iter().filter(|other| other.opcode == row.opcode).count() > 1;
        // An earlier row that uses the whole cell comes first: a comment that is text is not a binary comment.
        let is_preceded = ROWS.iter().take_while(|other| other.name != row.name).any(|other| {
            other.opcode == row.opcode && other.decode(cells, id).is_ok_and(|known| known.rest.is_none())
        });
        let is_decoded = row.opcode.is_some() && (!is_shared || known.rest.is_none()) && !is_preceded;
        assert_eq!(is_decoded, body == Body::Known(known.clone()) || body.name() == row.name);
        let values: Vec<_> =
            row.fields.iter().zip(&known.values).map(|(field, value)| (field.name, value.clone())).collect();
        // Parts that do not fit may have been in a separate payload cell, or in a list with a longer encoding.
        if let Ok(second_id) = row.encode(cells, &values) {
            let same_body = row.decode(cells, second_id).expect("it was encoded");
            assert_eq!(same_body.values.len(), known.values.len());
        }
        accepted_count += 1;
    }
    accepted_count
}

/// Random cells that refer to earlier cells; the last one is the root.
fn tree() -> impl Strategy<Value = (Cells, CellId)> {
    // The opcodes of all rows, and random ones.
    let opcodes: Vec<u32> = ROWS.iter().filter_map(|row| row.opcode).collect();
    let body_start = prop_oneof![
        4 => Just(Vec::new()),
        2 => prop::sample::select(opcodes).prop_map(|opcode| opcode.to_be_bytes().to_vec()),
        1 => Just(vec![0x72]),
        1 => Just(vec![0x70]),
        1 => Just(vec![0x88]),
        1 => Just(0x0EC3_C86D_u32.to_be_bytes().to_vec()),
    ];
    let byte = prop_oneof![3 => Just(0_u8), 1 => Just(0xFF), 4 => any::<u8>()];
    let cell = (
        body_start,
        prop::collection::vec(byte, 0..128),
        0..8_u16,
        prop::collection::vec(any::<usize>(), 0..5),
        0..20,
    );
    prop::collection::vec(cell, 1..12).prop_map(|recipes| {
        let mut cells = Cells::new();
        let mut ids: Vec<CellId> = Vec::new();
        for (start, data, drop, refs, kind) in recipes {
            let mut builder = Builder::new();
            let bytes = [start, data].concat();
            let bytes = &bytes[..bytes.len().min(127)];
            builder.store_bytes(bytes).unwrap();
            let bits = builder.bits().saturating_sub(drop);
            let root = build(&mut cells, |to| *to = builder.clone());
            let mut builder = Builder::new();
            builder.store_bits(&cells.get(root).unwrap().slice().unwrap().load_bits(bits).unwrap()).unwrap();
            for at in refs {
                if let Some(at) = ids.len().checked_sub(1 + at % ids.len().max(1)) {
                    builder.store_ref(ids[at]).unwrap();
                }
            }
            if kind == 0 {
                builder = Builder::new();
                builder.store_uint(2, 8).unwrap().store_bytes(&[7; 32]).unwrap().set_exotic(true);
            }
            ids.extend(cells.add(&builder).ok());
        }
        let root = *ids.last().unwrap();
        (cells, root)
    })
}

static FIXTURES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    [
        rows("messages", "messages", 100),
        rows("transactions", "transactions", 30),
        rows("accounts", "accounts", 20),
        rows("bodies", "bodies", 60),
    ]
    .concat()
});

/// A fixture with some flipped bits and a changed reference.
fn any_damaged_fixture() -> impl Strategy<Value = (Cells, CellId)> {
    let change = (any::<usize>(), any::<usize>(), any::<usize>(), any::<bool>());
    (any::<usize>(), prop::collection::vec(change, 1..4)).prop_map(|(row, changes)| {
        let (mut cells, mut root) = load(&FIXTURES[row % FIXTURES.len()]);
        for (place, bit, other, move_ref) in changes {
            let order = order(&cells, root);
            let id = order[place % order.len()];
            let old_content = content(&cells.get(id).unwrap());
            let mut new = Builder::new();
            let mut slice = cells.get(id).unwrap().slice_exotic();
            let flipped_bit = bit % usize::from(old_content.bits()).max(1);
            for at in 0..usize::from(old_content.bits()) {
                new.store_bit(slice.load_bit().unwrap() ^ (at == flipped_bit)).unwrap();
            }
            for (at, child) in old_content.refs().iter().enumerate() {
                // References lead only to earlier cells, because others could form a cycle.
                let earlier_count = order.iter().position(|one| *one == id).unwrap();
                let is_ref_moved = move_ref && at == other % old_content.refs().len() && earlier_count > 0;
                new.store_ref(if is_ref_moved { order[other % earlier_count] } else { *child }).unwrap();
            }
            new.set_exotic(old_content.is_exotic());
            root = replace(&mut cells, &order, id, &new).unwrap_or(root);
        }
        (cells, root)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_cells_cause_no_panic((mut cells, root) in tree()) {
        for id in order(&cells, root) {
            decode_all(&mut cells, id);
        }
    }

    #[test]
    fn damaged_cells_cause_no_panic((mut cells, root) in any_damaged_fixture()) {
        decode_all(&mut cells, root);
    }
}

/// The decoders accept the fixtures themselves; otherwise the tests above would test nothing.
#[test]
fn unchanged_fixtures_are_accepted() {
    for row in FIXTURES.iter() {
        let (mut cells, root) = load(row);
        assert!(decode_all(&mut cells, root) > 0, "{row}");
    }
}

/// A dictionary of `width` forks, each with the same cell on both sides: 2^width values.
fn shared_forks(cells: &mut Cells, width: u16, leaf: &Builder) -> CellId {
    let mut id = build(cells, |to| _ = to.store_uint(0, 2).unwrap().store_builder(leaf).unwrap());
    for _ in 0..width {
        id =
            build(cells, |to| _ = to.store_uint(0, 2).unwrap().store_ref(id).unwrap().store_ref(id).unwrap());
    }
    id
}

#[test]
fn dictionaries_with_shared_forks_are_refused() {
    let mut cells = Cells::new();
    let mut amount = Builder::new();
    amount.store_uint(1, 5).unwrap().store_uint(7, 8).unwrap();
    let other_root = shared_forks(&mut cells, 32, &amount);
    let address = "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
    let message = build(&mut cells, |to| {
        to.store_uint(0b0110, 4).unwrap().store_address(&address).unwrap().store_address(&address).unwrap();
        to.store_coins(5).unwrap().store_maybe_ref(Some(other_root)).unwrap();
        to.store_coins(0).unwrap().store_coins(0).unwrap().store_uint(0, 64 + 32 + 2).unwrap();
    });
    let error = Message::load(&mut cells, message).unwrap_err();
    assert_eq!((error.field, error.fault), ("extra", DecodeFault::Read(ReadError::Limit)));
    // The same dictionary as the balance of an account.
    let account = build(&mut cells, |to| {
        to.store_bit(true)
            .unwrap()
            .store_address(&address)
            .unwrap()
            .store_uint(0, 3 + 3 + 3 + 32 + 1 + 64)
            .unwrap();
        to.store_coins(5).unwrap().store_maybe_ref(Some(other_root)).unwrap().store_uint(0, 2).unwrap();
    });
    assert_eq!(Account::load(&cells, account).unwrap_err().field, "extra");
    // All messages of the transaction are the same cell.
    let mut entry = Builder::new();
    entry.store_ref(message).unwrap();
    let messages = shared_forks(&mut cells, 15, &entry);
    let messages =
        build(&mut cells, |to| _ = to.store_bit(false).unwrap().store_maybe_ref(Some(messages)).unwrap());
    let row = &rows("transactions", "transactions", 30)[0];
    let (from, root) = load(row);
    let copy = cells.copy_from(&from, root).unwrap();
    let mut slice = cells.get(copy).unwrap().slice().unwrap();
    let mut builder = Builder::new();
    builder.store_bits(&slice.load_bits(676).unwrap()).unwrap();
    slice.skip(15).unwrap();
    slice.load_ref().unwrap();
    builder.store_uint(32_767, 15).unwrap().store_ref(messages).unwrap().store_slice(&slice).unwrap();
    let id = cells.add(&builder).unwrap();
    let error = Transaction::load(&mut cells, id).unwrap_err();
    assert_eq!((error.field, error.fault), ("out_msgs", DecodeFault::Read(ReadError::Limit)));
}

/// 256 currencies are read, and one more is refused.
#[test]
fn many_currencies() {
    let mut cells = Cells::new();
    let body = cells.add(&Builder::new()).unwrap();
    let dest = "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
    for (count, right) in [(0_u32, true), (1, true), (256, true), (257, false), (5000, false)] {
        let extra_currencies = (0..count).map(|id| (id.wrapping_mul(0x9E37_79B9), 1.into())).collect();
        let value = Currencies { coins: 1, extra: extra_currencies };
        let id = Message::to_send(dest, value, true, body).add(&mut cells).unwrap();
        let result = Message::load(&mut cells, id);
        assert_eq!(result.is_ok(), right, "{count}");
        if let Ok(message) = result {
            let MessageInfo::Internal { src, value, .. } = message.info else { panic!() };
            assert_eq!((src, value.extra.len()), (MsgAddress::None, count as usize));
        }
    }
}

/// Messages that share their currencies: 1024 values in total are read, and one more is refused.
#[test]
fn many_currencies_in_all() {
    let row = &rows("transactions", "transactions", 30)[0];
    let dest = "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
    for (messages, currencies, right) in
        [(4, 255, true), (8, 127, true), (4, 256, false), (8, 128, false), (255, 4, false), (255, 3, true)]
    {
        let (mut cells, root) = load(row);
        let body = cells.add(&Builder::new()).unwrap();
        let mut transaction = Transaction::load(&mut cells, root).unwrap();
        transaction.in_msg = None;
        transaction.total_fees = 0.into();
        let extra = (0..currencies).map(|id| (id, 1.into())).collect();
        let message = Message::to_send(dest, Currencies { coins: 1, extra }, true, body);
        transaction.out_msgs = vec![message; messages];
        let id = transaction.add(&mut cells).unwrap();
        let loaded_transaction = Transaction::load(&mut cells, id);
        assert_eq!(loaded_transaction.is_ok(), right, "{messages} with {currencies}");
        if let Err(error) = loaded_transaction {
            assert_eq!((error.field, error.fault), ("extra", DecodeFault::TooMany));
        }
    }
}

/// Very long chains: texts and lists of actions as deep as a cell may be.
#[test]
fn deep_chains() {
    let mut cells = Cells::new();
    let mut text = build(&mut cells, |to| _ = to.store_bytes(b"z").unwrap());
    for _ in 0..1023 {
        text = build(&mut cells, |to| _ = to.store_bytes(&[b'y'; 127]).unwrap().store_ref(text).unwrap());
    }
    let comment = build(&mut cells, |to| _ = to.store_uint(0, 32).unwrap().store_ref(text).unwrap());
    let body = Body::decode(&mut cells, comment);
    let Some(ton_edge::message::Value::Text(found)) = body.get("text") else { panic!("{}", body.name()) };
    assert_eq!(found.len(), 1023 * 127 + 1);
    // Extended actions, each of which refers to the next one.
    let mut next_action = build(&mut cells, |to| _ = to.store_uint(0b0_0000_1001, 9).unwrap());
    for count in 2..=600 {
        next_action = build(&mut cells, |to| {
            _ = to.store_uint(0b0_0000_1001, 9).unwrap().store_ref(next_action).unwrap()
        });
        let id = build(&mut cells, |to| {
            to.store_uint(0x6578_746E, 32).unwrap().store_uint(0, 64).unwrap().store_uint(0b01, 2).unwrap();
            let mut slice = Builder::new();
            slice.store_uint(0b0_0000_1001, 9).unwrap().store_ref(next_action).unwrap();
            to.store_builder(&slice).unwrap();
        });
        let body = Body::decode(&mut cells, id);
        if count < 500 {
            assert_eq!(body.name(), "wallet_v5_extension", "{count}");
        } else if count > 520 {
            assert_eq!(body.name(), "unknown", "{count}");
        }
    }
    assert_ne!(hash_of(&cells, comment), Hash([0; 32]));
    assert!(WalletVersion::ALL.iter().all(|version| version.row().is_some()));
}
