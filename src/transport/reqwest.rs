//! A transport on a tokio runtime: reqwest for HTTP, tokio for the timer.

use crate::client::{Outgoing, SendTransport, TransportError};
use core::time::Duration;
use reqwest::redirect::Policy;
use reqwest::{ClientBuilder, Response};
use std::fmt;
use tokio::runtime::Handle;

/// Sends by [`reqwest`], over TLS by rustls (feature `reqwest`), with HTTP/2 and gzip. Clones share their connections.
///
/// Calls run on a tokio runtime with I/O and time enabled, such as that of `#[tokio::main]`. Dropping the future of a
/// call ends its request. Redirects are not followed; the proxies of the environment are used, as is reqwest's default.
///
/// ```
/// use std::io::{Read, Write};
/// use ton_edge::ReqwestTransport;
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
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// let settings = Settings { base_url: Some(gateway), ..Settings::default() };
/// let client = Client::new(settings, ReqwestTransport::new()?)?;
/// let address = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
/// let params = serde_json::json!({ "address": address });
/// let nanotons: String = client.call(Generation::V2, "getAddressBalance", &params).await?;
/// assert_eq!(nanotons, "1000000000");
/// # Ok::<(), Box<dyn std::error::Error>>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ReqwestTransport {
    http: reqwest::Client,
}

/// Omits headers, which may contain secrets.
impl fmt::Debug for ReqwestTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReqwestTransport").finish_non_exhaustive()
    }
}

impl ReqwestTransport {
    /// Makes a transport with reqwest's default settings.
    ///
    /// # Errors
    /// The errors of [`ClientBuilder::build`], for example if TLS is not available.
    pub fn new() -> Result<Self, reqwest::Error> {
        Self::from_builder(reqwest::Client::builder())
    }

    /// Makes a transport with your own settings: a proxy, root certificates, a limit of connections. Redirects are
    /// never followed, even if the builder says so, because they would send the API key elsewhere. Leave timeouts to
    /// the client, which distinguishes them from other failures.
    ///
    /// # Errors
    /// The errors of [`ClientBuilder::build`].
    pub fn from_builder(builder: ClientBuilder) -> Result<Self, reqwest::Error> {
        Ok(Self { http: builder.redirect(Policy::none()).build()? })
    }
}

impl SendTransport for ReqwestTransport {
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, TransportError> {
        if Handle::try_current().is_err() {
            return Err(TransportError::Failed(
                "`ReqwestTransport` needs a tokio runtime: call it inside one".into(),
            ));
        }
        let Outgoing { request, max_bytes, .. } = outgoing;
        let request = reqwest::Request::try_from(request).map_err(to_transport_error)?;
        read(self.http.execute(request).await.map_err(to_transport_error)?, max_bytes).await
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
        // Without a runtime no request is sent, but the delays between the failing attempts still take place.
        match Handle::try_current() {
            Ok(_) => tokio::time::sleep(time).await,
            Err(_) => std::thread::sleep(time),
        }
    }
}

async fn read(mut incoming: Response, max_bytes: u64) -> Result<http::Response<Vec<u8>>, TransportError> {
    let status = incoming.status();
    let mut response = http::Response::new(Vec::new());
    *response.status_mut() = status;
    *response.headers_mut() = std::mem::take(incoming.headers_mut());
    let bytes = response.body_mut();
    while let Some(chunk) = incoming.chunk().await.map_err(to_transport_error)? {
        if bytes.len() as u64 + chunk.len() as u64 > max_bytes {
            return Err(TransportError::TooLarge { status: status.as_u16() });
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(response)
}

/// Describes the error and its causes, without the URL, which may contain the key.
#[allow(clippy::needless_pass_by_value, reason = "`without_url` takes it")]
fn to_transport_error(error: reqwest::Error) -> TransportError {
    let error = error.without_url();
    let reason = super::describe_causes(&error);
    // Name resolution, the connection or TLS failed, so no part of the request was sent.
    if error.is_connect() { TransportError::NotConnected(reason) } else { TransportError::Failed(reason) }
}
