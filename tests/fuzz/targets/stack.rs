//! Reads the roots of any bag as stacks, as metadata of tokens and as records of domains, in steps that are
//! bounded by the bag and the limits. An accepted stack is the same after it was written and read again, as
//! cells and as entries of the service.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use ton_edge::cell::{CellId, Cells, Limits, parse};
use ton_edge::message::{DnsRecords, Stack, StackFault, StackForm, StackValue, TokenContent, encode_domain};
use ton_edge_fuzz::steps::bounded;

/// Steps per cell, in bytes of input: its hash.
const CELL: usize = 40;
/// Most values of a stack in this target.
const MOST: usize = 500;
/// Steps for metadata: 256 properties with as many chunks and cells of their dictionaries, 2^16 cells of chains, a mebibyte.
const CONTENT: usize = (1 << 20) + (256 * 511 + (1 << 16)) * CELL;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        entries(text);
        if let Ok(domain) = bounded("encode_domain", text.len(), || encode_domain(text)) {
            assert!(domain.len() <= 127 && domain.ends_with(&[0]));
        }
    }
    let Ok(bag) = parse(bytes, &Limits::default()) else { return };
    let mut cells = bag.cells;
    for id in bag.roots.into_iter().take(3) {
        stack(&mut cells, id);
        match bounded("TokenContent::load", CONTENT, || TokenContent::load(&cells, id)) {
            Ok(content) => assert!(content.other.values().map(Vec::len).sum::<usize>() <= 1 << 20),
            Err(error) => assert_eq!(error.field, "content"),
        }
        // 256 texts of up to 255 chunks.
        let most = 256 * (511 + 255) * CELL;
        if let Err(error) = bounded("DnsRecords::load", most, || DnsRecords::load(&cells, Some(id))) {
            assert_eq!(error.field, "records");
        }
    }
});

fn stack(cells: &mut Cells, id: CellId) {
    let work = 4 * MOST * CELL;
    let stack = match bounded("Stack::load", work, || Stack::load(cells, id, MOST)) {
        Ok(stack) => stack,
        Err(error) => return assert!(error.to_string().len() < 200, "{error}"),
    };
    let reloaded_stack = match bounded("Stack::add", work, || stack.add(cells)) {
        Ok(id) => Stack::load(cells, id, MOST).expect("it was written"),
        // The cell of a continuation may have so many references that a stack cannot store it; all other
        // values were in cells.
        Err(error) => panic!("{error} of {stack:?}"),
    };
    assert_eq!(comparable_texts(cells, stack.values()), comparable_texts(cells, reloaded_stack.values()));
    for form in [StackForm::V2, StackForm::V2Std, StackForm::V3] {
        match stack.to_entries::<Value>(cells, form) {
            Ok(entries) => {
                let read = Stack::from_entries(cells, &entries).expect("they were written");
                assert_eq!(comparable_texts(cells, stack.values()), comparable_texts(cells, read.values()));
            }
            Err(error) => assert!(matches!(error.fault, StackFault::Unsupported { .. }), "{error}"),
        }
    }
    for at in 0..=stack.len() {
        _ = (stack.int(at), stack.number::<u64>(at), stack.bool(at), stack.bytes32(at), stack.is_null(at));
        _ = (stack.address(cells, at), stack.text(cells, at, 1000), stack.tuple(at), stack.list(at));
    }
}

/// Values with the hashes of their cells.
fn comparable_texts(cells: &Cells, values: &[StackValue]) -> Vec<String> {
    let hash = |id: &CellId| cells.get(*id).expect("it is there").hash().to_hex();
    let one = |value: &StackValue| match value {
        StackValue::Cell(id) => format!("cell {}", hash(id)),
        StackValue::Slice(id) => format!("slice {}", hash(id)),
        StackValue::Builder(id) => format!("builder {}", hash(id)),
        StackValue::Continuation(id) => format!("continuation {}", hash(id)),
        StackValue::Tuple(items) => format!("tuple {:?}", comparable_texts(cells, items)),
        StackValue::List(items) => format!("list {:?}", comparable_texts(cells, items)),
        other => format!("{other:?}"),
    };
    values.iter().map(one).collect()
}

/// Reads any JSON as the entries of a stack.
fn entries(text: &str) {
    let Ok(Value::Array(entries)) = serde_json::from_str(text) else { return };
    let mut cells = Cells::new();
    // An integer of 90 digits takes more steps, because it is converted digit by digit.
    let work = 50 * text.len();
    match bounded("Stack::from_entries", work, || Stack::from_entries(&mut cells, &entries)) {
        Ok(stack) => {
            if let Ok(entries) = stack.to_entries::<Value>(&cells, StackForm::V3) {
                let read = Stack::from_entries(&mut cells, &entries).expect("they were written");
                assert_eq!(comparable_texts(&cells, stack.values()), comparable_texts(&cells, read.values()));
            }
        }
        Err(error) => assert!(error.index.is_some() && error.to_string().len() < 200, "{error}"),
    }
}
