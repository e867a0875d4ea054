//! The ABI: the numbers and the records that both the wasm modules and their JavaScript use. `cargo
//! xtask build` writes them to `pkg/dist/*-abi.js`, so that each is defined only once.

#[cfg(feature = "api")]
use crate::text::{split_at, split_once, write_int};
#[cfg(feature = "api")]
use std::borrow::Cow;

/// Defines named numbers, and a list of them for the build.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: u32 = $value;)*

        /// All numbers with their names.
        pub const ALL: &[(&str, u32)] = &[$((stringify!($name), $name)),*];
    };
}

/// A record of numbers that Rust and JavaScript share. Both use the names of its fields: `cargo xtask
/// build` writes the names for JavaScript from the indices here.
#[cfg(feature = "api")]
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The name of the list in JavaScript.
    pub name: &'static str,
    /// The description of the record, for the comment of the list in JavaScript.
    pub description: &'static str,
    /// The fields: their names in JavaScript, and their indices, counted in numbers.
    pub fields: &'static [(&'static str, u32)],
}

/// Makes a [`Record`] of a struct with `#[repr(C)]` that has numbers only.
#[cfg(feature = "api")]
macro_rules! record {
    ($(#[doc = $doc:literal])+ $name:ident of $of:ty { $($js:ident: $($field:ident).+,)* }) => {
        Record {
            name: stringify!($name),
            description: concat!($($doc),+),
            fields: &[$((stringify!($js), (offset_of!($of, $($field).+) / size_of::<f64>()) as u32)),*],
        }
    };
}

/// Defines structs of numbers that are passed as a list. Both languages use the names of the fields:
/// `cargo xtask build` writes the JavaScript functions `write<Name>` and `read<Name>`.
#[cfg(feature = "api")]
macro_rules! list_records {
    ($($(#[doc = $what:literal])+ $name:ident { $($(#[doc = $doc:literal])+ $js:ident: $field:ident,)* })*) => {
        $(
            $(#[doc = $what])+
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $name {
                $($(#[doc = $doc])+ pub $field: f64,)*
            }

            impl $name {
                /// The number of fields.
                pub const COUNT: usize = [$(stringify!($field)),*].len();

                /// Makes the record from `numbers`; `None` if their count is wrong.
                #[must_use]
                pub const fn read(numbers: &[f64]) -> Option<Self> {
                    let &[$($field),*] = numbers else { return None };
                    Some(Self { $($field),* })
                }

                /// Returns the numbers of the record.
                #[must_use]
                pub const fn numbers(self) -> [f64; Self::COUNT] {
                    [$(self.$field),*]
                }
            }
        )*

        /// The name of each record, what it holds, and the names of its fields in JavaScript.
        pub const RECORDS: &[(&str, &str, &[&str])] =
            &[$((stringify!($name), concat!($($what),+), &[$(stringify!($js)),*])),*];
    };
}

/// A text in which U+0000 and U+0001 are escaped: an unescaped U+0000 ends a field, and U+0001 alone
/// stands for a field that is left out.
#[cfg(feature = "api")]
#[derive(Clone, Copy, Debug)]
pub struct MarkedText<'a>(pub &'a str);

#[cfg(feature = "api")]
impl<'a> MarkedText<'a> {
    /// Returns the text without the escapes.
    #[must_use]
    pub fn unescape(self) -> Cow<'a, str> {
        let (start, Some(marked)) = split_once(self.0, 1) else { return Cow::Borrowed(self.0) };
        let mut plain_text = String::from(start);
        for part in split_at(marked, 1) {
            plain_text.push(if part.starts_with('0') { '\0' } else { '\u{1}' });
            plain_text.push_str(part.get(1..).unwrap_or_default());
        }
        Cow::Owned(plain_text)
    }
}

/// Reads the fields of a text record one after the other.
#[cfg(feature = "api")]
pub trait ReadFields<'a> {
    /// Reads a text.
    fn text(&mut self) -> MarkedText<'a>;
    /// Reads a text that, if it is valid, has no U+0000 and U+0001.
    fn word(&mut self) -> &'a str;
    /// Reads a text that JavaScript may leave out.
    fn optional(&mut self) -> Option<MarkedText<'a>>;
    /// Reads a whole number from 0.
    fn number(&mut self) -> u64;
    /// Reads a whole number from 0 that JavaScript may leave out.
    fn optional_number(&mut self) -> Option<u64>;
    /// Reads true or false.
    fn flag(&mut self) -> bool;
}

/// Gives the Rust type of a field by its kind, in a record that JavaScript writes (`in`) or reads
/// (`out`).
#[cfg(feature = "api")]
macro_rules! field_type {
    (in $life:lifetime text) => { MarkedText<$life> };
    (in $life:lifetime word) => { &$life str };
    (in $life:lifetime optional) => { Option<MarkedText<$life>> };
    (in $life:lifetime number) => { u64 };
    (in $life:lifetime optional_number) => { Option<u64> };
    (in $life:lifetime flag) => { bool };
    (out $life:lifetime text) => { &$life str };
    (out $life:lifetime optional) => { Option<&$life str> };
    (out $life:lifetime number) => { i64 };
    (out $life:lifetime flag) => { bool };
}

/// Defines records of texts, numbers and flags that JavaScript writes and Rust reads. Both languages
/// use the names of the fields: `cargo xtask build` writes the JavaScript function `write<Name>`, which
/// makes the list of values that [`ReadFields`] reads.
#[cfg(feature = "api")]
macro_rules! input_records {
    ($($(#[doc = $what:literal])+ $name:ident { $($(#[doc = $doc:literal])+ $js:ident: $field:ident as $kind:ident,)* })*) => {
        $(
            $(#[doc = $what])+
            #[derive(Clone, Copy, Debug)]
            pub struct $name<'a> {
                $($(#[doc = $doc])+ pub $field: field_type!(in 'a $kind),)*
            }

            impl<'a> $name<'a> {
                /// Reads the record.
                pub fn read(fields: &mut impl ReadFields<'a>) -> Self {
                    Self { $($field: fields.$kind()),* }
                }
            }
        )*

        /// The name of each record, what it holds, and the names and kinds of its fields in
        /// JavaScript.
        pub const INPUT_RECORDS: &[TextRecord] =
            &[$((stringify!($name), concat!($($what),+), &[$((stringify!($js), stringify!($kind))),*])),*];
    };
}

/// Writes fields of all kinds, and U+0000 after each.
#[cfg(feature = "api")]
#[derive(Debug, Default)]
struct FieldWriter(String);

#[cfg(feature = "api")]
impl FieldWriter {
    fn text(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\0');
    }

    fn optional(&mut self, text: Option<&str>) {
        self.text(text.unwrap_or(NONE));
    }

    fn number(&mut self, value: i64) {
        self.text(&write_int(value));
    }

    fn flag(&mut self, flag: bool) {
        self.number(i64::from(flag));
    }
}

/// Defines records of texts without U+0000, numbers and flags that Rust writes and JavaScript
/// reads. `cargo xtask build` writes the JavaScript function `read<Name>`, which returns the fields
/// by their names.
#[cfg(feature = "api")]
macro_rules! output_records {
    ($($(#[doc = $what:literal])+ $name:ident { $($(#[doc = $doc:literal])+ $js:ident: $field:ident as $kind:ident,)* })*) => {
        $(
            $(#[doc = $what])+
            #[derive(Clone, Copy, Debug)]
            pub struct $name<'a> {
                $($(#[doc = $doc])+ pub $field: field_type!(out 'a $kind),)*
            }

            impl $name<'_> {
                /// Returns the fields, each followed by U+0000.
                #[must_use]
                pub fn fields(&self) -> String {
                    let mut fields = FieldWriter::default();
                    $(fields.$kind(self.$field);)*
                    fields.0
                }
            }
        )*

        /// The name of each record, what it holds, and the names and kinds of its fields in
        /// JavaScript.
        pub const OUTPUT_RECORDS: &[TextRecord] =
            &[$((stringify!($name), concat!($($what),+), &[$((stringify!($js), stringify!($kind))),*])),*];
    };
}

/// The text of a field that is left out.
#[cfg(feature = "api")]
pub const NONE: &str = "\u{1}";

/// The name of a record, what it holds, and the names and kinds of its fields in JavaScript.
pub type TextRecord = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Numbers of address.wasm.
pub mod address {
    numbers! {
        /// The operations on a text. This one writes the raw form.
        UNPACK = 0;
        /// Writes the friendly form.
        PACK = 1;
        /// Writes a byte of form and flags, then all forms in the order of [`FORMS`](crate::address::FORMS).
        DETECT = 2;
        /// Writes the raw form, then [`PARSED_TAIL`] bytes: the workchain, form and flags, the hash.
        PARSE = 3;
        /// Writes a hash in base64, base64url and hexadecimal.
        HASH = 4;
        /// Only checks whether the text is an address.
        CHECK = 5;

        /// The bits of form and flags. This one is set for the friendly form.
        FRIENDLY = 1;
        /// The bit of a bounceable address.
        BOUNCEABLE = 2;
        /// The bit of an address for test networks only.
        TEST_ONLY = 4;
        /// The bit of the alphabet for URLs.
        URL_SAFE = 8;

        /// How many bytes follow the raw form in the result of [`PARSE`].
        PARSED_TAIL = 2 + 32;
        /// Where base64url begins in the result of [`HASH`].
        BASE64URL_AT = 44;
        /// Where the hexadecimal form begins in the result of [`HASH`].
        HEX_AT = BASE64URL_AT + 43;
        /// Bytes before the texts of a failure: code, index in two bytes, length of the suggestion.
        FAILURE_HEAD = 4;

        /// The maximum number of texts that are passed together. The input has the length of each
        /// text, one byte each, and then the texts; the output has the length of each result, two
        /// bytes each, and then the results. There are always this many lengths, even for a shorter
        /// list.
        MANY = 100;
    }
}

/// Numbers and records of client.wasm.
#[cfg(feature = "api")]
pub mod client {
    use super::{FieldWriter, MarkedText, ReadFields, Record, TextRecord};
    use crate::pace::{ATTEMPTS, Action, Attempts, Backoff, Failure, Pacer};
    use core::mem::offset_of;

    /// Returns how many numbers fill `size` bytes.
    const fn count(size: usize) -> u32 {
        (size / size_of::<f64>()) as u32
    }

    /// The facts of a failed attempt. A flag is 1 if it is set.
    #[repr(C)]
    #[derive(Clone, Debug, Default)]
    pub struct FailedAttempt {
        /// The status of the response; 0 if there was none.
        pub status: f64,
        /// Milliseconds of delay that the server requested; NaN if it requested none.
        pub retry_after: f64,
        /// A random number for the jitter of the delay.
        pub jitter: f64,
        /// A random number that separates calls refused at the same time.
        pub part: f64,
        /// Whether the call only reads.
        pub reads: f64,
        /// Whether the connection was refused, so that no request arrived.
        pub untaken: f64,
    }

    /// The arguments of a step of a pacer, and the ticket that it returns. A step reads only the
    /// fields that its description names.
    #[repr(C)]
    #[derive(Clone, Debug, Default)]
    pub struct Slot {
        /// The ticket in the queue.
        pub ticket: f64,
        /// The number of requests that the call counts as.
        pub weight: f64,
        /// Milliseconds by which calls are delayed.
        pub delay: f64,
        /// For a new pacer: milliseconds between two starts if they are fixed, else 0.
        pub interval: f64,
        /// For a new pacer: whether it belongs to an API key.
        pub keyed: f64,
    }

    /// The records that Rust and JavaScript share.
    pub const RECORDS: &[Record] = &[
        record! {
            /// The policy and the progress of the attempts of a call; times are milliseconds.
            ATTEMPTS of Attempts {
                ticket: ticket,
                attempts: most,
                minDelayMs: backoff.least,
                maxDelayMs: backoff.most,
                maxRetryAfterMs: backoff.most_retry_after,
                left: left,
                interval: own,
                weight: weight,
                attempt: attempt,
                refusals: refusals,
                started: started,
                delay: delay,
            }
        },
        record! {
            /// The facts of a failed attempt.
            FAILED_ATTEMPT of FailedAttempt {
                status: status,
                retryAfterMs: retry_after,
                jitter: jitter,
                part: part,
                reads: reads,
                untaken: untaken,
            }
        },
        record! {
            /// The arguments of a step of a pacer, and the ticket that it returns.
            SLOT of Slot { ticket: ticket, weight: weight, delay: delay, interval: interval, keyed: keyed, }
        },
    ];

    input_records! {
        /// An operation.
        Operation {
            /// `v2` or `v3`.
            generation: generation as word,
            /// The path of the operation.
            path: path as text,
        }

        /// A parameter whose value is an object. The record follows that of its operation.
        ParamName {
            /// The name of the parameter.
            name: name as text,
        }

        /// How to call an operation. The record of the operation and the parameters follow.
        PlannedCall {
            /// The HTTP method that the caller chose.
            method: method as optional,
        }

        /// The fields of a response that tell success from failure.
        ReceivedResponse {
            /// `v2` or `v3`.
            generation: generation as word,
            /// The HTTP status.
            status: status as number,
            /// The body: 0 empty, 1 not JSON, 2 an object, 3 a list, 4 another value.
            shape: shape as number,
            /// The field `ok`: 0 absent, 1 true, 2 anything else.
            ok: ok as number,
            /// Whether there is a field `result`.
            hasResult: has_result as flag,
            /// Whether the list is missing that every result of the operation has.
            lacksList: lacks_list as flag,
            /// The field `code`; 0 if there is none.
            code: code as number,
            /// The text of the field `error`.
            error: error as optional,
            /// The field `result`, if it is a text.
            result: result as optional,
        }

        /// The start of a pagination. The record follows that of its operation; the parameters of
        /// the list follow it.
        PaginationStart {
            /// Rows of a page.
            pageSize: page_size as optional_number,
            /// The option `mode`.
            mode: mode as word,
            /// The cursor to continue from.
            cursor: cursor as optional,
            /// The network of the client.
            network: network as word,
            /// The base URL of the client.
            baseUrl: base_url as word,
        }

        /// The position of a pagination. The record follows that of its operation.
        PaginationPosition {
            /// The state of the pagination.
            state: state as word,
            /// The maximum number of rows that the caller wants.
            wanted: wanted as number,
        }

        /// A page that has arrived. The record follows that of its operation.
        FetchedPage {
            /// The state of the pagination before the page.
            state: state as word,
            /// The masterchain block that the page shows; 0 if it is not known.
            height: height as number,
            /// The maximum number of rows that the request allowed.
            limit: limit as number,
            /// The number of rows.
            count: count as number,
            /// The bound of the next page, if it is a field beside the rows.
            next: next as optional,
            /// The identity of each row, one per line.
            ids: ids as text,
            /// The bound that each row gives for the next page, one per line.
            keys: keys as text,
        }

        /// A request for a page that ended with an error.
        FailedPage {
            /// The state of the pagination before the page.
            state: state as word,
            /// The HTTP status of the error.
            status: status as number,
        }
    }

    output_records! {
        /// A planned request.
        PlannedRequest {
            /// The HTTP method.
            method: method as text,
            /// The path below the base URL, with the query.
            target: target as text,
            /// The values of headers by their names, as JSON; empty if there are none.
            headers: headers as text,
            /// The body, if there is one.
            body: body as optional,
            /// Whether the call only reads, so that it may be repeated.
            reads: reads as flag,
            /// The field of the result that has a list; empty for the result itself.
            list: list as optional,
        }

        /// A pagination that begins.
        StartedPagination {
            /// Its state.
            state: state as text,
            /// The field of the result that has the rows; empty for the result itself.
            rows: rows as text,
            /// Paths of the fields that identify a row.
            id: id as text,
            /// Paths in a row to the bound of the next page.
            key: key as text,
            /// Paths beside the rows to the bound of the next page.
            next: next as text,
            /// Whether rows may move within the list.
            moves: moves as flag,
        }

        /// An accepted page.
        AcceptedPage {
            /// The state of the pagination after the page.
            after: after as text,
            /// One digit per row: 1 if it is new, else 0.
            keep: keep as text,
            /// The number of rows that earlier pages had, too.
            duplicates: duplicates as number,
            /// Whether the list had moved: 1 or 0.
            drift: drift as number,
            /// The number of rows before the page.
            offset: offset as number,
            /// Whether the list ends here.
            done: done as flag,
        }
    }

    numbers! {
        /// The operations of the export `call`. This one returns the table of endpoints.
        OPERATIONS = 0;
        /// Returns the base URL of a network.
        NETWORK_URL = 1;
        /// Tells how a parameter that is an object is read.
        READING = 2;
        /// Plans a request.
        REQUEST = 3;
        /// Classifies a response.
        SETTLE = 4;
        /// Begins to page through a list.
        PAGE_START = 5;
        /// Returns the parameters of the next page.
        PAGE_REQUEST = 6;
        /// Accepts a page.
        PAGE_ACCEPT = 7;
        /// Tells whether an error means the end of a list.
        PAGE_ENDS = 8;
        /// Returns the cursor of a pagination.
        PAGE_CURSOR = 9;

        /// Actions of a call, which the export `step` returns. A finished action is an event of the
        /// same number.
        SLEEP = Action::Sleep as u32;
        /// The action [`Action::OwnTurn`].
        OWN_TURN = Action::OwnTurn as u32;
        /// The action [`Action::Turn`].
        TURN = Action::Turn as u32;
        /// The action [`Action::Send`].
        SEND = Action::Send as u32;
        /// The action [`Action::Return`].
        RETURN = Action::Return as u32;
        /// The action [`Action::Fail`].
        FAIL = Action::Fail as u32;
        /// The events other than finished actions. This one: an attempt failed.
        FAILED = 6;
        /// The call was aborted or timed out.
        STOPPED = 7;

        /// The steps of a pacer. This one makes a new pacer from `interval` and `keyed`.
        PACE_NEW = 8;
        /// Takes a ticket for `weight` requests.
        PACE_RESERVE = 9;
        /// Returns the milliseconds until the turn of `ticket`, and the ticket, which may have
        /// changed.
        PACE_TURN = 10;
        /// Returns `ticket`.
        PACE_RELEASE = 11;
        /// Applies a rate-limit policy, which is the text.
        PACE_POLICY = 12;
        /// Delays all calls by `delay`.
        PACE_DELAY = 13;
        /// Returns for how many milliseconds the server has refused everything.
        PACE_REFUSED_FOR = 14;
        /// Returns 1 if waits cannot become shorter, else 0.
        PACE_IS_SURE = 15;
        /// Returns the milliseconds between two starts.
        PACE_INTERVAL = 16;
        /// Delays all calls behind a call of `weight` requests that starts `delay` later.
        PACE_PUT_OFF = 17;

        /// See [`Failure::PERMANENT`].
        PERMANENT = Failure::PERMANENT as u32;
        /// How many numbers the state of a pacer has. JavaScript stores them without reading them. They
        /// come first in memory.
        PACER_NUMBERS = count(size_of::<Pacer>());
        /// Index where the record `ATTEMPTS` begins.
        ATTEMPTS_AT = PACER_NUMBERS;
        /// Index where `FAILED_ATTEMPT` begins.
        FAILED_ATTEMPT_AT = ATTEMPTS_AT + count(size_of::<Attempts>());
        /// Index where `SLOT` begins.
        SLOT_AT = FAILED_ATTEMPT_AT + count(size_of::<FailedAttempt>());
        /// The count of all numbers: those of the pacer and of the three records.
        NUMBERS = SLOT_AT + count(size_of::<Slot>());

        /// The default number of attempts of a call.
        RETRY_ATTEMPTS = ATTEMPTS;
        /// The default of the shortest delay between two attempts, in milliseconds.
        RETRY_MIN_DELAY = Backoff::DEFAULT.least as u32;
        /// The default of the longest delay between two attempts, in milliseconds.
        RETRY_MAX_DELAY = Backoff::DEFAULT.most as u32;
        /// The default of the longest delay that the client accepts from a server, in milliseconds.
        RETRY_MAX_RETRY_AFTER = Backoff::DEFAULT.most_retry_after as u32;
        /// Default of the option `timeoutMs`.
        TIMEOUT_MS = crate::pace::TIMEOUT_MS;
        /// Default of the option `maxResponseBytes`.
        MAX_RESPONSE_BYTES = crate::reply::MAX_RESPONSE_BYTES;
        /// Default of the option `maxUrlBytes`.
        MAX_URL_BYTES = crate::plan::MAX_URL_BYTES;
        /// The maximum number of characters of a server's text that are read.
        MAX_ERROR_TEXT = crate::reply::MAX_ERROR_TEXT;
    }
}

/// Records of gateway.wasm.
#[cfg(feature = "api")]
pub mod gateway {
    list_records! {
        /// The measurements of an attempt at an upstream; times are milliseconds, flags 1 or 0.
        MeasuredAttempt {
            /// Whether errors have the form of v3.
            isV3: is_v3,
            /// Whether the upstream is one of testnet.
            isTestnet: is_testnet,
            /// Whether the caller accepts `application/problem+json`.
            problem: problem,
            /// Whether the operation only reads.
            reads: reads,
            /// The HTTP status; 0 without a response.
            status: status,
            /// The upstream's `Retry-After`; NaN if it sent none.
            waitMs: retry_after,
            /// The number of attempts, this one included.
            attempts: attempts,
            /// Time since the gateway received the request.
            elapsedMs: elapsed,
            /// The upstream that the attempt used.
            upstream: upstream,
            /// The upstream key that the attempt used.
            keyIndex: key_index,
            /// The upstreams that were tried, as bits.
            tried: tried,
            /// How often keys of the upstream were refused.
            refusals: refusals,
            /// The upstream that comes first in this round.
            first: first,
            /// The number of keys for this upstream.
            keys: keys,
            /// The time when the attempt began, since 1970.
            began: began,
            /// The current time, since 1970.
            now: now,
            /// A random number from 0 to 1, for the jitter.
            random: chance,
            /// Whether a failure counts for the breaker.
            counts: counts,
            /// The upstreams that lag, as bits.
            lagging: lagging,
        }

        /// A limit before a request: the rule of the limit, and its stored state.
        LimitState {
            /// Milliseconds per request.
            intervalMs: interval_ms,
            /// The burst: the maximum number of requests at once.
            burst: burst,
            /// The end of a quota's window; 0 for a rate.
            until: until,
            /// The stored arrival of a rate, or the stored count of a quota.
            arrival: arrival,
            /// The end of the window in which the quota was counted.
            ends: ends,
        }

        /// The decision of a limit about a request.
        LimitOutcome {
            /// 1 if the request is allowed, else 0.
            allowed: allowed,
            /// The arrival of a rate to store, or the count of a quota.
            arrival: arrival,
            /// The end of the window in which the quota is counted.
            ends: ends,
            /// The requests that may be sent at once now.
            remaining: remaining,
            /// Milliseconds until one more request is available.
            nextMs: next_ms,
            /// Milliseconds until the whole burst is available.
            resetMs: reset_ms,
            /// Milliseconds until the request would be allowed.
            waitMs: wait_ms,
        }

        /// A lease of a budget.
        Lease {
            /// Requests that may start.
            count: count,
            /// Milliseconds until the first of these requests may start.
            waitMs: wait_ms,
            /// The arrival to store.
            arrival: arrival,
        }

        /// The terms of all leases of a rate.
        LeaseTerms {
            /// The maximum number of requests of a lease.
            most: most,
            /// Milliseconds for which a lease is valid.
            life: life,
            /// Milliseconds of the budget that the stored state is ahead.
            ahead: ahead,
            /// The maximum number of milliseconds until a lease may start.
            farthest: farthest,
        }
    }
}

/// Numbers of cell.wasm.
#[cfg(feature = "cell")]
pub mod cell {
    numbers! {
        /// The operations of the export `call`. This one parses a bag that is passed as bytes.
        PARSE = 0;
        /// Parses a bag that is passed as text.
        PARSE_TEXT = 1;
        /// Hashes a cell by the hashes of the cells below it.
        HASH_ONE = 2;
        /// Writes a bag.
        TO_BOC = 3;
        /// Returns the workchain and the hash of an address.
        ADDRESS = 4;
    }
}

/// Numbers of ed25519.wasm.
pub mod ed25519 {
    numbers! {
        /// The operations of the export `call`. This one returns the public key of a seed of 32 bytes.
        PUBLIC_KEY = 0;
        /// Signs a message. The input is a seed of 32 bytes and then the message; the result is the signature.
        SIGN = 1;
        /// Verifies a signature. The input is the signature (64 bytes), the public key (32 bytes) and the message; the
        /// result is one byte, 1 if the signature is valid, else 0.
        VERIFY = 2;
    }
}

/// Numbers of messages and wallets, which both languages read and write.
#[cfg(feature = "message")]
pub mod message {
    use crate::message::{self, Stack};

    numbers! {
        /// The tag of an action that sends a message.
        SEND = message::SEND_OPCODE;
        /// The maximum number of actions of a transaction.
        MOST_ACTIONS = message::MAX_ACTIONS as u32;
        /// The tag of the action that adds an extension to a wallet v5 beta.
        BETA_ADD = message::BETA_ADD as u32;
        /// The tag of the action that removes an extension of a wallet v5 beta.
        BETA_REMOVE = message::BETA_REMOVE as u32;
        /// The tag of the action that sets whether a wallet v5 beta accepts signed requests.
        BETA_SET_ALLOWED = message::BETA_SET_ALLOWED as u32;

        /// The maximum number of values of one dictionary.
        MAX_ENTRIES = message::MAX_ENTRIES as u32;
        /// The maximum number of values of all dictionaries of a transaction.
        MAX_VALUES = message::MAX_VALUES as u32;

        /// The mode bit of a message that ignores errors.
        IGNORE_ERRORS = message::IGNORE_ERRORS as u32;
        /// The mode bit of a message that pays fees from the balance.
        PAY_FEES = message::PAY_FEES as u32;
        /// How many queries a highload wallet remembers in one cell: one per bit.
        QUERIES_OF_A_CELL = message::QUERIES_OF_A_CELL as u32;
        /// Seconds for which a highload wallet remembers queries, unless the caller chooses another
        /// timeout.
        WALLET_TIMEOUT = message::WALLET_TIMEOUT;
        /// The longest timeout of a highload wallet.
        MOST_WALLET_TIMEOUT = message::MOST_WALLET_TIMEOUT;

        /// The maximum number of bytes of a name in a request to a resolver.
        MAX_NAME_BYTES = message::MAX_NAME_BYTES as u32;
        /// The maximum number of levels of tuples and lists in which a value of a stack may be nested.
        MAX_NESTING = Stack::MAX_NESTING as u32;
        /// The maximum number of items of a tuple.
        MAX_TUPLE = Stack::MAX_TUPLE as u32;
        /// The maximum number of digits of an amount.
        MAX_DIGITS = crate::amount::MAX_DIGITS as u32;
        /// The number of words of a new mnemonic.
        MNEMONIC_COUNT = message::MNEMONIC_COUNT as u32;
        /// The number of iterations of the function that derives a seed from a mnemonic.
        MNEMONIC_ITERATIONS = message::MNEMONIC_ITERATIONS;
        /// The limits of the node for messages to send, as in the configuration of mainnet (parameter 43): the maximum number of bytes.
        MAX_MESSAGE_BYTES = crate::boc::MAX_MESSAGE_BYTES as u32;
        /// The maximum depth of a message to send.
        MAX_MESSAGE_DEPTH = crate::boc::MAX_MESSAGE_DEPTH as u32;
        /// The maximum number of different cells below the root of a message to send.
        MAX_MESSAGE_CELLS = crate::boc::MAX_MESSAGE_CELLS;
    }
}
