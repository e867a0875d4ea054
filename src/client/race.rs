//! What an async runtime would bring, and we do not need one for.

use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The result of `work`, or `None` when the timer was first. The loser is dropped.
pub(super) async fn race<T>(work: impl Future<Output = T>, timer: impl Future<Output = ()>) -> Option<T> {
    let mut work = pin!(work);
    let mut timer = pin!(timer);
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending => timer.as_mut().poll(context).map(|()| None),
    })
    .await
}

/// A lock that nobody holds for longer than a few numbers take. None is poisoned by half a change: they are plain numbers.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
