//! What can go wrong, as data: one stable code, a message for people, and what the message is about.
//!
//! Identity is the code, never the Rust or JavaScript type: two copies of the package agree on codes.
//! A message may be improved; a code is never renamed, reused or given another meaning.

use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// One row a code: variant, the text that users compare with, and when it happens.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal;)+) => {
        /// A stable error code; [`Code::as_str`] is the text that JavaScript sees as `error.code`.
        ///
        /// ```
        /// use ton_edge::error::Code;
        /// assert_eq!(Code::AddressChecksum.as_str(), "address_checksum");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// Every code with its text, in the order of the reference.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The text of the code: lower case, words joined by `_`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// When the code happens, for the reference; not linked into wasm unless it is called.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+),)+ }
            }
        }
    };
}

codes! {
    /// The address is an empty text.
    AddressEmpty = "address_empty";
    /// A friendly address has other than 48 characters (TEP-2), or the text is no form of address.
    AddressLength = "address_length";
    /// A character is in neither base64 alphabet; `index` names it.
    AddressCharset = "address_charset";
    /// `+` or `/` and `-` or `_` stand in one address; `index` names the first of the second alphabet.
    AddressMixedAlphabet = "address_mixed_alphabet";
    /// CRC-16/XMODEM over the first 34 bytes differs from the last two: a typing error somewhere.
    AddressChecksum = "address_checksum";
    /// The first byte is none of 0x11, 0x51, 0x91, 0xD1 (TEP-2).
    AddressTag = "address_tag";
    /// The part before the colon is not a plain decimal number.
    AddressWorkchainFormat = "address_workchain_format";
    /// The workchain is outside -128..127, so no friendly form of it exists.
    AddressWorkchainRange = "address_workchain_range";
    /// The part after the colon has other than 64 characters.
    AddressHashLength = "address_hash_length";
    /// A character after the colon is no hexadecimal digit; `index` names it.
    AddressHashCharset = "address_hash_charset";
    /// White space in or around the address; `index` names the first.
    AddressWhitespace = "address_whitespace";
    /// A `ton://` or `https://` link, with or without an address in it.
    AddressIsLink = "address_is_link";
    /// A domain name such as `wallet.ton`: look it up with `dns/records` first.
    AddressIsDomain = "address_is_domain";
    /// 64 hexadecimal digits without a workchain: `0:` or `-1:` must stand before them.
    AddressBareHash = "address_bare_hash";
    /// The hash is an empty text.
    HashEmpty = "hash_empty";
    /// The hash has other than 64 hexadecimal, 44 base64 or 43 base64url characters.
    HashLength = "hash_length";
    /// A character is outside the alphabet of the form that the length tells; `index` names it.
    HashCharset = "hash_charset";
    /// Both base64 alphabets in one hash; `index` names the first of the second alphabet.
    HashMixedAlphabet = "hash_mixed_alphabet";
    /// Base64 that does not hold exactly 32 bytes: wrong padding, or bits left over.
    HashTrailingBits = "hash_trailing_bits";
    /// White space in or around the hash; `index` names the first.
    HashWhitespace = "hash_whitespace";
    /// No such operation in this generation of the interface; `suggestion` has the near name.
    UnknownEndpoint = "unknown_endpoint";
    /// The operation has no such parameter; `suggestion` has the near name.
    UnknownParameter = "unknown_parameter";
    /// A required parameter is absent.
    MissingParameter = "missing_parameter";
    /// A parameter's value breaks its kind, bounds or pattern; `parameter` names it, `index` the item of a list.
    InvalidParameter = "invalid_parameter";
    /// Parameters that do not go together, or that need one another.
    ParameterConflict = "parameter_conflict";
    /// The request body is no JSON object of parameters.
    InvalidBody = "invalid_body";
    /// An option of ours (`createClient`, a call, `paginate`) has a value that it cannot have.
    InvalidOption = "invalid_option";
    /// An API key would be readable by every visitor of the page: use a gateway, or `dangerouslyAllowBrowser`.
    ApiKeyInBrowser = "api_key_in_browser";
    /// An API key would travel over plain http to another machine.
    ApiKeyInsecure = "api_key_insecure";
    /// The API key is empty, has white space or control characters, or is the placeholder `<API_KEY>`.
    ApiKeyInvalid = "api_key_invalid";
    /// No answer: the connection failed, or the browser hid the reason (CORS).
    ConnectionFailed = "connection_failed";
    /// No complete answer within `timeout`.
    Timeout = "timeout";
    /// The service answered with a redirect, which is never followed: it would carry the key elsewhere.
    Redirected = "redirected";
    /// The answer is larger than `maxResponseBytes`.
    ResponseTooLarge = "response_too_large";
    /// The answer is not what the interface promises: an HTML page, broken JSON, an unknown envelope.
    InvalidResponse = "invalid_response";
    /// 401: the API key does not exist.
    ApiKeyUnknown = "api_key_unknown";
    /// 403: the API key belongs to the other network, or the origin is not allowed.
    NetworkNotAllowed = "network_not_allowed";
    /// 429: too many requests; `retryAfterMs` when the service said so.
    RateLimited = "rate_limited";
    /// 400, 416, 422 and other 4xx: the service refused the request itself.
    BadRequest = "bad_request";
    /// 404: no such block, account or path.
    NotFound = "not_found";
    /// 405: the path exists, the verb does not.
    MethodNotAllowed = "method_not_allowed";
    /// 409: the contract is not of the kind asked for.
    Conflict = "conflict";
    /// 413: the request body is too large.
    PayloadTooLarge = "payload_too_large";
    /// 414: the URL is too long.
    UriTooLong = "uri_too_long";
    /// 415: the request body is not `application/json`.
    UnsupportedMediaType = "unsupported_media_type";
    /// 500 or 542 with words of a liteserver: the node could not answer.
    LiteServerError = "lite_server_error";
    /// Any other 5xx.
    ServerError = "server_error";
    /// 504, or a 500 that says its deadline passed.
    UpstreamTimeout = "upstream_timeout";
    /// 502: the gateway got no usable answer from the service behind it.
    BadGateway = "bad_gateway";
    /// 502: the service behind the gateway refused the gateway's own key.
    UpstreamKeyRefused = "upstream_key_refused";
    /// This operation has no pages.
    NotPaginated = "not_paginated";
    /// Rows moved between two pages and `onDrift` is `"throw"`.
    PaginationDrift = "pagination_drift";
    /// A cursor that this pager did not make, or made for other parameters.
    CursorInvalid = "cursor_invalid";
    /// The gateway's configuration cannot be used; the message names the fields.
    ConfigInvalid = "config_invalid";
    /// WebAssembly is refused here; `ton-edge/address/no-wasm` works without it.
    WasmUnavailable = "wasm_unavailable";
    /// A fault of ours. Please report it with the message.
    Internal = "internal";
    /// 431: the headers of the request are too large.
    HeadersTooLarge = "headers_too_large";
    /// 400: two different API keys, one in the header and one in the query.
    ApiKeyConflict = "api_key_conflict";
    /// 503: the gateway cannot check API keys, since its store of them does not answer.
    KeyStoreUnavailable = "key_store_unavailable";
    /// A record in a store of API keys is not as it must be.
    KeyRecordInvalid = "key_record_invalid";
    /// 503: the services behind the gateway failed too often and are left alone for a moment; `Retry-After` says how long.
    UpstreamUnavailable = "upstream_unavailable";
    /// 401: `/readyz` and `/metrics` of a gateway answer only those who send its operators' token.
    AdminTokenWrong = "admin_token_wrong";
    /// 503: the gateway cannot ask its limiter whether the service may be asked, and has no share of its own.
    LimiterUnavailable = "limiter_unavailable";
    /// `ton-edge/slim` was called before `init` had brought the module that it needs.
    NotInitialized = "not_initialized";
    /// 422: a JSON body nests deeper than `maxJsonDepth`.
    JsonTooDeep = "json_too_deep";
    /// 413: a JSON body has more members and items than `maxJsonMembers`.
    TooManyMembers = "too_many_members";
    /// 422: a query has more parameters than `maxParameters`.
    TooManyParameters = "too_many_parameters";
    /// 413: a JSON-RPC batch has more calls than `maxBatch`.
    BatchTooLarge = "batch_too_large";
    /// 503: the gateway has as many requests in flight as it takes; `Retry-After` says when to come back.
    Overloaded = "overloaded";
    /// 429: this client has as many requests in flight as one client may have.
    TooManyInFlight = "too_many_in_flight";
    /// 403: the client IP is not one that this gateway serves.
    ClientNotAllowed = "client_not_allowed";
    /// 403: this gateway, or the caller's API key, does not have the operation.
    OperationNotAllowed = "operation_not_allowed";
    /// 403: the page that sent the request is not of an origin that may use this gateway, or this API key.
    OriginNotAllowed = "origin_not_allowed";
    /// 421: the gateway does not answer for that host.
    HostNotAllowed = "host_not_allowed";
    /// 401: the API key has expired.
    ApiKeyExpired = "api_key_expired";
    /// 403: the API key is suspended for now.
    ApiKeySuspended = "api_key_suspended";
    /// 429: the API key's quota of the day or month is used up; `Retry-After` tells when the next one begins.
    QuotaExceeded = "quota_exceeded";
    /// 400: the `Host` header of a request is not one host, perhaps with a port.
    InvalidHost = "invalid_host";
    /// A pager made several requests without a new row; `parameter` names what the server ignores.
    PaginationStalled = "pagination_stalled";
    /// A parameter or a list is longer than any real one; `parameter` names it, the message has the limit.
    TooLong = "too_long";
}

/// The codes of addresses and hashes, joined by commas: address.wasm tells them by number, because the texts are
/// smaller in JavaScript than inlined with the module.
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
#[must_use]
pub fn text_codes() -> String {
    let texts = Code::ALL.iter().map(|code| code.as_str());
    texts
        .take_while(|text| text.starts_with("address_") || text.starts_with("hash_"))
        .collect::<Vec<_>>()
        .join(",")
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// An error: its code, what to tell a person, and what it is about.
///
/// ```
/// use ton_edge::error::{Code, Error};
/// let error = Error::new(Code::MissingParameter, "`address` is required").parameter("address");
/// assert_eq!(error.to_string(), "`address` is required");
/// assert_eq!(error.parameter.as_deref(), Some("address"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Error(Box<Details>);

/// What an [`Error`] says. It is boxed there: results are passed on at every step of the core, and an error is rare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Details {
    /// What happened.
    pub code: Code,
    /// What happened, for a person, without the API key and without the value that was sent.
    pub message: Cow<'static, str>,
    /// Position of the first bad character, or of the bad item of a list; counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The parameter or option that the error is about, as the caller wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<Cow<'static, str>>,
    /// What the caller most likely meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Cow<'static, str>>,
    /// HTTP status of the answer, when there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
}

impl Deref for Error {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for Error {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl Error {
    /// An error with a code and a message.
    #[must_use]
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self(Box::new(Details {
            code,
            message,
            index: None,
            parameter: None,
            suggestion: None,
            status: None,
        }))
    }

    /// Says which character or item it is about, counted from 0.
    #[must_use]
    pub fn at(mut self, index: u32) -> Self {
        self.index = Some(index);
        self
    }

    /// Says which parameter it is about.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.parameter = Some(name.into());
        self
    }

    /// Says what the caller most likely meant.
    #[must_use]
    pub fn suggest(mut self, name: Option<&'static str>) -> Self {
        self.suggestion = name.map(Cow::Borrowed);
        self
    }

    /// Says which HTTP status came with it.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// The name among `names` that a caller who wrote `given` most likely meant: equal but for letter case, `_` and
/// `-`, or at most two edits away (one for short names). `None` when nothing is near.
///
/// ```
/// use ton_edge::error::near;
/// assert_eq!(near("apiKey", ["api_key", "address"]), Some("api_key"));
/// assert_eq!(near("acount", ["address", "account"]), Some("account"));
/// assert_eq!(near("colour", ["address", "account"]), None);
/// ```
pub fn near<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(given, &mut names.into_iter())
}

/// Compiled once, whatever the names come from.
fn nearest<'a>(given: &str, names: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    // Longer than any name of ours: no use in comparing, and the table of distances stays small.
    if given.len() > 64 {
        return None;
    }
    let given = fold(given);
    let mut best: Option<(usize, &'a str)> = None;
    for name in names {
        let folded = fold(name);
        let distance = distance(&given, &folded);
        let allowed = if folded.len() <= 4 { 1 } else { 2 };
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

fn fold(name: &str) -> Vec<u8> {
    let mut folded = name.as_bytes().to_ascii_lowercase();
    folded.retain(|byte| !matches!(byte, b'_' | b'-'));
    folded
}

/// Levenshtein distance with one row of memory.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let above = *cell;
            let replaced = diagonal + usize::from(x != y);
            left = replaced.min(above + 1).min(left + 1);
            *cell = left;
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(a.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_unique_and_lower_snake() {
        let texts: BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(texts.len(), Code::ALL.len());
        for text in texts {
            assert!(text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{text}");
        }
    }

    /// address.wasm gives the number of a code, and its shell has the texts in this order.
    #[test]
    fn codes_of_texts_come_first() {
        assert_eq!(text_codes().split(',').count(), Code::HashWhitespace as usize + 1);
        assert!(Code::ALL.iter().enumerate().all(|(number, code)| *code as usize == number));
    }

    #[test]
    fn near_prefers_the_nearest() {
        assert_eq!(near("ofset", ["offset", "sort", "limit"]), Some("offset"));
        assert_eq!(near("jettonAddress", ["jetton_address", "owner_address"]), Some("jetton_address"));
        assert_eq!(near("srt", ["sort", "limit"]), Some("sort"));
        assert_eq!(near("", ["lt"]), None);
        assert_eq!(near(&"x".repeat(1000), ["lt"]), None);
    }
}
