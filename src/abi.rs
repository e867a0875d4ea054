//! The ABI: numbers that both the wasm modules and the JavaScript around them use. `cargo xtask build` writes them to
//! `pkg/dist/client-abi.js` and `pkg/dist/address-abi.js`, so that each stands in one place.

/// Named numbers, and a list of them for the build.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: u32 = $value;)*

        /// All of them with their names.
        pub const ALL: &[(&str, u32)] = &[$((stringify!($name), $name)),*];
    };
}

/// Of address.wasm.
pub mod address {
    numbers! {
        /// What to do with a text: the raw form.
        UNPACK = 0;
        /// The friendly form.
        PACK = 1;
        /// A byte of form and flags, then all forms in the order of [`FORMS`](crate::address::FORMS).
        DETECT = 2;
        /// The raw form, then [`PARSED_TAIL`] bytes: the workchain, form and flags, the hash.
        PARSE = 3;
        /// A hash in base64, base64url and hexadecimal.
        HASH = 4;
        /// Nothing: only whether the text is an address.
        CHECK = 5;

        /// Bits of form and flags; 0 is the raw form.
        FRIENDLY = 1;
        /// See [`FRIENDLY`].
        BOUNCEABLE = 2;
        /// See [`FRIENDLY`].
        TEST_ONLY = 4;
        /// See [`FRIENDLY`].
        URL_SAFE = 8;

        /// Bytes behind the raw form in the result of [`PARSE`].
        PARSED_TAIL = 2 + 32;
        /// Where base64url begins in the result of [`HASH`].
        BASE64URL_AT = 44;
        /// Where the hexadecimal form begins.
        HEX_AT = BASE64URL_AT + 43;
        /// Bytes before the texts of a failure: code, index in two bytes, length of the suggestion.
        FAILURE_HEAD = 4;

        /// Texts of a list that cross at once. Their lengths are in front of them, a byte each, and those of the results in front of
        /// the results, two bytes each, as many as this whatever the list has.
        MANY = 100;
    }
}

/// Of client.wasm.
#[cfg(feature = "api")]
pub mod client {
    use crate::pace::{ATTEMPTS, Action, Attempts, Backoff, Failure, Pacer};
    use core::mem::offset_of;

    const NUMBER: usize = size_of::<f64>();

    /// Where a part of the numbers begins, counted in numbers.
    const fn at(offset: usize) -> u32 {
        (offset / NUMBER) as u32
    }

    // `retryLoop` in `pkg/lib/client/send.js` writes them as one list.
    const _: () = assert!(
        offset_of!(Attempts, ticket) == 0
            && offset_of!(Attempts, most) == NUMBER
            && offset_of!(Attempts, backoff.least) == 2 * NUMBER
            && offset_of!(Attempts, backoff.most) == 3 * NUMBER
            && offset_of!(Attempts, backoff.most_retry_after) == 4 * NUMBER
            && offset_of!(Attempts, left) == 5 * NUMBER
            && offset_of!(Attempts, own) == 6 * NUMBER
            && offset_of!(Attempts, weight) == 7 * NUMBER,
        "a call begins with its ticket and its policy, in this order"
    );

    numbers! {
        /// Operations of the export `call`: the table of endpoints.
        OPERATIONS = 0;
        /// The base URL of a network.
        NETWORK_URL = 1;
        /// How a parameter that is an object is read.
        READING = 2;
        /// Plans a request.
        REQUEST = 3;
        /// Classifies a response.
        SETTLE = 4;
        /// Begins to page through a list.
        PAGE_START = 5;
        /// The parameters of the next page.
        PAGE_REQUEST = 6;
        /// Takes a page.
        PAGE_ACCEPT = 7;
        /// Whether an error is the end of a list.
        PAGE_ENDS = 8;
        /// The cursor of a pagination.
        PAGE_CURSOR = 9;

        /// Actions that the export `step` returns, and events of the same number when they are finished.
        SLEEP = Action::Sleep as u32;
        /// See [`Action::OwnTurn`].
        OWN_TURN = Action::OwnTurn as u32;
        /// See [`Action::Turn`].
        TURN = Action::Turn as u32;
        /// See [`Action::Send`].
        SEND = Action::Send as u32;
        /// See [`Action::Return`].
        RETURN = Action::Return as u32;
        /// See [`Action::Fail`].
        FAIL = Action::Fail as u32;
        /// Events beside finished actions: an attempt failed.
        FAILED = 6;
        /// The call was aborted or timed out.
        STOPPED = 7;

        /// Other steps, of a pacer alone: a new pacer.
        PACE_NEW = 8;
        /// Takes a ticket.
        PACE_RESERVE = 9;
        /// Whether a ticket's turn has come.
        PACE_TURN = 10;
        /// Returns a ticket.
        PACE_RELEASE = 11;
        /// Applies a rate-limit policy.
        PACE_POLICY = 12;
        /// Delays all calls.
        PACE_DELAY = 13;
        /// For how long the server has refused everything.
        PACE_REFUSED_FOR = 14;
        /// Whether waits will not become shorter.
        PACE_IS_SURE = 15;
        /// Milliseconds between two starts.
        PACE_INTERVAL = 16;
        /// Delays all calls behind one that starts later.
        PACE_PUT_OFF = 17;

        /// See [`Failure::PERMANENT`].
        PERMANENT = Failure::PERMANENT as u32;
        /// Numbers of a pacer; those of a call follow them in memory.
        PACER_NUMBERS = at(size_of::<Pacer>());
        /// Numbers of a call.
        CALL_NUMBERS = at(size_of::<Attempts>());
        /// Index in the numbers of a call: [`Attempts::ticket`].
        TICKET = at(offset_of!(Attempts, ticket));
        /// [`Attempts::left`].
        LEFT = at(offset_of!(Attempts, left));
        /// [`Attempts::attempt`].
        ATTEMPT = at(offset_of!(Attempts, attempt));
        /// [`Attempts::started`].
        STARTED = at(offset_of!(Attempts, started));
        /// [`Attempts::delay`].
        DELAY = at(offset_of!(Attempts, delay));

        /// Defaults of the option `retry`.
        RETRY_ATTEMPTS = ATTEMPTS;
        /// Milliseconds.
        RETRY_MIN_DELAY = Backoff::DEFAULT.least as u32;
        /// Milliseconds.
        RETRY_MAX_DELAY = Backoff::DEFAULT.most as u32;
        /// Milliseconds.
        RETRY_MAX_RETRY_AFTER = Backoff::DEFAULT.most_retry_after as u32;
    }
}

/// Of cell.wasm.
#[cfg(feature = "cell")]
pub mod cell {
    numbers! {
        /// Operations of the export `call`: parses a bag, as bytes.
        PARSE = 0;
        /// As text.
        PARSE_TEXT = 1;
        /// Hashes a cell by those below it.
        HASH_ONE = 2;
        /// Writes a bag.
        TO_BOC = 3;
        /// The workchain and the hash of an address.
        ADDRESS = 4;
    }
}

/// Of ed25519.wasm.
pub mod ed25519 {
    numbers! {
        /// Operations of the export `call`: the public key of a seed of 32 bytes.
        PUBLIC_KEY = 0;
        /// The signature by a seed of 32 bytes of the message behind it.
        SIGN = 1;
        /// Whether a signature of 64 bytes is that of the message by the public key of 32 bytes between them: one byte, 1 or 0.
        VERIFY = 2;
    }
}
