//! Handles a request to one of the operators' endpoints.

use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::gateway::config::Config;
use crate::gateway::header::Header;
use crate::gateway::request::ops_endpoint::OpsEndpoint;
use crate::gateway::response::cors;
use crate::gateway::response::error::Refusal;
use crate::gateway::verdict::Verdict;
use std::borrow::Cow;

impl OpsEndpoint {
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

    fn describe_absence(self) -> &'static str {
        match self {
            Self::OpenapiV2 | Self::OpenapiV3 => "Not Found: this gateway has no setting `openapi`",
            _ => "Not Found: this endpoint exists only with the setting `adminToken`",
        }
    }
}

/// Handles a request to an operators' endpoint.
pub(in crate::gateway) fn handle(
    config: &Config,
    method: &str,
    endpoint: OpsEndpoint,
    accept: Option<&str>,
) -> Result<Verdict, Refusal> {
    const ALLOW: &str = "GET, HEAD, OPTIONS";
    let build_refusal = |code, message| Refusal::new(endpoint.generation(), Error::new(code, message));
    if !endpoint.is_on(config) {
        return Err(build_refusal(Code::NotFound, endpoint.describe_absence()));
    }
    match method {
        "GET" | "HEAD" => {}
        "OPTIONS" => {
            return Ok(Verdict::Respond {
                status: 204,
                headers: cors::build_preflight(config, ALLOW).into(),
                body: None,
            });
        }
        _ => {
            let allow = (Cow::Borrowed("allow"), String::from(ALLOW));
            return Err(build_refusal(Code::MethodNotAllowed, "Method Not Allowed").with_headers([allow]));
        }
    }
    let no_store: Header = (Cow::Borrowed("cache-control"), String::from("no-store"));
    let head = method == "HEAD";
    Ok(match endpoint {
        OpsEndpoint::Health => {
            let body = format!(
                r#"{{"status":"ok","version":"{}","streaming":{}}}"#,
                env!("CARGO_PKG_VERSION"),
                config.streaming.is_some()
            );
            let json = (Cow::Borrowed("content-type"), String::from("application/json"));
            Verdict::Respond { status: 200, headers: vec![no_store, json], body: Some(body) }
        }
        OpsEndpoint::Ready | OpsEndpoint::Metrics => {
            let message = "this endpoint is for operators: send `Authorization: Bearer <token>`";
            let challenge = (Cow::Borrowed("www-authenticate"), String::from("Bearer"));
            let refusal =
                build_refusal(Code::AdminTokenWrong, message).with_headers([challenge]).into_response(accept);
            Verdict::Ops {
                operation: endpoint,
                headers: vec![no_store],
                refused: Some(Box::new(refusal)),
                head,
            }
        }
        OpsEndpoint::OpenapiV2 | OpsEndpoint::OpenapiV3 => {
            Verdict::Ops { operation: endpoint, headers: Vec::new(), refused: None, head }
        }
    })
}
