//! The transport of the Rust client in environments with `fetch`: web pages and their workers, edge workers, Node, Deno,
//! Bun.
//!
//! gloo-net makes the request and reads the head of the response. This module calls `fetch` itself: gloo's own call
//! panics if the thrown value is not an `Error`, and hides its `cause`, in which Node reports a refused connection.

use crate::client::{Outgoing, Transport, TransportError};
use core::time::Duration;
use gloo_net::http::{Method, RequestBuilder, Response};
use gloo_timers::future::TimeoutFuture;
use http::{HeaderName, HeaderValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Date, Function, Math, Promise, Reflect, Uint8Array, global};
use web_sys::wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortController, ReadableStreamDefaultReader, RequestRedirect};

/// Sends requests by the environment's `fetch`. Pass it as a value: `Client::new(settings, FetchTransport)`.
///
/// Dropping the future of a call aborts the call. Redirects are not followed. Futures are not `Send`: wasm has one
/// thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct FetchTransport;

/// Aborts the request when it is dropped; this has no effect on a request that has ended.
struct Abort(AbortController);

impl Drop for Abort {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Transport for FetchTransport {
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, TransportError> {
        let Outgoing { request, max_bytes, .. } = outgoing;
        let abort = Abort(AbortController::new().map_err(|thrown| to_transport_error(&thrown))?);
        let request = build(request, &abort)?;
        let fetch = get(&global(), "fetch").dyn_into::<Function>();
        let fetch = fetch.map_err(|_| TransportError::Failed("this environment has no fetch".into()))?;
        // `fetch` is called without `this`: a browser's `fetch` refuses any other `this` than the global object.
        let promise =
            fetch.call1(&JsValue::UNDEFINED, &request).map_err(|thrown| to_transport_error(&thrown))?;
        let incoming =
            JsFuture::from(Promise::resolve(&promise)).await.map_err(|thrown| to_transport_error(&thrown))?;
        let incoming = incoming.dyn_into::<web_sys::Response>();
        let incoming = incoming.map_err(|_| TransportError::Failed("fetch returned no Response".into()))?;
        read(Response::from(incoming), max_bytes).await
    }

    fn now(&self) -> f64 {
        let performance = get(&global(), "performance");
        let now = get(&performance, "now").dyn_into::<Function>().and_then(|now| now.call0(&performance));
        now.ok().and_then(|now| now.as_f64()).unwrap_or_else(Date::now)
    }

    fn unix_now(&self) -> f64 {
        Date::now()
    }

    fn chance(&self) -> f64 {
        Math::random()
    }

    async fn sleep(&self, time: Duration) {
        // The longest timer of JavaScript; the client never sleeps longer.
        let longest_ms = i32::MAX as u32;
        let ms = (time.as_secs_f64() * 1000.0).ceil().min(f64::from(longest_ms));
        TimeoutFuture::new(ms as u32).await;
    }

    /// Returns true in a web page or a worker of a web page; false in Node, Deno, Bun and workerd, even if these have globals
    /// of browsers.
    fn is_public(&self) -> bool {
        let has_global = |name: &str| !get(&global(), name).is_undefined();
        if has_global("Deno") || has_global("Bun") {
            return false;
        }
        let agent = get(&get(&global(), "navigator"), "userAgent");
        if agent.as_string().as_deref() == Some("Cloudflare-Workers") {
            return false;
        }
        has_global("document") || has_global("importScripts") || has_global("WorkerGlobalScope")
    }
}

/// Returns a property; undefined if it is missing, or if reading it throws.
fn get(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

fn build(request: http::Request<String>, abort: &Abort) -> Result<web_sys::Request, TransportError> {
    let (head, body) = request.into_parts();
    let method = match head.method {
        http::Method::POST => Method::POST,
        _ => Method::GET,
    };
    let mut builder = RequestBuilder::new(&head.uri.to_string())
        .method(method)
        .redirect(RequestRedirect::Manual)
        .abort_signal(Some(&abort.0.signal()));
    for (name, value) in &head.headers {
        builder = builder.header(name.as_str(), value.to_str().unwrap_or_default());
    }
    let request = if body.is_empty() { builder.build() } else { builder.body(body) };
    // The thrown value may quote the URL, and with it the API key.
    request.map(Into::into).map_err(|_| TransportError::Failed("the request cannot be built here".into()))
}

async fn read(incoming: Response, max_bytes: u64) -> Result<http::Response<Vec<u8>>, TransportError> {
    let status = incoming.status();
    // Browsers report status 0 for a redirect that was not followed.
    if status == 0 {
        return Err(TransportError::Redirected);
    }
    let headers = incoming.headers();
    // For a compressed body, the header gives the compressed length.
    let length = headers.get("content-length").and_then(|length| length.parse::<u64>().ok());
    if headers.get("content-encoding").is_none() && length.is_some_and(|length| length > max_bytes) {
        return Err(TransportError::TooLarge { status });
    }
    let mut response = http::Response::new(body(&incoming, max_bytes).await?);
    *response.status_mut() = http::StatusCode::from_u16(status)
        .map_err(|_| TransportError::Failed("the response has no HTTP status".into()))?;
    for (name, value) in headers.entries() {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
            response.headers_mut().append(name, value);
        }
    }
    Ok(response)
}

async fn body(incoming: &Response, max_bytes: u64) -> Result<Vec<u8>, TransportError> {
    let mut bytes = Vec::new();
    let Some(stream) = incoming.body() else { return Ok(bytes) };
    let reader = ReadableStreamDefaultReader::new(&stream).map_err(|thrown| to_transport_error(&thrown))?;
    loop {
        let part = JsFuture::from(reader.read()).await.map_err(|thrown| to_transport_error(&thrown))?;
        if get(&part, "done").is_truthy() {
            return Ok(bytes);
        }
        let chunk = get(&part, "value").dyn_into::<Uint8Array>();
        let chunk = chunk.map_err(|_| TransportError::Failed("the body is not a stream of bytes".into()))?;
        if bytes.len() as u64 + u64::from(chunk.length()) > max_bytes {
            return Err(TransportError::TooLarge { status: incoming.status() });
        }
        bytes.extend(chunk.to_vec());
    }
}

/// Converts the value that `fetch` threw. Some runtimes report the reason of a failed connection in a chain of causes.
fn to_transport_error(thrown: &JsValue) -> TransportError {
    let mut is_refused = false;
    let mut error = thrown.clone();
    for _ in 0..5 {
        let code = get(&error, "code").as_string().unwrap_or_default();
        let message = get(&error, "message").as_string().unwrap_or_default().to_ascii_lowercase();
        is_refused |=
            code == "ECONNREFUSED" || code == "ConnectionRefused" || message.contains("connection refused");
        let cause = get(&error, "cause");
        error = if cause.is_undefined() { get(&get(&error, "errors"), "0") } else { cause };
        if !error.is_object() {
            break;
        }
    }
    // Browsers do not report the reason.
    if FetchTransport.is_public() {
        return TransportError::Failed("the connection failed, or the browser hid the reason (CORS)".into());
    }
    if is_refused {
        return TransportError::NotConnected("connection refused".into());
    }
    TransportError::Failed("the connection failed".into())
}
