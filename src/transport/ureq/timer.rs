//! Timers without an async runtime: one thread wakes the future of each timer when it is due.

use super::lock;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

static TIMERS: LazyLock<Timers> = LazyLock::new(Timers::start);

/// Waits for `time`. The timer of a dropped future is removed.
pub(super) fn sleep(time: Duration) -> TimerFuture {
    TimerFuture { until: Instant::now().checked_add(time), number: None }
}

/// The future of a timer.
pub(super) struct TimerFuture {
    /// The time to wake; `None` for never, if it exceeds the clock.
    until: Option<Instant>,
    /// The number of the timer, once it waits.
    number: Option<u64>,
}

impl Future for TimerFuture {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let Some(until) = self.until else { return Poll::Pending };
        let remaining = until.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Poll::Ready(());
        }
        if TIMERS.has_no_thread {
            thread::sleep(remaining);
            return Poll::Ready(());
        }
        let number = TIMERS.set(until, self.number, context.waker());
        self.number = Some(number);
        Poll::Pending
    }
}

impl Drop for TimerFuture {
    fn drop(&mut self) {
        if let (Some(until), Some(number)) = (self.until, self.number) {
            lock(&TIMERS.waiting).by_time.remove(&(until, number));
        }
    }
}

struct Timers {
    waiting: Mutex<TimerQueue>,
    /// Signals that a new timer is due earlier than all others.
    sooner: Condvar,
    /// Whether the operating system refused to start the thread: then timers block the calling thread.
    has_no_thread: bool,
}

#[derive(Default)]
struct TimerQueue {
    by_time: BTreeMap<(Instant, u64), Waker>,
    last: u64,
}

impl Timers {
    fn start() -> Self {
        // The thread can start before this value is stored: its access to `TIMERS` then waits for the `LazyLock`.
        let thread = thread::Builder::new().name("ton-edge-timer".to_owned()).spawn(|| TIMERS.serve());
        Self { waiting: Mutex::default(), sooner: Condvar::new(), has_no_thread: thread.is_err() }
    }

    /// Sets a timer, or replaces the waker of one that is set.
    fn set(&self, until: Instant, number: Option<u64>, waker: &Waker) -> u64 {
        let mut timers = lock(&self.waiting);
        let number = number.unwrap_or_else(|| {
            timers.last += 1;
            timers.last
        });
        timers.by_time.insert((until, number), waker.clone());
        let is_first = timers.by_time.first_key_value().is_some_and(|(first, _)| *first == (until, number));
        drop(timers);
        if is_first {
            self.sooner.notify_one();
        }
        number
    }

    fn serve(&self) {
        let mut timers = lock(&self.waiting);
        loop {
            let now = Instant::now();
            let mut due_wakers = Vec::new();
            while let Some(first) = timers.by_time.first_entry()
                && first.key().0 <= now
            {
                due_wakers.push(first.remove());
            }
            if !due_wakers.is_empty() {
                drop(timers);
                due_wakers.into_iter().for_each(Waker::wake);
                timers = lock(&self.waiting);
                continue;
            }
            let next = timers.by_time.first_key_value().map(|((until, _), _)| *until);
            timers = match next {
                Some(until) => {
                    let remaining = until.saturating_duration_since(now);
                    self.sooner.wait_timeout(timers, remaining).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.sooner.wait(timers).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_end_in_the_order_of_their_times() {
        let start = Instant::now();
        let (send, ended) = std::sync::mpsc::channel();
        for ms in [90, 30, 60] {
            let send = send.clone();
            thread::spawn(move || {
                pollster::block_on(sleep(Duration::from_millis(ms)));
                send.send((ms, start.elapsed())).unwrap();
            });
        }
        let ended: Vec<(u64, Duration)> = ended.iter().take(3).collect();
        assert!(ended.iter().all(|(ms, after)| *after >= Duration::from_millis(*ms)), "{ended:?}");
    }

    #[test]
    fn a_timer_that_is_dropped_is_removed() {
        let mut timer = Box::pin(sleep(Duration::from_secs(3600)));
        assert!(timer.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        let key = (timer.until.unwrap(), timer.number.unwrap());
        assert!(lock(&TIMERS.waiting).by_time.contains_key(&key));
        drop(timer);
        assert!(!lock(&TIMERS.waiting).by_time.contains_key(&key));
    }

    #[test]
    fn a_time_beyond_every_clock_is_never() {
        let mut timer = Box::pin(sleep(Duration::MAX));
        assert!(timer.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
}
