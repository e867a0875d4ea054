//! Messages: every field, the place of every part, and the normalized hash.

use super::{
    RECORDED_MESSAGES, build, hash, hash_of, load, load_text, remove_properties, rows, shown,
    visit_recorded_messages,
};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use ton_edge::cell::{Bits, BuildError, Builder, Cells, MsgAddress, ReadError};
use ton_edge::hash::Hash;
use ton_edge::message::{
    Currencies, DecodeFault, Message, MessageInfo, Place, StateInit, TickTock, normalized_hash,
};

#[test]
fn messages_are_decoded_and_encoded() {
    let mut kinds = HashMap::new();
    for row in rows("messages", "messages", 100) {
        let (mut cells, root) = load(&row);
        let message = Message::load(&mut cells, root).unwrap();
        let expected = remove_properties(&row, &["origin", "boc", "hash", "auto", "normalized"]);
        assert_eq!(shown::message(&cells, &message), expected);
        let encoded_id = message.add(&mut cells).unwrap();
        assert_eq!(hash_of(&cells, encoded_id), hash_of(&cells, root), "{expected}");
        let kind = (expected["info"]["type"].to_string(), message.init_in, message.body_in);
        *kinds.entry(format!("{kind:?}")).or_insert(0) += 1;
    }
    // Three kinds; without init or with init at either place; and the body at either place.
    assert_eq!(kinds.len(), 3 * 3 * 2, "{kinds:?}");
}

/// The crate chooses places as `@ton/core` does.
#[test]
fn places_are_those_of_ton_core() {
    let mut compared_count = 0;
    for row in rows("messages", "messages", 100) {
        let Some(auto) = row.get("auto") else { continue };
        let (mut cells, root) = load(&row);
        let message = Message::load(&mut cells, root).unwrap();
        let auto_placed = Message { init_in: Place::Auto, body_in: Place::Auto, ..message };
        let auto_placed_id = auto_placed.add(&mut cells).unwrap();
        let expected = if *auto == true { hash_of(&cells, root) } else { hash(auto) };
        assert_eq!(hash_of(&cells, auto_placed_id), expected, "{auto_placed:?}");
        compared_count += 1;
    }
    assert!(compared_count > 80, "{compared_count}");
}

#[test]
fn normal_forms_of_external_messages() {
    let mut groups: HashMap<Hash, HashSet<Hash>> = HashMap::new();
    for row in rows("messages", "messages", 100) {
        let (mut cells, root) = load(&row);
        let cell_hash = hash_of(&cells, root);
        let message_hash = normalized_hash(&mut cells, root).unwrap();
        match row.get("normalized") {
            Some(normalized) => {
                assert_eq!(message_hash, hash(normalized), "{row}");
                groups.entry(message_hash).or_default().insert(cell_hash);
                // The normal form of a normal form is itself.
                let message = Message::load(&mut cells, root).unwrap();
                let MessageInfo::ExternalIn { dest, .. } = message.info else { panic!("{row}") };
                let info = MessageInfo::ExternalIn { src: MsgAddress::None, dest, import_fee: 0 };
                let normal = Message { info, init: None, body_in: Place::Ref, ..message };
                let normal = normal.add(&mut cells).unwrap();
                assert_eq!(hash_of(&cells, normal), message_hash);
                assert_eq!(normalized_hash(&mut cells, normal), Ok(message_hash));
            }
            None => assert_eq!(message_hash, cell_hash, "only external messages have a normal form"),
        }
    }
    let shared_count = groups.values().filter(|layouts| layouts.len() > 1).count();
    assert!(shared_count >= 8, "{shared_count} messages in several layouts");
}

/// Every layout of one message has one normal form, with any source, fee and `StateInit`.
#[test]
fn normal_forms_do_not_depend_on_the_layout() {
    let mut cells = Cells::new();
    let leaf = build(&mut cells, |builder| _ = builder.store_uint(7, 32).unwrap());
    let body = build(&mut cells, |builder| _ = builder.store_uint(9, 200).unwrap().store_ref(leaf).unwrap());
    let dest = "-1:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
    let external = |bits| MsgAddress::Extern(Bits::from_u64(u64::from(bits > 0), bits).unwrap());
    let inits = [
        None,
        Some(StateInit::default()),
        Some(StateInit { code: Some(leaf), data: Some(body), ..StateInit::default() }),
        Some(StateInit {
            split_depth: Some(31),
            special: Some(TickTock { tick: true, tock: false }),
            code: Some(leaf),
            ..StateInit::default()
        }),
        Some(StateInit {
            split_depth: Some(0),
            data: Some(leaf),
            library: Some(leaf),
            ..StateInit::default()
        }),
    ];
    let mut layout_hashes = HashSet::new();
    let mut layouts = HashSet::new();
    for init in inits {
        for init_in in [Place::Inline, Place::Ref] {
            for body_in in [Place::Inline, Place::Ref] {
                for src in [MsgAddress::None, external(0), external(1), external(64)] {
                    for import_fee in [0, 1, 1 << 119] {
                        let info = MessageInfo::ExternalIn { src, dest, import_fee };
                        let message = Message { info, init: init.clone(), body, init_in, body_in };
                        let id = message.add(&mut cells).unwrap();
                        layouts.insert(hash_of(&cells, id));
                        layout_hashes.insert(normalized_hash(&mut cells, id).unwrap());
                    }
                }
            }
        }
    }
    assert_eq!((layout_hashes.len(), layouts.len()), (1, (5 * 2 - 1) * 2 * 4 * 3));
}

/// All recorded messages can be read.
#[test]
fn recorded_messages_are_decoded() {
    let mut decoded_count = 0;
    for text in RECORDED_MESSAGES.values() {
        let (mut cells, root) = load_text(text);
        if let Ok(message) = Message::load(&mut cells, root) {
            let second_id = message.add(&mut cells).unwrap();
            assert_eq!(hash_of(&cells, second_id), hash_of(&cells, root));
            decoded_count += usize::from(message.info.dest_account().is_some());
        }
    }
    assert!(decoded_count >= 15, "{decoded_count}");
}

/// The message of recorded JSON in every layout, first in the layout that has its hash; `None` for a message that leaves the
/// blockchain.
pub(super) fn messages_of_json(cells: &mut Cells, one: &Value) -> Option<Vec<Message>> {
    let text = |name: &str| one[name].as_str();
    let number = |name: &str| text(name).map(|digits| digits.parse::<u64>().unwrap());
    let flag = |name: &str| one[name].as_bool().unwrap();
    let mut cell = |boc: &Value| {
        let (from, root) = load_text(boc.as_str().unwrap());
        cells.copy_from(&from, root).unwrap()
    };
    let dest = text("destination")?.parse().unwrap();
    let info = match text("source") {
        Some(source) => MessageInfo::Internal {
            ihr_disabled: flag("ihr_disabled"),
            bounce: flag("bounce"),
            bounced: flag("bounced"),
            src: MsgAddress::Std(source.parse().unwrap()),
            dest,
            value: u128::from(number("value").unwrap()).into(),
            ihr_fee: number("ihr_fee").unwrap_or_default().into(),
            fwd_fee: number("fwd_fee").unwrap().into(),
            created_lt: number("created_lt").unwrap(),
            created_at: number("created_at").unwrap() as u32,
        },
        None => MessageInfo::ExternalIn {
            src: MsgAddress::None,
            dest,
            import_fee: number("import_fee").unwrap_or_default().into(),
        },
    };
    let body = cell(&one["message_content"]["body"]);
    let init = one.get("init_state").filter(|init| !init.is_null()).map(|init| cell(&init["body"]));
    let init = init.map(|id| StateInit::load(cells, id).unwrap());
    let places = [Place::Inline, Place::Ref];
    let layouts = places.iter().flat_map(|init_in| places.iter().map(move |body_in| (*init_in, *body_in)));
    let messages = layouts
        .map(|(init_in, body_in)| Message { info: info.clone(), init: init.clone(), body, init_in, body_in })
        .filter_map(|message| {
            message.add(cells).ok().map(|id| (hash_of(cells, id) != hash(&one["hash"]), message))
        });
    let mut messages: Vec<_> = messages.collect();
    messages.sort_by_key(|(other, _)| *other);
    assert!(messages.first().is_some_and(|(other, _)| !other), "{one}");
    Some(messages.into_iter().map(|(_, message)| message).collect())
}

/// Fields of recorded JSON yield the message that has its hash on the network.
#[test]
fn recorded_fields_have_the_hash_of_the_network() {
    let (mut internal, mut external) = (0, 0);
    visit_recorded_messages(&mut |one| {
        let mut cells = Cells::new();
        let Some(messages) = messages_of_json(&mut cells, one) else { return };
        let Some(normal) = one.get("hash_norm").and_then(Value::as_str) else {
            internal += u32::from(one["source"].is_string());
            return;
        };
        for message in messages {
            let id = message.add(&mut cells).unwrap();
            assert_eq!(normalized_hash(&mut cells, id), Ok(normal.parse().unwrap()));
        }
        external += 1;
    });
    assert!(internal >= 40 && external >= 10, "{internal} {external}");
}

#[test]
fn messages_to_send() {
    let drafts = rows("wallets", "drafts", 20);
    let mut plain_count = 0;
    for text in &drafts {
        let (mut cells, root) = load_text(text.as_str().unwrap());
        let message = Message::load(&mut cells, root).unwrap();
        let MessageInfo::Internal { dest, bounce, ref value, .. } = message.info else { panic!("{text}") };
        let sent_message = Message::to_send(dest, value.clone(), bounce, message.body);
        let id = Message { init: message.init.clone(), ..sent_message }.add(&mut cells).unwrap();
        assert_eq!(hash_of(&cells, id), hash_of(&cells, root), "{message:?}");
        plain_count += usize::from(message.init.is_none());
    }
    assert!(plain_count > 10 && plain_count < drafts.len());
}

fn dest() -> ton_edge::address::Address {
    "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap()
}

fn draft_message(body: ton_edge::cell::CellId) -> Message {
    Message::to_send(dest(), 0.into(), true, body)
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let mut cells = Cells::new();
    let full_cell = build(&mut cells, |builder| _ = builder.store_bytes(&[0; 127]).unwrap());
    let wide_cell =
        build(&mut cells, |builder| (0..4).for_each(|_| _ = builder.store_ref(full_cell).unwrap()));
    let build_inline =
        |body, init: Option<StateInit>| Message { init, body_in: Place::Inline, ..draft_message(body) };
    assert!(matches!(build_inline(full_cell, None).add(&mut cells), Err(BuildError::Overflow { .. })));
    let init = StateInit { code: Some(full_cell), ..StateInit::default() };
    let crowded_message = Message { init_in: Place::Inline, ..build_inline(wide_cell, Some(init.clone())) };
    assert_eq!(crowded_message.add(&mut cells), Err(BuildError::References));
    // If no place is required, a part that does not fit inline is stored in its own cell.
    let free = Message { init: Some(init), ..draft_message(wide_cell) };
    let id = free.add(&mut cells).unwrap();
    assert_eq!(Message::load(&mut cells, id).unwrap().body_in, Place::Ref);
    let coins = |coins| Message::to_send(dest(), Currencies::from(coins), true, full_cell);
    assert!(coins((1 << 120) - 1).add(&mut cells).is_ok());
    assert_eq!(coins(1 << 120).add(&mut cells), Err(BuildError::Range));
    let depth = |depth| Message {
        init: Some(StateInit { split_depth: Some(depth), ..StateInit::default() }),
        ..draft_message(full_cell)
    };
    assert!(depth(31).add(&mut cells).is_ok());
    assert_eq!(depth(32).add(&mut cells), Err(BuildError::Range));
    let build_with_currencies = |pairs: Vec<(u32, ton_edge::cell::Int)>| {
        Message::to_send(dest(), Currencies { coins: 0, extra: pairs }, true, full_cell)
    };
    assert_eq!(
        build_with_currencies(vec![(1, 1.into()), (1, 2.into())]).add(&mut cells),
        Err(BuildError::DuplicateKey)
    );
    assert_eq!(build_with_currencies(vec![(1, (-1).into())]).add(&mut cells), Err(BuildError::Range));
    // A cell of another arena.
    let mut other_cells = Cells::new();
    assert_eq!(draft_message(full_cell).add(&mut other_cells), Err(BuildError::UnknownCell));
    assert_eq!(
        Message::load(&mut other_cells, full_cell).unwrap_err().fault,
        DecodeFault::Build(BuildError::UnknownCell)
    );
}

/// Extra currencies come back sorted by their ids.
#[test]
fn extra_currencies_are_sorted() {
    let mut cells = Cells::new();
    let body = cells.add(&Builder::new()).unwrap();
    let extra = vec![(u32::MAX, 1.into()), (0, 2.into()), (1 << 31, 3.into())];
    let value = Currencies { coins: 1, extra };
    let id = Message::to_send(dest(), value, true, body).add(&mut cells).unwrap();
    let MessageInfo::Internal { value, .. } = Message::load(&mut cells, id).unwrap().info else { panic!() };
    assert_eq!(value.extra, [(0, 2.into()), (1 << 31, 3.into()), (u32::MAX, 1.into())]);
}

/// An exotic body is never inline: it would become an ordinary one.
#[test]
fn exotic_bodies_keep_their_kind() {
    let mut cells = Cells::new();
    let library = build(&mut cells, |builder| {
        builder.store_uint(2, 8).unwrap().store_bytes(&[5; 32]).unwrap().set_exotic(true);
    });
    for info in [
        draft_message(library).info,
        MessageInfo::ExternalIn { src: MsgAddress::None, dest: dest(), import_fee: 0 },
        MessageInfo::ExternalOut {
            src: MsgAddress::Std(dest()),
            dest: MsgAddress::None,
            created_lt: 1,
            created_at: 2,
        },
    ] {
        let id = Message { info, ..draft_message(library) }.add(&mut cells).unwrap();
        let reloaded_message = Message::load(&mut cells, id).unwrap();
        assert_eq!((reloaded_message.body, reloaded_message.body_in), (library, Place::Ref));
        let inline_message = Message { body_in: Place::Inline, ..reloaded_message };
        assert_eq!(inline_message.add(&mut cells), Err(BuildError::Read(ReadError::Exotic)));
    }
    assert_eq!(Message::load(&mut cells, library).unwrap_err().fault, DecodeFault::Read(ReadError::Exotic));
}

/// A `MsgAddressExt` is absent or external, also in `@ton/core` and in the normal form.
#[test]
fn account_addresses_are_not_external_addresses() {
    let mut cells = Cells::new();
    let body = cells.add(&Builder::new()).unwrap();
    let account = MsgAddress::Std(dest());
    for (info, field) in [
        (MessageInfo::ExternalIn { src: account, dest: dest(), import_fee: 0 }, "src"),
        (MessageInfo::ExternalOut { src: account, dest: account, created_lt: 0, created_at: 0 }, "dest"),
    ] {
        let error = Message { info, ..draft_message(body) }.add(&mut cells).unwrap_err();
        assert_eq!(error, BuildError::Read(ReadError::AddressKind));
        let id = build(&mut cells, |to| {
            if field == "src" {
                to.store_uint(0b10, 2).unwrap().store_address(&dest()).unwrap();
                to.store_address(&dest()).unwrap().store_coins(0).unwrap();
            } else {
                to.store_uint(0b11, 2).unwrap().store_address(&dest()).unwrap();
                to.store_address(&dest()).unwrap().store_uint(0, 96).unwrap();
            }
            to.store_uint(0, 2).unwrap();
        });
        let error = Message::load(&mut cells, id).unwrap_err();
        assert_eq!((error.field, error.fault), (field, DecodeFault::Read(ReadError::AddressKind)));
        assert_eq!(normalized_hash(&mut cells, id).is_ok(), field == "dest");
    }
}

/// A `StateInit` takes the last reference of the cell only if the body needs none.
#[test]
fn the_last_reference_is_used_as_ton_core_uses_it() {
    let mut cells = Cells::new();
    let leaf = build(&mut cells, |builder| _ = builder.store_uint(1, 8).unwrap());
    let wide_cell = build(&mut cells, |builder| _ = builder.store_ref(leaf).unwrap());
    let init = StateInit { code: Some(leaf), data: Some(leaf), library: Some(leaf), ..StateInit::default() };
    let value = Currencies { coins: 1, extra: vec![(1, 2.into())] };
    for src in [MsgAddress::None, MsgAddress::Std(dest())] {
        let mut info = Message::to_send(dest(), value.clone(), true, leaf).info;
        let MessageInfo::Internal { src: sender, .. } = &mut info else { panic!() };
        *sender = src;
        // `@ton/core` writes four references for the first one, and throws for the second one.
        for (body, place) in [(leaf, Place::Inline), (wide_cell, Place::Ref)] {
            let message = Message { info: info.clone(), init: Some(init.clone()), ..draft_message(body) };
            let id = message.add(&mut cells).unwrap();
            assert_eq!(Message::load(&mut cells, id).unwrap().init_in, place);
            assert_eq!(cells.get(id).unwrap().refs().len(), if body == leaf { 4 } else { 3 });
            // If the body is in its own cell, it needs a reference, so the init also goes to a cell.
            let id = Message { body_in: Place::Ref, ..message }.add(&mut cells).unwrap();
            assert_eq!(Message::load(&mut cells, id).unwrap().init_in, Place::Ref);
        }
    }
}
