//! Messages that the node refuses in `ExtMessageQ::create_ext_message` and `Transaction::unpack_input_msg`: they are refused without a request, and the
//! greatest message that the node accepts is sent. `tests/client/refused-messages.test.mjs` has the same cases for JavaScript.

use serde_json::json;
use ton_edge::address::Address;
use ton_edge::cell::{BocOptions, Builder, CellId, Cells, Limits, MsgAddress};
use ton_edge::client::{FollowOptions, WaitFor};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;
use ton_edge::message::{Message, MessageInfo, Place, Stack, StackForm, StackValue};

use super::client_of;

/// The bag of an external message with this body.
fn message(build: impl FnOnce(&mut Cells) -> CellId) -> Vec<u8> {
    let mut cells = Cells::new();
    let body = build(&mut cells);
    let dest = Address { workchain: 0, hash: [0xA1; 32] };
    let info = MessageInfo::ExternalIn { src: MsgAddress::None, dest, import_fee: 0 };
    let message = Message { info, init: None, body, init_in: Place::Auto, body_in: Place::Auto };
    let id = message.add(&mut cells).unwrap();
    cells.to_boc(&[id], BocOptions::default()).unwrap()
}

/// A bag in base64, as entries of stacks contain it.
fn base64(boc: &[u8]) -> serde_json::Value {
    let mut cells = Cells::new();
    let root = cells.add_boc(boc, &Limits::default()).unwrap()[0];
    let stack = Stack::new(vec![StackValue::Cell(root)]);
    let entries: Vec<serde_json::Value> = stack.to_entries(&cells, StackForm::V2).unwrap();
    entries[0][1].clone()
}

fn chain(depth: u16) -> Vec<u8> {
    message(|cells| {
        let mut id = cells.add(&Builder::new()).unwrap();
        for _ in 0..depth {
            id = cells.add(Builder::new().store_ref(id).unwrap()).unwrap();
        }
        id
    })
}

/// Adds a tree of this many different cells with `bits` bits each.
fn add_tree(cells: &mut Cells, count: usize, bits: u16, last: &mut u32) -> CellId {
    *last += 1;
    let mut builder = Builder::new();
    builder.store_uint(*last, 16).unwrap();
    let number = *last;
    for _ in 0..(bits - 16) / 32 {
        builder.store_uint(number, 32).unwrap();
    }
    for position in 0..4 {
        let size = (count - 1 + position) / 4;
        if size > 0 {
            let child = add_tree(cells, size, bits, last);
            builder.store_ref(child).unwrap();
        }
    }
    cells.add(&builder).unwrap()
}

fn tree(count: usize, bits: u16) -> Vec<u8> {
    message(|cells| add_tree(cells, count, bits, &mut 0))
}

fn pruned_message() -> Vec<u8> {
    message(|cells| {
        let mut builder = Builder::new();
        builder.store_uint(0x0101, 16).unwrap().store_bytes(&[1; 34]).unwrap().set_exotic(true);
        cells.add(&builder).unwrap()
    })
}

/// What happens to a message, by `send_message` and by `sendBoc`: the number of requests, and the text of the error.
fn send(boc: &[u8]) -> [(usize, Option<(Code, String)>); 2] {
    let accept = || client_of(|_| json!({ "@type": "ok" }));
    let read = |error: ton_edge::client::Error| (error.code, error.message.to_string());
    let (world, client) = accept();
    let options = FollowOptions { wait: WaitFor::Accepted, ..Default::default() };
    let send_message_error = world.run_one(client.send_message(boc, options)).err().map(read);
    let (plain_world, client) = accept();
    let parameters = json!({ "boc": base64(boc) });
    let call = client.call::<serde_json::Value>(Generation::V2, "sendBoc", &parameters);
    let send_boc_error = plain_world.run_one(call).err().map(read);
    [(world.arrivals().len(), send_message_error), (plain_world.arrivals().len(), send_boc_error)]
}

#[test]
fn a_message_that_the_node_accepts_is_sent() {
    let largest_tree = tree(500, 1008);
    assert!((64_000..=65_535).contains(&largest_tree.len()), "{}", largest_tree.len());
    // The root of each body fits into the root of its message, so it does not count.
    for boc in [chain(511), largest_tree, tree(8193, 16)] {
        assert_eq!(send(&boc), [(1, None), (1, None)]);
    }
}

#[test]
fn a_message_that_the_node_refuses_is_not_sent() {
    for (boc, text) in [
        (chain(512), "with a depth of more than 511 cells"),
        (tree(510, 1008), "of more than 65535 bytes"),
        (pruned_message(), "with pruned branches"),
    ] {
        let reason = format!("the network refuses messages {text}");
        let plain_reason = format!("`boc` must be a whole bag of cells; {reason}");
        let expected =
            [(0, Some((Code::MessageInvalid, reason))), (0, Some((Code::InvalidParameter, plain_reason)))];
        assert_eq!(send(&boc), expected);
    }
}

#[test]
fn different_cells_are_counted_in_messages_that_are_followed() {
    let boc = tree(8194, 16);
    assert!(boc.len() <= 65_535, "{}", boc.len());
    let reason = "the network refuses messages of more than 8192 cells below the root".to_owned();
    // A bag may have equal cells more than once, and only the cells themselves show it.
    assert_eq!(send(&boc), [(0, Some((Code::MessageInvalid, reason))), (1, None)]);
}
