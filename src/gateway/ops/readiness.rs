//! Readiness: whether an upstream responds, is on the right chain, and is not behind.

use crate::gateway::config::Config;
use crate::network::Network;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;

/// The response of an upstream to one readiness request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProbeResponse {
    /// The HTTP status; 0 if there was no response.
    pub status: u16,
    /// Its body.
    pub body: String,
}

impl ProbeResponse {
    /// Reads JSON from JavaScript, a list of `{ status, body }`; anything unreadable counts as no response.
    #[must_use]
    pub fn list(json: &str) -> Vec<Self> {
        let Ok(Value::Array(list)) = serde_json::from_str(json) else { return Vec::new() };
        let parse_response = |response: &Value| Self {
            status: response
                .get("status")
                .and_then(Value::as_u64)
                .and_then(|status| u16::try_from(status).ok())
                .unwrap_or(0),
            body: response.get("body").and_then(Value::as_str).map(String::from).unwrap_or_default(),
        };
        list.iter().map(parse_response).collect()
    }
}

/// The health of an upstream.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Whether the upstream is ready.
    pub ready: bool,
    /// `global_id` of its chain: -239 is the main network, -3 the test network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global_id: Option<i32>,
    /// The number of its last masterchain block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seqno: Option<u32>,
    /// Seconds since that block was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head_age: Option<f64>,
    /// Its fault, if it is not ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The next step of a readiness check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadinessStep {
    /// Request this path, and call again with its response.
    Request(String),
    /// The check is complete.
    Known(Health),
}

/// Checks the readiness of an upstream from its responses so far: v3 `masterchainInfo`, or without v3 two
/// requests of v2.
///
/// ```
/// use ton_edge::gateway::{Config, ProbeResponse, ReadinessStep, check_readiness};
/// use ton_edge::network::Network;
/// let config = Config::from_json("{}")?;
/// let first = check_readiness(&config, Network::Mainnet, &[], 0.0);
/// assert_eq!(first, ReadinessStep::Request(String::from("/api/v3/masterchainInfo")));
/// let body = r#"{"last":{"seqno":7,"global_id":-3,"gen_utime":"1700000000"}}"#;
/// let response = ProbeResponse { status: 200, body: String::from(body) };
/// let ReadinessStep::Known(health) = check_readiness(&config, Network::Mainnet, &[response], 1_700_000_002_000.0) else { panic!() };
/// assert_eq!((health.ready, health.head_age), (false, Some(2.0)));
/// assert_eq!(health.fault.as_deref(), Some("global_id is -3, but that of mainnet is -239"));
/// # Ok::<(), ton_edge::error::Error>(())
/// ```
#[must_use]
pub fn check_readiness(
    config: &Config,
    network: Network,
    responses: &[ProbeResponse],
    now: f64,
) -> ReadinessStep {
    let judge_block = |block: &Value, seqno: Option<u32>| {
        ReadinessStep::Known(judge_health(config, network, block, seqno, now))
    };
    let read_body = |response: &ProbeResponse| {
        read_body(response).map_err(|fault| Health { fault: Some(fault), ..Health::default() })
    };
    let step = match responses {
        [] => Ok(ReadinessStep::Request(String::from("/api/v3/masterchainInfo"))),
        [v3_response] if v3_response.status == 404 => {
            Ok(ReadinessStep::Request(String::from("/api/v2/getMasterchainInfo")))
        }
        [v3_response] => read_body(v3_response).and_then(|body| {
            let last_block = body.get("last").filter(|last| last.is_object()).ok_or_else(report_no_block)?;
            Ok(judge_block(last_block, read_seqno(&body, "/last/seqno")))
        }),
        [_, v2_response] => read_body(v2_response).and_then(|body| {
            let (shard, seqno) = (
                "-9223372036854775808",
                read_seqno(&body, "/result/last/seqno").ok_or_else(report_no_block)?,
            );
            Ok(ReadinessStep::Request(format!(
                "/api/v2/getBlockHeader?workchain=-1&shard={shard}&seqno={seqno}"
            )))
        }),
        [_, body, header, ..] => read_body(body).and_then(|body| {
            let header = read_body(header)?;
            Ok(judge_block(
                header.get("result").unwrap_or(&Value::Null),
                read_seqno(&body, "/result/last/seqno"),
            ))
        }),
    };
    step.unwrap_or_else(ReadinessStep::Known)
}

fn report_no_block() -> Health {
    Health { fault: Some(String::from("its response has no block")), ..Health::default() }
}

fn read_seqno(info: &Value, pointer: &str) -> Option<u32> {
    info.pointer(pointer).and_then(Value::as_u64).and_then(|seqno| u32::try_from(seqno).ok())
}

fn read_body(response: &ProbeResponse) -> Result<Value, String> {
    match response.status {
        0 => Err(String::from("it cannot be reached, or did not respond in time")),
        200 => match serde_json::from_str(&response.body) {
            Ok(value @ Value::Object(_)) => Ok(value),
            _ => Err(String::from("its response is not a JSON object")),
        },
        status => Err(format!("it responded with {status}")),
    }
}

fn judge_health(config: &Config, network: Network, block: &Value, seqno: Option<u32>, now: f64) -> Health {
    // v3 writes `gen_utime` as a string, v2 as a number.
    let created_at = block.get("gen_utime").and_then(|created_at| match created_at {
        Value::String(text) => text.parse::<u32>().ok(),
        created_at => created_at.as_u64().and_then(|created_at| u32::try_from(created_at).ok()),
    });
    let global_id = block.get("global_id").and_then(Value::as_i64).and_then(|id| i32::try_from(id).ok());
    let head_age =
        created_at.map(|created_at| ((now / 1000.0 - f64::from(created_at)) * 10.0).round() / 10.0);
    let mut health = Health { ready: false, global_id, seqno, head_age, fault: None };
    let expected = match network {
        Network::Mainnet => -239,
        Network::Testnet => -3,
    };
    let max_age = f64::from(config.readiness.max_head_age_ms) / 1000.0;
    health.fault = match (global_id, head_age) {
        (Some(actual), _) if config.readiness.identity && actual != expected => {
            Some(format!("global_id is {actual}, but that of {} is {expected}", network.as_str()))
        }
        (None, _) if config.readiness.identity => Some(String::from("its response has no global_id")),
        (_, None) => Some(String::from("its response has no time of the last block")),
        (_, Some(age)) if age > max_age => {
            Some(format!("its last block is {age} s old, but the maximum is {max_age} s"))
        }
        _ => None,
    };
    health.ready = health.fault.is_none();
    health
}

/// The response of `/readyz`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// 200, or 503 if a required network has no upstream that is ready.
    pub status: u16,
    /// JSON: `ready`, and for each of `networks` that is not switched off its `ready`, `needed` and `services`.
    pub body: String,
}

/// Combines the health of all upstreams to a report. `services` is JSON with the lists `mainnet` and `testnet` of
/// [`Health`]. The network of `/api/...` and the networks of `hosts` are required.
#[must_use]
pub fn report(config: &Config, services: &str) -> Report {
    let services: Value = serde_json::from_str(services).unwrap_or_default();
    let mut is_ready = true;
    let mut networks = String::new();
    for network in Network::ALL.into_iter().filter(|network| !config.is_off(*network)) {
        let name = network.as_str();
        let list = services.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let is_needed = network == config.network
            || config.hosts.iter().any(|(_, host_network)| *host_network == network);
        let has_ready = list.iter().any(|service| service.get("ready") == Some(&Value::Bool(true)));
        is_ready &= has_ready || !is_needed;
        let services_json = list.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
        let comma = if networks.is_empty() { "" } else { "," };
        let _ = write!(
            networks,
            r#"{comma}"{name}":{{"ready":{has_ready},"needed":{is_needed},"services":[{services_json}]}}"#
        );
    }
    let body = format!(r#"{{"ready":{is_ready},"networks":{{{networks}}}}}"#);
    Report { status: if is_ready { 200 } else { 503 }, body }
}
