//! Decodes the roots of any bag as bodies, by their opcode and as one row of the table, in steps that grow no faster than the bag. The values of
//! an accepted body stay equal when it is encoded and decoded again.
//!
//! An input is a byte that chooses the row, then the bag.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ton_edge::cell::{CellId, Cells, Limits, parse};
use ton_edge::message::{Body, KnownBody, ROWS, Value};
use ton_edge_fuzz::steps::bounded;

/// Steps per cell, in bytes of input.
const CELL: usize = 20;
/// A list of actions has up to 765 cells, which may be shared.
const ACTIONS: usize = 800 * CELL;
/// A text may be read over as many cells as a cell may have below it, even if they are shared: 1024 of 127
/// bytes.
const TEXT: usize = 1025 * (CELL + 127);

fuzz_target!(|input: &[u8]| {
    let Some((choice, bytes)) = input.split_first() else { return };
    let Ok(bag) = parse(bytes, &Limits::default()) else { return };
    let row = &ROWS[usize::from(*choice) % ROWS.len()];
    let mut cells = bag.cells;
    for id in bag.roots.into_iter().take(3) {
        let body = bounded("Body::decode", ACTIONS + TEXT, || Body::decode(&mut cells, id));
        let exotic = cells.get(id).is_some_and(|cell| cell.slice().is_err());
        let bits = cells.get(id).map_or(0, |cell| cell.bits());
        assert_eq!(body.opcode().is_some(), bits >= 32, "the opcode is the first 32 bits");
        if let Body::Known(known) = &body {
            assert!(!exotic);
            check_encoding(&mut cells, known);
        }
        match bounded("Row::decode", ACTIONS + TEXT, || row.decode(&mut cells, id)) {
            Ok(known) => check_encoding(&mut cells, &known),
            Err(error) => {
                assert!(!error.field.is_empty() && error.to_string().len() < 150, "{error}");
                assert_ne!(body.name(), row.name, "by its opcode it was this row");
            }
        }
    }
});

/// The comparable form of a body: cells by their hash.
fn comparable_values(cells: &Cells, body: &KnownBody) -> Vec<String> {
    let hash = |id: &CellId| cells.get(*id).map(|cell| cell.hash().to_hex().as_str().to_owned());
    let empty = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
    let show = |value: &Value| match value {
        // An empty payload in its own cell disappears when it is stored inline.
        Value::Cell(id) => format!("{:?}", id.as_ref().and_then(hash).filter(|hash| hash != empty)),
        other => format!("{other:?}"),
    };
    body.values.iter().map(show).collect()
}

fn check_encoding(cells: &mut Cells, body: &KnownBody) {
    let values: Vec<_> =
        body.row.fields.iter().zip(&body.values).map(|(field, value)| (field.name, value.clone())).collect();
    let encoded = bounded("Row::encode", ACTIONS + TEXT, || body.row.encode(cells, &values));
    let id = encoded.unwrap_or_else(|error| panic!("{}: {error}", body.row.name));
    let same = body.row.decode(cells, id).expect("it was encoded");
    assert_eq!(comparable_values(cells, &same), comparable_values(cells, body));
    assert_eq!(same.rest, None);
}
