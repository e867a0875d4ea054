//! address.wasm: addresses and hashes, across a fixed buffer.
//!
//! The shell writes a text into the buffer and calls with its length; the answer is written over it. Nothing is
//! allocated and no string object is made on either side of the crossing, which is most of what a call costs
//! otherwise. `pkg/lib/crossing.js` is the other side.

use crate::address::{self, AddressError, Detected, Form, PackOptions, Parsed};
use crate::error::Code;
use crate::hash::{self, Hash, HashError};
use crate::spot;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use wasm_bindgen::prelude::*;

/// Bytes of the buffer: the longest text that is looked at, and any answer.
const SIZE: usize = 2048;
/// Bytes of a text that are looked at: more than the window of a diagnosis, so that one knows of the rest.
const LOOK: usize = 320;

/// Atomics because a static must be one to be shared; in wasm without threads they are plain bytes.
static BUFFER: [AtomicU8; SIZE] = [const { AtomicU8::new(0) }; SIZE];

/// Where the buffer is in the memory of the module.
#[wasm_bindgen]
pub fn buffer() -> u32 {
    BUFFER.as_ptr() as usize as u32
}

/// How many bytes it has.
#[wasm_bindgen]
pub fn capacity() -> u32 {
    SIZE as u32
}

/// The first `length` bytes of the buffer. What is behind [`LOOK`] is in no valid text and in no diagnosis.
fn text(length: u32) -> ([u8; LOOK], usize) {
    let mut bytes = [0; LOOK];
    for (byte, cell) in bytes.iter_mut().zip(&BUFFER).take(length as usize) {
        *byte = cell.load(Relaxed);
    }
    (bytes, (length as usize).min(LOOK))
}

/// One copy of the parser for all exports.
#[inline(never)]
fn address_of(length: u32) -> Result<Parsed, AddressError> {
    let (bytes, length) = text(length);
    address::parse_bytes(bytes.get(..length).unwrap_or_default())
}

#[inline(never)]
fn hash_of(length: u32) -> Result<Hash, HashError> {
    let (bytes, length) = text(length);
    hash::parse_bytes(bytes.get(..length).unwrap_or_default())
}

/// Writes answers into the buffer from its start.
#[derive(Default)]
struct Output {
    length: usize,
}

impl Output {
    fn put(&mut self, bytes: &[u8]) -> &mut Self {
        for (cell, byte) in BUFFER.iter().skip(self.length).zip(bytes) {
            cell.store(*byte, Relaxed);
        }
        self.length = (self.length + bytes.len()).min(SIZE);
        self
    }

    /// The length, as exports give it.
    fn done(&self) -> i32 {
        self.length as i32
    }
}

/// What every export answers where there is no answer; the text is still in the buffer, for [`address_failure`].
const REFUSED: i32 = -1;

fn of_address(length: u32, answer: impl FnOnce(&Parsed, &mut Output)) -> i32 {
    match address_of(length) {
        Ok(parsed) => {
            let mut output = Output::default();
            answer(&parsed, &mut output);
            output.done()
        }
        Err(_) => REFUSED,
    }
}

/// One byte: bit 0 friendly, 1 bounceable, 2 test only, 3 url safe.
fn bits(form: Form) -> u8 {
    match form {
        Form::Raw => 0,
        Form::Friendly(flags) => {
            1 | u8::from(flags.bounceable) << 1
                | u8::from(flags.test_only) << 2
                | u8::from(flags.url_safe) << 3
        }
    }
}

/// Workchain as one signed byte, form and flags, 32 bytes of hash, then the raw form.
#[wasm_bindgen]
pub fn parse(length: u32) -> i32 {
    of_address(length, |parsed, output| {
        let [workchain] = parsed.address.workchain.to_be_bytes();
        output.put(&[workchain, bits(parsed.form)]).put(&parsed.address.hash);
        output.put(parsed.address.to_raw().as_bytes());
    })
}

/// Four friendly forms of 48 characters, a byte of form and flags, then the raw form.
#[wasm_bindgen]
pub fn detect(length: u32) -> i32 {
    of_address(length, |parsed, output| {
        let found = Detected::new(&parsed.address, parsed.form);
        for variants in [&found.bounceable, &found.non_bounceable] {
            output.put(variants.b64.as_bytes()).put(variants.b64url.as_bytes());
        }
        output.put(&[bits(parsed.form)]).put(found.raw_form.as_bytes());
    })
}

/// The friendly form. Two bits an option, bounceable first: 0 as given, 1 off, 2 on; url safe is 1 or 2.
#[wasm_bindgen]
pub fn pack(length: u32, options: u32) -> i32 {
    let choice = |shift: u32| match options >> shift & 3 {
        0 => None,
        bits => Some(bits == 2),
    };
    let options =
        PackOptions { bounceable: choice(0), test_only: choice(2), url_safe: choice(4).unwrap_or(true) };
    of_address(length, |parsed, output| {
        output.put(parsed.address.to_friendly(options.apply(parsed.form)).as_bytes());
    })
}

/// The raw form.
#[wasm_bindgen]
pub fn unpack(length: u32) -> i32 {
    of_address(length, |parsed, output| {
        output.put(parsed.address.to_raw().as_bytes());
    })
}

/// 44 characters of base64, 43 of base64url, 64 of hex.
#[wasm_bindgen(js_name = detectHash)]
pub fn detect_hash(length: u32) -> i32 {
    match hash_of(length) {
        Ok(hash) => {
            let found = hash.detected();
            let mut output = Output::default();
            output.put(found.b64.as_bytes()).put(found.b64url.as_bytes()).put(found.hex.as_bytes()).done()
        }
        Err(_) => REFUSED,
    }
}

/// Why the text was refused: number of the code in [`Code::ALL`], index, suggestion and message, a line each; index
/// and suggestion may be empty.
#[wasm_bindgen(js_name = addressFailure)]
pub fn address_failure(length: u32) -> i32 {
    match address_of(length) {
        Ok(_) => REFUSED,
        Err(error) => {
            let mut output = facts(error.code, error.index);
            if let Some(inside) = error.inside {
                inside.text(|text| _ = output.put(text));
            }
            output.put(b"\n");
            error.tell(&mut |part| _ = output.put(part));
            output.done()
        }
    }
}

/// As [`address_failure`], of a hash.
#[wasm_bindgen(js_name = hashFailure)]
pub fn hash_failure(length: u32) -> i32 {
    match hash_of(length) {
        Ok(_) => REFUSED,
        Err(error) => {
            let mut output = facts(error.code, error.index);
            output.put(b"\n");
            error.tell(&mut |part| _ = output.put(part));
            output.done()
        }
    }
}

fn facts(code: Code, index: Option<u32>) -> Output {
    let mut output = Output::default();
    spot::say_number(&mut |part| _ = output.put(part), code as u32);
    output.put(b"\n");
    if let Some(index) = index {
        spot::say_number(&mut |part| _ = output.put(part), index);
    }
    output.put(b"\n");
    output
}
