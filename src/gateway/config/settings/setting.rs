//! A setting: its name, the kind of its value, its default and its meaning.

use super::limits;
use crate::endpoint::Doc;
use serde::Serialize;

/// The minimum number of characters of a token: a random token of 16 characters cannot be guessed.
pub const LEAST_TOKEN: usize = 16;

/// The maximum number of upstreams of a network.
pub const MOST_SERVICES: usize = 8;

/// The values that a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Kind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number between two bounds.
    Whole {
        /// The smallest allowed value.
        min: u32,
        /// The greatest allowed value.
        max: u32,
    },
    /// One upstream or several in order of preference, or `"off"` for none.
    Services,
    /// Host names, each with its network.
    Hosts,
    /// Exact origins, or origins with `*.` before a domain.
    Origins,
    /// Names of request headers.
    HeaderNames,
    /// True or false.
    Flag,
    /// A number from 0 to 1.
    Share,
    /// Host names.
    HostNames,
    /// Addresses and ranges of addresses.
    Blocks,
    /// Operations by name, category or generation.
    Operations,
    /// The store of callers' API keys: an object with a function `find`.
    Store,
    /// A cache store: one of these words, or an object with functions `get` and `put`.
    Adapter(&'static [&'static str]),
    /// A secret text, or a function that returns one.
    Token,
    /// A secret text.
    Secret,
    /// A recorder of traces: an object with functions `begin` and `flush`.
    Telemetry,
    /// Where several gateways share what their streams have read: an object with functions `look` and `save`.
    StreamStore,
    /// A list of functions.
    Functions,
    /// A function.
    Function,
    /// An IP address or a host name to listen on.
    Address,
    /// A file or a folder of this machine.
    Path,
    /// An http or https URL.
    Url,
    /// An https URL without a query.
    HttpsUrl,
    /// A reference to a secret: `env:NAME` or `file:PATH`.
    Reference,
    /// A name.
    Name,
    /// Requests per second, with a burst.
    Rate,
    /// Requests per second, evenly spaced.
    Budget,
    /// Rates by name.
    Plans,
    /// Operations by path, each with a whole number.
    Costs,
    /// Where limits are counted.
    Scope,
    /// Where the client IP is read from.
    Client,
}

/// A default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Default {
    /// A word of [`Kind::Choice`].
    Word(&'static str),
    /// A number of [`Kind::Whole`].
    Number(u32),
    /// The behaviour without the setting, in words.
    Said(&'static str),
}

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// Name, as the operator writes it; `a.b` is the field `b` of an object `a`.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: Kind,
    /// The value if the setting is absent.
    pub default: Default,
    /// Its effect, with its unit.
    pub meaning: Doc,
}

pub(super) const fn setting(
    name: &'static str,
    kind: Kind,
    default: Default,
    meaning: &'static str,
) -> Setting {
    Setting { name, kind, default, meaning: Doc::new(meaning) }
}

impl Kind {
    /// Describes the allowed values in words, for errors and the guide.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            Self::Choice(words) => {
                words.iter().map(|choice| format!("\"{choice}\"")).collect::<Vec<_>>().join(" or ")
            }
            Self::Whole { min, max } => format!("a whole number from {min} to {max}"),
            Self::Services => {
                format!(
                    "a base URL, `{{ baseUrl, apiKey, budget, weight }}`, a list of 1 to {MOST_SERVICES} of them, or \"off\""
                )
            }
            Self::Hosts => String::from("an object that maps host names to \"mainnet\" or \"testnet\""),
            Self::Flag => String::from("true or false"),
            Self::Share => String::from("a number from 0 to 1"),
            Self::HostNames => String::from("a list of host names such as \"gw.example\", without ports"),
            Self::Operations => String::from(
                "a list of names, categories and generations of operations, such as \"sendBoc\", \"Send\" and \"v2\"",
            ),
            Self::Blocks => String::from("a list of addresses and ranges such as \"192.0.2.0/24\""),
            Self::HeaderNames => String::from("a list of header names such as \"X-App-Origin\""),
            Self::Origins => String::from("a list of origins such as \"https://app.example\""),
            Self::Store => String::from("a store of keys: an object with a function `find`"),
            Self::Adapter(words) => {
                format!("{}, or an object with functions `get` and `put`", Self::Choice(words).allowed())
            }
            Self::Token => format!(
                "a text of {LEAST_TOKEN} or more visible ASCII characters, or a function of `env` that returns one"
            ),
            Self::Secret => format!("a text of {LEAST_TOKEN} or more visible ASCII characters"),
            Self::Telemetry => String::from("what `otlp` returns"),
            Self::StreamStore => {
                String::from("what `redisStreams` returns, or an object with functions `look` and `save`")
            }
            Self::Function => String::from("a function"),
            Self::Functions => String::from("a list of functions"),
            Self::Address => String::from("an IP address or a host name"),
            Self::Path => String::from("a path"),
            Self::Url => String::from("a URL that begins with http:// or https://"),
            Self::HttpsUrl => String::from("a URL that begins with https://, without a query"),
            Self::Name => String::from("a text"),
            Self::Reference => String::from("\"env:NAME\" or \"file:PATH\""),
            Self::Rate => String::from(limits::RATE),
            Self::Budget => String::from(limits::BUDGET),
            Self::Plans => String::from(limits::PLANS),
            Self::Costs => String::from(limits::COSTS),
            Self::Scope => String::from(
                "\"isolate\" or \"durable-object\" or a limiter: an object with functions `take` and `lease`",
            ),
            Self::Client => String::from(limits::CLIENT),
        }
    }
}

impl Default {
    /// The default as the guide shows it.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Word(choice) => format!("`\"{choice}\"`"),
            Self::Number(number) => format!("{number}"),
            Self::Said(words) => String::from(*words),
        }
    }
}
