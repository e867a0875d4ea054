//! Work in Rust grows no faster than its input, where JavaScript code does not reach by itself: compared as a ratio, never
//! as a time. The other shapes are in `tests/attacks`.

use std::hint::black_box;
use std::time::{Duration, Instant};
use ton_edge::boc;
use ton_edge::endpoint::{Generation, find};
use ton_edge::gateway::{Config, cache, read_request};
use ton_edge::json::exact;
use ton_edge::page::{self, Mode, cursor};
use ton_edge::reply::{Facts, Shape, classify};

/// How many times the size doubles, and how many doublings lie between two sizes that are compared.
const DOUBLINGS: u32 = 8;
const APART: usize = 4;
/// A byte may cost this many times more there; quadratic work has 16.
const MOST: f64 = 4.0;

/// Creates an input of a size.
type Make<T> = fn(usize) -> T;

/// Seconds of a run: the fastest of a few.
fn fastest(run: &dyn Fn()) -> f64 {
    let sample = || {
        let mut runs = 0;
        let start = Instant::now();
        while runs < 3 || start.elapsed().as_micros() < 300 {
            run();
            runs += 1;
        }
        start.elapsed().as_secs_f64() / f64::from(runs)
    };
    (0..3).map(|_| sample()).fold(f64::INFINITY, f64::min)
}

/// How many times more a byte costs, at worst, than in an input of a sixteenth of the size.
fn ratio<T>(largest: usize, make: impl Fn(usize) -> T, run: impl Fn(&T)) -> f64 {
    let sizes: Vec<usize> = (0..=DOUBLINGS).rev().map(|half| largest >> half).collect();
    let inputs: Vec<T> = sizes.iter().map(|size| make(*size)).collect();
    let measure = |at: usize| fastest(&|| run(black_box(&inputs[at]))) / sizes[at] as f64;
    let mut costs: Vec<f64> = Vec::new();
    let mut worst = 0.0_f64;
    for at in 0..sizes.len() {
        costs.push(measure(at));
        let Some(below) = at.checked_sub(APART) else { continue };
        // Other programs run at the same time: a busy machine gets time to calm down. Quadratic work stays quadratic.
        for turn in 0..12 {
            if costs[at] / costs[below] <= MOST {
                break;
            }
            std::thread::sleep(Duration::from_millis(10 * turn));
            costs[at] = costs[at].min(measure(at));
            costs[below] = costs[below].min(measure(below));
        }
        worst = worst.max(costs[at] / costs[below]);
        if worst > MOST {
            break;
        }
    }
    worst
}

fn hold<T, R>(title: &str, largest: usize, make: impl Fn(usize) -> T, run: impl Fn(&T) -> R) {
    let worst = ratio(largest, make, |input| drop(black_box(run(input))));
    assert!(worst <= MOST, "{title}: a byte costs {worst:.1} times more");
}

#[test]
fn quadratic_work_is_flagged_and_linear_work_is_not() {
    let turn = |count: usize| {
        black_box((0..count).fold(0_usize, |sum, at| black_box(sum ^ at)));
    };
    assert!(ratio(4096, |size| size, |size| (0..*size).for_each(|_| turn(*size))) > MOST);
    assert!(ratio(1 << 18, |size| size, |size| turn(*size)) <= MOST);
}

#[test]
fn long_numbers_are_found_in_linear_time() {
    let shapes: [(&str, Make<String>); 6] = [
        ("digits", |size| "9".repeat(size)),
        ("numbers", |size| "1234567890123456,".repeat(size / 17)),
        ("quotes", |size| "\"".repeat(size)),
        ("a string that does not end", |size| format!("\"{}", "\\\"".repeat(size / 2))),
        ("dashes", |size| "-".repeat(size)),
        ("exponents", |size| "1e".repeat(size / 2)),
    ];
    for (title, make) in shapes {
        hold(title, 1 << 18, make, |text| exact(text).len());
    }
}

#[test]
fn bags_of_cells_are_checked_in_linear_time() {
    fn bag(cells: usize, roots: usize, flags: u8, bytes: usize) -> Vec<u8> {
        let mut bag = vec![0xB5, 0xEE, 0x9C, 0x72, flags | 4, 8];
        for count in [cells, roots, 0] {
            bag.extend((count as u32).to_be_bytes());
        }
        bag.extend((bytes as u64).to_be_bytes());
        (0..roots).for_each(|root| bag.extend((root as u32).to_be_bytes()));
        bag.resize(bag.len() + if flags & 0x80 == 0 { bytes } else { bytes + cells * 8 } + 4, 0);
        bag
    }
    let shapes: [(&str, Make<Vec<u8>>); 4] = [
        ("cells", |size| bag(size / 2, 1, 0, size)),
        ("roots", |size| bag(size / 6, size / 6, 0, size / 3)),
        ("an index", |size| bag(size / 10, 1, 0x80, size / 5)),
        ("a checksum", |size| bag(size / 2, 1, 0x40, size)),
    ];
    for (title, make) in shapes {
        hold(title, 1 << 18, make, |bytes| boc::check(bytes));
    }
}

#[test]
fn cursors_are_read_in_linear_time() {
    let transactions = find::by_name(Generation::V3, "transactions").unwrap();
    let route = page::route(transactions, &[], None, Mode::Offset).unwrap();
    let checked = |body: String| {
        let check = body.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
        format!("{body}-{check:x}")
    };
    let numbers = "1-0-0-0-64-64-0-0-0-0-0-0-0-0-";
    let shapes: [(&str, &dyn Fn(usize) -> String); 5] = [
        ("dashes", &|size| format!("1{}", "-".repeat(size))),
        ("digits", &|size| format!("1-{}", "f".repeat(size))),
        ("identities", &|size| format!("{numbers}0{}", "-31".repeat(size / 3))),
        ("a bound", &|size| format!("{numbers}{:x}{}", size / 3, "-31".repeat(size / 3))),
        ("a bound that is not there", &|size| format!("{numbers}ffffffffffff{}", "-31".repeat(size / 3))),
    ];
    for (title, make) in shapes {
        hold(title, 1 << 17, |size| checked(make(size)), |text| cursor::read(text, route, 0));
    }
}

#[test]
fn requests_and_responses_are_read_in_linear_time() {
    let hop = |size: usize| {
        let names: Vec<String> = (0..size / 8).map(|at| format!("n{at:06}")).collect();
        let control = "x-timeout: 1\n".repeat(4);
        format!("GET\n{control}connection: {}\n\n/api/v3/x", names.join(","))
    };
    hold("Connection", 1 << 17, hop, |text| read_request(text).is_some());
    hold(
        "an error",
        1 << 18,
        |size| "LITE_SERVER".repeat(size / 11),
        |text| {
            let facts = Facts { error: Some(text), ..Facts::bare(Shape::Object) };
            classify(Generation::V2, 500, &facts)
        },
    );
    let config = Config::from_json("{}").unwrap();
    let rows = |size: usize| {
        let rows: Vec<String> = (0..size / 30).map(|_| r#"{"finality":"finalized"}"#.to_owned()).collect();
        format!(r#"{{"transactions":[{}]}}"#, rows.join(","))
    };
    hold("rows", 1 << 17, rows, |body| {
        let key =
            "mainnet/v3/transactions?hash=da28c078e09c58b3985bd69f422f4ab9fb2846179107478efebacd707f3ac54f";
        cache::inspect(&config, Some(key), 200, None, body)
    });
}
