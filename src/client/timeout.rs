//! A future with a time limit, without an async runtime.

use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;

/// Returns the result of `work`, or `None` if the timer ends first. Drops the future that has not ended.
pub(super) async fn race<T>(work: impl Future<Output = T>, timer: impl Future<Output = ()>) -> Option<T> {
    let mut work = pin!(work);
    let mut timer = pin!(timer);
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => timer.as_mut().poll(context).map(|()| None),
    })
    .await
}
