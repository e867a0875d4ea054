//! docs/rust.md shows programs that are compiled and run here, each as a reader pastes it.

use serde_json::json;

use super::server::{Reply, Server};
use super::wire::wait;

#[cfg(feature = "types")]
mod native {
    #![allow(dead_code, reason = "its `main` is for its reader")]
    include!("../../examples/rust-reader/src/main.rs");

    #[test]
    fn the_program_prints_the_newest_transactions() {
        let server = super::recorded("transactions/10");
        let client = crate::rust_client::client(&server);
        let hashes = super::wait(newest(&client, format!("0:{}", "0".repeat(64)), 2)).unwrap();
        assert_eq!(hashes.len(), 2);
        assert!(
            server.seen()[0].starts_with("GET /api/v3/transactions?account=0:000"),
            "{:?}",
            server.seen()
        );
    }
}

mod untyped {
    include!("untyped.rs");

    #[test]
    fn rows_are_read_as_the_readers_own_type() {
        let rows =
            super::json!({ "jetton_wallets": [{ "jetton": "0:AA", "balance": "7", "owner": "0:BB" }] });
        let server = super::Server::start([super::Reply::json(200, &rows.to_string())]);
        let client = crate::rust_client::client(&server);
        let found = super::wait(balances(&client, &format!("0:{}", "0".repeat(64)))).unwrap();
        assert_eq!(found, [("0:AA".into(), "7".into())]);
    }
}

#[cfg(feature = "types")]
fn recorded(name: &str) -> Server {
    let path = format!("{}/tests/fixtures/recorded/v3/{name}.json", env!("CARGO_MANIFEST_DIR"));
    Server::start([Reply::json(200, &std::fs::read_to_string(path).unwrap())])
}

#[test]
fn the_guide_shows_what_is_tested() {
    let guide = include_str!("../../../docs/rust.md");
    for program in [
        include_str!("../../rust-wasm-app/src/lib.rs"),
        include_str!("../../examples/rust-reader/src/main.rs"),
        include_str!("untyped.rs"),
    ] {
        assert!(guide.contains(&format!("```rust\n{program}```\n")), "{program}");
    }
    assert_eq!(guide.matches("```rust").count(), 3, "each block is a program");
}
