//! Seeds that are expensive for careless code: large, and each of one shape.

/// The approximate size of a seed, in bytes.
const SIZE: usize = 48_000;

/// Numbered names, none of which is a prefix of another.
fn names(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|at| format!("n{at:05}"))
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

/// Requests for the configuration with the largest limits, and for those with trusted proxies.
pub(super) fn requests() -> Vec<Vec<u8>> {
    let get = |query: &str| format!("\u{1}GET\n\n/api/v3/transactions?{query}\0");
    let post =
        |path: &str, body: &str| format!("\u{1}POST\ncontent-type: application/json\n\n{path}\0{body}");
    let header = |choice: char, name: &str, value: &str| {
        format!("{choice}GET\n@peer: 10.0.0.1\n{name}: {value}\n\n/api/v3/masterchainInfo\0")
    };
    let members = format!("{{{}}}", joined(names(SIZE / 11).map(|name| format!("\"{name}\":1")), ","));
    let deep = |depth: usize| [&"[".repeat(depth)[..], &"]".repeat(depth)].concat();
    let run = |stack: &str| format!(r#"{{"address":"a","method":"seqno","stack":{stack}}}"#);
    let rpc = |params: &str| format!(r#"{{"method":"runGetMethod","id":1,"params":{params}}}"#);
    let mut all = vec![
        get(&joined(names(SIZE / 9), "&")),
        get(&"account=a&".repeat(SIZE / 10)),
        get(&joined(names(SIZE / 15).map(|name| format!("account={name}")), "&")),
        get(&joined(names(SIZE / 20).map(|name| format!("x_no_metadata={name}")), "&")),
        get(&"api_key=aaaa&".repeat(SIZE / 13)),
        get(&format!("account={}", ",".repeat(SIZE))),
        get(&"%41".repeat(SIZE / 3)),
        get(&"%".repeat(SIZE)),
        header('\u{1}', "connection", &joined(names(SIZE / 8), ", ")),
        header('\u{1}', "accept", "text/html;q=0.1, ".repeat(SIZE / 17).trim_end()),
        header('\u{1}', "cache-control", &"no-cach,".repeat(SIZE / 8)),
        header('\u{1}', "tracestate", &"a=b,".repeat(SIZE / 4)),
        header('\u{6}', "@client", &"10.0.0.2,".repeat(SIZE / 9)),
        header('\u{7}', "@client", &"for=10.0.0.2;by=x,".repeat(SIZE / 18)),
        post("/api/v2/runGetMethod", &members),
        post("/api/v3/runGetMethod", &members),
        post("/api/v3/decode", &members),
        post("/api/v2/jsonRPC", &rpc(&members)),
        post("/api/v2/jsonRPC", &members),
        post("/api/v2/jsonRPC", &format!("[{}]", joined((0..SIZE / 60).map(|_| rpc("{}")), ","))),
        post("/api/v2/jsonRPC", &rpc(&run(&deep(SIZE / 2)))),
        post("/api/v2/runGetMethod", &run(&deep(SIZE / 2))),
        post(
            "/api/v2/runGetMethod",
            &run(&format!("[{}]", joined((0..SIZE / 14).map(|_| r#"["num","0x1"]"#.to_owned()), ","))),
        ),
        post("/api/v2/runGetMethod", &run(&"9".repeat(SIZE))),
        post("/api/v2/sendBoc", &format!(r#"{{"boc":"{}"}}"#, "te6cc".repeat(SIZE / 5))),
        post("/api/v3/message", &format!(r#"{{"boc":"{}"}}"#, "\\n".repeat(SIZE / 2))),
        post(
            "/api/v3/decode",
            &format!(r#"{{"opcodes":[{}]}}"#, joined(names(SIZE / 9).map(|name| format!("\"{name}\"")), ",")),
        ),
        format!("\u{1}GET\n\n/{}\0", "a/".repeat(SIZE / 2)),
    ];
    // The same requests for a configuration that refuses unknown names.
    all.extend(
        all.clone()
            .into_iter()
            .filter(|one| one.starts_with('\u{1}'))
            .map(|one| one.replacen('\u{1}', "\u{6}", 1)),
    );
    all.into_iter().map(String::into_bytes).collect()
}

/// Responses of the upstream, and cursors.
pub(super) fn responses() -> Vec<Vec<u8>> {
    let hash = |at: usize| format!("{at:064x}");
    let response = |key: &str, body: &str| format!("\0{key}\0\0{body}");
    let libraries = joined((0..SIZE / 80).map(|at| format!(r#"{{"hash":"{}"}}"#, hash(at))), ",");
    let wanted = joined((0..120).map(|at| format!("libraries={}", hash(at))), "&");
    let transactions = joined((0..SIZE / 30).map(|_| r#"{"finality":"finalized"}"#.to_owned()), ",");
    let members = joined(names(SIZE / 12).map(|name| format!("\"{name}\":[]")), ",");
    let cursor = joined(names(SIZE / 4).map(|_| "abc".to_owned()), "-");
    [
        response(
            &format!("mainnet/v2/getLibraries?{wanted}"),
            &format!(r#"{{"ok":true,"result":{{"result":[{libraries}]}}}}"#),
        ),
        response(
            "mainnet/v3/transactions?hash=a&limit=1",
            &format!(r#"{{"transactions":[{transactions}]}}"#),
        ),
        response("mainnet/v3/transactions", &format!("{{{members}}}")),
        response("mainnet/v3/masterchainInfo", &format!("{{{}", " ".repeat(SIZE))),
        response("mainnet/v3/masterchainInfo", &format!(r#"{{"a":"{}"#, r#"\""#.repeat(SIZE / 2))),
        response(
            "mainnet/v3/masterchainInfo",
            &format!(r#"{{"a":{}}}"#, "1234567890123456 ,".repeat(SIZE / 18)),
        ),
        response("mainnet/v3/masterchainInfo", &[&"[".repeat(SIZE / 2)[..], &"]".repeat(SIZE / 2)].concat()),
        format!("\01-{cursor}"),
        format!("\01-0-0-0-64-64-0-0-0-0-0-0-0-0-0-{cursor}"),
        "\0mainnet/v3/masterchainInfo\0public, no-store\0{\"first\":1}".to_owned(),
        "\u{1}mainnet/v3/masterchainInfo\0\0{\"error\":\"not found\"}".to_owned(),
    ]
    .map(String::into_bytes)
    .into()
}

/// A bag of cells without a checksum, of which the first is the root.
fn bag(count: usize, cells: &[u8]) -> Vec<u8> {
    let mut bag = vec![0xB5, 0xEE, 0x9C, 0x72, 2, 4];
    for number in [count, 1, 0] {
        bag.extend((number as u16).to_be_bytes());
    }
    bag.extend((cells.len() as u32).to_be_bytes());
    bag.extend([0, 0]);
    bag.extend(cells);
    bag
}

/// A cell without data: its first byte, and what it refers to.
fn cell(first: u8, refs: &[usize]) -> Vec<u8> {
    let refs = refs.iter().flat_map(|at| (*at as u16).to_be_bytes());
    [first, 0].into_iter().chain(refs).collect()
}

/// Bags of cells.
pub(super) fn bags() -> Vec<Vec<u8>> {
    let chain: Vec<u8> = (1..1025).flat_map(|next| cell(1, &[next])).chain(cell(0, &[])).collect();
    let diamonds: Vec<u8> = (1..1025).flat_map(|next| cell(4, &[next; 4])).chain(cell(0, &[])).collect();
    // Four cells below each one, and then cells of two bytes of data, which all differ.
    let inner = SIZE / 26;
    let below = |at: usize| cell(4, &[at * 4 + 1, at * 4 + 2, at * 4 + 3, at * 4 + 4]);
    let leaves =
        (inner..inner * 4 + 1).flat_map(|at| [vec![0, 4], (at as u16).to_be_bytes().to_vec()].concat());
    let tree: Vec<u8> = (0..inner).flat_map(below).chain(leaves).collect();
    // Each has a hash for every level, in four bytes.
    let last = SIZE / 4;
    let branch = [&[0xE8, 208, 1, 7][..], &[7; 96], &[0; 6]].concat();
    let levels: Vec<u8> = (0..last).flat_map(|_| cell(0xE1, &[last])).chain(branch).collect();
    vec![
        bag(1025, &chain),
        bag(1025, &diamonds),
        bag(inner * 4 + 1, &tree),
        bag(last + 1, &levels),
        bag(1, &[0, 255].into_iter().chain([0xAA; 127]).chain([1]).collect::<Vec<u8>>()),
    ]
}

/// Cells of a dictionary, and changes of it.
pub(super) fn dictionaries() -> Vec<Vec<u8>> {
    let changes = (0..20_u8).flat_map(|at| [at | 0x40, at * 12, 1, at, 7]);
    let input = |width: u16, cells: &[u8]| -> Vec<u8> {
        width
            .to_be_bytes()
            .into_iter()
            .chain(cells.iter().copied())
            .chain([0xFF, 0])
            .chain(changes.clone())
            .collect()
    };
    // A leaf without a label, and forks that refer to the same cell twice.
    let forks = |levels: usize| [&[0, 2, 0][..], &[2, 2, 0].repeat(levels)].concat();
    vec![
        input(32, &[]),
        input(8, &forks(8)),
        input(1000, &forks(1000)),
        // One leaf, whose label is the whole key in each form.
        input(8, &[0, 16, 0b1010_0001, 0b0101_0101]),
        input(8, &[0, 7, 0b1101_0000]),
        input(1023, &[0, 13, 0b1111_1111, 0b1111_1000]),
    ]
}
