//! `UreqTransport`, without a runtime.

use core::future::Future;
use std::thread;
use std::time::{Duration, Instant};

use ton_edge::UreqTransport;
use ton_edge::client::Transport as _;

pub(in crate::rust_client) type Wire = UreqTransport;

pub(in crate::rust_client) fn wire() -> Wire {
    UreqTransport::new()
}

pub(in crate::rust_client) fn wait<T>(work: impl Future<Output = T>) -> T {
    pollster::block_on(work)
}

/// A thread that polls is not blocked: calls of one thread run at the same time.
#[test]
fn timers_of_one_thread_run_side_by_side() {
    let (start, wire) = (Instant::now(), wire());
    let mut timers: Vec<_> = (0..20).map(|_| Box::pin(wire.sleep(Duration::from_millis(300)))).collect();
    wait(core::future::poll_fn(|context| {
        timers.retain_mut(|timer| timer.as_mut().poll(context).is_pending());
        if timers.is_empty() { core::task::Poll::Ready(()) } else { core::task::Poll::Pending }
    }));
    assert!(start.elapsed() >= Duration::from_millis(300) && start.elapsed() < Duration::from_secs(5));
}

/// The futures of a client can move between threads, as multi-threaded executors require.
#[test]
fn a_timer_set_on_one_thread_ends_on_another() {
    let started_at = Instant::now();
    let timer = thread::spawn(|| {
        let mut timer = Box::pin(async { wire().sleep(Duration::from_millis(200)).await });
        let mut context = core::task::Context::from_waker(core::task::Waker::noop());
        assert!(timer.as_mut().poll(&mut context).is_pending());
        timer
    });
    wait(timer.join().unwrap());
    assert!(started_at.elapsed() >= Duration::from_millis(200));
}
