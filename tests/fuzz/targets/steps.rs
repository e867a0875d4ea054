//! Counts work in steps, so that too much of it is a finding: the same input takes the same steps on every
//! machine.
//!
//! A step is a read of memory by code of this workspace or of its dependencies, or eight allocated bytes, because copies by the standard
//! library are not counted otherwise. `cargo xtask fuzz` makes the compiler call one of the functions below before each read. Counting basic
//! blocks would work as well, but libFuzzer defines the function for that itself.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static STEPS: AtomicU64 = AtomicU64::new(0);

/// Only one thread fuzzes. Two threads could lose steps of this counter, which is harmless.
#[inline(always)]
fn add(steps: u64) {
    STEPS.store(STEPS.load(Relaxed).wrapping_add(steps), Relaxed);
}

// LLVM does not instrument functions with these names, so none of them calls itself.

/// Before a read of 1 byte.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_load1(_pointer: *const u8) {
    add(1);
}

/// Before a read of 2 bytes.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_load2(_pointer: *const u8) {
    add(1);
}

/// Before a read of 4 bytes.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_load4(_pointer: *const u8) {
    add(1);
}

/// Before a read of 8 bytes.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_load8(_pointer: *const u8) {
    add(1);
}

/// Before a read of 16 bytes.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_load16(_pointer: *const u8) {
    add(1);
}

struct Counting;

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as u64 / 8);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Steps that any work may take, however small its input: for example, a wrong name is compared with all valid names.
const BASE: u64 = 200_000;
/// Steps per byte of input. Linear work takes up to 70: each of many names is compared with all names of an operation.
const PER_BYTE: u64 = 100;

/// Does work on `bytes` of input, and panics if it takes more steps than are linear in them.
pub fn bounded<T>(what: &str, bytes: usize, work: impl FnOnce() -> T) -> T {
    bounded_parts(what, bytes, |_| 1, work)
}

/// Like `bounded`, for work in parts: `parts` returns their number from the result.
pub fn bounded_parts<T>(
    what: &str,
    bytes: usize,
    parts: impl FnOnce(&T) -> usize,
    work: impl FnOnce() -> T,
) -> T {
    let before = STEPS.load(Relaxed);
    let done = work();
    let steps = STEPS.load(Relaxed).wrapping_sub(before);
    let most = BASE * parts(&done) as u64 + PER_BYTE * bytes as u64;
    assert!(steps <= most, "{what} took {steps} steps for {bytes} bytes, above {most}: superlinear work");
    done
}
