//! The connection of these tests: the crate's own for native programs, on a runtime that all of them share.

use core::future::Future;
use std::sync::LazyLock;

use tokio::runtime::Runtime;
use ton_edge::ReqwestTransport;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

pub(super) type Wire = ReqwestTransport;

pub(super) fn wire() -> Wire {
    ReqwestTransport::new().unwrap()
}

pub(super) fn wait<T>(work: impl Future<Output = T>) -> T {
    RUNTIME.block_on(work)
}
