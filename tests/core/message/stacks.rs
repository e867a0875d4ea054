//! Stacks, metadata and domains in the form of `ton-edge/message` (`fixtures/messages/generate-stacks.mjs`), and their
//! limits.

use super::{hash_of, load_text};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use ton_edge::cell::{BuildError, Builder, Cells, Int, ReadError};
use ton_edge::hash::Hash;
use ton_edge::message::{
    ContentLayout, DnsRecords, DnsSite, Stack, StackFault, StackForm, StackValue, TokenContent, encode_domain,
};

fn rows(part: &str, least: usize) -> Vec<Value> {
    super::rows("stacks", part, least)
}

/// A value in the form of the vectors.
fn value_json(cells: &Cells, value: &StackValue) -> Value {
    let hash = |id| json!(hash_of(cells, id).to_b64());
    let items_json =
        |items: &[StackValue]| -> Value { items.iter().map(|item| value_json(cells, item)).collect() };
    match value {
        StackValue::Null => Value::Null,
        StackValue::Int(int) => json!({ "int": int.to_string() }),
        StackValue::Nan => json!({ "nan": true }),
        StackValue::Cell(id) => json!({ "cell": hash(*id) }),
        StackValue::Slice(id) => json!({ "slice": hash(*id) }),
        StackValue::Builder(id) => json!({ "builder": hash(*id) }),
        StackValue::Tuple(items) => json!({ "tuple": items_json(items) }),
        StackValue::List(items) => json!({ "list": items_json(items) }),
        other => json!({ "unsupported": *other == StackValue::Unsupported }),
    }
}

#[test]
fn stacks_are_the_cells_of_ton_core() {
    for row in rows("stacks", 8) {
        let (mut cells, id) = load_text(row["boc"].as_str().unwrap());
        let stack = Stack::load(&mut cells, id, 1000).unwrap();
        let values: Value = stack.values().iter().map(|value| value_json(&cells, value)).collect();
        assert_eq!(values, row["values"]);
        let encoded_id = stack.add(&mut cells).unwrap();
        assert_eq!(hash_of(&cells, encoded_id), hash_of(&cells, id));
        for (form, name) in [(StackForm::V2, "v2"), (StackForm::V2Std, "v2-std"), (StackForm::V3, "v3")] {
            match row["forms"].get(name) {
                Some(entries) => {
                    let written_entries: Vec<Value> = stack.to_entries(&cells, form).unwrap();
                    assert_eq!(&Value::from(written_entries.clone()), entries);
                    let read = Stack::from_entries(&mut cells, &written_entries).unwrap();
                    let reencoded_entries: Vec<Value> = read.to_entries(&cells, form).unwrap();
                    assert_eq!(reencoded_entries, written_entries);
                }
                None => {
                    let error = stack.to_entries::<Value>(&cells, form).unwrap_err();
                    assert!(matches!(error.fault, StackFault::Unsupported { .. }), "{error}");
                }
            }
        }
    }
}

#[test]
fn entries_are_read_as_in_javascript() {
    for row in rows("entries", 60) {
        let mut cells = Cells::new();
        let read = Stack::from_entries(&mut cells, &[row["entry"].clone()]);
        let read = read.map(|stack| value_json(&cells, &stack.values()[0]));
        match row.get("result") {
            Some(result) => assert_eq!(read.as_ref(), Ok(result), "{row}"),
            None => assert_eq!(read.map_err(|error| error.index), Err(Some(0)), "{row}"),
        }
    }
}

#[cfg(feature = "types")]
#[test]
fn the_types_of_the_client_are_entries() {
    use ton_edge::types::v2::{LegacyStackEntry, LegacyStackIn, TvmStackEntry};
    use ton_edge::types::v3::V2StackEntity;

    let mut cells = Cells::new();
    let id = cells.add(Builder::new().store_uint(5, 32).unwrap()).unwrap();
    let list = StackValue::List(vec![1.into(), StackValue::Tuple(vec![2.into()])]);
    let stack =
        Stack::new(vec![7.into(), StackValue::Null, StackValue::Cell(id), StackValue::Slice(id), list]);
    let v2: Vec<LegacyStackIn> = stack.to_entries(&cells, StackForm::V2).unwrap();
    let std: Vec<TvmStackEntry> = stack.to_entries(&cells, StackForm::V2Std).unwrap();
    // v3 accepts no lists, tuples or nulls.
    let flat_stack = Stack::new(vec![7.into(), StackValue::Cell(id), StackValue::Slice(id)]);
    let v3: Vec<V2StackEntity> = flat_stack.to_entries(&cells, StackForm::V3).unwrap();
    let mut entry_texts = Vec::new();
    for read in
        [Stack::from_entries(&mut cells, &v2).unwrap(), Stack::from_entries(&mut cells, &std).unwrap()]
    {
        entry_texts.push(read.values().iter().map(|value| value_json(&cells, value)).collect::<Value>());
    }
    assert_eq!(entry_texts[0], entry_texts[1]);
    let read = Stack::from_entries(&mut cells, &v3).unwrap();
    assert_eq!(read.values().len(), 3);
    let error = stack.to_entries::<V2StackEntity>(&cells, StackForm::V3).unwrap_err();
    assert_eq!((error.index, error.fault), (Some(1), StackFault::Unsupported { found: "null" }));
    assert_eq!(
        entry_texts[0],
        stack.values().iter().map(|value| value_json(&cells, value)).collect::<Value>()
    );
    let returned_entries =
        [LegacyStackEntry::Num("0x1c".into()), LegacyStackEntry::Other("unsupported".into(), json!(""))];
    let read = Stack::from_entries(&mut cells, &returned_entries).unwrap();
    assert_eq!(read.values(), [28.into(), StackValue::Unsupported]);
}

fn nest_tuples(depth: usize) -> StackValue {
    (0..depth).fold(1.into(), |value, _| StackValue::Tuple(vec![value]))
}

#[test]
fn limits_hold_both_ways() {
    let mut cells = Cells::new();
    for (depth, fits) in [(Stack::MAX_NESTING, true), (Stack::MAX_NESTING + 1, false), (5000, false)] {
        let stack = Stack::new(vec![0.into(), nest_tuples(depth)]);
        let fault = |result: Result<(), ton_edge::message::StackError>| match result {
            Ok(()) => assert!(fits),
            Err(error) => assert_eq!((error.index, error.fault, fits), (Some(1), StackFault::Nesting, false)),
        };
        fault(stack.add(&mut cells).map(|_| ()));
        fault(stack.to_entries::<Value>(&cells, StackForm::V2Std).map(|_| ()));
        let entry = (0..depth.min(200)).fold(json!(["num", "1"]), |entry, _| json!(["tuple", [entry]]));
        fault(Stack::from_entries(&mut cells, &[json!(["num", "0"]), entry]).map(|_| ()));
    }
    // One level more, in cells.
    let item = |value: &mut Cells, id| {
        let mut builder = Builder::new();
        builder.store_uint(7, 8).unwrap().store_uint(1, 16).unwrap().store_ref(id).unwrap();
        value.add(&builder).unwrap()
    };
    let mut value = cells.add(Builder::new().store_uint(0, 8).unwrap()).unwrap();
    for _ in 0..=Stack::MAX_NESTING {
        value = item(&mut cells, value);
    }
    let empty_cell = cells.add(&Builder::new()).unwrap();
    let mut root = Builder::new();
    root.store_uint(1, 24).unwrap().store_ref(empty_cell).unwrap();
    root.store_slice(&cells.get(value).unwrap().slice().unwrap()).unwrap();
    let id = cells.add(&root).unwrap();
    assert_eq!(Stack::load(&mut cells, id, 1000).unwrap_err().fault, StackFault::Nesting);

    let tuple = |len| Stack::new(vec![StackValue::Tuple(vec![StackValue::Null; len])]);
    assert!(tuple(255).add(&mut cells).is_ok());
    assert_eq!(tuple(256).add(&mut cells).unwrap_err().fault, StackFault::TupleLength);

    let largest_stack = Stack::new((0..1024).map(StackValue::from).collect());
    let id = largest_stack.add(&mut cells).unwrap();
    assert_eq!(Stack::load(&mut cells, id, 1024).unwrap(), largest_stack);
    assert_eq!(Stack::load(&mut cells, id, 1023).unwrap_err().fault, StackFault::Limit);
    let too_large_stack = Stack::new(vec![StackValue::Null; 1025]);
    assert!(matches!(
        too_large_stack.add(&mut cells).unwrap_err().fault,
        StackFault::Build(BuildError::Cell(_))
    ));
    let list = Stack::new(vec![StackValue::List((0..900).map(StackValue::from).collect())]);
    let id = list.add(&mut cells).unwrap();
    assert_eq!(Stack::load(&mut cells, id, 2000).unwrap(), list);
}

#[test]
fn continuations_are_left_as_they_are() {
    let mut cells = Cells::new();
    let empty_cell = cells.add(&Builder::new()).unwrap();
    let mut root = Builder::new();
    root.store_uint(1, 24).unwrap().store_ref(empty_cell).unwrap();
    root.store_uint(6, 8).unwrap().store_uint(0x1234, 16).unwrap().store_ref(empty_cell).unwrap();
    let id = cells.add(&root).unwrap();
    let stack = Stack::load(&mut cells, id, 10).unwrap();
    let [StackValue::Continuation(rest)] = stack.values() else { panic!("{stack:?}") };
    assert_eq!((cells.get(*rest).unwrap().bits(), cells.get(*rest).unwrap().refs().len()), (16, 1));
    let second_id = stack.add(&mut cells).unwrap();
    assert_eq!(hash_of(&cells, second_id), hash_of(&cells, id));
}

#[test]
fn items_are_read_by_their_kind() {
    let mut cells = Cells::new();
    let text = cells.add(Builder::new().store_bytes(b"hi").unwrap()).unwrap();
    let address = "0:0000000000000000000000000000000000000000000000000000000000000001".parse().unwrap();
    let account = StackValue::address(&mut cells, Some(&address)).unwrap();
    let no_address = StackValue::address(&mut cells, None).unwrap();
    let pair = StackValue::List(vec![1.into(), 2.into()]);
    let stack = Stack::new(vec![
        (-1).into(),
        StackValue::Cell(text),
        account,
        no_address,
        StackValue::Null,
        pair,
        Int::MAX.into(),
        StackValue::Nan,
    ]);
    assert_eq!((stack.int(0).unwrap(), stack.number::<i8>(0).unwrap()), (Int::from(-1), -1));
    assert_eq!(stack.bytes32(0).unwrap_err().fault, StackFault::Range);
    assert_eq!(stack.bytes32(6).unwrap(), [0xFF; 32]);
    assert_eq!(stack.number::<u64>(6).unwrap_err().fault, StackFault::Range);
    assert!(stack.bool(0).unwrap());
    assert_eq!(stack.text(&cells, 1, 10).unwrap(), "hi");
    assert_eq!(stack.text(&cells, 1, 1).unwrap_err().fault, StackFault::Read(ReadError::Limit));
    assert_eq!(stack.cell(1).unwrap(), text);
    assert_eq!(stack.address(&cells, 2).unwrap(), Some(address));
    assert_eq!((stack.address(&cells, 3).unwrap(), stack.address(&cells, 4).unwrap()), (None, None));
    assert!(matches!(stack.address(&cells, 1).unwrap_err().fault, StackFault::Read(_)));
    assert!(stack.list(4).unwrap().is_empty());
    assert_eq!(stack.list(5).unwrap().len(), 2);
    assert_eq!(stack.tuple(5).unwrap().list(1).unwrap().values(), [2.into()]);
    assert_eq!(stack.int(7).unwrap_err().to_string(), "item 7 of the stack is not a number, not an integer");
    assert_eq!(stack.int(8).unwrap_err().to_string(), "there is no item 8: the stack has 8");
}

/// Metadata in the form of the test vectors.
fn plain_content(content: &TokenContent) -> Value {
    let mut fields = Map::new();
    let layout = match content.layout {
        ContentLayout::OnChain => "onchain",
        ContentLayout::OffChain => "offchain",
        ContentLayout::SemiChain => "semichain",
        _ => "unknown",
    };
    fields.insert("layout".into(), layout.into());
    let texts = [
        ("uri", &content.uri),
        ("name", &content.name),
        ("description", &content.description),
        ("image", &content.image),
        ("symbol", &content.symbol),
        ("amountStyle", &content.amount_style),
        ("renderType", &content.render_type),
        ("contentUrl", &content.content_url),
    ];
    for (name, text) in texts {
        text.as_ref().map(|text| fields.insert(name.into(), text.as_str().into()));
    }
    content.decimals.map(|decimals| fields.insert("decimals".into(), decimals.into()));
    content.image_data.as_ref().map(|data| fields.insert("imageData".into(), sha256(data).into()));
    let other_properties: BTreeMap<String, String> =
        content.other.iter().map(|(key, data)| (key.to_hex().to_string(), sha256(data))).collect();
    fields.insert("other".into(), json!(other_properties));
    fields.into()
}

/// SHA-256 in base64.
fn sha256(data: &[u8]) -> String {
    use sha2::Digest as _;
    Hash(sha2::Sha256::digest(data).into()).to_b64().to_string()
}

#[test]
fn metadata_is_read_as_in_javascript() {
    for row in rows("contents", 20) {
        let (cells, id) = load_text(row["boc"].as_str().unwrap());
        let content = TokenContent::load(&cells, id);
        assert_eq!(plain_content(&content.unwrap()), row["result"], "{row}");
    }
}

#[test]
fn records_and_domains_are_read_as_in_javascript() {
    for row in rows("records", 7) {
        let (cells, id) = load_text(row["boc"].as_str().unwrap());
        let records = DnsRecords::load(&cells, Some(id));
        let Some(result) = row.get("result") else {
            assert_eq!(records.unwrap_err().field, "records");
            continue;
        };
        let records = records.unwrap();
        let site = records.site.map(|site| match site {
            DnsSite::Adnl(hash) => json!({ "type": "adnl", "value": hash.to_hex().to_string() }),
            DnsSite::Bag(hash) => json!({ "type": "bag", "value": hash.to_hex().to_string() }),
            other => panic!("{other:?}"),
        });
        let records_json = json!({
            "wallet": records.wallet.map(|address| address.to_string()),
            "site": site,
            "storage": records.storage.map(|hash| hash.to_hex().to_string()),
            "resolver": records.resolver.map(|address| address.to_string()),
            "text": records.text,
        });
        assert_eq!(&records_json, result);
    }
    for row in rows("domains", 20) {
        let encoded_domain = encode_domain(row["domain"].as_str().unwrap()).ok();
        let digits =
            encoded_domain.map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        assert_eq!(digits.as_deref(), row.get("result").and_then(Value::as_str), "{row}");
    }
}
