//! A transport without an async runtime: ureq for HTTP, one thread per request in flight, and one thread for all timers.

mod timer;

use crate::client::{Outgoing, SendTransport, TransportError};
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use core::time::Duration;
use http::Response;
use std::fmt;
use std::io::{ErrorKind, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use ureq::config::{Config, ConfigBuilder};
use ureq::typestate::AgentScope;
use ureq::{Agent, Error};

/// The maximum number of idle agents. Each has open connections for the next request.
const MAX_IDLE: usize = 16;

type Outcome = Result<Response<Vec<u8>>, TransportError>;

/// Sends by [`ureq`] over HTTP/1.1, over TLS by rustls (feature `ureq`), with gzip. It needs no async runtime: any executor can
/// run the futures of its client, such as `pollster::block_on`. Clones share their connections.
///
/// ureq blocks, so every request runs on its own thread, which ends with the request. The future of the call waits for
/// that thread; it does not block. Several calls can run at once on one thread, for example by `futures::join!`.
///
/// - A timeout, or dropping the future, closes the connection and ends the thread. Only name resolution and the opening
///   of a connection are not interrupted: the future ends at once, the thread ends when the operating system gives up,
///   and no request is sent after that.
/// - Redirects are not followed; the proxies of the environment are used, as is ureq's default.
/// - One more thread, `ton-edge-timer`, serves the timers of all transports from the first call on.
///
/// ```
/// use std::io::{Read, Write};
/// use ton_edge::UreqTransport;
/// use ton_edge::client::{Client, Settings};
/// use ton_edge::endpoint::Generation;
///
/// # let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
/// # let gateway = format!("http://{}", listener.local_addr()?);
/// # std::thread::spawn(move || {
/// #     let (mut stream, _) = listener.accept().unwrap();
/// #     _ = stream.read(&mut [0; 4096]);
/// #     let body = r#"{"ok":true,"result":"1000000000"}"#;
/// #     write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
/// # });
/// let settings = Settings { base_url: Some(gateway), ..Settings::default() };
/// let client = Client::new(settings, UreqTransport::new())?;
/// let address = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
/// let params = serde_json::json!({ "address": address });
/// let balance = client.call(Generation::V2, "getAddressBalance", &params);
/// let nanotons: String = pollster::block_on(balance)?;
/// assert_eq!(nanotons, "1000000000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct UreqTransport {
    agents: Arc<Agents>,
}

/// Omits headers, which may contain secrets.
impl fmt::Debug for UreqTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UreqTransport").finish_non_exhaustive()
    }
}

impl Default for UreqTransport {
    fn default() -> Self {
        Self::new()
    }
}

impl UreqTransport {
    /// Makes a transport with ureq's default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::from_builder(Agent::config_builder())
    }

    /// Makes a transport with your own settings: a proxy, root certificates, a timeout for opening a connection.
    /// Redirects are never followed, even if the builder says so, because they would send the API key elsewhere. Leave
    /// the timeouts of a request to the client, which distinguishes them from other failures.
    #[must_use]
    pub fn from_builder(builder: ConfigBuilder<AgentScope>) -> Self {
        let builder = builder.max_redirects(0).max_redirects_will_error(false).http_status_as_error(false);
        Self { agents: Arc::new(Agents { config: builder.build(), idle: Mutex::default() }) }
    }
}

impl SendTransport for UreqTransport {
    async fn send(&self, outgoing: Outgoing) -> Outcome {
        let agent = self.agents.take_agent();
        let shared_state = Arc::new(Mutex::new(State::default()));
        let mut call = Call { shared: Arc::clone(&shared_state), agent: Some(agent.clone()) };
        let done_guard = Done(shared_state);
        let thread = thread::Builder::new().name("ton-edge-request".to_owned());
        if let Err(error) = thread.spawn(move || done_guard.set(run(&agent, outgoing))) {
            return Err(TransportError::NotConnected(format!("no thread for the request: {error}")));
        }
        let outcome = (&mut call).await;
        // A response that was read to its end leaves a reusable connection.
        if let (Ok(_), Some(agent)) = (&outcome, call.agent.take()) {
            self.agents.put(agent);
        }
        outcome
    }

    fn now(&self) -> f64 {
        super::read_clock()
    }

    fn unix_now(&self) -> f64 {
        super::read_unix_now()
    }

    fn chance(&self) -> f64 {
        super::draw_chance()
    }

    async fn sleep(&self, time: Duration) {
        timer::sleep(time).await;
    }
}

/// One agent per request in flight: shutting down the agent is the way to abort a request.
struct Agents {
    config: Config,
    idle: Mutex<Vec<Agent>>,
}

impl Agents {
    fn take_agent(&self) -> Agent {
        lock(&self.idle).pop().unwrap_or_else(|| self.config.new_agent())
    }

    fn put(&self, agent: Agent) {
        let mut idle_agents = lock(&self.idle);
        if idle_agents.len() < MAX_IDLE {
            idle_agents.push(agent);
        }
    }
}

/// State that the thread of a request and the future of its call share.
#[derive(Default)]
struct State {
    outcome: Option<Outcome>,
    waker: Option<Waker>,
}

/// The future of a request. Dropping it early closes the connection.
struct Call {
    shared: Arc<Mutex<State>>,
    agent: Option<Agent>,
}

impl Future for &mut Call {
    type Output = Outcome;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Outcome> {
        let mut state = lock(&self.shared);
        if let Some(outcome) = state.outcome.take() {
            return Poll::Ready(outcome);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if let Some(agent) = self.agent.take() {
            agent.shutdown();
        }
    }
}

/// Wakes the future of a request, even if its thread panics.
struct Done(Arc<Mutex<State>>);

impl Done {
    fn set(self, outcome: Outcome) {
        lock(&self.0).outcome = Some(outcome);
    }
}

impl Drop for Done {
    fn drop(&mut self) {
        let mut state = lock(&self.0);
        if state.outcome.is_none() {
            state.outcome = Some(Err(TransportError::Failed("the thread of the request stopped".to_owned())));
        }
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

fn run(agent: &Agent, outgoing: Outgoing) -> Outcome {
    let Outgoing { request, max_bytes, .. } = outgoing;
    let (head, body) = request.into_parts();
    let incoming = if body.is_empty() {
        agent.run(http::Request::from_parts(head, ()))
    } else {
        agent.run(http::Request::from_parts(head, body))
    };
    let (head, mut body) = incoming.map_err(|error| to_transport_error(&error))?.into_parts();
    let mut bytes = Vec::new();
    // ureq counts bytes after decompression, like `max_bytes`; one more byte shows that the body is longer.
    let mut reader = body.with_config().limit(u64::MAX).reader().take(max_bytes.saturating_add(1));
    reader.read_to_end(&mut bytes).map_err(|error| TransportError::Failed(super::describe_causes(&error)))?;
    if bytes.len() as u64 > max_bytes {
        return Err(TransportError::TooLarge { status: head.status.as_u16() });
    }
    Ok(Response::from_parts(head, bytes))
}

/// Describes the error without the URL, which may contain the API key.
fn to_transport_error(error: &Error) -> TransportError {
    let reason = match error {
        Error::BadUri(_) | Error::RequireHttpsOnly(_) | Error::Http(_) => {
            "the request cannot be sent".to_owned()
        }
        error => super::describe_causes(error),
    };
    // True only for errors that prove that no part of the request was sent.
    let is_unsent = match error {
        Error::HostNotFound | Error::ConnectionFailed | Error::ConnectProxyFailed(_) | Error::TlsRequired => {
            true
        }
        Error::Io(error) => error.kind() == ErrorKind::ConnectionRefused,
        _ => false,
    };
    if is_unsent { TransportError::NotConnected(reason) } else { TransportError::Failed(reason) }
}

/// Locks a mutex, even if a panic has poisoned it: each change under the lock is one assignment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
