//! A port for native programs: ureq for HTTP, a thread for each request and each timer.

use core::future::{Future, poll_fn};
use core::task::{Poll, Waker};
use core::time::Duration;
use std::error::Error as _;
use std::io::{ErrorKind, Read as _};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use ton_edge::client::{Outgoing, Port, PortError};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

#[derive(Debug)]
pub(super) struct Wire;

impl Port for Wire {
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, PortError> {
        on_thread(move || exchange(outgoing)).await
    }

    fn now(&self) -> f64 {
        START.elapsed().as_secs_f64() * 1000.0
    }

    fn unix_now(&self) -> f64 {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64() * 1000.0
    }

    fn chance(&self) -> f64 {
        0.5
    }

    async fn sleep(&self, time: Duration) {
        on_thread(move || std::thread::sleep(time)).await;
    }
}

fn exchange(outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, PortError> {
    let Outgoing { request, max_bytes, .. } = outgoing;
    let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build();
    let answer = ureq::Agent::from(config).run(request).map_err(|error| failed(&error))?;
    let (head, body) = answer.into_parts();
    let mut bytes = Vec::new();
    let read = body.into_reader().take(max_bytes + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > max_bytes {
        return Err(PortError::TooLarge { status: head.status.as_u16() });
    }
    read.map_err(|error| PortError::Failed(error.to_string()))?;
    Ok(http::Response::from_parts(head, bytes))
}

fn failed(error: &ureq::Error) -> PortError {
    let refused = match error {
        ureq::Error::Io(error) => error.kind() == ErrorKind::ConnectionRefused,
        _ => false,
    };
    let text = format!("{error} {:?}", error.source());
    if refused { PortError::NotConnected(text) } else { PortError::Failed(text) }
}

/// What a thread makes of `work`, as a future. Dropped, nobody looks at it any more.
fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> impl Future<Output = T> + Send {
    let mut work = Some(work);
    let slot: Arc<Mutex<(Option<T>, Option<Waker>)>> = Arc::new(Mutex::new((None, None)));
    poll_fn(move |context| {
        let mut shared = slot.lock().unwrap();
        if let Some(done) = shared.0.take() {
            return Poll::Ready(done);
        }
        shared.1 = Some(context.waker().clone());
        if let Some(work) = work.take() {
            let slot = Arc::clone(&slot);
            std::thread::spawn(move || {
                let done = work();
                let mut shared = slot.lock().unwrap();
                shared.0 = Some(done);
                if let Some(waker) = shared.1.take() {
                    waker.wake();
                }
            });
        }
        Poll::Pending
    })
}
