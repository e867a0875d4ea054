//! The gateway's configuration, checked once: every fault is named, and a faulty one never falls open.

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

/// What the policy needs to know. Keys are not in it: the shell injects them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The network of paths without one: `/api/v3/...`.
    pub network: Network,
    /// Base URL of the service on the main network, without a slash at its end.
    pub mainnet: String,
    /// Base URL of the service on the test network.
    pub testnet: String,
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
    mainnet: Option<String>,
    testnet: Option<String>,
    origins: Option<Vec<String>>,
    unknown_parameters: Option<String>,
    max_url_bytes: Option<u32>,
    max_body_bytes: Option<u32>,
    max_batch: Option<u32>,
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
        let mainnet = base_url("mainnet", written.mainnet, Network::Mainnet, &mut faults);
        let testnet = base_url("testnet", written.testnet, Network::Testnet, &mut faults);
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
            origins,
            unknown_parameters,
            max_url_bytes,
            max_body_bytes,
            max_batch,
        })
    }

    /// Base URL of the service on that network.
    #[must_use]
    pub fn upstream(&self, network: Network) -> &str {
        match network {
            Network::Mainnet => &self.mainnet,
            Network::Testnet => &self.testnet,
        }
    }
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
