//! Tells results from errors in responses: by status, by envelope, and by unusual bodies that the service is known for.
//!
//! In the JavaScript client the engine parses bodies; only a few facts of the envelope are passed to this module.
//! Success in v2 is `ok: true` without a `code` of 400 or more, and is never inferred from `result`, which may have the
//! text of a 429.

use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::text::{concat, find_words, parse_int, write_int};

/// The kind of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No bytes at all.
    Empty,
    /// Not JSON: an HTML page, a cut body.
    NotJson,
    /// A JSON object.
    Object,
    /// A JSON array: the bare lists of the service.
    Array,
    /// Any other JSON value.
    Scalar,
}

/// The fields of an envelope that tell success from failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts<'a> {
    /// The kind of the body.
    pub shape: Shape,
    /// Whether the field `ok` is `true`; `None` without the field.
    pub ok: Option<bool>,
    /// The field `error` if it is text, or its `message` if it is a JSON-RPC 2.0 error object.
    pub error: Option<&'a str>,
    /// Whether the field `result` exists.
    pub has_result: bool,
    /// The field `result`, if it is text.
    pub result: Option<&'a str>,
    /// The field `code`, if it is a whole number.
    pub code: Option<i32>,
    /// Whether the result lacks the list that every result of the operation has
    /// ([`Endpoint::list_field`](crate::endpoint::Endpoint)): the field is missing, or is neither a list nor null.
    pub lacks_list: bool,
}

impl Facts<'_> {
    /// Makes a body of this shape without any of the fields.
    #[must_use]
    pub const fn bare(shape: Shape) -> Self {
        Self { shape, ok: None, error: None, has_result: false, result: None, code: None, lacks_list: false }
    }
}

/// The part of a good body that is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// The body itself (v3).
    Whole,
    /// Its field `result` (v2, JSON-RPC).
    Result,
}

/// The default maximum size of a response body, in bytes.
pub(crate) const MAX_RESPONSE_BYTES: u32 = 32 * 1024 * 1024;

/// How many bytes of a server's text are read at most: far more than a message shows, because secrets are removed from
/// the text before it is cut for the message.
pub(crate) const MAX_ERROR_TEXT: u32 = 65_536;

/// How many characters of the service's text a message shows at most.
const MAX_TEXT_CHARS: usize = 300;

/// Returns which part of a response is the result, or the error that the response reports.
///
/// ```
/// use ton_edge::endpoint::Generation;
/// use ton_edge::error::Code;
/// use ton_edge::reply::{Facts, Shape, classify};
///
/// // {"ok":false,"result":"Ratelimit exceed","code":429}: the documented body, with its text in the wrong place.
/// let facts = Facts { ok: Some(false), has_result: true, result: Some("Ratelimit exceed"), code: Some(429),
///                     ..Facts::bare(Shape::Object) };
/// assert_eq!(classify(Generation::V2, 429, &facts).unwrap_err().code, Code::RateLimited);
/// ```
///
/// # Errors
/// Every failure that a response can report, with its `status`; see [`Code`].
pub fn classify(generation: Generation, status: u16, facts: &Facts<'_>) -> Result<Payload, Error> {
    // Browsers report status 0 for a redirect that was not followed.
    if status == 0 || (300..400).contains(&status) {
        let message =
            "the service responded with a redirect, which is not followed: it would carry the key elsewhere";
        return Err(Error::new(Code::Redirected, message).status(status));
    }
    let body_code =
        facts.code.and_then(|code| u16::try_from(code).ok()).filter(|code| (400..600).contains(code));
    // If the envelope contradicts itself, the error counts. A v3 response without `ok` may have a field `code` of its own.
    let is_refused = match facts.ok {
        Some(ok) => !ok || facts.code.is_some_and(|code| code >= 400),
        None => generation == Generation::V2 && body_code.is_some(),
    };
    if (200..300).contains(&status) && !is_refused {
        return match (generation, facts.shape) {
            (_, Shape::Empty) => Err(make_invalid_response_error(status, "an empty body")),
            (_, Shape::NotJson) => Err(make_invalid_response_error(status, "a body that is not JSON")),
            (_, Shape::Object) if facts.error.is_some() => {
                Err(make_failed_response_error(status, body_code, facts))
            }
            // Without the list it is unknown whether it has rows, so this does not count as an empty list.
            (Generation::V3, Shape::Object | Shape::Array) if facts.lacks_list => {
                Err(make_missing_list_error(status))
            }
            (Generation::V3, Shape::Object | Shape::Array) => Ok(Payload::Whole),
            (_, Shape::Scalar) => {
                Err(make_invalid_response_error(status, "JSON that is neither an object nor a list"))
            }
            (Generation::V2, Shape::Object) if facts.has_result && facts.ok.is_some() => {
                if facts.lacks_list {
                    Err(make_missing_list_error(status))
                } else {
                    Ok(Payload::Result)
                }
            }
            (Generation::V2, _) => {
                Err(make_invalid_response_error(status, "JSON without the envelope of v2"))
            }
        };
    }
    Err(make_failed_response_error(status, body_code, facts))
}

fn make_invalid_response_error(status: u16, description: &str) -> Error {
    make_response_error(Code::InvalidResponse, status, " and ", description)
}

fn make_missing_list_error(status: u16) -> Error {
    make_invalid_response_error(status, "JSON without the list of this operation")
}

fn make_response_error(code: Code, status: u16, separator: &str, description: &str) -> Error {
    let message =
        concat(&["the service responded with ", &write_int(i64::from(status)), separator, description]);
    Error::new(code, message).status(status)
}

fn make_failed_response_error(status: u16, body_code: Option<u16>, facts: &Facts<'_>) -> Error {
    // The text is in `error`, or in `result` in a 429 of the hosted service's proxy.
    let text = facts.error.filter(|text| !text.is_empty()).or(facts.result).unwrap_or_default();
    let effective_status = match (status, body_code) {
        // A rate limit counts even if only the status or only the code reports it.
        (_, Some(429)) | (429, _) => 429,
        (200..300, Some(code)) => code,
        // Python's JSON-RPC refuses arguments with `ok: false` and no code.
        (200..300, None) => 422,
        (status, _) => status,
    };
    let code = choose_code(effective_status, text);
    if code == Code::MessageRejected {
        return make_rejection_error(effective_status, text);
    }
    let excerpt = excerpt(text);
    let (separator, description) = match facts.shape {
        Shape::Empty => (" and ", "an empty body"),
        Shape::NotJson => (" and ", "a body that is not JSON"),
        _ if excerpt.is_empty() => (" and ", "no reason"),
        _ => (": ", excerpt.as_str()),
    };
    make_response_error(code, effective_status, separator, description)
}

/// Returns the start of a text of the service on one line: some texts are whole reports.
fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for c in text.chars().take(MAX_TEXT_CHARS) {
        excerpt.push(if c.is_control() { ' ' } else { c });
    }
    excerpt
}

/// Makes the error of a message that the account did not accept. The service's text has the exit code of the contract,
/// followed by a log of the virtual machine. What the code means depends on the contract, which the response does not
/// name: see `message::explain_body_exit_code`.
fn make_rejection_error(status: u16, text: &str) -> Error {
    let exit_code = parse_exit_code(text);
    let reason = excerpt(find_words(text, "VM Log").and_then(|log| text.get(..log)).unwrap_or(text));
    let mut error = make_response_error(Code::MessageRejected, status, ": ", reason.trim_end());
    let code =
        exit_code.map(|code| concat(&[": exit code ", &write_int(i64::from(code))])).unwrap_or_default();
    error.message = concat(&["the account did not accept the message", &code, "; ", &error.message]).into();
    error.exit_code = exit_code;
    error
}

/// Reads the number after `exitcode=`.
fn parse_exit_code(text: &str) -> Option<i32> {
    const NAME: &str = "exitcode=";
    let value_text = text.get(find_words(text, NAME)? + NAME.len()..)?;
    let end = value_text
        .bytes()
        .position(|byte| byte != b'-' && !byte.is_ascii_digit())
        .unwrap_or(value_text.len());
    parse_int(value_text.get(..end)?).and_then(|code| i32::try_from(code).ok())
}

fn choose_code(status: u16, text: &str) -> Code {
    let has_words = |words: &str| crate::text::has_words(text, words);
    match status {
        // With any status: v3 passes on the status of the service behind it.
        _ if has_words("cannot apply external") => Code::MessageRejected,
        // The legacy endpoints of v3 also respond with 401 if a parameter is missing.
        401 if text.is_empty() || has_words("key") => Code::ApiKeyUnknown,
        403 => Code::NetworkNotAllowed,
        404 => Code::NotFound,
        405 => Code::MethodNotAllowed,
        408 | 504 => Code::UpstreamTimeout,
        409 => Code::Conflict,
        413 => Code::PayloadTooLarge,
        414 => Code::UriTooLong,
        415 => Code::UnsupportedMediaType,
        429 => Code::RateLimited,
        400..500 => Code::BadRequest,
        502 => Code::BadGateway,
        533 | 542 => Code::LiteServerError,
        _ if has_words("deadline exceeded") || has_words("timeout") => Code::UpstreamTimeout,
        // v3 responds with 500 to an unknown path.
        _ if has_words("cannot get ") || has_words("cannot post ") => Code::NotFound,
        _ if text.starts_with("LITE_SERVER")
            || text.starts_with("VALIDATE_ACCOUNT_STATE")
            || has_words("liteserver") =>
        {
            Code::LiteServerError
        }
        _ => Code::ServerError,
    }
}
