//! What is asked of the gateway itself: whether it is alive and ready, its counters, the interface's description.

use super::{Config, Header, Incoming, Listener, Verdict, cors, shape};
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use serde::Serialize;
use std::borrow::Cow;

/// A question about the gateway itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// `/healthz`: it runs, and its configuration is good. Asks no service.
    Health,
    /// `/readyz`: the services behind it answer, are on the right chain, and are not behind. For operators.
    Ready,
    /// `/metrics`: counters as Prometheus reads them. For operators.
    Metrics,
    /// `/api/v2/openapi.json`.
    OpenapiV2,
    /// `/api/v3/openapi.json`.
    OpenapiV3,
}

impl Operation {
    /// The operation of a path without its query.
    pub(super) fn of(path: &str) -> Option<Self> {
        // The document is the same for both networks.
        let below = ["/mainnet", "/testnet"].into_iter().find_map(|network| path.strip_prefix(network));
        match below.filter(|rest| rest.starts_with("/api/")).unwrap_or(path) {
            "/healthz" => Some(Self::Health),
            "/readyz" => Some(Self::Ready),
            "/metrics" => Some(Self::Metrics),
            "/api/v2/openapi.json" => Some(Self::OpenapiV2),
            "/api/v3/openapi.json" => Some(Self::OpenapiV3),
            _ => None,
        }
    }

    /// For the log.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Health => "healthz",
            Self::Ready => "readyz",
            Self::Metrics => "metrics",
            Self::OpenapiV2 | Self::OpenapiV3 => "openapi.json",
        }
    }

    /// Whether it is answered on that listener: where operators have one of their own, nobody else can ask what is theirs.
    pub(super) fn answers_on(self, listener: Option<Listener>) -> bool {
        match (listener, self) {
            (None, _) | (Some(_), Self::Health) => true,
            (Some(listener), Self::Ready | Self::Metrics) => listener == Listener::Operators,
            (Some(listener), Self::OpenapiV2 | Self::OpenapiV3) => listener == Listener::Public,
        }
    }

    fn generation(self) -> Generation {
        if self == Self::OpenapiV2 { Generation::V2 } else { Generation::V3 }
    }

    fn is_on(self, config: &Config) -> bool {
        match self {
            Self::Health => true,
            Self::Ready | Self::Metrics => config.admin,
            Self::OpenapiV2 | Self::OpenapiV3 => config.openapi,
        }
    }

    fn off(self) -> &'static str {
        match self {
            Self::OpenapiV2 | Self::OpenapiV3 => "Not Found: this gateway has no setting `openapi`",
            _ => "Not Found: it answers only where the setting `admin` has a token",
        }
    }
}

/// The verdict on such a question.
pub(super) fn answer(
    config: &Config,
    incoming: &Incoming<'_>,
    operation: Operation,
    mut headers: Vec<Header>,
) -> Verdict {
    const ALLOW: &str = "GET, HEAD, OPTIONS";
    let refusal =
        |error: &Error, headers| shape::refusal(incoming, operation.generation(), error, "", headers);
    if !operation.is_on(config) {
        return refusal(&Error::new(Code::NotFound, operation.off()), headers);
    }
    match incoming.method {
        "GET" | "HEAD" => {}
        "OPTIONS" => {
            headers.extend(cors::preflight(ALLOW));
            return Verdict::Answer { status: 204, headers, body: None };
        }
        _ => {
            headers.push((Cow::Borrowed("allow"), String::from(ALLOW)));
            return refusal(&Error::new(Code::MethodNotAllowed, "Method Not Allowed"), headers);
        }
    }
    let no_store = (Cow::Borrowed("cache-control"), String::from("no-store"));
    match operation {
        Operation::Health => {
            headers.push(no_store);
            let body = concat!(r#"{"status":"ok","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);
            shape::json(200, String::from(body), &headers)
        }
        Operation::Ready | Operation::Metrics => {
            let mut refused = headers.clone();
            refused.push((Cow::Borrowed("www-authenticate"), String::from("Bearer")));
            let error =
                Error::new(Code::AdminTokenWrong, "this is for operators: Authorization: Bearer <token>");
            headers.push(no_store);
            let refused = Some(Box::new(refusal(&error, refused)));
            Verdict::Operate { operation, headers, refused, head: incoming.method == "HEAD" }
        }
        Operation::OpenapiV2 | Operation::OpenapiV3 => {
            Verdict::Operate { operation, headers, refused: None, head: incoming.method == "HEAD" }
        }
    }
}
