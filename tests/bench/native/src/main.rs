//! Measures nanoseconds per operation: a number for each of many rounds, in which all crates take turns, so that a slower machine affects all
//! alike. Prints a line per result: operation, crate, nanoseconds.

use std::hint::black_box;
use std::time::Instant;
use ton_edge_bench::{COUNT, Crate, Inputs, check, every_crate};

const ROUNDS: usize = 151;
/// Passes over all inputs in a turn: about a millisecond, so that few turns are disturbed.
const PASSES: usize = 2;

struct Turn {
    operation: &'static str,
    name: &'static str,
    pass: Box<dyn Fn()>,
    times: Vec<f64>,
}

fn turns<C: Crate + 'static>(inputs: &'static Inputs, all: &mut Vec<Turn>) {
    check::<C>(inputs);
    let mut add = |operation, pass: Box<dyn Fn()>| {
        all.push(Turn { operation, name: C::NAME, pass, times: Vec::new() });
    };
    let parse = |texts: &'static [String]| -> Box<dyn Fn()> {
        Box::new(move || {
            for text in texts {
                // Dropping the result also counts: a refusal pays for its error.
                drop(black_box(C::parse(black_box(text))));
            }
        })
    };
    add("parse friendly", parse(&inputs.friendly));
    add("parse raw", parse(&inputs.raw));
    add("refuse a bad checksum", parse(&inputs.bad));
    let read = || -> &'static [C::Address] {
        let all: Vec<_> = inputs.friendly.iter().filter_map(|text| C::parse(text).ok()).collect();
        all.leak()
    };
    let addresses = read();
    add(
        "to friendly",
        Box::new(move || {
            for (address, flags) in addresses.iter().zip(&inputs.flags) {
                black_box(C::friendly(black_box(address), *black_box(flags)).as_ref());
            }
        }),
    );
    let addresses = read();
    add(
        "to raw",
        Box::new(move || {
            for address in addresses {
                black_box(C::raw(black_box(address)).as_ref());
            }
        }),
    );
}

fn main() {
    let inputs: &'static Inputs = Box::leak(Box::default());
    let mut all = Vec::new();
    macro_rules! add {
        ($of:ty) => {
            turns::<$of>(inputs, &mut all);
        };
    }
    every_crate!(add);
    // All crates run the same operation one after the other, and then the next operation.
    all.sort_by_key(|turn| turn.operation);
    for round in 0..=ROUNDS {
        for turn in &mut all {
            let start = Instant::now();
            for _ in 0..PASSES {
                (turn.pass)();
            }
            // The first round is only for warming up.
            if round > 0 {
                turn.times.push(start.elapsed().as_nanos() as f64 / (PASSES * COUNT) as f64);
            }
        }
    }
    for turn in all {
        let rounds: Vec<String> = turn.times.iter().map(|time| format!("{time:.1}")).collect();
        println!("{}\t{}\t{}", turn.operation, turn.name, rounds.join(","));
    }
}
