//! address.wasm: addresses and hashes, passed through a fixed area of its memory.
//!
//! JavaScript writes a text into the area and calls an export with its length; the export writes the result into the same
//! area. Neither side allocates memory or a string object, which would be most of the cost of a call. The texts of a list
//! are passed together in the same way. `pkg/lib/address/bindings.js` is the caller.

use crate::abi::address::{
    BOUNCEABLE, CHECK, DETECT, FRIENDLY, HASH, MANY, PACK, PARSE, TEST_ONLY, URL_SAFE,
};
use crate::address::{self, AddressError, Detected, Form, PackOptions, Parsed, Visitor};
use crate::ascii::Ascii;
use crate::error::Code;
use crate::hash;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// Bytes of the input.
const INPUT: usize = 8 << 10;
/// Bytes of the output. A list that does not fit is passed in parts.
const OUTPUT: usize = 32 << 10;
/// How many bytes of a refused text are read: more than the window of a diagnosis, which shows whether the text is longer.
const MAX_DIAGNOSED_BYTES: usize = 320;

thread_local! {
    static AREA: RefCell<[u8; INPUT + OUTPUT]> = const { RefCell::new([0; INPUT + OUTPUT]) };
}

/// Returns the address of the area in the module's memory: the input is at its start, the output [`input`] bytes later.
#[wasm_bindgen]
pub fn area() -> u32 {
    AREA.try_with(|area| area.as_ptr() as usize as u32).unwrap_or_default()
}

/// Returns the bytes of the area for input.
#[wasm_bindgen]
pub fn input() -> u32 {
    INPUT as u32
}

/// The value that every export returns if there is no result. The text stays in the area, for [`failure`].
const REFUSED: i32 = -1;

/// Calls `work` with both halves of the area, and returns the length of the result that it wrote.
fn run_on_area(length: u32, work: impl FnOnce(&[u8], &mut Output<'_>) -> Option<()>) -> i32 {
    // `with` and `borrow_mut` would link a panic, and with it an allocator.
    let result_length = AREA.try_with(|area| {
        let mut area = area.try_borrow_mut().ok()?;
        let (input, output_area) = area.split_at_mut_checked(INPUT)?;
        let mut output = Output { area: output_area, length: 0 };
        work(input.get(..length as usize)?, &mut output)?;
        (output.length <= OUTPUT).then_some(output.length as i32)
    });
    result_length.ok().flatten().unwrap_or(REFUSED)
}

/// Writes results, one part after the other.
struct Output<'a> {
    area: &'a mut [u8],
    length: usize,
}

impl Output<'_> {
    fn put(&mut self, bytes: &[u8]) {
        for (target, byte) in self.area.iter_mut().skip(self.length).zip(bytes) {
            *target = *byte;
        }
        self.length += bytes.len();
    }

    /// Like `put`, but copies all bytes of the capacity at once: there must be space for the longest possible text.
    #[inline(always)]
    fn text<const N: usize>(&mut self, text: &Ascii<N>) {
        let (bytes, length) = text.padded_bytes();
        if let Some(target) = self.area.get_mut(self.length..).and_then(<[u8]>::first_chunk_mut) {
            *target = *bytes;
        }
        self.length += length;
    }
}

impl Visitor for Output<'_> {
    const OF_SERVICE: bool = false;

    #[inline(always)]
    fn form<const N: usize>(&mut self, _key: &'static str, text: &Ascii<N>) {
        self.text(text);
    }
}

/// Packs form and flags into one byte.
fn bits(form: Form) -> u8 {
    match form {
        Form::Raw => 0,
        Form::Friendly(flags) => {
            let bit = |set, bit| if set { bit as u8 } else { 0 };
            FRIENDLY as u8
                | bit(flags.bounceable, BOUNCEABLE)
                | bit(flags.test_only, TEST_ONLY)
                | bit(flags.url_safe, URL_SAFE)
        }
    }
}

/// Reads the options, two bits each, bounceable first: 0 means as in the input, 1 off, 2 on. The last one, url safe, is
/// always 1 or 2.
fn pack_options(option: u32) -> PackOptions {
    let choice = |shift: u32| match option >> shift & 3 {
        0 => None,
        bits => Some(bits == 2),
    };
    PackOptions { bounceable: choice(0), test_only: choice(2), url_safe: choice(4).unwrap_or(true) }
}

/// Runs an operation and writes its result, in the layout of [`crate::abi::address`].
fn run(work: u32, text: &[u8], option: u32, output: &mut Output<'_>) -> Option<()> {
    if work == HASH {
        let forms = hash::parse_valid(text)?.detected();
        output.text(&forms.b64);
        output.text(&forms.b64url);
        output.text(&forms.hex);
        return Some(());
    }
    let Parsed { address, form } = address::parse_valid(text)?;
    match work {
        PACK => {
            output.text(&address.to_friendly(pack_options(option).apply(form)));
        }
        DETECT => {
            output.put(&[bits(form)]);
            Detected::new(&address, form).visit(output);
        }
        CHECK => {}
        _ => {
            output.text(&address.to_raw());
            if work == PARSE {
                let [workchain] = address.workchain.to_be_bytes();
                output.put(&[workchain, bits(form)]);
                output.put(&address.hash);
            }
        }
    }
    Some(())
}

/// Runs an operation on one text.
#[wasm_bindgen]
pub fn one(work: u32, length: u32, option: u32) -> i32 {
    run_on_area(length, |text, output| run(work, text, option, output))
}

/// Runs an operation on `count` texts, in the layout of [`MANY`]. A result of length 0 means that the text was refused.
#[wasm_bindgen]
pub fn list(work: u32, count: u32, option: u32) -> i32 {
    run_on_area(INPUT as u32, |input, output| {
        let (lengths, mut texts) = input.split_at_checked(MANY as usize)?;
        output.length = 2 * MANY as usize;
        for (at, length) in lengths.iter().take(count as usize).enumerate() {
            let (text, rest) = texts.split_at_checked(usize::from(*length))?;
            texts = rest;
            let result_start = output.length;
            // Nothing is written before a text is accepted.
            _ = run(work, text, option, output);
            let length = (output.length - result_start) as u16;
            *output.area.get_mut(2 * at..)?.first_chunk_mut()? = length.to_le_bytes();
        }
        Some(())
    })
}

/// Writes why [`one`] refused the text: the number of the code in [`Code::ALL`] (1 byte), the index plus one, or 0 (2
/// bytes), the length of the suggestion (1 byte), the suggestion, the message.
#[wasm_bindgen]
pub fn failure(work: u32, length: u32) -> i32 {
    run_on_area(length.min(MAX_DIAGNOSED_BYTES as u32), |text, output| {
        if work == HASH {
            let error = hash::parse_bytes(text).err()?;
            facts(error.code, error.index, 0, output);
            error.write_message(&mut |part| output.put(part));
        } else {
            let error: AddressError = address::diagnose(text);
            let inner_address = error.write_inner_text().unwrap_or_default();
            facts(error.code, error.index, inner_address.len() as u8, output);
            output.put(inner_address);
            error.write_message(&mut |part| output.put(part));
        }
        Some(())
    })
}

fn facts(code: Code, index: Option<u32>, suggestion: u8, output: &mut Output<'_>) {
    let [low, high, ..] = index.map_or(0, |index| index + 1).to_le_bytes();
    output.put(&[code as u8, low, high, suggestion]);
}
