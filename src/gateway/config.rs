//! The gateway's configuration, checked once: every fault is named, and a faulty one never falls open.

use super::breaker;
use crate::error::{Code, Error};
use crate::network::Network;
use crate::plan::Unknown;
use serde::Deserialize;

/// Most bytes of a URL that the service itself takes.
const MAX_URL_BYTES: u32 = 8192;
/// Most calls of a JSON-RPC batch.
const MAX_BATCH: u32 = 20;
/// Most bytes of a body that the service itself takes: 1 MiB.
const MAX_BODY_BYTES: u32 = 1 << 20;

/// Milliseconds that one attempt to ask the service may take.
const TIMEOUT: f64 = 15_000.0;
/// Milliseconds that all attempts for a request may take together.
const DEADLINE: f64 = 30_000.0;
/// Longest of both.
const LONGEST: f64 = 600_000.0;
/// How often a read is asked again, besides once of every service of the list.
const RETRIES: u32 = 2;
const MOST_RETRIES: u32 = 10;
/// Failures in a row after which a service is left alone, and for how many milliseconds.
const BREAKER: breaker::Limits = breaker::Limits { failures: 5, pause: 10_000 };
/// Most services for a network.
const MOST_SERVICES: usize = 8;

/// What the policy needs to know. Keys are not in it: the shell injects them.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The network of paths without one: `/api/v3/...`.
    pub network: Network,
    /// Base URLs of the services on the main network, the preferred one first, without a slash at their ends.
    pub mainnet: Vec<String>,
    /// Base URLs of the services on the test network.
    pub testnet: Vec<String>,
    /// Milliseconds that one attempt to ask the service may take, to the last byte of its answer.
    pub timeout: f64,
    /// Milliseconds within which the last attempt for a request must have begun to answer.
    pub deadline: f64,
    /// How often a read is asked again, besides once of every service of the list.
    pub retries: u32,
    /// When a service is left alone.
    pub breaker: breaker::Limits,
    /// Origins that may read answers in a browser; `None`: every one.
    pub origins: Option<Vec<String>>,
    /// What to do with parameters that an operation does not have.
    pub unknown_parameters: Unknown,
    /// Most bytes of a URL.
    pub max_url_bytes: u32,
    /// Most bytes of a request's body.
    pub max_body_bytes: u32,
    /// Most calls of a JSON-RPC batch.
    pub max_batch: u32,
}

/// As written by the operator; `null` and absent are the default.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct Written {
    network: Option<String>,
    mainnet: Option<Vec<Option<String>>>,
    testnet: Option<Vec<Option<String>>>,
    timeout: Option<f64>,
    deadline: Option<f64>,
    retries: Option<u32>,
    breaker: Option<WrittenBreaker>,
    origins: Option<Vec<String>>,
    unknown_parameters: Option<String>,
    max_url_bytes: Option<u32>,
    max_body_bytes: Option<u32>,
    max_batch: Option<u32>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct WrittenBreaker {
    failures: Option<u32>,
    pause: Option<u32>,
}

impl Config {
    /// Reads the configuration as JSON.
    ///
    /// ```
    /// use ton_edge::gateway::Config;
    /// let config = Config::from_json(r#"{"network":"testnet","origins":["https://app.example"]}"#)?;
    /// assert_eq!(config.upstream(config.network), "https://testnet.toncenter.com");
    /// assert!(Config::from_json(r#"{"network":"moon"}"#).is_err());
    /// # Ok::<(), ton_edge::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// `config_invalid`, naming every faulty field.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let written: Written = serde_json::from_str(json).map_err(|error| {
            // It may quote a value of any length.
            let reason: String = error.to_string().chars().take(200).collect();
            Error::new(Code::ConfigInvalid, format!("the configuration cannot be read: {reason}"))
        })?;
        let mut faults: Vec<String> = Vec::new();
        let network = match written.network.as_deref() {
            None | Some("mainnet") => Network::Mainnet,
            Some("testnet") => Network::Testnet,
            Some(_) => {
                faults.push(String::from("`network` must be \"mainnet\" or \"testnet\""));
                Network::Mainnet
            }
        };
        let unknown_parameters = match written.unknown_parameters.as_deref() {
            None | Some("refuse") => Unknown::Refuse,
            Some("forward") => Unknown::Forward,
            Some(_) => {
                faults.push(String::from("`unknownParameters` must be \"refuse\" or \"forward\""));
                Unknown::Refuse
            }
        };
        let mainnet = base_urls("mainnet", written.mainnet, Network::Mainnet, &mut faults);
        let testnet = base_urls("testnet", written.testnet, Network::Testnet, &mut faults);
        let timeout = milliseconds("timeout", written.timeout, TIMEOUT, &mut faults);
        let deadline = milliseconds("deadline", written.deadline, DEADLINE, &mut faults);
        let retries = written.retries.unwrap_or(RETRIES);
        if retries > MOST_RETRIES {
            faults.push(format!("`retries` must be a whole number from 0 to {MOST_RETRIES}"));
        }
        let breaker = breaker_limits(written.breaker.unwrap_or_default(), &mut faults);
        for origin in written.origins.iter().flatten() {
            if !is_origin(origin) {
                let shown: String = origin.chars().take(100).collect();
                faults.push(format!("`origins`: {shown:?} is no origin such as \"https://app.example\""));
            }
        }
        let max_url_bytes = written.max_url_bytes.unwrap_or(MAX_URL_BYTES);
        let max_body_bytes = written.max_body_bytes.unwrap_or(MAX_BODY_BYTES);
        let max_batch = written.max_batch.unwrap_or(MAX_BATCH);
        if max_url_bytes < 256 {
            faults.push(String::from("`maxUrlBytes` must be at least 256"));
        }
        if max_body_bytes == 0 {
            faults.push(String::from("`maxBodyBytes` must be at least 1"));
        }
        if max_batch == 0 {
            faults.push(String::from("`maxBatch` must be at least 1"));
        }
        if !faults.is_empty() {
            return Err(Error::new(Code::ConfigInvalid, faults.join("; ")));
        }
        let origins = written.origins;
        Ok(Self {
            network,
            mainnet,
            testnet,
            timeout: timeout.min(deadline),
            deadline,
            retries,
            breaker,
            origins,
            unknown_parameters,
            max_url_bytes,
            max_body_bytes,
            max_batch,
        })
    }

    /// Base URLs of the services on that network, the preferred one first.
    #[must_use]
    pub fn upstreams(&self, network: Network) -> &[String] {
        match network {
            Network::Mainnet => &self.mainnet,
            Network::Testnet => &self.testnet,
        }
    }

    /// Base URL of the preferred service on that network.
    #[must_use]
    pub fn upstream(&self, network: Network) -> &str {
        self.upstreams(network).first().map_or(network.base_url(), String::as_str)
    }
}

fn milliseconds(field: &str, written: Option<f64>, default: f64, faults: &mut Vec<String>) -> f64 {
    let given = written.unwrap_or(default);
    if !(1.0..=LONGEST).contains(&given) {
        faults.push(format!("`{field}` must be a number of milliseconds from 1 to {LONGEST}"));
    }
    given
}

fn breaker_limits(written: WrittenBreaker, faults: &mut Vec<String>) -> breaker::Limits {
    let failures = written.failures.unwrap_or(BREAKER.failures);
    let pause = written.pause.unwrap_or(BREAKER.pause);
    if !(1..=1000).contains(&failures) {
        faults.push(String::from("`breaker.failures` must be a whole number from 1 to 1000"));
    }
    if f64::from(pause) > LONGEST || pause == 0 {
        faults.push(format!("`breaker.pause` must be a whole number of milliseconds from 1 to {LONGEST}"));
    }
    breaker::Limits { failures, pause }
}

fn base_urls(
    field: &str,
    written: Option<Vec<Option<String>>>,
    network: Network,
    faults: &mut Vec<String>,
) -> Vec<String> {
    let written = written.unwrap_or_else(|| vec![None]);
    if written.is_empty() || written.len() > MOST_SERVICES {
        faults.push(format!("`{field}` must list 1 to {MOST_SERVICES} services"));
    }
    let many = written.len() > 1;
    let name = |at: usize| if many { format!("{field}[{at}]") } else { String::from(field) };
    let urls = written.into_iter().enumerate();
    urls.map(|(at, url)| base_url(&name(at), url, network, faults)).collect()
}

fn base_url(field: &str, written: Option<String>, network: Network, faults: &mut Vec<String>) -> String {
    let Some(url) = written else { return String::from(network.base_url()) };
    let url = url.trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let plain = |text: &str| !text.is_empty() && !text.contains(['?', '#', '@', ' ', '\\']);
    if !rest.is_some_and(plain) {
        faults.push(format!(
            "`{field}` must be a base URL such as \"https://toncenter.com\", without query or user"
        ));
    } else if ["/api/v2", "/api/v3", "/jsonRPC"].iter().any(|end| url.ends_with(end)) {
        faults.push(format!("`{field}` must be the base URL: leave out the path from /api on"));
    }
    String::from(url)
}

/// Scheme, host and port, as browsers send it.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ', '*']))
}
