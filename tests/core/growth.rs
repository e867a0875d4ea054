//! Checks that work in Rust grows no faster than its input, for code that no JavaScript code calls alone. Compares ratios, never times. The
//! other shapes are in `tests/attacks`.

use std::hint::black_box;
use std::time::{Duration, Instant};
use ton_edge::boc;
use ton_edge::endpoint::{Generation, find};
use ton_edge::gateway::{Config, cache, read_request};
use ton_edge::json::exact;
use ton_edge::page::{self, Mode, cursor};
use ton_edge::reply::{Facts, Shape, classify};

/// Number of times that the size doubles, and doublings between two sizes that are compared.
const DOUBLINGS: u32 = 8;
const COMPARED_DOUBLINGS: usize = 5;
/// Most times that a byte may cost more in the larger size. Large inputs leave the caches and need new pages of memory, which
/// other tests request at the same time. Quadratic work has 32.
const MAX_RATIO: f64 = 6.0;

/// Creates an input of a size.
type BuildInput<T> = fn(usize) -> T;

/// Seconds of a run: the fastest of a few.
fn fastest_seconds(run: &dyn Fn()) -> f64 {
    let sample = || {
        let mut runs = 0;
        let started_at = Instant::now();
        while runs < 3 || started_at.elapsed().as_micros() < 300 {
            run();
            runs += 1;
        }
        started_at.elapsed().as_secs_f64() / f64::from(runs)
    };
    (0..3).map(|_| sample()).fold(f64::INFINITY, f64::min)
}

/// The largest ratio between the cost of a byte in an input and in one of a 32nd of its size.
fn ratio<T>(largest: usize, make: impl Fn(usize) -> T, run: impl Fn(&T)) -> f64 {
    let sizes: Vec<usize> = (0..=DOUBLINGS).rev().map(|half| largest >> half).collect();
    let inputs: Vec<T> = sizes.iter().map(|size| make(*size)).collect();
    let measure = |at: usize| fastest_seconds(&|| run(black_box(&inputs[at]))) / sizes[at] as f64;
    let mut byte_costs: Vec<f64> = Vec::new();
    let mut worst_ratio = 0.0_f64;
    for at in 0..sizes.len() {
        byte_costs.push(measure(at));
        let Some(below) = at.checked_sub(COMPARED_DOUBLINGS) else { continue };
        // Other programs run at the same time, so the measurement is repeated while the machine may be busy. Quadratic work stays
        // quadratic.
        for turn in 0..24 {
            if byte_costs[at] / byte_costs[below] <= MAX_RATIO {
                break;
            }
            std::thread::sleep(Duration::from_millis(10 * turn));
            byte_costs[at] = byte_costs[at].min(measure(at));
            byte_costs[below] = byte_costs[below].min(measure(below));
        }
        worst_ratio = worst_ratio.max(byte_costs[at] / byte_costs[below]);
        if worst_ratio > MAX_RATIO {
            break;
        }
    }
    worst_ratio
}

fn assert_linear<T, R>(title: &str, largest: usize, make: impl Fn(usize) -> T, run: impl Fn(&T) -> R) {
    let worst_ratio = ratio(largest, make, |input| drop(black_box(run(input))));
    assert!(
        worst_ratio <= MAX_RATIO,
        "{title}: a byte costs {worst_ratio:.1} times as much in a large input"
    );
}

#[test]
fn quadratic_work_is_flagged_and_linear_work_is_not() {
    let request_batch = |count: usize| {
        black_box((0..count).fold(0_usize, |sum, at| black_box(sum ^ at)));
    };
    assert!(ratio(4096, |size| size, |size| (0..*size).for_each(|_| request_batch(*size))) > MAX_RATIO);
    assert!(ratio(1 << 18, |size| size, |size| request_batch(*size)) <= MAX_RATIO);
}

#[test]
fn long_numbers_are_found_in_linear_time() {
    let shapes: [(&str, BuildInput<String>); 6] = [
        ("digits", |size| "9".repeat(size)),
        ("numbers", |size| "1234567890123456,".repeat(size / 17)),
        ("quotes", |size| "\"".repeat(size)),
        ("a string that does not end", |size| format!("\"{}", "\\\"".repeat(size / 2))),
        ("dashes", |size| "-".repeat(size)),
        ("exponents", |size| "1e".repeat(size / 2)),
    ];
    for (title, make) in shapes {
        assert_linear(title, 1 << 18, make, |text| exact(text).len());
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
    let shapes: [(&str, BuildInput<Vec<u8>>); 4] = [
        ("cells", |size| bag(size / 6, 1, 0, size)),
        ("roots", |size| bag(size / 6, size / 6, 0, size / 3)),
        ("an index", |size| bag(size / 14, 1, 0x80, size * 6 / 14)),
        ("a checksum", |size| bag(size / 6, 1, 0x40, size)),
    ];
    for (title, make) in shapes {
        assert_linear(title, 1 << 18, make, |bytes| boc::check(bytes));
    }
}

#[test]
fn cursors_are_read_in_linear_time() {
    let transactions = find::by_name(Generation::V3, "transactions").unwrap();
    let route = page::route(transactions, &[], None, Mode::Offset).unwrap();
    let check_body = |body: String| {
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
        assert_linear(title, 1 << 17, |size| check_body(make(size)), |text| cursor::read(text, route, 0));
    }
}

#[test]
fn requests_and_responses_are_read_in_linear_time() {
    let proxy_header = |size: usize| {
        let names: Vec<String> = (0..size / 8).map(|at| format!("n{at:06}")).collect();
        let control = "x-timeout: 1\n".repeat(4);
        format!("GET\n{control}connection: {}\n\n/api/v3/x", names.join(","))
    };
    assert_linear("Connection", 1 << 17, proxy_header, |text| read_request(text).is_some());
    assert_linear(
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
    assert_linear("rows", 1 << 17, rows, |body| {
        let key =
            "mainnet/v3/transactions?hash=da28c078e09c58b3985bd69f422f4ab9fb2846179107478efebacd707f3ac54f";
        cache::inspect(&config, Some(key), 200, None, body)
    });
}

#[cfg(feature = "cell")]
mod cells {
    use super::{BuildInput, assert_linear};
    use ton_edge::cell::{Bits, BocOptions, Builder, CellId, Cells, Dict, Limits, MAX_DEPTH, parse};

    /// Cells in one arena, and the roots of a bag of them.
    type CellsAndRoots = (Cells, Vec<CellId>);

    fn add(cells: &mut Cells, number: usize, refs: &[CellId]) -> CellId {
        let mut builder = Builder::new();
        builder.store_uint(number as u64, 32).unwrap();
        refs.iter().for_each(|id| _ = builder.store_ref(*id).unwrap());
        cells.add(&builder).unwrap()
    }

    /// Chains as deep as a cell may be.
    fn chains(size: usize) -> CellsAndRoots {
        let (mut cells, mut roots) = (Cells::new(), Vec::new());
        for at in 0..size {
            let child = if at % usize::from(MAX_DEPTH) == 0 { None } else { roots.pop() };
            let id = add(&mut cells, at, child.as_slice());
            roots.push(id);
        }
        (cells, roots)
    }

    /// Every cell refers to the one before four times.
    fn diamonds(size: usize) -> CellsAndRoots {
        let mut cells = Cells::new();
        let mut id = add(&mut cells, 0, &[]);
        (1..size).for_each(|at| id = add(&mut cells, at, &[id; 4]));
        (cells, vec![id])
    }

    /// Every cell refers to four cells below.
    fn trees(size: usize) -> CellsAndRoots {
        let mut cells = Cells::new();
        let mut level: Vec<CellId> = (0..size).map(|at| add(&mut cells, at, &[])).collect();
        while level.len() > 1 {
            level = level.chunks(4).map(|refs| add(&mut cells, 0, refs)).collect();
        }
        (cells, level)
    }

    /// Equal cells, each added again.
    fn copies(size: usize) -> CellsAndRoots {
        let mut cells = Cells::new();
        let leaves: Vec<CellId> = (0..size).map(|_| add(&mut cells, 7, &[])).collect();
        let mut id = leaves[0];
        for refs in leaves.chunks(3).take(MAX_DEPTH.into()) {
            id = add(&mut cells, 7, &[refs, &[id]].concat());
        }
        (cells, vec![id])
    }

    const FORESTS: [(&str, BuildInput<CellsAndRoots>, usize); 4] = [
        ("chains", chains, 1 << 11),
        ("diamonds", diamonds, 1 << 10),
        ("trees", trees, 1 << 10),
        ("copies", copies, 1 << 10),
    ];

    #[test]
    fn bags_are_parsed_written_and_copied_in_linear_time() {
        for (title, make, largest) in FORESTS {
            let options = BocOptions { index: true, crc32c: true };
            let bag = |size| {
                let (cells, roots) = make(size);
                cells.to_boc(&roots, options).unwrap()
            };
            assert_linear(&format!("{title}, parsed"), largest, bag, |bytes| {
                parse(bytes, &Limits::default()).unwrap()
            });
            assert_linear(&format!("{title}, written"), largest, make, |(cells, roots)| {
                cells.to_boc(roots, options).unwrap()
            });
            assert_linear(&format!("{title}, copied"), largest, make, |(cells, roots)| {
                let mut copy = Cells::new();
                roots.iter().map(|id| copy.copy_from(cells, *id).unwrap()).max()
            });
            assert_linear(&format!("{title}, hashed"), largest, |size| size, |size| make(*size));
        }
    }

    fn pairs(size: usize, bytes: usize) -> Vec<(Bits, Builder)> {
        let number = |at: usize| (at as u32).wrapping_mul(0x9E37_79B9).to_be_bytes();
        (0..size)
            .map(|at| (Bits::from_bytes(&number(at).repeat(bytes / 4)).unwrap(), Builder::new()))
            .collect()
    }

    fn dictionary(size: usize) -> (Cells, CellId) {
        let mut cells = Cells::new();
        let root = cells.add_dict(32, pairs(size, 4)).unwrap().unwrap();
        (cells, root)
    }

    #[test]
    fn dictionaries_are_built_and_read_in_linear_time() {
        for (title, bytes) in [("short keys", 4), ("long keys", 120)] {
            let make = |size| pairs(size, bytes);
            assert_linear(title, 1 << 11, make, |pairs| {
                Cells::new().add_dict(bytes as u16 * 8, pairs.clone()).unwrap()
            });
        }
        assert_linear("a dictionary that is read", 1 << 13, dictionary, |(cells, root)| {
            Dict::new(cells.get(*root), 32).unwrap().iter(usize::MAX).count()
        });
        // A change costs as many steps as the dictionary is deep, which is the logarithm of its size.
        assert_linear(
            "changes",
            1 << 9,
            |size| (dictionary(size), size),
            |((cells, root), size)| {
                let mut cells = cells.clone();
                let mut root = Some(*root);
                for (key, _) in pairs(*size / size.ilog2() as usize, 4) {
                    root =
                        cells.change_dict(root, &key, Some(Builder::new().store_bit(true).unwrap())).unwrap();
                }
            },
        );
        let shared_dictionary = |steps: usize| {
            let mut cells = Cells::new();
            let leaf = cells.add(Builder::new().store_uint(0, 2).unwrap()).unwrap();
            let fork = |cells: &mut Cells, id| {
                cells.add(
                    Builder::new().store_uint(0, 2).unwrap().store_ref(id).unwrap().store_ref(id).unwrap(),
                )
            };
            let root = (0..1000).fold(leaf, |id, _| fork(&mut cells, id).unwrap());
            (cells, root, steps)
        };
        assert_linear("steps", 1 << 17, shared_dictionary, |(cells, root, steps)| {
            Dict::new(cells.get(*root), 1000).unwrap().iter(*steps).count()
        });
    }

    #[test]
    fn texts_are_read_and_written_in_linear_time() {
        let snake = |bytes: &[u8]| {
            let mut cells = Cells::new();
            let mut builder = Builder::new();
            cells.store_snake(&mut builder, bytes).unwrap();
            let id = cells.add(&builder).unwrap();
            (cells, id)
        };
        let chunked = |bytes: &[u8]| {
            let mut cells = Cells::new();
            let root = cells.add_chunked(bytes).unwrap();
            let id = cells.add(Builder::new().store_maybe_ref(root).unwrap()).unwrap();
            (cells, id)
        };
        let bytes = |size: usize| vec![b'x'; size];
        assert_linear("snake data, written", 1 << 16, bytes, |bytes| snake(bytes));
        assert_linear(
            "snake data, read",
            1 << 16,
            |size| snake(&bytes(size)),
            |(cells, id)| cells.get(*id).unwrap().slice().unwrap().load_snake_text(usize::MAX).unwrap(),
        );
        assert_linear("chunked data, written", 1 << 17, bytes, |bytes| chunked(bytes));
        assert_linear(
            "chunked data, read",
            1 << 17,
            |size| chunked(&bytes(size)),
            |(cells, id)| cells.get(*id).unwrap().slice().unwrap().load_chunked_text(usize::MAX).unwrap(),
        );
    }
}

#[cfg(feature = "message")]
mod messages {
    use super::{BuildInput, assert_linear};
    use serde_json::Value;
    use ton_edge::cell::{Builder, CellId, Cells};
    use ton_edge::hash::Hash;
    use ton_edge::message::{
        AccountStatus, Action, Body, Description, Message, MessageInfo, Request, Stack, StackForm,
        StackValue, StateUpdate, StatusChange, StoragePhase, Transaction, Wallet, WalletVersion,
    };

    fn message(cells: &mut Cells, at: usize) -> Message {
        let body = cells.add(Builder::new().store_uint(at as u64, 64).unwrap()).unwrap();
        let dest = "0:0000000000000000000000000000000000000000000000000000000000000001".parse().unwrap();
        Message::to_send(dest, (at as u128).into(), true, body)
    }

    fn transaction(messages: usize) -> (Cells, Transaction) {
        let mut cells = Cells::new();
        let hash = Hash([1; 32]);
        let storage_ph = StoragePhase {
            storage_fees_collected: 1,
            storage_fees_due: None,
            status_change: StatusChange::Unchanged,
        };
        let transaction = Transaction {
            account_addr: hash,
            lt: 1,
            prev_trans_hash: hash,
            prev_trans_lt: 0,
            now: 1,
            orig_status: AccountStatus::Active,
            end_status: AccountStatus::Active,
            in_msg: None,
            out_msgs: (0..messages).map(|at| message(&mut cells, at)).collect(),
            total_fees: 0.into(),
            state_update: StateUpdate { old_hash: hash, new_hash: hash },
            description: Description::Storage { storage_ph },
        };
        (cells, transaction)
    }

    /// Decodes in a copy of the arena, because decoding adds cells to it.
    fn decode_in_copy<T>(input: &(Cells, CellId), decode: impl Fn(&mut Cells, CellId) -> T) -> T {
        let mut cells = input.0.clone();
        decode(&mut cells, input.1)
    }

    #[test]
    fn transactions_are_decoded_and_encoded_in_linear_time() {
        let encode_messages = |messages| {
            let (mut cells, transaction) = transaction(messages);
            let id = transaction.add(&mut cells).unwrap();
            (cells, id)
        };
        // At most 256 messages are decoded.
        assert_linear("a transaction with many messages, decoded", 256, encode_messages, |input| {
            decode_in_copy(input, |cells, id| Transaction::load(cells, id).unwrap())
        });
        assert_linear(
            "a transaction with many messages, encoded",
            256,
            transaction,
            |(cells, transaction)| transaction.add(&mut cells.clone()).unwrap(),
        );
        let currencies = |count: usize| {
            let mut cells = Cells::new();
            let mut message = message(&mut cells, 0);
            let MessageInfo::Internal { value, .. } = &mut message.info else { return (cells, None) };
            value.extra = (0..count as u32).map(|id| (id.wrapping_mul(0x9E37_79B9), 7.into())).collect();
            let id = message.add(&mut cells).unwrap();
            (cells, Some(id))
        };
        assert_linear("a message with many currencies", 256, currencies, |(cells, id)| {
            Message::load(&mut cells.clone(), id.unwrap()).unwrap()
        });
    }

    #[test]
    fn stacks_are_read_and_written_in_linear_time() {
        let int = |at: usize| StackValue::from(at as u64);
        let shapes: [(&str, BuildInput<StackValue>); 3] = [
            ("a list", |size| StackValue::List((0..size as u64).map(StackValue::from).collect())),
            ("long tuples", |size| {
                let tuple = || StackValue::Tuple(vec![7.into(); 255.min(size)]);
                StackValue::Tuple((0..size.div_ceil(255)).map(|_| tuple()).collect())
            }),
            ("nested tuples", |size| {
                let nest_tuples =
                    |depth| (0..depth).fold(7.into(), |value, _| StackValue::Tuple(vec![value]));
                StackValue::Tuple((0..size.div_ceil(100)).map(|_| nest_tuples(100.min(size))).collect())
            }),
        ];
        for (title, make) in shapes {
            // A list may be at most 1024 cells deep.
            let largest_size = if title == "a list" { 1 << 9 } else { 1 << 13 };
            let stack = |size| Stack::new(vec![int(size), make(size)]);
            let cells = |size| {
                let mut cells = Cells::new();
                let id = stack(size).add(&mut cells).unwrap();
                (cells, id)
            };
            assert_linear(&format!("{title}, written"), largest_size, stack, |stack| {
                stack.add(&mut Cells::new()).unwrap()
            });
            assert_linear(&format!("{title}, read"), largest_size, cells, |input| {
                decode_in_copy(input, |cells, id| Stack::load(cells, id, usize::MAX).unwrap())
            });
            let entries = |size| stack(size).to_entries::<Value>(&Cells::new(), StackForm::V2Std).unwrap();
            assert_linear(&format!("{title}, of entries"), largest_size, entries, |entries| {
                Stack::from_entries(&mut Cells::new(), entries).unwrap()
            });
        }
        // Cells that share the cells below them: the limit bounds the work.
        let make_shared_cells = |size: usize| {
            let mut cells = Cells::new();
            let mut id = cells.add(Builder::new().store_uint(0, 8).unwrap()).unwrap();
            let mut pair = Builder::new();
            for _ in 0..100 {
                pair = Builder::new();
                pair.store_uint(7 << 16 | 2, 24).unwrap().store_ref(id).unwrap().store_ref(id).unwrap();
                id = cells.add(&pair).unwrap();
            }
            let mut root = Builder::new();
            let empty_cell = cells.add(&Builder::new()).unwrap();
            root.store_uint(1, 24).unwrap().store_ref(empty_cell).unwrap().store_builder(&pair).unwrap();
            let id = cells.add(&root).unwrap();
            (cells, id, size)
        };
        assert_linear("shared cells", 1 << 14, make_shared_cells, |(cells, id, size)| {
            Stack::load(&mut cells.clone(), *id, *size).unwrap_err()
        });
    }

    #[test]
    fn bodies_are_decoded_in_linear_time() {
        let comment = |size: usize| {
            let mut cells = Cells::new();
            let mut builder = Builder::new();
            cells.store_snake(builder.store_uint(0, 32).unwrap(), &vec![b'x'; size]).unwrap();
            let id = cells.add(&builder).unwrap();
            (cells, id)
        };
        assert_linear("a long comment", 1 << 16, comment, |input| {
            let body = decode_in_copy(input, Body::decode);
            assert_eq!(body.name(), "comment");
            body
        });
        let actions = |size: usize| {
            let mut cells = Cells::new();
            let message = message(&mut cells, 0).add(&mut cells).unwrap();
            // There can be at most 255 actions.
            let actions = vec![Action::SendMessage { mode: 3, message }; size.min(255)];
            (cells, Request { actions, ..Request::default() })
        };
        let wallet = Wallet::new(WalletVersion::V5R1, [1; 32]);
        let make_signed_body = |size: usize| {
            let (mut cells, request) = actions(size);
            let unsigned = wallet.request(&mut cells, &request).unwrap();
            let body = unsigned.sign(&mut cells, &[0; 64]).unwrap();
            (cells, body)
        };
        assert_linear("a wallet v5 with many actions, decoded", 256, make_signed_body, |input| {
            let body = decode_in_copy(input, Body::decode);
            assert_eq!(body.name(), "wallet_v5_external");
            body
        });
        assert_linear("a wallet v5 with many actions, encoded", 256, actions, |(cells, request)| {
            wallet.request(&mut cells.clone(), request).unwrap()
        });
    }
}
