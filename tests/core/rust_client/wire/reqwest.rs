//! `ReqwestTransport`, on a runtime that all tests share.

use core::future::Future;
use std::sync::LazyLock;

use tokio::runtime::Runtime;
use ton_edge::ReqwestTransport;
use ton_edge::client::{Client, Settings};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

pub(in crate::rust_client) type Wire = ReqwestTransport;

pub(in crate::rust_client) fn wire() -> Wire {
    ReqwestTransport::new().unwrap()
}

pub(in crate::rust_client) fn wait<T>(work: impl Future<Output = T>) -> T {
    RUNTIME.block_on(work)
}

#[test]
fn without_a_runtime_the_error_says_so() {
    let retry = ton_edge::client::Retry { attempts: 1, ..Default::default() };
    let client = Client::new(Settings { retry, ..Settings::default() }, wire()).unwrap();
    let call = client.call::<serde_json::Value>(Generation::V3, "blocks", &());
    let error = pollster::block_on(call).unwrap_err();
    assert_eq!(error.code, Code::ConnectionFailed);
    assert!(error.message.contains("tokio runtime"), "{error}");
}
