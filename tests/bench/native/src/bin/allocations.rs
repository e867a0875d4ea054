//! Counts allocations per operation: ton-edge makes none when it reads, writes or refuses. A separate binary, because counting would slow down
//! the measurement of time. Prints a line per result: operation, crate, allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use ton_edge_bench::{COUNT, Crate, Inputs, every_crate};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller upholds the contract.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

/// Prints the allocations of `work` per input.
fn count(operation: &str, name: &str, mut work: impl FnMut()) {
    let before = ALLOCATIONS.load(Relaxed);
    work();
    let made = ALLOCATIONS.load(Relaxed) - before;
    println!("{operation}\t{name}\t{:.2}", made as f64 / COUNT as f64);
}

fn all<C: Crate>(inputs: &Inputs) {
    // Allocations only at the first use do not count.
    drop(black_box(C::parse(&inputs.friendly[0])));
    let parse = |texts: &[String]| {
        for text in texts {
            drop(black_box(C::parse(black_box(text))));
        }
    };
    count("parse friendly", C::NAME, || parse(&inputs.friendly));
    count("parse raw", C::NAME, || parse(&inputs.raw));
    count("refuse a bad checksum", C::NAME, || parse(&inputs.bad));
    let addresses: Vec<_> = inputs.friendly.iter().filter_map(|text| C::parse(text).ok()).collect();
    count("to friendly", C::NAME, || {
        for (address, flags) in addresses.iter().zip(&inputs.flags) {
            black_box(C::friendly(black_box(address), *flags).as_ref());
        }
    });
    count("to raw", C::NAME, || {
        for address in &addresses {
            black_box(C::raw(black_box(address)).as_ref());
        }
    });
}

fn main() {
    let inputs = Inputs::new();
    macro_rules! add {
        ($of:ty) => {
            all::<$of>(&inputs);
        };
    }
    every_crate!(add);
}
