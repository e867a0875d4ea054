//! One attempt: a request, its response, and the errors in between, without the API key.

use super::Client;
use super::api_key::{encode_key, redact};
use super::envelope;
use super::error::Error;
use super::job::Job;
use super::scheduler::Queue;
use super::settings::KeyIn;
use super::transport::{Outgoing, Transport, TransportError};
use crate::error::{self, Code};
use crate::reply::{Facts, Shape, classify};
use http::header::{CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};

/// The header by which a caller requires a masterchain block, and the header by which a gateway of this package reports one.
const MIN_SEQNO: &str = "x-ton-edge-min-seqno";
const SHOWN_SEQNO: &str = "x-ton-edge-seqno";

/// A response: its result, and what its headers say about the server.
pub(super) struct Reply {
    pub(super) json: String,
    /// The masterchain block that the response shows at least; 0 if it is not known.
    pub(super) seqno: u32,
    /// Whether the server is a gateway of this package.
    pub(super) is_gateway: bool,
}

/// Sends a request once and returns its result.
pub(super) async fn send_once<P: Transport>(
    client: &Client<P>,
    job: &Job,
    queue: Option<&Queue>,
    min_seqno: Option<u32>,
) -> Result<Reply, Error> {
    let settings = client.settings();
    let url = job.build_url(&settings.base_url);
    let secrets = settings.list_secrets(job.key.as_deref());
    let add_url = |error: Error| error.with_url(&url, |text| redact(text, &secrets));
    let outgoing = Outgoing::new(request(client, job, &url, min_seqno)?, settings.options.max_response_bytes);
    let (generation, list) = (job.plan.endpoint.generation, job.plan.endpoint.list_field());
    let response = match client.transport().send(outgoing).await {
        Ok(response) => response,
        Err(cause) => {
            let error = match &cause {
                TransportError::NotConnected(reason) => {
                    make_no_response_error(client, reason).with_never_sent(true)
                }
                TransportError::Failed(reason) => make_no_response_error(client, reason),
                TransportError::TooLarge { status } => make_size_error(*status, client).into(),
                TransportError::Redirected => classify(generation, 0, &Facts::bare(Shape::Empty))
                    .err()
                    .unwrap_or_else(|| make_size_error(0, client))
                    .into(),
            };
            return Err(add_url(error.with_cause(cause)));
        }
    };
    let (head, body) = response.into_parts();
    let header = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok());
    if let (Some(queue), Some(policy)) =
        (queue, header("ratelimit-policy").or_else(|| header("ratelimit-limit")))
    {
        queue.apply_policy(client.transport().now(), policy);
    }
    let seqno: u32 = header(SHOWN_SEQNO).and_then(|text| text.parse().ok()).unwrap_or_default();
    let is_gateway = seqno > 0 || header("cache-status").is_some_and(|status| status.starts_with("ton-edge"));
    let status = head.status.as_u16();
    let result = if body.len() as u64 > settings.options.max_response_bytes {
        Err(make_size_error(status, client))
    } else {
        envelope::read_result((generation, list), status, &String::from_utf8_lossy(&body), |text| {
            redact(text, &secrets)
        })
    };
    result.map(|json| Reply { json, seqno, is_gateway }).map_err(|error| {
        let status = error.status.unwrap_or(status);
        let requested_delay = read_requested_delay(status, &head.headers, client.transport().unix_now());
        add_url(Error::from(error).with_requested_delay(requested_delay))
    })
}

fn make_size_error<P: Transport>(status: u16, client: &Client<P>) -> error::Error {
    let max_bytes = client.settings().options.max_response_bytes;
    error::Error::new(Code::ResponseTooLarge, format!("the response is larger than {max_bytes} bytes"))
        .status(status)
}

fn make_no_response_error<P: Transport>(client: &Client<P>, reason: &str) -> Error {
    let message = format!("no response from {}: {reason}", client.settings().base_url);
    error::Error::new(Code::ConnectionFailed, message).into()
}

fn request<P: Transport>(
    client: &Client<P>,
    job: &Job,
    url: &str,
    min_seqno: Option<u32>,
) -> Result<http::Request<String>, Error> {
    let settings = client.settings();
    let mut target = String::from(url);
    let mut headers = HeaderMap::new();
    for (name, value) in &job.plan.headers {
        headers.insert(*name, HeaderValue::from_str(value).map_err(|_| make_request_error())?);
    }
    if job.plan.body.is_some() {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    for (name, value) in &settings.headers {
        headers.insert(name, value.clone());
    }
    let own_seqno = headers.get(MIN_SEQNO).and_then(|value| value.to_str().ok()?.parse().ok());
    let seqno = job.min_seqno.max(min_seqno.unwrap_or_default());
    if seqno > own_seqno.unwrap_or_default() {
        headers.insert(MIN_SEQNO, seqno.into());
    }
    match (&job.key, settings.options.key_in) {
        (Some(key), KeyIn::Header) => {
            let mut value = HeaderValue::from_str(key).map_err(|_| make_request_error())?;
            value.set_sensitive(true);
            headers.insert("x-api-key", value);
        }
        (Some(key), KeyIn::Query) => {
            target.push(if url.contains('?') { '&' } else { '?' });
            target.push_str("api_key=");
            target.push_str(&encode_key(key));
        }
        (None, _) => {}
    }
    let builder = http::Request::builder().method(job.plan.verb.as_str()).uri(target);
    let mut request =
        builder.body(job.plan.body.clone().unwrap_or_default()).map_err(|_| make_request_error())?;
    *request.headers_mut() = headers;
    Ok(request)
}

/// Makes the error of a request that cannot be built. The original error may quote the URL, and with it the API key, so
/// it is dropped.
fn make_request_error() -> Error {
    let message = "the request cannot be built: the URL is too long, or a header has invalid characters";
    error::Error::new(Code::InvalidParameter, message).into()
}

/// Reads the delay that the service requests, in milliseconds: `Retry-After` in seconds or as a
/// date (RFC 9110, 10.2.3), or the reset of its rate limit.
fn read_requested_delay(status: u16, headers: &HeaderMap, unix_now: f64) -> Option<f64> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(text) = header(RETRY_AFTER.as_str()).filter(|text| !text.is_empty()) {
        if let Some(seconds) = parse_seconds(text) {
            return Some(seconds * 1000.0);
        }
        if let Some(date) = parse_date(text) {
            return Some((date - unix_now).max(0.0));
        }
    }
    if status != 429 {
        return None;
    }
    let reset = header("ratelimit")
        .and_then(|text| text.split([';', ',']).find_map(|part| part.trim().strip_prefix("t=")));
    let seconds = reset.or_else(|| header("ratelimit-reset")).filter(|text| text.len() <= 5)?;
    seconds.parse::<u32>().ok().map(|seconds| f64::from(seconds) * 1000.0)
}

/// Reads a number of seconds. Some servers write fractions or a unit, and some proxies join two headers by a comma.
fn parse_seconds(text: &str) -> Option<f64> {
    let first_value = text.split(',').next()?.trim().trim_end_matches(['s', 'S']).trim_end();
    let is_number = first_value.starts_with(|c: char| c.is_ascii_digit())
        && first_value.ends_with(|c: char| c.is_ascii_digit())
        && first_value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    first_value.parse().ok().filter(|_| is_number)
}

/// Converts an HTTP date to milliseconds since 1970, without reading a clock.
fn parse_date(text: &str) -> Option<f64> {
    let unix_epoch = httpdate::parse_http_date("Thu, 01 Jan 1970 00:00:00 GMT").ok()?;
    let since_epoch = httpdate::parse_http_date(text).ok()?.duration_since(unix_epoch).ok()?;
    Some(since_epoch.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_delay(status: u16, name: &'static str, value: &'static str) -> Option<f64> {
        let headers = HeaderMap::from_iter([(name.parse().unwrap(), HeaderValue::from_static(value))]);
        read_requested_delay(status, &headers, 1_000_000.0)
    }

    #[test]
    fn requested_delays_have_four_forms() {
        assert_eq!(read_delay(503, "retry-after", " 2 "), Some(2000.0));
        assert_eq!(read_delay(503, "retry-after", "Thu, 01 Jan 1970 00:16:45 GMT"), Some(5000.0));
        assert_eq!(read_delay(503, "retry-after", "Thu, 01 Jan 1970 00:00:00 GMT"), Some(0.0));
        assert_eq!(read_delay(429, "ratelimit", "\"plan\";r=0;t=3"), Some(3000.0));
        assert_eq!(read_delay(429, "ratelimit-reset", "4"), Some(4000.0));
        for (text, delay) in [("1.5", 1500.0), ("2s", 2000.0), ("1, 1", 1000.0), ("3 S", 3000.0)] {
            assert_eq!(read_delay(503, "retry-after", text), Some(delay), "{text}");
        }
        for text in ["1e9", "inf", ".5", "1.", "0x1", "1.5.2", "s", ","] {
            assert_eq!(read_delay(503, "retry-after", text), None, "{text}");
        }
        assert_eq!(read_delay(503, "ratelimit-reset", "4"), None);
        assert_eq!(read_delay(429, "ratelimit-reset", "1700000000"), None);
        assert_eq!(read_delay(429, "retry-after", "soon"), None);
        assert_eq!(read_delay(429, "retry-after", "-1"), None);
    }
}
