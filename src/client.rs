//! A client for Rust programs, on wasm and elsewhere (feature `client`).
//!
//! It behaves like the JavaScript client of this package, because both use the same modules: [`crate::plan`] checks a
//! call before anything is sent, [`crate::pace`] decides about pace and retries, [`crate::reply`] tells results from
//! errors, and [`crate::page`] pages through lists that change.
//!
//! Connection, clocks, randomness and timer come from a [`Transport`]. On wasm this is
//! `ton_edge::FetchTransport`, which uses the environment's `fetch`; in native programs
//! `ton_edge::ReqwestTransport` on tokio (feature `reqwest`), `ton_edge::UreqTransport` without an async runtime (feature
//! `ureq`), or one that you write for your HTTP library and runtime.
//!
//! - **Dropping a future cancels its call**: other calls get its turn, and the transport closes its connection.
//! - **The pace belongs to a client and its clones.** Make one client per origin and clone it; two
//!   separate clients would send twice as fast as the service allows.
//! - **Whole numbers of 16 and more digits in responses are strings**, as in the JavaScript client
//!   ([`crate::json::exact`]).
//! - The client has no batches and does not join equal reads: callers can join futures.
//!
//! ```
//! use ton_edge::client::{Client, Outgoing, Transport, TransportError, Settings};
//! use ton_edge::endpoint::Generation;
//! # use core::{future::Future, time::Duration};
//!
//! /// A transport without a network: it sends the same response to every request.
//! struct Canned;
//!
//! impl Transport for Canned {
//!     async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, TransportError> {
//!         assert_eq!(outgoing.request.uri().path(), "/api/v2/getAddressBalance");
//!         Ok(http::Response::new(br#"{"ok":true,"result":"1000000000"}"#.to_vec()))
//!     }
//!     fn now(&self) -> f64 { 0.0 }
//!     fn unix_now(&self) -> f64 { 0.0 }
//!     fn chance(&self) -> f64 { 0.5 }
//!     async fn sleep(&self, _: Duration) { core::future::pending().await }
//! }
//!
//! # pollster::block_on(async {
//! let client = Client::new(Settings::default(), Canned)?;
//! let address = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
//! let params = serde_json::json!({ "address": address });
//! let nanotons: String = client.call(Generation::V2, "getAddressBalance", &params).await?;
//! assert_eq!(nanotons, "1000000000");
//! # Ok::<(), ton_edge::client::Error>(()) }).unwrap();
//! ```

#[cfg(all(feature = "message", feature = "types"))]
mod actions;
mod api_key;
mod base_url;
mod envelope;
mod error;
mod exchange;
mod job;
mod lock;
mod pager;
mod params;
mod parts;
mod result;
mod retry;
mod scheduler;
mod session;
mod session_read;
mod settings;
#[cfg(feature = "stream")]
mod stream;
mod timeout;
mod transport;

#[cfg(all(feature = "message", feature = "types"))]
pub use actions::{
    AccountSummary, Asset, Deposit, FollowOptions, GetCall, GetOptions, GetResult, JettonBalance,
    JettonsOptions, MessageRef, Payload, Payments, PaymentsOptions, Recipient, SendResult, SendStatus, Since,
    TraceSummary, TransactionId, TransactionSummary, WaitFor, WantedFinality, Watch, WatchChange, WatchEvent,
    WatchOptions, WatchState, WatchType,
};
pub use api_key::ApiKey;
pub use error::Error;
pub use pager::{Page, PageOptions, PageStats, Pager};
pub use settings::{CallOptions, KeyIn, RateLimit, Retry, Settings};
pub use transport::{Outgoing, SendTransport, Transport, TransportError};

use crate::endpoint::{Endpoint, Generation};
use crate::error::{self as core_error, Code};
use crate::plan::json::Args;
use crate::plan::{self, Arg, Plan, Unknown};
use exchange::Reply;
use job::Job;
use lock::lock;
use result::CallResult;
use retry::send_with_retries;
use scheduler::{Queue, Queues, Slots};
use serde::Serialize;
use serde::de::DeserializeOwned;
use session::Session;
use session_read::send_read;
use settings::{CheckedSettings, check_times, to_milliseconds};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex};

/// A client of one service. Clones share settings and pace, and are cheap.
pub struct Client<P: Transport> {
    shared_state: Arc<SharedState<P>>,
    options: CallOptions,
}

struct SharedState<P> {
    transport: P,
    settings: CheckedSettings,
    queues: Queues,
    /// The client's own queue, if its settings have a rate limit in requests per second.
    own_queue: Option<Queue>,
    slots: Slots,
    /// The newest state of the chain that the calls have shown.
    session: Mutex<Session>,
    #[cfg(all(feature = "message", feature = "types"))]
    actions: actions::Memory,
}

impl<P: Transport> Clone for Client<P> {
    fn clone(&self) -> Self {
        Self { shared_state: Arc::clone(&self.shared_state), options: self.options.clone() }
    }
}

impl<P: Transport> fmt::Debug for Client<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("base_url", &self.settings().base_url).finish_non_exhaustive()
    }
}

impl<P: Transport> Client<P> {
    /// Creates a client. Nothing is sent.
    ///
    /// # Errors
    /// `invalid_option` for an invalid setting; `api_key_invalid`, `api_key_insecure`,
    /// `api_key_in_browser` for an API key that is malformed or would be visible to others.
    pub fn new(settings: Settings, transport: P) -> Result<Self, Error> {
        let settings = CheckedSettings::read(settings, transport.is_public())?;
        let own_queue = settings.interval.map(|interval| Queue::for_client(transport.now(), interval));
        let shared_state = SharedState {
            transport,
            settings,
            queues: Queues::default(),
            own_queue,
            slots: Slots::default(),
            session: Mutex::default(),
            #[cfg(all(feature = "message", feature = "types"))]
            actions: actions::Memory::default(),
        };
        Ok(Self { shared_state: Arc::new(shared_state), options: CallOptions::default() })
    }

    /// Returns the same client with other options for its calls. The pace stays shared.
    ///
    /// # Errors
    /// `invalid_option`.
    pub fn with(&self, options: CallOptions) -> Result<Self, Error> {
        let settings = &self.settings().options;
        check_times(options.timeout.unwrap_or(settings.timeout), &options.retry.unwrap_or(settings.retry))?;
        Ok(Self { shared_state: Arc::clone(&self.shared_state), options })
    }

    /// Calls an operation by its generation and path, such as `"jetton/wallets"`. Parameters are anything
    /// that serde writes as an object; `()` for none. The result is read as the type you name: your own,
    /// [`serde_json::Value`], or `Box<`[`serde_json::value::RawValue`]`>` for its text.
    ///
    /// # Errors
    /// Errors of the checks of [`crate::plan`], before anything is sent; then errors of the
    /// connection or the service; `invalid_response` when the response does not have the requested
    /// type; `timeout`. The checks include bags of cells: a message that the node refuses in any case, as `Client::send_message` lists them,
    /// is `invalid_parameter`, except one with too many cells.
    pub async fn call<T: DeserializeOwned>(
        &self,
        generation: Generation,
        path: &str,
        params: &impl Serialize,
    ) -> Result<T, Error> {
        self.read_result(plan::endpoint(generation, self.options.verb, path)?, params).await
    }

    /// Calls the operation of a typed request (feature `types`), and returns its typed response.
    ///
    /// # Errors
    /// As [`Client::call`].
    #[cfg(feature = "types")]
    pub async fn send<R: crate::types::Request>(&self, request: &R) -> Result<R::Response, Error> {
        self.read_result(self.row::<R>()?, request).await
    }

    /// Returns the pages of an operation by its generation and path; see [`Client::call`] for the
    /// parameters. `T` is the type of a row.
    ///
    /// # Errors
    /// Errors of the checks of [`crate::plan`]; `not_paginated`, `invalid_option`,
    /// `cursor_invalid`.
    pub fn pages<T: DeserializeOwned>(
        &self,
        generation: Generation,
        path: &str,
        params: &impl Serialize,
        options: PageOptions,
    ) -> Result<Pager<P, T>, Error> {
        let endpoint = plan::endpoint(generation, self.options.verb, path)?;
        Pager::new(self.clone(), endpoint, params::write(params)?, options)
    }

    /// Returns the pages of a typed request (feature `types`). `T` is the type of a row, such as
    /// [`crate::types::v3::Transaction`].
    ///
    /// # Errors
    /// As [`Client::pages`].
    #[cfg(feature = "types")]
    pub fn paginate<T: DeserializeOwned>(
        &self,
        request: &impl crate::types::Request,
        options: PageOptions,
    ) -> Result<Pager<P, T>, Error> {
        Pager::new(self.clone(), self.row_for(request)?, params::write(request)?, options)
    }

    #[cfg(feature = "types")]
    fn row_for<R: crate::types::Request>(&self, _: &R) -> Result<&'static Endpoint, Error> {
        self.row::<R>()
    }

    #[cfg(feature = "types")]
    fn row<R: crate::types::Request>(&self) -> Result<&'static Endpoint, Error> {
        let (generation, verb, path) = R::ROW;
        Ok(plan::endpoint(generation, Some(self.options.verb.unwrap_or(verb)), path)?)
    }

    /// Tells the client that the program has seen a transaction of an account executed, such as that of its own message: later reads of
    /// this client and its clones show it ([`Settings::session_consistency`]). The client remembers it for five minutes, for up to 500 to
    /// 1000 accounts. `mc_seqno` is a masterchain block that has the transaction (`mc_block_seqno` of v3); without one, the client
    /// requests the state of the account when a later read needs the block. Transactions that a response of v3 shows need no such call.
    pub fn note_transaction(&self, account: &str, lt: u64, mc_seqno: Option<u32>) {
        let now = self.transport().now();
        lock(self.session()).note_transaction(account, lt, mc_seqno.unwrap_or_default(), now);
    }

    async fn read_result<T: DeserializeOwned>(
        &self,
        endpoint: &'static Endpoint,
        params: &impl Serialize,
    ) -> Result<T, Error> {
        let params = params::write(params)?;
        let plan = self.plan(endpoint, params::read(&params)?)?;
        self.send_plan(plan, 0).await?.read()
    }

    fn plan<'a>(&'a self, endpoint: &'static Endpoint, mut args: Args<'a>) -> Result<Plan, Error> {
        params::refuse_empty_lists(endpoint, &args)?;
        let plan = plan::plan_call(endpoint, &args, Unknown::Refuse)?;
        plan::check_bags(endpoint, &args)?;
        if self.options.extra.is_empty() {
            return Ok(plan);
        }
        // The plan above has checked the parameters that the operation declares; those of `extra` are not checked.
        if let Some((name, _)) = self.options.extra.iter().find(|(name, _)| api_key::is_name(name)) {
            let message = format!(
                "`extra` must not contain `{name}`: set the API key as `api_key` in the client's settings"
            );
            return Err(core_error::Error::new(Code::UnknownParameter, message)
                .parameter(name.clone())
                .into());
        }
        let extra_params = self.options.extra.iter();
        args.extend(
            extra_params.map(|(name, value)| (Cow::Borrowed(name.as_str()), Arg::from(value.as_str()))),
        );
        Ok(plan::plan_call(endpoint, &args, Unknown::Forward)?)
    }

    /// Sends a request; one with a URL above the limit in parts, if possible. The response must show the masterchain block
    /// `min_seqno`, if the server is a gateway of this package; 0 for any block.
    async fn send_plan(&self, plan: Plan, min_seqno: u32) -> Result<CallResult, Error> {
        let settings = self.settings();
        if settings.base_url.len() + plan.target().len() > settings.options.max_url_bytes {
            return parts::send_parts(self, plan).await;
        }
        self.send_whole(plan, min_seqno).await
    }

    /// Sends a request, within its timeouts.
    async fn send_whole(&self, plan: Plan, min_seqno: u32) -> Result<CallResult, Error> {
        let SharedState { transport, settings, .. } = &*self.shared_state;
        let options = &settings.options;
        let job = Job {
            plan,
            key: options.api_key.as_ref().map(ApiKey::read_key).transpose()?,
            min_seqno,
            retry: self.options.retry.unwrap_or(options.retry),
            timeout: to_milliseconds(self.options.timeout.unwrap_or(options.timeout)),
            queue_timeout: self
                .options
                .queue_timeout
                .or(options.queue_timeout)
                .map_or(f64::INFINITY, to_milliseconds),
            created_at: transport.now(),
        };
        let Reply { json, seqno, .. } = if options.session_consistency && job.plan.endpoint.idempotent {
            send_read(self, &job).await?
        } else {
            send_with_retries(self, &job, None).await?
        };
        let url = job.build_url(&settings.base_url);
        Ok(CallResult { json, seqno, url, secrets: settings.list_secrets(job.key.as_deref()) })
    }

    fn session(&self) -> &Mutex<Session> {
        &self.shared_state.session
    }

    fn transport(&self) -> &P {
        &self.shared_state.transport
    }

    fn settings(&self) -> &CheckedSettings {
        &self.shared_state.settings
    }

    fn queues(&self) -> &Queues {
        &self.shared_state.queues
    }

    fn own_queue(&self) -> Option<&Queue> {
        self.shared_state.own_queue.as_ref()
    }

    fn slots(&self) -> &Slots {
        &self.shared_state.slots
    }
}
