//! cell.wasm: computes with cells, which JavaScript stores. Between two calls the module stores nothing but buffers.
//!
//! Values of any length are passed as in client.wasm: JavaScript writes to [`room`], calls, and reads at [`result`].
//! `pkg/lib/wasm/exchange.js` is the caller; `src/cell/{dump,exchange}.rs` have the layouts.

use super::mailbox::mailbox;
use crate::abi::cell as abi;
use crate::address;
use crate::cell::exchange::Input;
use crate::cell::{self, Bag, BocError, BocOptions, BuildError, Cells, Limits, Position};
use wasm_bindgen::prelude::*;

mailbox!(Vec<u8>, length => vec![0; length]);

/// Runs the operation with the number `work` on `length` bytes. Returns the length of the result or, for a failure, its
/// length with all bits inverted.
#[wasm_bindgen]
pub fn call(work: u32, length: usize, option: u32) -> i32 {
    let bytes = take_input();
    let (result, failed) = match run_operation(work, bytes.get(..length).unwrap_or_default(), option) {
        Ok(result) => (result, false),
        Err(failure) => (failure.json(), true),
    };
    put_result(result, failed)
}

/// Why an operation failed. [`crate::error::Error`] is not used, because it would link the texts of all codes.
struct Failure {
    code: &'static str,
    message: String,
    index: Option<usize>,
}

impl Failure {
    fn new(code: &'static str, message: &str) -> Self {
        Self { code, message: message.to_owned(), index: None }
    }

    /// Writes the failure as JSON. Texts of this module never have a character that JSON escapes.
    fn json(&self) -> Vec<u8> {
        let index = self.index.map_or(String::from("null"), cell::write_number);
        let mut json = String::new();
        for part in
            &["{\"code\":\"", self.code, "\",\"message\":\"", &self.message, "\",\"index\":", &index, "}"]
        {
            json.push_str(part);
        }
        json.into_bytes()
    }
}

impl From<BocError> for Failure {
    fn from(error: BocError) -> Self {
        let index = match error.position {
            Position::Character(at) | Position::Byte(at) => Some(at),
            Position::Cell(_) => None,
        };
        Self { code: "boc_invalid", message: error.describe(), index }
    }
}

/// Returns the text in bytes that JavaScript's `TextEncoder` wrote.
fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

fn run_operation(work: u32, bytes: &[u8], option: u32) -> Result<Vec<u8>, Failure> {
    let mut input = Input::new(bytes);
    match work {
        abi::PARSE | abi::PARSE_TEXT => {
            let bag = parse(work, &mut input)?;
            Ok(bag.cells.write_dump(&bag.roots))
        }
        abi::HASH_ONE => Cells::hash_one(&mut input).map_err(build_error),
        abi::TO_BOC => to_boc(&mut input, option).map_err(build_error),
        abi::ADDRESS => {
            let parsed_address = address::parse_valid(bytes);
            let address = parsed_address.map(|parsed_address| parsed_address.address);
            let address = address
                .ok_or(Failure::new("invalid_parameter", "not an address: `parseAddress` says why"))?;
            let [workchain] = address.workchain.to_be_bytes();
            Ok([&[workchain][..], &address.hash].concat())
        }
        _ => Err(Failure::new("internal", "unknown call")),
    }
}

/// Parses a bag. Input: limits of 32 bits each (bytes, cells, depth), then the bag.
fn parse(work: u32, input: &mut Input<'_>) -> Result<Bag, BocError> {
    let mut limit = || input.take_number(4);
    let limits =
        Limits { max_bytes: limit() as usize, max_cells: limit(), max_depth: limit().min(1024) as u16 };
    let bag = input.take_remaining_bytes();
    if work == abi::PARSE { cell::parse(bag, &limits) } else { cell::parse_text(text(bag), &limits) }
}

/// Writes a bag. Input: the roots by their indices in the list of cells, then the list.
fn to_boc(input: &mut Input<'_>, option: u32) -> Result<Vec<u8>, BuildError> {
    let count = input.take_number(4) as usize;
    let mut root_indices = Input::new(input.take_bytes(count * 4));
    let mut cells = Cells::new();
    cells.add_list(input)?;
    let mut roots = Vec::new();
    for _ in 0..count {
        roots.push(cells.find_by_index(root_indices.take_number(4))?);
    }
    cells.to_boc(&roots, BocOptions { index: option & 2 != 0, crc32c: option & 1 != 0 })
}

/// Makes the failure of a build error. JavaScript has checked widths and positions before, so few errors are possible.
fn build_error(error: BuildError) -> Failure {
    let text = match error {
        BuildError::Cell(fault) => fault.describe(),
        _ => "a bag needs one root, and not more roots than cells",
    };
    Failure::new("cell_build", text)
}
