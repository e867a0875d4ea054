//! Inspects any response of the upstream and any cursor of a pager, in steps that grow no faster than the text, and stores a response only if
//! that is allowed.
//! / An input is a byte that chooses the status, then parts between U+0000: a cache key, `Cache-Control`, the
//! body.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use ton_edge::endpoint::{Generation, find};
use ton_edge::gateway::{Config, cache};
use ton_edge::json::exact;
use ton_edge::page::{self, Mode, Row, cursor};
use ton_edge_fuzz::steps::bounded;

static CONFIG: LazyLock<Config> = LazyLock::new(|| Config::from_json("{}").expect("a good configuration"));

/// Rows of the page after a cursor.
const ROWS: u64 = 100;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let mut parts = text.splitn(3, '\0');
    let mut part = || parts.next().unwrap_or_default();
    let (key, control, body) = (part(), part(), part());
    let status = [200, 404, 500, 206][usize::from(*choice) % 4];
    let control = Some(control).filter(|control| !control.is_empty());
    let entry =
        bounded("inspect", text.len(), || cache::inspect(&CONFIG, Some(key), status, control, body)).entry;
    if let Some(entry) = entry {
        assert!(matches!(status, 200 | 404));
        assert!(
            !control.unwrap_or_default().to_ascii_lowercase().split(',').any(|one| one.trim() == "no-store")
        );
        assert!(entry.times.fresh > 0.0 && !entry.tag.is_empty());
        serde_json::from_str::<&serde_json::value::RawValue>(body).expect("only JSON is stored");
    }
    let read = bounded("exact", text.len(), || exact(body));
    if serde_json::from_str::<&serde_json::value::RawValue>(body).is_ok() {
        serde_json::from_str::<&serde_json::value::RawValue>(&read).expect("JSON stays JSON");
    }
    check_cursor(text);
});

/// Tests a cursor as it is and with a valid checksum, because anyone who knows the format can write one.
fn check_cursor(text: &str) {
    let row = find::by_name(Generation::V3, "transactions").expect("an operation");
    let route = page::route(row, &[], None, Mode::Offset).expect("by offset");
    let checked = format!(
        "{text}-{:x}",
        text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        })
    );
    let ids = (1..=ROWS).map(|id| Row { id, key: "1" }).collect::<Vec<_>>();
    for cursor in [text, &checked] {
        let read = bounded("cursor", cursor.len(), || cursor::read(cursor, route, 0));
        let Ok(mut pagination) = read else { continue };
        if let Some(request) = pagination.next_request(ROWS) {
            // Every row is compared with the remembered ones, of which there are up to a few hundred.
            let accepted =
                bounded("accept", 2000 * ids.len(), || pagination.accept(&ids, request.limit, None));
            drop(accepted);
        }
    }
}
