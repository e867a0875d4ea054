//! ed25519.wasm: Ed25519 for runtimes whose WebCrypto lacks it.
//!
//! Bytes are passed as in cell.wasm; `pkg/lib/wasm/exchange.js` is the caller. Before a call returns, it overwrites its
//! input and the stack that it used, so that the memory of the module has no seeds of earlier calls.

use crate::abi::ed25519 as abi;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use wasm_bindgen::prelude::*;
use zeroize::Zeroize as _;

/// The bytes of the longest result, a signature.
const RESULT: usize = 64;
/// How many bytes of the stack are overwritten after a call: more than signing uses.
const STACK: usize = 32 << 10;

thread_local! {
    // Never dropped: the thread of a module does not end.
    static INBOX: ManuallyDrop<Cell<Vec<u8>>> = const { ManuallyDrop::new(Cell::new(Vec::new())) };
    static OUTBOX: Cell<[u8; RESULT]> = const { Cell::new([0; RESULT]) };
}

/// Reserves this many bytes, and returns their address in memory.
#[wasm_bindgen]
pub fn room(length: usize) -> usize {
    let room = vec![0; length];
    let address = room.as_ptr() as usize;
    // `with` would link a panic.
    _ = INBOX.try_with(|inbox| inbox.set(room));
    address
}

/// Runs the operation with the number `work` on `length` bytes. Returns the length of the result; 0 if there are too few
/// bytes.
#[wasm_bindgen]
pub fn call(work: u32, length: usize) -> i32 {
    let mut bytes = INBOX.try_with(|inbox| inbox.take()).unwrap_or_default();
    let result_length = run_operation(work, bytes.get(..length).unwrap_or_default()).unwrap_or_default();
    bytes.as_mut_slice().zeroize();
    overwrite_stack();
    result_length as i32
}

/// Returns the address of the result of [`call`].
#[wasm_bindgen]
pub fn result() -> usize {
    OUTBOX.try_with(|outbox| outbox.as_ptr() as usize).unwrap_or_default()
}

/// Runs an operation. Not inlined into [`call`], so that its stack frame is below that of `call` and can be overwritten.
#[inline(never)]
fn run_operation(work: u32, bytes: &[u8]) -> Option<usize> {
    let mut result = [0; RESULT];
    let length = match work {
        abi::PUBLIC_KEY => {
            put(&mut result, SigningKey::from_bytes(bytes.first_chunk()?).verifying_key().as_bytes())
        }
        abi::SIGN => {
            let (seed, message) = bytes.split_first_chunk()?;
            put(&mut result, &SigningKey::from_bytes(seed).sign(message).to_bytes())
        }
        abi::VERIFY => {
            let (signature, rest) = bytes.split_first_chunk()?;
            let (key, message) = rest.split_first_chunk()?;
            put(&mut result, &[u8::from(is_signature_valid(signature, key, message))])
        }
        _ => 0,
    };
    _ = OUTBOX.try_with(|outbox| outbox.set(result));
    Some(length)
}

/// Verifies a signature by the check of RFC 8032 and the additional checks of `verify_strict`, which refuse keys of small
/// order (whose signatures fit any message) and points in a second encoding.
fn is_signature_valid(signature: &[u8; 64], key: &[u8; 32], message: &[u8]) -> bool {
    let Ok(key) = VerifyingKey::from_bytes(key) else { return false };
    key.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
}

fn put(result: &mut [u8; RESULT], bytes: &[u8]) -> usize {
    for (to, byte) in result.iter_mut().zip(bytes) {
        *to = *byte;
    }
    bytes.len()
}

/// Overwrites the data that an operation has left on the stack.
#[inline(never)]
fn overwrite_stack() {
    [0_u8; STACK].zeroize();
}
