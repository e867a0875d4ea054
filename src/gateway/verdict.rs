//! What the shell is told to do with a request.

use super::access::Caller;
use super::allowance::Limit;
use super::cache::Keep;
use super::operate::Operation;
use crate::endpoint::{Generation, Verb};
use crate::network::Network;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Not;

/// A header: name in lower case, value.
pub type Header = (Cow<'static, str>, String);

/// What a request is about, for the log: never its raw URL, which may have a key in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// Whose chain; `None` where the request leads nowhere.
    pub network: Option<Network>,
    /// Which generation of the interface.
    pub generation: Option<Generation>,
    /// Name of the operation: `getAddressBalance`, `jetton/wallets`.
    pub endpoint: Option<&'static str>,
}

/// What to do with a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
#[expect(
    clippy::large_enum_variant,
    reason = "nearly every verdict is the large one, and a box is one allocation more a request"
)]
pub enum Verdict {
    /// Answer at once.
    Answer {
        /// HTTP status.
        status: u16,
        /// All headers.
        headers: Vec<Header>,
        /// Body; `None` for none. A NUL in it stands for the time: seconds since 1970, with three digits behind the point.
        body: Option<String>,
    },
    /// Look up the caller's key, and ask again with what came of it.
    Key {
        /// The key, as the caller sent it: visible ASCII, not long.
        key: String,
    },
    /// Read the body, at most `limit` bytes of it, and ask again with it. More bytes: ask with [`super::too_large`].
    Body {
        /// Most bytes of a body.
        limit: u32,
    },
    /// Ask the service.
    Forward(Forward),
    /// Do each of these, and answer with the list of what they came to, in their order.
    Batch {
        /// HTTP status of the list.
        status: u16,
        /// All headers.
        headers: Vec<Header>,
        /// A verdict on each call: [`Verdict::Answer`] or [`Verdict::Forward`].
        items: Vec<Self>,
    },
    /// Answer with what the gateway knows of itself.
    Operate {
        /// What was asked.
        operation: Operation,
        /// Headers of the answer but its type.
        headers: Vec<Header>,
        /// [`Verdict::Answer`] for those who do not send the operators' token; `None` where everybody may ask.
        refused: Option<Box<Self>>,
        /// By HEAD: answer without the body.
        head: bool,
    },
    /// Not under `/api`: a page, when the gateway has pages.
    Asset,
}

/// A request to the service behind the gateway.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forward {
    /// Whose key to inject, as the header `X-API-Key`.
    pub network: Network,
    /// Generation, for the shape of errors.
    pub generation: Generation,
    /// Name of the operation, for the log.
    pub endpoint: &'static str,
    /// It only reads: it may be asked again.
    pub reads: bool,
    /// The caller has chosen how long the upstream may take (`X-Timeout`): a failure says nothing about the upstream.
    #[serde(skip_serializing_if = "Not::not")]
    pub hurried: bool,
    /// Milliseconds that the first attempt may take.
    pub timeout: f64,
    /// Milliseconds after which another service is asked too; see [`super::hedge`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hedge: Option<f64>,
    /// Absolute URL at the preferred service, without any key. Those of others differ in the base.
    pub url: String,
    /// Verb.
    pub verb: Verb,
    /// Headers but the key and `traceparent`, each name once.
    #[serde(serialize_with = "members")]
    pub headers: Vec<Header>,
    /// The caller's trace, which goes on: its id and flags as in `traceparent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
    /// JSON body of a POST.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The caller asked by HEAD: answer without the body.
    #[serde(skip_serializing_if = "Not::not")]
    pub head: bool,
    /// Whose request it is, when a key was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Caller>,
    /// What it counts against, unless the answer is at hand: the caller's own limit first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
    /// How many requests it counts as.
    pub cost: u32,
    /// Header `Access-Control-Allow-Origin` of the answer whatever happens, besides [`super::always`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The caller wants problems as `application/problem+json`.
    #[serde(skip_serializing_if = "Not::not")]
    pub problem: bool,
    /// For a JSON-RPC call: what to put before the last brace of the reply, the caller's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tail: Option<String>,
    /// Its answer may be kept, and may be there already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<Keep>,
}

/// Headers as the object that a request takes.
fn members<S: Serializer>(headers: &[Header], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(headers.iter().map(|(name, value)| (name, value)))
}
