//! The error codes, one row each: cause, source, HTTP status at the gateway, remedy, and what a visitor of the web app
//! can do.
//!
//! From these rows `cargo xtask generate` writes the type `TonEdgeErrorCode`, `docs/errors.md` and the hints of the web
//! app. Of a row, a wasm module contains only code and status.

/// Which part of ton-edge reports a code.
#[cfg(feature = "schema")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// The functions of `ton-edge/address`, for a text that is not an address or not a hash.
    Address,
    /// The client, before it sends a request.
    Client,
    /// The client, for a request that failed, or for a response of TON Center or of a gateway.
    Network,
    /// A pager of the client.
    Pagination,
    /// The gateway, in a response or on its start.
    Gateway,
    /// The package itself, at any call.
    Package,
    /// The functions of `ton-edge/message`, and the calls of the client that use them.
    Message,
}

/// The text of a code in client.wasm; empty for codes that only gateways or JavaScript report: the module never uses
/// their texts, but every page would download them.
#[cfg(all(feature = "js-client", not(feature = "js-gateway")))]
macro_rules! text_in_client {
    ([Gateway] $text:literal) => {
        ""
    };
    ([Package] $text:literal) => {
        ""
    };
    ([Message] $text:literal) => {
        ""
    };
    ([Message, Gateway] $text:literal) => {
        ""
    };
    ([$($source:ident),+] $text:literal) => {
        $text
    };
}

/// Makes the enum of codes from the rows. The gateway never responds with a code without `status`; the web app has no
/// hint for a code without `visitor_hint`.
macro_rules! codes {
    ($($(#[doc = $cause:literal])+ $name:ident = $text:literal {
        from: [$($source:ident),+],
        $(status: $status:literal,)?
        remedy: $remedy:literal,
        $(visitor_hint: $hint:expr,)?
    })+) => {
        /// A stable error code; [`Code::as_str`] is the text that JavaScript sees as `error.code`.
        ///
        /// ```
        /// use ton_edge::error::Code;
        /// assert_eq!(Code::AddressChecksum.as_str(), "address_checksum");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $cause])+ #[doc = ""] #[doc = $remedy] $name,)+ }

        impl Code {
            /// Every code, in the order in which they were added.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The text of the code: lower case, words joined by `_`.
            #[must_use]
            #[inline(never)]
            pub fn as_str(self) -> &'static str {
                // All texts are joined: in client.wasm, a table of texts would be larger than this search.
                #[cfg(not(all(feature = "js-client", not(feature = "js-gateway"))))]
                const TEXTS: &str = concat!($($text, ",",)+);
                #[cfg(all(feature = "js-client", not(feature = "js-gateway")))]
                const TEXTS: &str = concat!($(text_in_client!([$($source),+] $text), ",",)+);
                let mut codes_before = self as usize;
                let mut text_start = 0;
                for (at, _) in TEXTS.bytes().enumerate().filter(|(_, byte)| *byte == b',') {
                    if codes_before == 0 {
                        return TEXTS.get(text_start..at).unwrap_or_default();
                    }
                    codes_before -= 1;
                    text_start = at + 1;
                }
                ""
            }

            /// The HTTP status with which a gateway responds; `None` if it never responds with this code.
            #[must_use]
            pub const fn gateway_status(self) -> Option<u16> {
                match self {
                    $($(Self::$name => Some($status),)?)+
                    _ => None,
                }
            }
        }

        #[cfg(feature = "schema")]
        impl Code {
            /// Why the error happens.
            #[must_use]
            pub const fn cause(self) -> &'static str {
                match self { $(Self::$name => concat!($($cause),+).trim_ascii(),)+ }
            }

            /// The remedy for a developer or an operator.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$name => $remedy,)+ }
            }

            /// Which parts of ton-edge report the code, the most usual one first.
            #[must_use]
            pub const fn sources(self) -> &'static [Source] {
                match self { $(Self::$name => &[$(Source::$source),+],)+ }
            }

            /// The hint for a visitor of the web app; `{wait}` stands for a time. `None` if the web app has no special hint.
            #[must_use]
            pub const fn visitor_hint(self) -> Option<&'static str> {
                match self {
                    $($(Self::$name => Some($hint),)?)+
                    _ => None,
                }
            }
        }
    };
}

/// Hints that several codes share.
#[cfg(feature = "schema")]
mod hint {
    pub(super) const NOT_AN_ADDRESS: &str = "This is not an address. Correct it, or paste it again.";
    pub(super) const NOT_A_HASH: &str = "This is not a hash. Correct it, or paste it again.";
    pub(super) const BUSY_HINT: &str = "The upstream service failed to respond. Wait a minute, then retry.";
    pub(super) const KEY_HINT: &str =
        "The upstream service refused the gateway’s API key. Only the operator of this gateway can fix that.";
    pub(super) const FOREIGN_HINT: &str = "The response is not from a gateway: a proxy or a sign-in page may be in between. Check your network, then retry.";
    pub(super) const MISPLACED_HINT: &str =
        "This host has no ton-edge gateway. Open the web app at the address of a gateway.";
    pub(super) const REFUSED_HINT: &str = "The API refused the request. Check the address.";
}

#[cfg(feature = "schema")]
use hint::{BUSY_HINT, FOREIGN_HINT, KEY_HINT, MISPLACED_HINT, NOT_A_HASH, NOT_AN_ADDRESS, REFUSED_HINT};

codes! {
    /// The address is an empty text.
    AddressEmpty = "address_empty" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Pass an address, or omit the parameter.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// A friendly address does not have the 48 characters of TON's standard TEP-2, or the text does not have the form of an address.
    AddressLength = "address_length" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Copy the whole address again: a part of it is missing, or something was added.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// A character is in neither base64 alphabet; `index` is its position.
    AddressCharset = "address_charset" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Remove or correct the character at `index`.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The address mixes `+` or `/` with `-` or `_`; `index` is the position of the first character of the second alphabet.
    AddressMixedAlphabet = "address_mixed_alphabet" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Use one alphabet: copy the address again from its source.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The checksum (CRC-16/XMODEM) does not match: at least one character is mistyped.
    AddressChecksum = "address_checksum" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Copy the address again. Never guess a character: the result could be another account.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The first byte of the address is not 0x11, 0x51, 0x91 or 0xD1, as TON's standard TEP-2 requires.
    AddressTag = "address_tag" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Check that the text is an address of TON, not another 36 bytes of base64.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The part of a raw address before the colon is not a plain decimal number.
    AddressWorkchainFormat = "address_workchain_format" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Write the workchain as `0` or `-1`.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The workchain is outside of -128..127, so the address has no friendly form.
    AddressWorkchainRange = "address_workchain_range" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Use workchain `0` or `-1`: no other exists today.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The part of a raw address after the colon does not have 64 characters.
    AddressHashLength = "address_hash_length" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Pass all 64 hexadecimal digits, with leading zeros.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// A character after the colon of a raw address is not a hexadecimal digit; `index` is its position.
    AddressHashCharset = "address_hash_charset" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Correct the character at `index`.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The address contains white space; `index` is the position of the first white space.
    AddressWhitespace = "address_whitespace" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Call `trim()` on the user's input, and remove line breaks.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The text is a `ton://` or `https://` link, with or without an address in it.
    AddressIsLink = "address_is_link" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Pass only the address in the link.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The text is a domain name such as `wallet.ton`.
    AddressIsDomain = "address_is_domain" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Resolve the name first, with `client.resolve`.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The text is 64 hexadecimal digits without a workchain.
    AddressBareHash = "address_bare_hash" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Write `0:` before the digits for the basechain, `-1:` for the masterchain.",
        visitor_hint: NOT_AN_ADDRESS,
    }
    /// The hash is an empty text.
    HashEmpty = "hash_empty" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Pass a hash, or omit the parameter.",
        visitor_hint: NOT_A_HASH,
    }
    /// The hash does not have 64 hexadecimal, 44 base64 or 43 base64url characters.
    HashLength = "hash_length" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Copy the whole hash again.",
        visitor_hint: NOT_A_HASH,
    }
    /// A character is outside the alphabet of a hash of this length; `index` is the position of the character.
    HashCharset = "hash_charset" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Correct the character at `index`.",
        visitor_hint: NOT_A_HASH,
    }
    /// The hash mixes both base64 alphabets; `index` is the position of the first character of the second one.
    HashMixedAlphabet = "hash_mixed_alphabet" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Use one alphabet: copy the hash again from its source.",
        visitor_hint: NOT_A_HASH,
    }
    /// The base64 text does not encode exactly 32 bytes: its padding is wrong, or bits are left over.
    HashTrailingBits = "hash_trailing_bits" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Encode the 32 bytes of the hash again.",
        visitor_hint: NOT_A_HASH,
    }
    /// The hash contains white space; `index` is the position of the first white space.
    HashWhitespace = "hash_whitespace" {
        from: [Address, Client, Gateway],
        status: 422,
        remedy: "Call `trim()` on the user's input, and remove line breaks.",
        visitor_hint: NOT_A_HASH,
    }
    /// This version of the API has no such operation. For a path, a gateway responds with `not_found` instead.
    UnknownEndpoint = "unknown_endpoint" {
        from: [Client, Gateway],
        status: 404,
        remedy: "Use the name in `suggestion`, or look up the operation in the reference. v2 and v3 have different operations.",
    }
    /// The operation has no such parameter.
    UnknownParameter = "unknown_parameter" {
        from: [Client, Gateway],
        status: 422,
        remedy: "Use the name in `suggestion`. For a parameter that this version does not know, use `extra` in the client, or the setting `unknownParameters` at the gateway.",
    }
    /// A required parameter is absent; `parameter` names it.
    MissingParameter = "missing_parameter" {
        from: [Client, Gateway],
        status: 422,
        remedy: "Pass the parameter.",
    }
    /// A value has the wrong type, is out of bounds or has the wrong form. `parameter` names it. `index` is the position of a wrong character, if it
    /// is known.
    InvalidParameter = "invalid_parameter" {
        from: [Client, Gateway],
        status: 422,
        remedy: "Correct the value: the message says what the parameter accepts, and which item of a list is wrong.",
        visitor_hint: REFUSED_HINT,
    }
    /// Two parameters exclude each other, or one needs another.
    ParameterConflict = "parameter_conflict" {
        from: [Client, Gateway],
        status: 422,
        remedy: "Pass the combination that the message names.",
    }
    /// The request body is not a JSON object of parameters, or not a JSON-RPC call.
    InvalidBody = "invalid_body" {
        from: [Gateway, Client],
        status: 422,
        remedy: "Send one JSON object. The message says where the body is wrong.",
    }
    /// An option of `createClient`, of a call, of `paginate` or of another function has a value that it does not accept; `parameter` names it.
    InvalidOption = "invalid_option" {
        from: [Client],
        remedy: "Correct the option. The documentation that your editor shows for it has unit, range and default.",
    }
    /// The client has an API key in a browser, where every visitor could read it.
    ApiKeyInBrowser = "api_key_in_browser" {
        from: [Client],
        remedy: "Use a gateway, which adds the API key. Set `dangerouslyAllowBrowser: true` only in pages that nobody but you opens.",
    }
    /// The API key would travel over plain http to another machine.
    ApiKeyInsecure = "api_key_insecure" {
        from: [Client],
        remedy: "Use an https URL, or omit `apiKey`.",
    }
    /// The API key is empty, is the placeholder `<API_KEY>`, or contains white space, control or non-ASCII characters; or the `apiKey` function
    /// threw.
    ApiKeyInvalid = "api_key_invalid" {
        from: [Client],
        remedy: "Check the variable from which your program reads the API key.",
    }
    /// There was no response, or it broke off: the connection failed, or the browser hides the reason (CORS).
    ConnectionFailed = "connection_failed" {
        from: [Network],
        remedy: "Check the URL and the network. In a browser, list the origin in `origins` of the gateway.",
        visitor_hint: "The gateway cannot be reached. Check your connection, then retry.",
    }
    /// A call could not start within `queueTimeoutMs`, or had no complete response within `timeoutMs`. From the gateway: a request did not arrive in
    /// time.
    Timeout = "timeout" {
        from: [Network, Gateway],
        status: 408,
        remedy: "Retry, request fewer rows, or raise `timeoutMs`. After a send, first look up whether the message arrived.",
        visitor_hint: "No complete response arrived in time. Retry, or choose fewer rows per page.",
    }
    /// The server redirected. The client and the gateway never follow a redirect, since it could send the API key
    /// elsewhere.
    Redirected = "redirected" {
        from: [Network, Gateway],
        status: 502,
        remedy: "Correct `baseUrl`: name the final host, with `https`.",
        visitor_hint: FOREIGN_HINT,
    }
    /// The response is larger than `maxResponseBytes`.
    ResponseTooLarge = "response_too_large" {
        from: [Network],
        remedy: "Request fewer rows, or raise `maxResponseBytes`.",
        visitor_hint: "The response is too large for this web app. Choose fewer rows per page.",
    }
    /// The response does not have the form that the API promises: it is HTML or broken JSON, has an unknown outer structure, or lacks the list of
    /// rows.
    InvalidResponse = "invalid_response" {
        from: [Network],
        remedy: "Check that `baseUrl` names TON Center or a gateway, and that no proxy or sign-in page is in between.",
        visitor_hint: FOREIGN_HINT,
    }
    /// 401: the API key does not exist, or the gateway requires an API key and the request has none.
    ApiKeyUnknown = "api_key_unknown" {
        from: [Network, Gateway],
        status: 401,
        remedy: "Send an API key. Check that it is complete, and that it was issued for this service.",
        visitor_hint: KEY_HINT,
    }
    /// 403: the API key belongs to the other network, or the service refuses the origin.
    NetworkNotAllowed = "network_not_allowed" {
        from: [Network, Gateway],
        status: 403,
        remedy: "Use the API key of this network, or set `network`.",
        visitor_hint: KEY_HINT,
    }
    /// 429: the caller sent too many requests; or the client ended a queued call, since the server refused every request. `retryAfterMs` is the
    /// delay, if it is known.
    RateLimited = "rate_limited" {
        from: [Network, Gateway],
        status: 429,
        remedy: "Wait `retryAfterMs`. Share one client between callers, use an API key, or raise the limits of your gateway.",
        visitor_hint: "Too many requests in a short time. Wait {wait}, then retry.",
    }
    /// 400, 416, 422 and other 4xx: the server refused the request.
    BadRequest = "bad_request" {
        from: [Network, Gateway],
        status: 400,
        remedy: "Read the server's message. The same request would fail again.",
        visitor_hint: REFUSED_HINT,
    }
    /// 404: the block, account or path does not exist.
    NotFound = "not_found" {
        from: [Network, Gateway],
        status: 404,
        remedy: "Check the parameters, and that `baseUrl` ends before `/api`. A new block or message may not be indexed yet.",
        visitor_hint: MISPLACED_HINT,
    }
    /// 405: the path exists, but not for this HTTP method.
    MethodNotAllowed = "method_not_allowed" {
        from: [Network, Gateway],
        status: 405,
        remedy: "Use a method that the header `Allow` of the response lists.",
        visitor_hint: MISPLACED_HINT,
    }
    /// 409: the contract is not of the requested kind.
    Conflict = "conflict" {
        from: [Network],
        remedy: "Check the address: an NFT item is not a jetton, for example.",
    }
    /// 413: the request body is too large.
    PayloadTooLarge = "payload_too_large" {
        from: [Network, Gateway],
        status: 413,
        remedy: "Send a smaller body, or raise `maxBodyBytes` of the gateway.",
    }
    /// 414: the URL is too long.
    UriTooLong = "uri_too_long" {
        from: [Network, Gateway],
        status: 414,
        remedy: "Pass fewer items in a list, use an operation with a body, or lower `maxUrlBytes` of the client, which sends some lists in parts.",
    }
    /// 415: the request body is not `application/json`.
    UnsupportedMediaType = "unsupported_media_type" {
        from: [Network, Gateway],
        status: 415,
        remedy: "Send `Content-Type: application/json`.",
    }
    /// 533 or 542, or another 5xx with the message of a liteserver: the chain's node behind the API could not handle the request.
    LiteServerError = "lite_server_error" {
        from: [Network],
        remedy: "Retry, unless the message names values of your request.",
        visitor_hint: BUSY_HINT,
    }
    /// Any other 5xx.
    ServerError = "server_error" {
        from: [Network],
        remedy: "Retry later.",
        visitor_hint: BUSY_HINT,
    }
    /// 408, 504, or another 5xx about a deadline: the server, or the service behind it, ran out of time.
    UpstreamTimeout = "upstream_timeout" {
        from: [Network, Gateway],
        status: 504,
        remedy: "Retry, or request fewer rows. An operator can raise `timeoutMs` of the gateway or add an upstream.",
        visitor_hint: BUSY_HINT,
    }
    /// 502: the gateway got no usable response from the upstream, since the connection failed, the response broke off, or the response is not JSON.
    BadGateway = "bad_gateway" {
        from: [Network, Gateway],
        status: 502,
        remedy: "Retry. An operator finds the failed attempt in the gateway's log.",
        visitor_hint: BUSY_HINT,
    }
    /// 502: the upstream refused the gateway's own API key. The request itself is valid.
    UpstreamKeyRefused = "upstream_key_refused" {
        from: [Gateway],
        status: 502,
        remedy: "Only the operator can help: replace `apiKey` of that upstream.",
        visitor_hint: KEY_HINT,
    }
    /// The operation has no pages, or too many rows have the same second.
    NotPaginated = "not_paginated" {
        from: [Pagination],
        remedy: "Call the operation itself, without `paginate`. If too many rows have the same second, narrow the \
                 list by its parameters.",
    }
    /// Rows moved between two pages, and `onDrift` is `"throw"`. Or all rows that the pager remembers are gone.
    PaginationDrift = "pagination_drift" {
        from: [Pagination],
        remedy: "Start again. With the default of `onDrift` the pager finds its position after rows have moved.",
    }
    /// The cursor is malformed, or belongs to another network, base URL, operation or account, to other parameters or to another `mode`.
    CursorInvalid = "cursor_invalid" {
        from: [Pagination],
        remedy: "Pass `pager.cursor` with the parameters of its pager, and `deposit.cursor` with its account.",
    }
    /// The gateway's configuration is invalid. The message names the settings.
    ConfigInvalid = "config_invalid" {
        from: [Gateway],
        status: 500,
        remedy: "Correct the settings. `docs/operate/settings.md` lists each setting with its range and default.",
    }
    /// The platform forbids WebAssembly, for example by a Content-Security-Policy.
    WasmUnavailable = "wasm_unavailable" {
        from: [Package],
        remedy: "Allow `'wasm-unsafe-eval'` in `script-src`, or import `ton-edge/no-wasm` (`ton-edge/address/auto` for addresses alone).",
        visitor_hint: "This browser blocks WebAssembly, which this web app needs. Allow it, or use another browser.",
    }
    /// A bug in ton-edge.
    Internal = "internal" {
        from: [Package, Gateway],
        status: 500,
        remedy: "Report it with its message.",
    }
    /// 431: the headers of the request are too large.
    HeadersTooLarge = "headers_too_large" {
        from: [Gateway],
        status: 431,
        remedy: "Send fewer or shorter headers. Cookies are the usual reason.",
    }
    /// 400: the request has two different API keys, one in the header and one in the query.
    ApiKeyConflict = "api_key_conflict" {
        from: [Gateway],
        status: 400,
        remedy: "Send one of them.",
    }
    /// 503: the gateway cannot check API keys, since its store of API keys does not respond.
    KeyStoreUnavailable = "key_store_unavailable" {
        from: [Gateway],
        status: 503,
        remedy: "Retry. An operator checks the store of `apiKeys`, such as a KV namespace or a file.",
    }
    /// A record in the store of API keys is invalid.
    KeyRecordInvalid = "key_record_invalid" {
        from: [Gateway],
        remedy: "Write the record again with `ton-edge key set`.",
    }
    /// 503: all upstreams of the network failed too often, so the gateway sends them no requests for a moment.
    UpstreamUnavailable = "upstream_unavailable" {
        from: [Gateway],
        status: 503,
        remedy: "Wait for `Retry-After`, then retry.",
    }
    /// 401: `/readyz` and `/metrics` require the admin token.
    AdminTokenWrong = "admin_token_wrong" {
        from: [Gateway],
        status: 401,
        remedy: "Send `Authorization: Bearer` with the value of `TON_EDGE_ADMIN_TOKEN`.",
    }
    /// 503: the limiter that several gateways share does not respond, so the gateway does not know the remaining budget.
    LimiterUnavailable = "limiter_unavailable" {
        from: [Gateway],
        status: 503,
        remedy: "Retry. An operator checks the Durable Object or Redis of `limits.scope`.",
    }
    /// A function was called before its WebAssembly module was loaded. In `ton-edge/slim`, `init` loads it. In engines that compile only
    /// asynchronously, `ready` loads it.
    NotInitialized = "not_initialized" {
        from: [Package],
        remedy: "Await `init(...)` or `ready()` first.",
    }
    /// 422: a JSON body nests deeper than `maxJsonDepth`.
    JsonTooDeep = "json_too_deep" {
        from: [Gateway],
        status: 422,
        remedy: "Send a body with fewer levels, or raise `maxJsonDepth`.",
    }
    /// 413: a JSON body has more than `maxJsonMembers` object members and array items.
    TooManyMembers = "too_many_members" {
        from: [Gateway],
        status: 413,
        remedy: "Split the body, or raise `maxJsonMembers`.",
    }
    /// 422: a query has more parameters than `maxParameters`.
    TooManyParameters = "too_many_parameters" {
        from: [Gateway],
        status: 422,
        remedy: "Send fewer, or raise `maxParameters`.",
    }
    /// 413: a JSON-RPC batch has more calls than `maxBatch`. Or its responses are too large, or need more than
    /// `maxAttempts` attempts at upstreams.
    BatchTooLarge = "batch_too_large" {
        from: [Gateway],
        status: 413,
        remedy: "Split the batch, or raise `maxBatch` or `maxAttempts`.",
    }
    /// 503: the gateway has reached a maximum of requests in flight, of their bytes, of streams, or of accounts that
    /// streams watch.
    Overloaded = "overloaded" {
        from: [Gateway],
        status: 503,
        remedy: "Wait for `Retry-After`, then retry.",
    }
    /// 429: this client IP has reached its maximum of requests in flight, or this caller has reached its maximum of streams.
    TooManyInFlight = "too_many_in_flight" {
        from: [Gateway],
        status: 429,
        remedy: "Wait for responses before you send more requests, or close streams.",
    }
    /// 403: this gateway, or the caller's API key, does not allow the client IP.
    ClientNotAllowed = "client_not_allowed" {
        from: [Gateway],
        status: 403,
        remedy: "An operator can change `clients` or the API key.",
    }
    /// 403: this gateway, or the caller's API key, does not permit the operation.
    OperationNotAllowed = "operation_not_allowed" {
        from: [Gateway],
        status: 403,
        remedy: "An operator can change `operations.deny` or the API key.",
    }
    /// 403: the page that sent the request has an origin that may not use this gateway or this API key.
    OriginNotAllowed = "origin_not_allowed" {
        from: [Gateway],
        status: 403,
        remedy: "An operator can add the origin to `origins` or to the API key.",
    }
    /// 421: the gateway does not serve the host that the request names.
    HostNotAllowed = "host_not_allowed" {
        from: [Gateway],
        status: 421,
        remedy: "Use a host of the gateway's setting `allowedHosts`, or add yours.",
    }
    /// 401: the API key has expired.
    ApiKeyExpired = "api_key_expired" {
        from: [Gateway],
        status: 401,
        remedy: "Ask the operator for a new API key.",
    }
    /// 403: the API key is suspended.
    ApiKeySuspended = "api_key_suspended" {
        from: [Gateway],
        status: 403,
        remedy: "Ask the operator.",
    }
    /// 429: the API key's quota of the day or month is used up.
    QuotaExceeded = "quota_exceeded" {
        from: [Gateway],
        status: 429,
        remedy: "Wait for `Retry-After`, which is the time until the next day or month in UTC.",
    }
    /// 400: the `Host` header is not exactly one host with an optional port.
    InvalidHost = "invalid_host" {
        from: [Gateway],
        status: 400,
        remedy: "Send one `Host` header.",
    }
    /// Several requests in a row returned no new row: the server ignores the parameter that `parameter` names, or
    /// repeats rows.
    PaginationStalled = "pagination_stalled" {
        from: [Pagination],
        remedy: "Check `baseUrl`: a proxy may drop parameters or cache responses without them.",
    }
    /// A value or a list is longer than its limit. Or it makes the URL longer than `maxUrlBytes`, in a call that cannot be sent in parts. `parameter`
    /// names it, and the message has the limit.
    TooLong = "too_long" {
        from: [Client],
        remedy: "Split the list, or check the value.",
    }
    /// The account did not accept the message, and the service responds with 500 or 542. `exitCode` is the exit code of the account's contract, if it
    /// ran.
    MessageRejected = "message_rejected" {
        from: [Network],
        remedy: "`client.send` explains the exit code in the message. Exit codes 33 and 133 mean that the `seqno` is not the wallet's next one: read it, and sign again.",
        visitor_hint: "The account did not accept the message. Check its seqno, signature and expiry.",
    }
    /// The runtime lacks a function or class that the call needs; `parameter` names it.
    MissingGlobal = "missing_global" {
        from: [Package],
        remedy: "Load a polyfill before the first call. Instead of a global `fetch`, you can also pass the option `fetch` of `createClient`.",
        visitor_hint: "This browser is too old for this web app. Update it, or use another one.",
    }
    /// A text or bytes are not a BoC (bag of cells). `index` is the position of the wrong character or byte, if it is known.
    BocInvalid = "boc_invalid" {
        from: [Message],
        remedy: "Pass the whole BoC as bytes, base64 or hexadecimal digits. A BoC that was cut off or edited has a wrong length or checksum.",
    }
    /// A read of a cell failed: the cell has too few bits or references, another kind of address, or text that is not UTF-8.
    CellRead = "cell_read" {
        from: [Message],
        remedy: "Read the fields in the order of their TL-B schema, which defines the layout of the cell.",
    }
    /// A value does not fit into a cell: a cell has at most 1023 bits, 4 references, and 1024 levels of cells below it.
    CellBuild = "cell_build" {
        from: [Message],
        remedy: "Store less, or put a part into a cell of its own with `storeRef`.",
    }
    /// A cell does not contain what is expected: a message, a transaction, an account or a body of the expected type. `parameter` names the field.
    MessageInvalid = "message_invalid" {
        from: [Message],
        remedy: "Check what the bag of cells contains: `decodeMessage` reads messages, `decodeTransaction` transactions.",
    }
    /// A text or number is not an amount; `index` is the position of the wrong character.
    AmountInvalid = "amount_invalid" {
        from: [Message],
        remedy: "Write digits with at most one decimal point and no exponent, such as `1.5`. Pass large numbers as text or bigint.",
        visitor_hint: "This is not an amount. Write digits with one decimal point.",
    }
    /// The words are not a valid TON mnemonic, or not for this password.
    MnemonicInvalid = "mnemonic_invalid" {
        from: [Message],
        remedy: "Check the words, their order and the password. Mnemonics of other chains do not work: TON derives keys differently.",
    }
    /// A value cannot be an item of a stack, or an item of a stack does not have the type that the program reads. `index` is its position.
    StackInvalid = "stack_invalid" {
        from: [Message],
        remedy: "Pass bigints, cells, slices, addresses, arrays for tuples and `{ list }` for lists. Read items in the order in which the get-method documents them.",
    }
    /// A get-method ended with an exit code other than 0 and 1. `exitCode` has the code, and `parameter` names the method.
    GetMethodFailed = "get_method_failed" {
        from: [Message],
        remedy: "Check the account, the name of the method and its arguments. Each contract defines its own codes from 256 on.",
        visitor_hint: "The contract did not respond to this request. Check the address.",
    }
    /// A message was not executed and never will be: its validity ended, or the wallet executed another message with the same `seqno`. `messageHash`
    /// is its hash.
    MessageExpired = "message_expired" {
        from: [Message],
        remedy: "Read the seqno again, then build, sign and send a new message.",
        visitor_hint: "The message expired before the network executed it. Send it again.",
    }
    /// The proof with which a wallet logs in to an app, or data that a wallet signed for an app, is invalid. `parameter` names the wrong part:
    /// `domain`, `timestamp`, `payload`, `address`, `walletStateInit`, `publicKey` or `signature`.
    ProofInvalid = "proof_invalid" {
        from: [Message],
        remedy: "Refuse the login. If honest users see this error, check the domain of the app, the clock of the \
                 server, and that each payload is used once.",
        visitor_hint: "The wallet's signature is not valid here. Connect the wallet again.",
    }
    /// With `local: "only"`, the result of a get-method is not certain without the service. `reason` says why, `parameter` names the method, and
    /// `exitCode` is the exit code of a failure.
    NeedsUpstream = "needs_upstream" {
        from: [Message],
        remedy: "Use `local: \"auto\"`, which sends such calls to the service.",
    }
    /// With the option `integrity`, a response contradicts itself, its request or an earlier response. `parameter` is the path of the value in the
    /// result, and the message has both values.
    IntegrityFailed = "integrity_failed" {
        from: [Message],
        remedy: "Do not use the response, and compare with another server. Tell the operator of this server the path and both values.",
    }
    /// The value is an address, but a domain is expected. An address needs no look-up.
    DomainIsAddress = "domain_is_address" {
        from: [Message],
        remedy: "Use the address as it is, or call `client.recipient`, which takes addresses and domains.",
        visitor_hint: "This is an address, not a domain.",
    }
    /// A domain does not exist, or has no record that names an account.
    DomainNotFound = "domain_not_found" {
        from: [Message],
        remedy: "Check the spelling with the person who gave you the domain. Send nothing until it names an account.",
        visitor_hint: "This domain does not exist, or names no account. Check its spelling.",
    }
    /// A step (a function that the operator has added to the gateway) threw, returned no Response, called `next` twice or took too long. The message
    /// says which.
    StepFailed = "step_failed" {
        from: [Gateway],
        status: 500,
        remedy: "Correct the step in the setting `steps`. The log has the stack of the exception.",
    }
    /// The response is older than what the caller has already seen, and no newer one came in time. The client compares
    /// transactions. The gateway compares with the headers `X-Ton-Edge-Min-Seqno` and `X-Ton-Edge-Min-Lt`.
    Behind = "behind" {
        from: [Message, Gateway],
        status: 503,
        remedy: "Retry after a second: the server is some blocks behind.",
    }
    /// The gateway cannot serve a picture: its host is unreachable or not public, or the response is not a picture or
    /// is too large. The message says which.
    ImageUnavailable = "image_unavailable" {
        from: [Gateway],
        status: 502,
        remedy: "Show something else in place of the picture. The gateway serves PNG, JPEG, GIF or WebP pictures of \
                 public hosts.",
    }
}
