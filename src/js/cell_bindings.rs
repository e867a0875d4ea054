//! cell.wasm: cells for JavaScript, which keeps them itself. Nothing stays here between two calls but memory to write to.
//!
//! What has any length crosses as in client.wasm: the shell writes to [`room`], calls, and reads at [`result`].
//! `pkg/lib/message/bindings.js` is the other side; `src/cell/exchange.rs` has the layouts.

use crate::abi::cell as abi;
use crate::address;
use crate::cell::exchange::Input;
use crate::cell::{self, Bag, BocError, BocOptions, BuildError, Cells, Int, Limits, Position};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use wasm_bindgen::prelude::*;

thread_local! {
    // Never dropped: a module has no end of a thread.
    static INBOX: ManuallyDrop<Cell<Vec<u8>>> = const { ManuallyDrop::new(Cell::new(Vec::new())) };
    static OUTBOX: ManuallyDrop<Cell<Vec<u8>>> = const { ManuallyDrop::new(Cell::new(Vec::new())) };
}

/// Room for so many bytes: its place in memory.
#[wasm_bindgen]
pub fn room(length: usize) -> usize {
    let room = vec![0; length];
    let place = room.as_ptr() as usize;
    // `with` would link a panic.
    _ = INBOX.try_with(|inbox| inbox.set(room));
    place
}

/// Does what the number says with so many bytes. Gives the length of the result, or of a failure with all its bits turned.
#[wasm_bindgen]
pub fn call(work: u32, length: usize, option: u32) -> i32 {
    let bytes = INBOX.try_with(|inbox| inbox.take()).unwrap_or_default();
    let (result, failed) = match done(work, bytes.get(..length).unwrap_or_default(), option) {
        Ok(result) => (result, false),
        Err(failure) => (failure.written(), true),
    };
    put_out(result, failed)
}

/// Why something cannot be done. Not the error of the crate, with which come the texts of all its codes.
struct Failure {
    code: &'static str,
    message: String,
    index: Option<usize>,
}

impl Failure {
    fn new(code: &'static str, message: &str) -> Self {
        Self { code, message: message.to_owned(), index: None }
    }

    /// The code, the index in decimal digits or nothing, and the message, each on a line.
    fn written(&self) -> Vec<u8> {
        let index = self.index.map(|index| Int::from(index as u64).text()).unwrap_or_default();
        let mut text = String::new();
        for part in [self.code, "\n", &index, "\n", &self.message] {
            text.push_str(part);
        }
        text.into_bytes()
    }
}

impl From<BocError> for Failure {
    fn from(error: BocError) -> Self {
        let index = match error.position {
            Position::Character(at) | Position::Byte(at) => Some(at),
            Position::Cell(_) => None,
        };
        Self { code: "boc_invalid", message: error.text(), index }
    }
}

/// Bytes of JavaScript's text encoder.
fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

fn put_out(result: Vec<u8>, failed: bool) -> i32 {
    let length = result.len() as i32;
    _ = OUTBOX.try_with(|outbox| outbox.set(result));
    if failed { !length } else { length }
}

/// Where the result to [`call`] is.
#[wasm_bindgen]
pub fn result() -> usize {
    let place = OUTBOX.try_with(|outbox| {
        let result = outbox.take();
        let place = result.as_ptr() as usize;
        outbox.set(result);
        place
    });
    place.unwrap_or_default()
}

fn done(work: u32, bytes: &[u8], option: u32) -> Result<Vec<u8>, Failure> {
    let mut input = Input::new(bytes);
    match work {
        abi::PARSE | abi::PARSE_TEXT => {
            let bag = parse(work, &mut input)?;
            Ok(bag.cells.dump(&bag.roots))
        }
        abi::HASH_ONE => Cells::hash_one(&mut input).map_err(build_error),
        abi::TO_BOC => to_boc(&mut input, option).map_err(build_error),
        abi::ADDRESS => {
            let parsed = address::accept(bytes);
            let address = parsed.map(|parsed| parsed.address);
            let address = address
                .ok_or(Failure::new("invalid_parameter", "not an address: `parseAddress` says why"))?;
            let [workchain] = address.workchain.to_be_bytes();
            Ok([&[workchain][..], &address.hash].concat())
        }
        _ => Err(Failure::new("internal", "no such work")),
    }
}

/// The limits of 32 bits each (bytes, cells, depth), then the bag.
fn parse(work: u32, input: &mut Input<'_>) -> Result<Bag, BocError> {
    let mut limit = || input.number(4);
    let limits =
        Limits { max_bytes: limit() as usize, max_cells: limit(), max_depth: limit().min(1024) as u16 };
    let bag = input.rest();
    if work == abi::PARSE { cell::parse(bag, &limits) } else { cell::parse_text(text(bag), &limits) }
}

/// Roots by their places in the list, then the list.
fn to_boc(input: &mut Input<'_>, option: u32) -> Result<Vec<u8>, BuildError> {
    let count = input.number(4) as usize;
    let mut places = Input::new(input.bytes(count * 4));
    let mut cells = Cells::new();
    let first = cells.add_list(input)?;
    let mut roots = Vec::new();
    for _ in 0..count {
        roots.push(cells.by_place(first, places.number(4))?);
    }
    cells.to_boc(&roots, BocOptions { index: option & 2 != 0, crc32c: option & 1 != 0 })
}

/// What a shell that checks widths and places can still meet.
fn build_error(error: BuildError) -> Failure {
    let text = match error {
        BuildError::Cell(fault) => fault.text(),
        _ => "a bag needs one root, and not more roots than cells",
    };
    Failure::new("cell_build", text)
}
