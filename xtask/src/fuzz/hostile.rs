//! Seeds that are expensive for careless code: large inputs that repeat one structure.

/// The approximate size of a seed, in bytes.
const SEED_BYTES: usize = 48_000;

/// Lists numbered names, none of which is a prefix of another.
fn list_names(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|index| format!("n{index:05}"))
}

fn join_parts(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}

/// Builds requests for the configuration with the largest limits, and for the one with trusted proxies.
pub(super) fn build_requests() -> Vec<Vec<u8>> {
    let get = |query: &str| format!("\u{1}GET\n\n/api/v3/transactions?{query}\0");
    let post =
        |path: &str, body: &str| format!("\u{1}POST\ncontent-type: application/json\n\n{path}\0{body}");
    let header = |choice: char, name: &str, value: &str| {
        format!("{choice}GET\n@peer: 10.0.0.1\n{name}: {value}\n\n/api/v3/masterchainInfo\0")
    };
    let members =
        format!("{{{}}}", join_parts(list_names(SEED_BYTES / 11).map(|name| format!("\"{name}\":1")), ","));
    let nest = |depth: usize| [&"[".repeat(depth)[..], &"]".repeat(depth)].concat();
    let run = |stack: &str| format!(r#"{{"address":"a","method":"seqno","stack":{stack}}}"#);
    let rpc = |params: &str| format!(r#"{{"method":"runGetMethod","id":1,"params":{params}}}"#);
    let mut seeds = vec![
        get(&join_parts(list_names(SEED_BYTES / 9), "&")),
        get(&"account=a&".repeat(SEED_BYTES / 10)),
        get(&join_parts(list_names(SEED_BYTES / 15).map(|name| format!("account={name}")), "&")),
        get(&join_parts(list_names(SEED_BYTES / 20).map(|name| format!("x_no_metadata={name}")), "&")),
        get(&"api_key=aaaa&".repeat(SEED_BYTES / 13)),
        get(&format!("account={}", ",".repeat(SEED_BYTES))),
        get(&"%41".repeat(SEED_BYTES / 3)),
        get(&"%".repeat(SEED_BYTES)),
        header('\u{1}', "connection", &join_parts(list_names(SEED_BYTES / 8), ", ")),
        header('\u{1}', "accept", "text/html;q=0.1, ".repeat(SEED_BYTES / 17).trim_end()),
        header('\u{1}', "cache-control", &"no-cach,".repeat(SEED_BYTES / 8)),
        header('\u{1}', "tracestate", &"a=b,".repeat(SEED_BYTES / 4)),
        header('\u{6}', "@client", &"10.0.0.2,".repeat(SEED_BYTES / 9)),
        header('\u{7}', "@client", &"for=10.0.0.2;by=x,".repeat(SEED_BYTES / 18)),
        post("/api/v2/runGetMethod", &members),
        post("/api/v3/runGetMethod", &members),
        post("/api/v3/decode", &members),
        post("/api/v2/jsonRPC", &rpc(&members)),
        post("/api/v2/jsonRPC", &members),
        post("/api/v2/jsonRPC", &format!("[{}]", join_parts((0..SEED_BYTES / 60).map(|_| rpc("{}")), ","))),
        post("/api/v2/jsonRPC", &rpc(&run(&nest(SEED_BYTES / 2)))),
        post("/api/v2/runGetMethod", &run(&nest(SEED_BYTES / 2))),
        post(
            "/api/v2/runGetMethod",
            &run(&format!(
                "[{}]",
                join_parts((0..SEED_BYTES / 14).map(|_| r#"["num","0x1"]"#.to_owned()), ",")
            )),
        ),
        post("/api/v2/runGetMethod", &run(&"9".repeat(SEED_BYTES))),
        post("/api/v2/sendBoc", &format!(r#"{{"boc":"{}"}}"#, "te6cc".repeat(SEED_BYTES / 5))),
        post("/api/v3/message", &format!(r#"{{"boc":"{}"}}"#, "\\n".repeat(SEED_BYTES / 2))),
        post(
            "/api/v3/decode",
            &format!(
                r#"{{"opcodes":[{}]}}"#,
                join_parts(list_names(SEED_BYTES / 9).map(|name| format!("\"{name}\"")), ",")
            ),
        ),
        format!("\u{1}GET\n\n/{}\0", "a/".repeat(SEED_BYTES / 2)),
    ];
    // The same requests for a configuration that refuses unknown names.
    seeds.extend(
        seeds
            .clone()
            .into_iter()
            .filter(|seed| seed.starts_with('\u{1}'))
            .map(|seed| seed.replacen('\u{1}', "\u{6}", 1)),
    );
    seeds.into_iter().map(String::into_bytes).collect()
}

/// Builds responses of the upstream, and cursors.
pub(super) fn build_responses() -> Vec<Vec<u8>> {
    let hash = |index: usize| format!("{index:064x}");
    let response = |key: &str, body: &str| format!("\0{key}\0\0{body}");
    let libraries =
        join_parts((0..SEED_BYTES / 80).map(|index| format!(r#"{{"hash":"{}"}}"#, hash(index))), ",");
    let library_query = join_parts((0..120).map(|index| format!("libraries={}", hash(index))), "&");
    let transactions =
        join_parts((0..SEED_BYTES / 30).map(|_| r#"{"finality":"finalized"}"#.to_owned()), ",");
    let members = join_parts(list_names(SEED_BYTES / 12).map(|name| format!("\"{name}\":[]")), ",");
    let cursor = join_parts(list_names(SEED_BYTES / 4).map(|_| "abc".to_owned()), "-");
    [
        response(
            &format!("mainnet/v2/getLibraries?{library_query}"),
            &format!(r#"{{"ok":true,"result":{{"result":[{libraries}]}}}}"#),
        ),
        response(
            "mainnet/v3/transactions?hash=a&limit=1",
            &format!(r#"{{"transactions":[{transactions}]}}"#),
        ),
        response("mainnet/v3/transactions", &format!("{{{members}}}")),
        response("mainnet/v3/masterchainInfo", &format!("{{{}", " ".repeat(SEED_BYTES))),
        response("mainnet/v3/masterchainInfo", &format!(r#"{{"a":"{}"#, r#"\""#.repeat(SEED_BYTES / 2))),
        response(
            "mainnet/v3/masterchainInfo",
            &format!(r#"{{"a":{}}}"#, "1234567890123456 ,".repeat(SEED_BYTES / 18)),
        ),
        response(
            "mainnet/v3/masterchainInfo",
            &[&"[".repeat(SEED_BYTES / 2)[..], &"]".repeat(SEED_BYTES / 2)].concat(),
        ),
        format!("\01-{cursor}"),
        format!("\01-0-0-0-64-64-0-0-0-0-0-0-0-0-0-{cursor}"),
        "\0mainnet/v3/masterchainInfo\0public, no-store\0{\"first\":1}".to_owned(),
        "\u{1}mainnet/v3/masterchainInfo\0\0{\"error\":\"not found\"}".to_owned(),
    ]
    .map(String::into_bytes)
    .into()
}

/// Builds a bag of cells without a checksum, of which the first is the root.
fn build_bag(count: usize, cells: &[u8]) -> Vec<u8> {
    let mut bag = vec![0xB5, 0xEE, 0x9C, 0x72, 2, 4];
    for number in [count, 1, 0] {
        bag.extend((number as u16).to_be_bytes());
    }
    bag.extend((cells.len() as u32).to_be_bytes());
    bag.extend([0, 0]);
    bag.extend(cells);
    bag
}

/// Builds a cell without data from its first byte and its references.
fn build_cell(first: u8, refs: &[usize]) -> Vec<u8> {
    let refs = refs.iter().flat_map(|index| (*index as u16).to_be_bytes());
    [first, 0].into_iter().chain(refs).collect()
}

/// Builds bags of cells.
pub(super) fn build_bags() -> Vec<Vec<u8>> {
    let chain: Vec<u8> =
        (1..1025).flat_map(|next| build_cell(1, &[next])).chain(build_cell(0, &[])).collect();
    let diamonds: Vec<u8> =
        (1..1025).flat_map(|next| build_cell(4, &[next; 4])).chain(build_cell(0, &[])).collect();
    // A tree in which each cell has four cells below, and then cells of two bytes of data, which all differ.
    let inner_count = SEED_BYTES / 26;
    let build_inner =
        |index: usize| build_cell(4, &[index * 4 + 1, index * 4 + 2, index * 4 + 3, index * 4 + 4]);
    let leaf_bytes = (inner_count..inner_count * 4 + 1)
        .flat_map(|index| [vec![0, 4], (index as u16).to_be_bytes().to_vec()].concat());
    let tree: Vec<u8> = (0..inner_count).flat_map(build_inner).chain(leaf_bytes).collect();
    // Each cell has a hash for every level, in four bytes.
    let last = SEED_BYTES / 4;
    let branch = [&[0xE8, 208, 1, 7][..], &[7; 96], &[0; 6]].concat();
    let levels: Vec<u8> = (0..last).flat_map(|_| build_cell(0xE1, &[last])).chain(branch).collect();
    vec![
        build_bag(1025, &chain),
        build_bag(1025, &diamonds),
        build_bag(inner_count * 4 + 1, &tree),
        build_bag(last + 1, &levels),
        build_bag(1, &[0, 255].into_iter().chain([0xAA; 127]).chain([1]).collect::<Vec<u8>>()),
    ]
}

/// Builds cells of a dictionary, and changes of it.
pub(super) fn build_dictionaries() -> Vec<Vec<u8>> {
    let changes = (0..20_u8).flat_map(|index| [index | 0x40, index * 12, 1, index, 7]);
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
        // Three dictionaries of one leaf, whose label is the whole key: one for each form of labels.
        input(8, &[0, 16, 0b1010_0001, 0b0101_0101]),
        input(8, &[0, 7, 0b1101_0000]),
        input(1023, &[0, 13, 0b1111_1111, 0b1111_1000]),
    ]
}
