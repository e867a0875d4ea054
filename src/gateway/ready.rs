//! Readiness: whether a service behind the gateway answers, is on the right chain, and is not behind.

use super::Config;
use crate::network::Network;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// What a service answered to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Answered {
    /// HTTP status; 0 where there was no answer.
    pub status: u16,
    /// Its body.
    pub body: String,
}

/// What is known of a service.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// It may be asked.
    pub ready: bool,
    /// `global_id` of its chain: -239 is the main network, -3 the test network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global_id: Option<i32>,
    /// Number of its last masterchain block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seqno: Option<u32>,
    /// Seconds since that block was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head_age: Option<f64>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The next step of looking at a service.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Ask it this path, and look again with one answer more.
    Ask(String),
    /// That is how it is.
    Known(Health),
}

/// A masterchain block as either generation tells it.
#[derive(Deserialize)]
struct Block {
    seqno: Option<u32>,
    global_id: Option<i32>,
    gen_utime: Option<Number>,
}

/// v3 writes it as a text, v2 as a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Text(String),
    Plain(f64),
}

impl Number {
    fn value(&self) -> Option<f64> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::Plain(number) => Some(*number),
        }
    }
}

#[derive(Deserialize)]
struct Info {
    last: Option<Block>,
}

#[derive(Deserialize)]
struct Envelope<T> {
    result: T,
}

/// Looks at a service by what it has answered so far: v3's `masterchainInfo`, or where there is no v3 two questions of v2.
///
/// ```
/// use ton_edge::gateway::{Answered, Config, Look, look};
/// use ton_edge::network::Network;
/// let config = Config::from_json("{}")?;
/// let first = look(&config, Network::Mainnet, &[], 0.0);
/// assert_eq!(first, Look::Ask(String::from("/api/v3/masterchainInfo")));
/// let body = r#"{"last":{"seqno":7,"global_id":-3,"gen_utime":"1700000000"}}"#;
/// let answered = Answered { status: 200, body: String::from(body) };
/// let Look::Known(health) = look(&config, Network::Mainnet, &[answered], 1_700_000_002_000.0) else { panic!() };
/// assert_eq!((health.ready, health.head_age), (false, Some(2.0)));
/// assert_eq!(health.fault.as_deref(), Some("global_id is -3, and that of mainnet -239"));
/// # Ok::<(), ton_edge::error::Error>(())
/// ```
#[must_use]
pub fn look(config: &Config, network: Network, answers: &[Answered], now: f64) -> Look {
    let known = |block: Block| Look::Known(judge(config, network, &block, now));
    let sick = |what: String| Look::Known(Health { fault: Some(what), ..Health::default() });
    match answers {
        [] => Look::Ask(String::from("/api/v3/masterchainInfo")),
        [v3] if v3.status == 404 => Look::Ask(String::from("/api/v2/getMasterchainInfo")),
        [v3] => match read::<Info>(v3) {
            Ok(Info { last: Some(block) }) => known(block),
            Ok(_) => sick(String::from("it knows no block")),
            Err(fault) => sick(fault),
        },
        [_, v2] => match read::<Envelope<Info>>(v2) {
            Ok(Envelope { result: Info { last: Some(Block { seqno: Some(seqno), .. }) } }) => {
                let shard = "-9223372036854775808";
                Look::Ask(format!("/api/v2/getBlockHeader?workchain=-1&shard={shard}&seqno={seqno}"))
            }
            Ok(_) => sick(String::from("it knows no block")),
            Err(fault) => sick(fault),
        },
        [_, info, header, ..] => match (read::<Envelope<Info>>(info), read::<Envelope<Block>>(header)) {
            (Ok(info), Ok(header)) => {
                known(Block { seqno: info.result.last.and_then(|last| last.seqno), ..header.result })
            }
            (_, Err(fault)) | (Err(fault), _) => sick(fault),
        },
    }
}

fn read<'a, T: Deserialize<'a>>(answered: &'a Answered) -> Result<T, String> {
    match answered.status {
        0 => Err(String::from("it cannot be reached, or not in time")),
        200 => serde_json::from_str(&answered.body)
            .map_err(|_| String::from("its answer is not what the interface promises")),
        status => Err(format!("it answered {status}")),
    }
}

fn judge(config: &Config, network: Network, block: &Block, now: f64) -> Health {
    let made = block.gen_utime.as_ref().and_then(Number::value);
    let head_age = made.map(|made| ((now / 1000.0 - made) * 10.0).round() / 10.0);
    let mut health =
        Health { ready: false, global_id: block.global_id, seqno: block.seqno, head_age, fault: None };
    let expected = match network {
        Network::Mainnet => -239,
        Network::Testnet => -3,
    };
    let most = f64::from(config.readiness.max_head_age);
    health.fault = match (block.global_id, head_age) {
        (Some(found), _) if config.readiness.identity && found != expected => {
            Some(format!("global_id is {found}, and that of {} {expected}", network.as_str()))
        }
        (None, _) if config.readiness.identity => Some(String::from("it does not say its global_id")),
        (_, None) => Some(String::from("it does not say when its last block was made")),
        (_, Some(age)) if age > most => Some(format!("its last block is {age} s old, and may be {most} s")),
        _ => None,
    };
    health.ready = health.fault.is_none();
    health
}

/// When services count as ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// Seconds that the last block of a service may be old.
    pub max_head_age: u32,
    /// Whether its chain must be that of its network.
    pub identity: bool,
}

/// What is known of the services of both networks, in the order of the configuration.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Services {
    /// Those of the main network.
    pub mainnet: Vec<Health>,
    /// Those of the test network.
    pub testnet: Vec<Health>,
}

/// The answer of `/readyz`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// 200, or 503 where a network that is needed has no service that is ready.
    pub status: u16,
    /// JSON: `ready`, and `networks` with `ready`, `needed` and `services` of each.
    pub body: String,
}

/// Sums up what is known. Needed are the network of `/api/...` and those of `hosts`.
#[must_use]
pub fn report(config: &Config, services: &Services) -> Report {
    let mut all = true;
    let mut networks = String::new();
    for (network, list) in [(Network::Mainnet, &services.mainnet), (Network::Testnet, &services.testnet)] {
        let needed = network == config.network || config.hosts.iter().any(|(_, named)| *named == network);
        let ready = list.iter().any(|service| service.ready);
        all &= ready || !needed;
        let told = serde_json::to_string(list).unwrap_or_default();
        let (comma, name) = (if networks.is_empty() { "" } else { "," }, network.as_str());
        let _ = write!(networks, r#"{comma}"{name}":{{"ready":{ready},"needed":{needed},"services":{told}}}"#);
    }
    let body = format!(r#"{{"ready":{all},"networks":{{{networks}}}}}"#);
    Report { status: if all { 200 } else { 503 }, body }
}
