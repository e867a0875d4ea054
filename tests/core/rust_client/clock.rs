//! A simulation without waiting: the clock jumps to the next moment at which a future continues.

use core::cell::{Cell, RefCell};
use core::future::{Future, poll_fn};
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use core::time::Duration;
use std::collections::BTreeMap;
use std::rc::Rc;

use ton_edge::client::{Outgoing, Transport, TransportError};

/// Milliseconds that a request takes to arrive, and its response to come back.
pub(in crate::rust_client) const ONE_WAY_MS: f64 = 20.0;

pub(in crate::rust_client) type Answer = (u16, Vec<(&'static str, String)>, String);

/// The service: a function of the path with its query and the time of arrival, which returns the response.
type Service = Box<dyn FnMut(&http::Request<String>, f64) -> Answer>;

/// The world of one test. Clones share it.
#[derive(Clone)]
pub(in crate::rust_client) struct World(Rc<Inner>);

struct Inner {
    now: Cell<f64>,
    sleepers: RefCell<BTreeMap<u64, f64>>,
    last_sleeper: Cell<u64>,
    service: RefCell<Service>,
    /// The times at which requests arrived.
    pub(in crate::rust_client) arrivals: RefCell<Vec<f64>>,
}

impl World {
    pub(in crate::rust_client) fn new(
        service: impl FnMut(&http::Request<String>, f64) -> Answer + 'static,
    ) -> Self {
        Self(Rc::new(Inner {
            now: Cell::new(5000.0),
            sleepers: RefCell::default(),
            last_sleeper: Cell::new(0),
            service: RefCell::new(Box::new(service)),
            arrivals: RefCell::default(),
        }))
    }

    pub(in crate::rust_client) fn now(&self) -> f64 {
        self.0.now.get()
    }

    pub(in crate::rust_client) fn arrivals(&self) -> Vec<f64> {
        self.0.arrivals.borrow().clone()
    }

    /// Runs all futures to their ends.
    pub(in crate::rust_client) fn run<T>(
        &self,
        futures: Vec<Pin<Box<dyn Future<Output = T> + '_>>>,
    ) -> Vec<T> {
        let mut pending_futures: Vec<_> = futures.into_iter().enumerate().collect();
        let mut results = BTreeMap::new();
        let mut context = Context::from_waker(Waker::noop());
        while !pending_futures.is_empty() {
            pending_futures.retain_mut(|(at, future)| match future.as_mut().poll(&mut context) {
                Poll::Ready(result) => results.insert(*at, result).is_some(),
                Poll::Pending => true,
            });
            let next_wake = self.0.sleepers.borrow().values().copied().fold(f64::INFINITY, f64::min);
            assert!(
                pending_futures.is_empty() || next_wake.is_finite(),
                "every future waits, but no timer is set"
            );
            self.0.now.set(self.now().max(if next_wake.is_finite() { next_wake } else { 0.0 }));
        }
        results.into_values().collect()
    }

    pub(in crate::rust_client) fn run_one<T>(&self, future: impl Future<Output = T>) -> T {
        self.run(vec![Box::pin(future)]).remove(0)
    }

    async fn sleep_ms(&self, ms: f64) {
        let number = self.0.last_sleeper.get() + 1;
        self.0.last_sleeper.set(number);
        let wake_time = self.now() + ms;
        self.0.sleepers.borrow_mut().insert(number, wake_time);
        let _awake = Awake(self, number);
        poll_fn(|_| if self.now() >= wake_time { Poll::Ready(()) } else { Poll::Pending }).await;
    }
}

struct Awake<'a>(&'a World, u64);

impl Drop for Awake<'_> {
    fn drop(&mut self) {
        self.0.0.sleepers.borrow_mut().remove(&self.1);
    }
}

impl Transport for World {
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, TransportError> {
        self.sleep_ms(ONE_WAY_MS).await;
        self.0.arrivals.borrow_mut().push(self.now());
        let (status, headers, body) = (self.0.service.borrow_mut())(&outgoing.request, self.now());
        self.sleep_ms(ONE_WAY_MS).await;
        let mut response = http::Response::builder().status(status);
        for (name, value) in headers {
            response = response.header(name, value);
        }
        Ok(response.body(body.into_bytes()).unwrap())
    }

    fn now(&self) -> f64 {
        self.0.now.get()
    }

    fn unix_now(&self) -> f64 {
        self.0.now.get()
    }

    fn chance(&self) -> f64 {
        0.5
    }

    async fn sleep(&self, time: Duration) {
        self.sleep_ms(time.as_secs_f64() * 1000.0).await;
    }
}
