//! Test vectors: bags of the network with their published hashes, and bags by `@ton/core`
//! (`fixtures/cells/generate.mjs`).

use serde_json::Value;
use std::sync::LazyLock;
use ton_edge::address::Address;
use ton_edge::cell::{
    Bits, BocFault, BocOptions, BuildError, Builder, Cells, Dict, Int, Limits, MsgAddress, Position, parse,
    parse_text,
};
use ton_edge::hash::Hash;

use super::bits_of;

fn fixture(name: &str) -> Value {
    let path = format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

static CASES: LazyLock<Value> = LazyLock::new(|| fixture("cells/cases.json"));

fn rows(name: &str) -> &'static [Value] {
    let rows = CASES[name].as_array().unwrap();
    assert!(rows.len() >= 50, "{name}: {}", rows.len());
    rows
}

fn hash(value: &Value) -> Hash {
    value.as_str().unwrap().parse().unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

#[test]
fn bags_of_the_network_have_their_published_hashes() {
    let (mut valid, mut published, mut roots) = (0, 0, 0);
    for example in fixture("boc_examples.json").as_array().unwrap() {
        let text = example["boc"].as_str().unwrap();
        let source = example["source"].as_str().unwrap();
        let bag = parse_text(text, &Limits::default());
        let Some(computed) = example.get("computed").filter(|_| example["valid"] != false) else {
            // Bags that their sources call invalid, or whose validity is unknown.
            assert!(bag.is_err() || example["valid"] != false, "{source}");
            continue;
        };
        let bag = bag.unwrap_or_else(|error| panic!("{source}: {error}"));
        valid += 1;
        let hashes: Vec<_> = bag.roots.iter().map(|id| bag.cells.get(*id).unwrap().hash()).collect();
        let expected: Vec<_> = computed["root_hash_b64"].as_array().unwrap().iter().map(hash).collect();
        let hex: Vec<_> = computed["root_hash_hex"].as_array().unwrap().iter().map(hash).collect();
        assert_eq!((&hashes, &hashes), (&expected, &hex), "{source}");
        roots += hashes.len();
        // Some sources publish the normalized hash of the message instead, which omits fields.
        if computed["matches_published"] == true {
            published += 1;
            assert_eq!(hashes, [hash(&example["published_hash"])], "{source}");
        }
        let rewritten = bag.cells.to_boc(&bag.roots, BocOptions::default()).unwrap();
        let reparsed_bag = parse(&rewritten, &Limits::default()).unwrap();
        let reparsed_hashes: Vec<_> =
            reparsed_bag.roots.iter().map(|id| reparsed_bag.cells.get(*id).unwrap().hash()).collect();
        assert_eq!(reparsed_hashes, hashes, "{source}");
        assert_eq!(number(&computed["bytes"]) as usize, bytes(text).len(), "{source}");
    }
    assert!(valid >= 60 && published >= 50 && roots >= valid, "{valid} {published} {roots}");
}

/// The bytes of a bag, decoded independently of the crate.
fn bytes(text: &str) -> Vec<u8> {
    if text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return (0..text.len() / 2)
            .map(|at| u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).unwrap())
            .collect();
    }
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = 0_u32;
    let mut held_bit_count = 0;
    let mut decoded_bytes = Vec::new();
    for digit in text.trim_end_matches('=').replace('-', "+").replace('_', "/").chars() {
        bits = bits << 6 | alphabet.find(digit).unwrap() as u32;
        held_bit_count += 6;
        if held_bit_count >= 8 {
            held_bit_count -= 8;
            decoded_bytes.push((bits >> held_bit_count) as u8);
            bits &= (1 << held_bit_count) - 1;
        }
    }
    decoded_bytes
}

#[test]
fn cells_of_ton_core() {
    for row in rows("cells") {
        let text = row[0].as_str().unwrap();
        let bag = parse_text(text, &Limits::default()).unwrap();
        let root = bag.root().unwrap();
        let root_facts =
            (root.hash(), u64::from(root.depth()), u64::from(root.level()), u64::from(root.bits()));
        assert_eq!(root_facts, (hash(&row[1]), number(&row[2]), number(&row[3]), number(&row[4])), "{text}");
        // The codec writes the same bytes.
        let bytes = bytes(text);
        let options = BocOptions { index: bytes[4] & 0x80 != 0, crc32c: bytes[4] & 0x40 != 0 };
        assert_eq!(bag.cells.to_boc(&bag.roots, options), Ok(bytes), "{text}");
    }
}

#[test]
fn dictionaries_of_ton_core() {
    for row in rows("dictionaries") {
        let width = number(&row["width"]) as u16;
        let mut pairs: Vec<(Bits, Builder)> = Vec::new();
        for pair in row["pairs"].as_array().unwrap() {
            let key = super::bools(&bytes(pair[0].as_str().unwrap()));
            let mut value = Builder::new();
            value.store_uint(number(&pair[1]), 32).unwrap();
            pairs.push((bits_of(key.into_iter().take(width.into())), value));
        }
        let mut cells = Cells::new();
        let root = cells.add_dict(width, pairs.clone()).unwrap().unwrap();
        assert_eq!(cells.get(root).unwrap().hash(), hash(&row["root"]), "{row}");
        let mut changed_root = None;
        for (key, value) in &pairs {
            changed_root = cells.change_dict(changed_root, key, Some(value)).unwrap();
        }
        assert_eq!(cells.get(changed_root.unwrap()).unwrap().hash(), hash(&row["root"]), "{row}");
        let dict = Dict::new(cells.get(root), width).unwrap().canonical();
        assert_eq!(dict.iter(usize::MAX).filter(Result::is_ok).count(), pairs.len());
    }
}

fn perform(cells: &mut Cells, builder: &mut Builder, operation: &Value) -> Result<(), BuildError> {
    let text = |at: usize| operation[at].as_str().unwrap();
    let int = |at: usize| text(at).parse::<Int>().unwrap();
    let reference =
        |cells: &mut Cells, value: &Value| cells.add(Builder::new().store_uint(number(value), 32)?);
    match text(0) {
        "bit" => builder.store_bit(number(&operation[1]) == 1)?,
        "uint" => builder.store_uint(int(1), number(&operation[2]) as u16)?,
        "int" => builder.store_int(int(1), number(&operation[2]) as u16)?,
        "coins" => builder.store_coins(int(1).to_u128().unwrap())?,
        "varUint" => builder.store_var_uint(int(1), number(&operation[2]) as u8)?,
        "bytes" => builder.store_bytes(&bytes(text(1)))?,
        "address" => {
            let (workchain, digits) = text(1).split_once(':').unwrap();
            let hash = bytes(digits).try_into().unwrap();
            builder.store_address(&Address { workchain: workchain.parse().unwrap(), hash })?
        }
        "noAddress" => builder.store_msg_address(&MsgAddress::None)?,
        "external" => {
            let mut part = Builder::new();
            let width = number(&operation[2]) as u16;
            part.store_uint(int(1), width)?;
            let id = cells.add(&part)?;
            let bits = cells.get(id).unwrap().slice().unwrap().load_bits(width).unwrap();
            builder.store_msg_address(&MsgAddress::Extern(bits))?
        }
        "reference" => {
            let id = reference(cells, &operation[1])?;
            builder.store_ref(id)?
        }
        "maybeReference" => {
            let id = if operation[1].is_null() { None } else { Some(reference(cells, &operation[1])?) };
            builder.store_maybe_ref(id)?
        }
        "snake" => return cells.store_snake(builder, text(1).as_bytes()),
        other => panic!("{other}"),
    };
    Ok(())
}

#[test]
fn builders_of_ton_core() {
    for row in rows("programs") {
        let (mut cells, mut builder) = (Cells::new(), Builder::new());
        for operation in row["operations"].as_array().unwrap() {
            perform(&mut cells, &mut builder, operation).unwrap();
        }
        let id = cells.add(&builder).unwrap();
        assert_eq!(cells.get(id).unwrap().hash(), hash(&row["hash"]), "{row}");
    }
}

#[test]
fn exotic_cells_of_ton_core() {
    let mut masks = [0; 4];
    for row in rows("exotics") {
        let text = row["boc"].as_str().unwrap();
        let bag = parse_text(text, &Limits::default()).unwrap();
        let cell = bag.cells.get(bag.roots[0]).unwrap();
        assert_eq!(u64::from(cell.level_mask()), number(&row["mask"]));
        masks[usize::from(cell.level_mask())] += 1;
        for level in 0..4_u8 {
            let level_index = usize::from(level);
            assert_eq!(cell.hash_at(level), hash(&row["hashes"][level_index]), "{text}");
            assert_eq!(u64::from(cell.depth_at(level)), number(&row["depths"][level_index]), "{text}");
        }
        assert_eq!(
            bag.root().err().map(|error| error.fault),
            (cell.level() > 0).then_some(BocFault::RootLevel)
        );
        let options = BocOptions { index: false, crc32c: false };
        assert_eq!(bag.cells.to_boc(&bag.roots, options), Ok(bytes(text)), "{text}");
    }
    assert!(masks[0] > 20 && masks[1] > 20 && masks[3] > 5, "{masks:?}");
}

#[test]
fn inputs_that_ton_core_refuses_are_refused() {
    for row in rows("refused") {
        let text = row.as_str().unwrap();
        let error = parse_text(text, &Limits::default()).unwrap_err();
        assert!(!matches!(error.position, Position::Character(_)), "{text}: {error}");
    }
}
