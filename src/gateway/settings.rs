//! Every setting of a gateway, declared once: name, what it may be, default, meaning. The check of a configuration and
//! the table of the guide are made of this list.

mod limits;
mod read;
mod service;

pub(super) use read::Reader;

use crate::endpoint::Doc;
use serde::Serialize;

/// Fewest characters of a token: a random one of 16 cannot be guessed.
pub const LEAST_TOKEN: usize = 16;

/// Most services of a network.
const MOST_SERVICES: usize = 8;

/// What a setting may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Kind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number between two bounds.
    Whole {
        /// Least.
        min: u32,
        /// Greatest.
        max: u32,
    },
    /// One service or several, the first of them first.
    Services,
    /// Host names, each with its network.
    Hosts,
    /// Exact origins, and `*.` before a domain.
    Origins,
    /// True or false.
    Flag,
    /// Host names.
    HostNames,
    /// Addresses and ranges of addresses.
    Blocks,
    /// Operations by name, category or generation.
    Operations,
    /// Where the keys of callers are kept: an object with a function `find`.
    Store,
    /// A place for answers: one of these words, or an object with functions `get` and `put`.
    Adapter(&'static [&'static str]),
    /// A secret text, or a function that gives one.
    Token,
    /// A secret text.
    Secret,
    /// A function.
    Function,
    /// Requests a second.
    Rate,
    /// Requests a second, evenly.
    Budget,
    /// Rates by name.
    Plans,
    /// Operations by path, each with a whole number.
    Costs,
    /// Where limits are kept.
    Scope,
    /// Where the address of a caller is read.
    Client,
}

/// A default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Default {
    /// A word of [`Kind::Choice`].
    Word(&'static str),
    /// A number of [`Kind::Whole`].
    Number(u32),
    /// What holds without the setting, in words.
    Said(&'static str),
}

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// Name, as the operator writes it; `a.b` is the member `b` of an object `a`.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What holds without it.
    pub default: Default,
    /// What it does, with its unit.
    pub meaning: Doc,
}

const fn setting(name: &'static str, kind: Kind, default: Default, meaning: &'static str) -> Setting {
    Setting { name, kind, default, meaning: Doc::new(meaning) }
}

/// All settings, in the order of the guide.
pub static SETTINGS: &[Setting] = &[
    setting(
        "network",
        Kind::Choice(&["mainnet", "testnet"]),
        Default::Word("mainnet"),
        "The network of paths without one: `/api/v3/...`. `/mainnet/api/...` and `/testnet/api/...` name theirs.",
    ),
    setting(
        "hosts",
        Kind::Hosts,
        Default::Said("none"),
        "The network of `/api/...` by the host that was asked, before `network`: `{ \"testnet.gw.example\": \"testnet\" }`.",
    ),
    setting(
        "mainnet",
        Kind::Services,
        Default::Said("`https://toncenter.com`, without a key"),
        "The service for the main network and the key to it. Of several services, and of several keys, the first is used first.",
    ),
    setting(
        "testnet",
        Kind::Services,
        Default::Said("`https://testnet.toncenter.com`, without a key"),
        "The same for the test network.",
    ),
    setting(
        "origins",
        Kind::Origins,
        Default::Said("every origin"),
        "Origins that may read answers in a browser. `*` stands for one label: `https://*.app.example`.",
    ),
    setting(
        "enforceOrigins",
        Kind::Flag,
        Default::Said("false"),
        "Whether requests to `/api` of pages of other origins are refused (403), and not only unreadable for them: a page cannot spend what it cannot read. Needs `origins`.",
    ),
    setting(
        "allowedHosts",
        Kind::HostNames,
        Default::Said("any host"),
        "Hosts that the gateway answers for, without ports. Others: 421. Set it where the gateway listens on a developer's machine: a page can give its own name the address 127.0.0.1.",
    ),
    setting(
        "clients.allow",
        Kind::Blocks,
        Default::Said("every client"),
        "Client IPs that may use the gateway: `clients: { allow: [\"192.0.2.0/24\"] }`. Others: 403. `/healthz` answers everybody.",
    ),
    setting(
        "clients.deny",
        Kind::Blocks,
        Default::Said("none"),
        "Client IPs that may not, whatever `clients.allow` says.",
    ),
    setting(
        "operations.deny",
        Kind::Operations,
        Default::Said("none"),
        "Operations that are switched off (403), by JSON-RPC too: `operations: { deny: [\"Send\", \"v3/message\"] }` makes a gateway that only reads.",
    ),
    setting(
        "keys",
        Kind::Store,
        Default::Said("keys of callers mean nothing"),
        "Where the keys of callers are kept: `kvKeys()`, `listKeys()`, `fileKeys()`, or a store of your own.",
    ),
    setting(
        "keyless",
        Kind::Choice(&["allow", "refuse"]),
        Default::Word("allow"),
        "What to do with requests without a key. `refuse` needs `keys`.",
    ),
    setting(
        "unknownParameters",
        Kind::Choice(&["refuse", "forward"]),
        Default::Word("refuse"),
        "What to do with parameters that an operation does not have: refuse them with the near name, or send them on.",
    ),
    setting(
        "maxUrlBytes",
        Kind::Whole { min: 256, max: 65_536 },
        Default::Number(8192),
        "Most bytes of a URL. More: 414.",
    ),
    setting(
        "maxHeaderBytes",
        Kind::Whole { min: 1024, max: 131_072 },
        Default::Number(16_384),
        "Most bytes of all headers together, names and values. More: 431.",
    ),
    setting(
        "maxBodyBytes",
        Kind::Whole { min: 1, max: 33_554_432 },
        Default::Number(1_048_576),
        "Most bytes of a body. More: 413.",
    ),
    setting(
        "maxBatch",
        Kind::Whole { min: 1, max: 1000 },
        Default::Number(20),
        "Most calls of a JSON-RPC batch. More: 413.",
    ),
    setting(
        "maxParameters",
        Kind::Whole { min: 16, max: 65_536 },
        Default::Number(1024),
        "Most parameters of a query, repeated ones counted each. More: 422.",
    ),
    setting(
        "maxJsonDepth",
        Kind::Whole { min: 8, max: 10_000 },
        Default::Number(128),
        "Most objects and lists of a body within one another. More: 422.",
    ),
    setting(
        "maxJsonMembers",
        Kind::Whole { min: 16, max: 1_000_000 },
        Default::Number(10_000),
        "Most members and items of a body, all objects and lists together. More: 413.",
    ),
    setting(
        "overload.maxInFlight",
        Kind::Whole { min: 1, max: 1_000_000 },
        Default::Number(1024),
        "Most requests in flight at once, in this isolate or process: `overload: { maxInFlight: 512 }`. More: 503 with `Retry-After`, at once. `/healthz`, `/readyz` and `/metrics` are exempt.",
    ),
    setting(
        "overload.maxInFlightPerClient",
        Kind::Whole { min: 1, max: 1_000_000 },
        Default::Number(256),
        "Most requests in flight at once of one client IP. More: 429.",
    ),
    setting(
        "overload.reservedForKeys",
        Kind::Whole { min: 0, max: 90 },
        Default::Number(20),
        "Percent of `overload.maxInFlight` that only callers with an API key get, where there are `keys`.",
    ),
    setting(
        "timeout",
        Kind::Whole { min: 1, max: 600_000 },
        Default::Number(15_000),
        "Milliseconds that one request to an upstream may take, to the last byte of the response. Later: the next attempt, or 504.",
    ),
    setting(
        "deadline",
        Kind::Whole { min: 1, max: 600_000 },
        Default::Number(30_000),
        "Milliseconds for all attempts and the waits between them.",
    ),
    setting(
        "retries",
        Kind::Whole { min: 0, max: 10 },
        Default::Number(2),
        "How often a read is asked again, besides once of every service of the list. A send never is.",
    ),
    setting(
        "hedge",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(0),
        "Milliseconds after which a read that has no answer yet is asked of another service of the list too; the first good answer counts. 0: never.",
    ),
    setting(
        "breaker.failures",
        Kind::Whole { min: 1, max: 1000 },
        Default::Number(5),
        "Failed requests in a row after which an upstream is not used for a while: no connection, no answer in time, 502, 503, 504, a response that breaks off or is not JSON. `breaker: { failures: 5 }`.",
    ),
    setting(
        "breaker.pause",
        Kind::Whole { min: 1, max: 600_000 },
        Default::Number(10_000),
        "Milliseconds for which it is left alone before one request may try.",
    ),
    setting(
        "breaker.probeWaitMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(1000),
        "Milliseconds for which other requests wait for the outcome of that one request, where no other upstream is left. Later: 503.",
    ),
    setting(
        "clientIp",
        Kind::Client,
        Default::Said("`\"cloudflare\"` in Workers, else `\"socket\"`"),
        "Where the address of a caller is read: `CF-Connecting-IP`, the connection, or a header that proxies of yours write.",
    ),
    setting(
        "limits.requests",
        Kind::Rate,
        Default::Said("`\"off\"`"),
        "Requests per second of each client IP, whatever it sends and whatever comes of it: hits, local answers, refusals, attempts at the admin token. Counted in this isolate or process. More: 429.",
    ),
    setting(
        "limits.ipv6PrefixLength",
        Kind::Whole { min: 16, max: 128 },
        Default::Number(64),
        "Bits of an IPv6 address that name a client: all addresses with the same bits share its limits.",
    ),
    setting(
        "limits.keyless",
        Kind::Rate,
        Default::Number(1),
        "Requests a second of each caller without a key: `limits: { keyless: 2 }`. More: 429.",
    ),
    setting(
        "limits.plans",
        Kind::Plans,
        Default::Said("none"),
        "Requests a second of each key, by the plan that its record names: `{ shop: { rate: 10, burst: 50 } }`; `default` for keys without one.",
    ),
    setting(
        "limits.global",
        Kind::Rate,
        Default::Said("`\"off\"`"),
        "Requests a second of all callers together.",
    ),
    setting(
        "limits.costs",
        Kind::Costs,
        Default::Said("1 for every operation"),
        "How many requests an operation counts as: `{ \"/api/v3/traces\": 5 }`.",
    ),
    setting(
        "limits.failedKeys",
        Kind::Rate,
        Default::Said("`{ rate: 1, burst: 20 }`"),
        "API keys that do not exist which one client IP may send, per second and at once. More: 429 for keys that this gateway has not found good before.",
    ),
    setting(
        "limits.budget",
        Kind::Budget,
        Default::Said("1 for a service without a key, else `\"off\"`"),
        "Requests a second that are sent to each service without a `budget` of its own.",
    ),
    setting(
        "limits.queue",
        Kind::Whole { min: 0, max: 10_000 },
        Default::Number(2000),
        "Milliseconds for which a request may wait for its turn in a service's budget. Longer: 429.",
    ),
    setting(
        "limits.scope",
        Kind::Scope,
        Default::Word("isolate"),
        "Where limits and budgets are kept: in this process, in a Durable Object, or by a limiter of yours.",
    ),
    setting(
        "limits.callers",
        Kind::Choice(&["shared", "isolate"]),
        Default::Word("shared"),
        "Where callers are counted: together with the budgets, or in each process though budgets are kept elsewhere.",
    ),
    setting(
        "limits.reserve",
        Kind::Whole { min: 0, max: 50 },
        Default::Number(0),
        "Percent of every budget kept for gateways that cannot reach the limiter.",
    ),
    setting(
        "limits.fleet",
        Kind::Whole { min: 1, max: 10_000 },
        Default::Number(1),
        "Most gateways that share the reserve.",
    ),
    setting(
        "limits.entries",
        Kind::Whole { min: 2, max: 10_000_000 },
        Default::Number(100_000),
        "Most callers whose use is remembered in this process.",
    ),
    setting(
        "cache.adapter",
        Kind::Adapter(&["memory", "cache-api", "none"]),
        Default::Word("memory"),
        "Where answers are kept: in this isolate or process, there and in the runtime's Cache API, nowhere, or in a store of your own: `cache: { adapter: \"cache-api\" }`.",
    ),
    setting(
        "cache.maxBytes",
        Kind::Whole { min: 65_536, max: 1_073_741_824 },
        Default::Number(16_777_216),
        "Most bytes of all answers in memory. More: those that were not asked for the longest go.",
    ),
    setting(
        "cache.maxEntryBytes",
        Kind::Whole { min: 256, max: 16_777_216 },
        Default::Number(262_144),
        "Most bytes of an answer that is kept. More: it goes through.",
    ),
    setting(
        "cache.staleWhileRevalidate",
        Kind::Whole { min: 0, max: 3600 },
        Default::Number(10),
        "Most seconds for which an answer that is no longer fresh is given at once while it is fetched anew; never longer than it was fresh.",
    ),
    setting(
        "cache.staleIfError",
        Kind::Whole { min: 0, max: 86_400 },
        Default::Number(30),
        "Seconds after it was fresh for which an answer stands in where the service fails.",
    ),
    setting(
        "cache.staleAfterMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(2000),
        "Milliseconds after which a stale answer that `cache.staleIfError` allows is served while the upstream has not answered; the request to it goes on. 0: never.",
    ),
    setting(
        "cache.coalesce",
        Kind::Choice(&["on", "off"]),
        Default::Word("on"),
        "Whether equal reads that are in flight at the same time cost one request to the upstream.",
    ),
    setting(
        "cache.maxSharedBytes",
        Kind::Whole { min: 0, max: 268_435_456 },
        Default::Number(4_194_304),
        "Most bytes, all together, of responses longer than `cache.maxEntryBytes` that are read whole so that all callers who wait for them share one request.",
    ),
    setting(
        "cache.maxUnshared",
        Kind::Whole { min: 1, max: 1000 },
        Default::Number(2),
        "Most requests in flight at once for one cache key whose response is too long to share; other callers wait for their turn.",
    ),
    setting(
        "admin",
        Kind::Token,
        Default::Said("`/readyz` and `/metrics` are 404"),
        "The token of operators: `/readyz` and `/metrics` answer those who send `Authorization: Bearer <token>`.",
    ),
    setting(
        "readiness.maxHeadAge",
        Kind::Whole { min: 1, max: 604_800 },
        Default::Number(60),
        "Seconds that the last block of a service may be old for `/readyz`.",
    ),
    setting(
        "readiness.identity",
        Kind::Choice(&["check", "report"]),
        Default::Word("check"),
        "Whether a service on another chain than its network's is not ready, or only told, as a chain of your own needs it.",
    ),
    setting(
        "readiness.keep",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(10_000),
        "Milliseconds for which what was found out for `/readyz` holds: probes do not use up the service's limit.",
    ),
    setting(
        "openapi",
        Kind::Function,
        Default::Said("404"),
        "Gives `/api/v2/openapi.json` and `/api/v3/openapi.json`: `(generation, env, ctx) => Response`.",
    ),
    setting(
        "assets",
        Kind::Function,
        Default::Said("404"),
        "Answers whatever is not under `/api`: `(request, env, ctx) => Response`.",
    ),
    setting(
        "fetch",
        Kind::Function,
        Default::Said("the global `fetch`"),
        "Sends requests to the service: `(url, init) => Promise<Response>`.",
    ),
    setting(
        "log",
        Kind::Function,
        Default::Said("`console.error`"),
        "Takes one line of JSON an event: `(line) => void`.",
    ),
    setting(
        "logLevel",
        Kind::Choice(&["info", "warn", "error", "off"]),
        Default::Word("info"),
        "What is logged: every request and all below (`info`), what another attempt got round (`warn`), what somebody should look at (`error`).",
    ),
    setting(
        "logClient",
        Kind::Choice(&["digest", "address", "off"]),
        Default::Word("digest"),
        "What a request's log line says of the client: a salted digest of its IP that changes every day (UTC), the IP itself (of IPv6 its prefix), or nothing.",
    ),
    setting(
        "logSalt",
        Kind::Secret,
        Default::Said("a random one of this isolate or process"),
        "The secret salt of these digests. Set it where the lines of several gateways are to be compared.",
    ),
];

impl Kind {
    /// What is allowed, for a person: in errors and in the guide.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            Self::Choice(words) => {
                words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ")
            }
            Self::Whole { min, max } => format!("a whole number from {min} to {max}"),
            Self::Services => {
                format!("a base URL, `{{ url, key, budget }}`, or a list of 1 to {MOST_SERVICES} of them")
            }
            Self::Hosts => String::from("an object of host names, each \"mainnet\" or \"testnet\""),
            Self::Flag => String::from("true or false"),
            Self::HostNames => String::from("a list of host names such as \"gw.example\", without ports"),
            Self::Operations => String::from(
                "a list of names, categories and generations of operations, such as \"sendBoc\", \"Send\" and \"v2\"",
            ),
            Self::Blocks => String::from("a list of addresses and ranges such as \"192.0.2.0/24\""),
            Self::Origins => String::from("a list of origins such as \"https://app.example\""),
            Self::Store => String::from("a store of keys: an object with a function `find`"),
            Self::Adapter(words) => {
                format!("{}, or an object with functions `get` and `put`", Self::Choice(words).allowed())
            }
            Self::Token => format!(
                "a text of {LEAST_TOKEN} or more visible ASCII characters, or a function of `env` that gives one"
            ),
            Self::Secret => format!("a text of {LEAST_TOKEN} or more visible ASCII characters"),
            Self::Function => String::from("a function"),
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
    /// For the guide.
    #[must_use]
    pub fn told(&self) -> String {
        match self {
            Self::Word(word) => format!("`\"{word}\"`"),
            Self::Number(number) => format!("{number}"),
            Self::Said(words) => String::from(*words),
        }
    }
}
