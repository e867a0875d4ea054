//! The gateway's configuration, checked once, when the gateway is created. One error lists all faults.

pub mod settings;
pub mod values;

use crate::error::Error;
use crate::network::Network;
use serde::Serialize;
use settings::read::Reader;
use settings::service::Service;
use values::clients::Clients;
use values::limits::{Budgets, Limits, Rate};
use values::operation_selection::Selection;
use values::origin_pattern::OriginPattern;

/// The default limit of unknown API keys per client.
const FAILED_KEYS: Rate = Rate { rate: 1.0, burst: 20 };
/// The default limit of fetched pictures per caller: a page shows many at once.
const IMAGE_RATE: Rate = Rate { rate: 5.0, burst: 100 };
/// The default IPFS gateway.
const IPFS_URL: &str = "https://ipfs.io/ipfs/";

/// The checked configuration. It does not contain the upstream keys, which JavaScript adds to requests.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The network of paths without one: `/api/v3/...`.
    pub network: Network,
    /// The network by host name; takes precedence over `network`.
    pub hosts: Vec<(String, Network)>,
    /// Base URLs of the upstreams on the main network, without a final slash, the preferred one first. Empty if the
    /// network is switched off.
    pub mainnet: Vec<String>,
    /// Base URLs of the upstreams on the test network. Empty if the network is switched off.
    pub testnet: Vec<String>,
    /// The weights of the upstreams on the main network, by which a request's first upstream is drawn. Empty if no
    /// upstream has one: the preferred upstream is then the first.
    pub mainnet_weights: Vec<u32>,
    /// The weights of the upstreams on the test network.
    pub testnet_weights: Vec<u32>,
    /// Origins that may read responses in a browser; `None`: any.
    pub origins: Option<Vec<OriginPattern>>,
    /// Request headers that pages may send besides the gateway's own.
    pub allow_headers: Vec<String>,
    /// Whether the gateway looks up API keys of callers.
    pub keys: bool,
    /// Whether callers' API keys are those of the service, and go to the first upstream.
    pub forwards_keys: bool,
    /// Whether requests without an API key are served.
    pub keyless: bool,
    /// Whether to refuse requests that the service would correct.
    pub strict: bool,
    /// How to treat parameters that an operation does not have.
    pub unknown_parameters: UnknownParameters,
    /// Maximum bytes of a URL.
    pub max_url_bytes: u32,
    /// Maximum bytes of all headers of a request.
    pub max_header_bytes: u32,
    /// Maximum bytes of a request's body.
    pub max_body_bytes: u32,
    /// Maximum calls of a JSON-RPC batch.
    pub max_batch: u32,
    /// Maximum parameters of a query.
    pub max_parameters: u32,
    /// The deepest nesting of objects and lists in a body.
    pub max_json_depth: u32,
    /// Maximum fields and items of a body, all together.
    pub max_json_members: u32,
    /// Operations that are switched off.
    pub denied_operations: Selection,
    /// Client IPs that may use the gateway.
    pub clients: Clients,
    /// Hosts that the gateway serves; `None`: any.
    pub allowed_hosts: Option<Vec<String>>,
    /// Whether requests from other origins are refused; otherwise only their responses are unreadable in browsers.
    pub enforce_origins: bool,
    /// Limits on requests in flight.
    pub overload: Overload,
    /// How a log line names the client.
    pub log_client: &'static str,
    /// Timeout of one attempt in milliseconds, until the last byte of the response.
    pub timeout: f64,
    /// Milliseconds within which the response of the last attempt for a request must begin.
    pub deadline: f64,
    /// Retries of a read, besides one attempt per upstream of the list.
    pub retries: u32,
    /// The maximum number of attempts at upstreams for one request.
    pub max_attempts: u32,
    /// Milliseconds after which a read is also sent to a second upstream; 0 for never.
    pub hedge: f64,
    /// The longest time in milliseconds until an upstream must begin its response if another upstream can be tried; 0
    /// for no limit.
    pub first_byte_timeout: u32,
    /// When the circuit breaker of an upstream opens, and for how long.
    pub breaker: BreakerLimits,
    /// Milliseconds for which a request waits for the probe of an upstream, if no other upstream is available.
    pub probe_wait: u32,
    /// Milliseconds for which a read waits for an upstream that has reached the block it requires.
    pub behind_wait: u32,
    /// Masterchain blocks by which an upstream may be behind the newest known block without counting as lagging.
    pub max_behind: u32,
    /// Rate limits of callers, and budgets of upstreams.
    pub limits: Limits,
    /// Settings of the cache.
    pub cache: Caching,
    /// Whether operators have a token.
    pub admin: bool,
    /// When upstreams count as ready.
    pub readiness: Readiness,
    /// Whether the gateway serves the OpenAPI documents.
    pub openapi: bool,
    /// The limits of streams; `None` if the gateway serves none.
    pub streaming: Option<Streaming>,
    /// How pictures of tokens are fetched; `None` if the gateway serves none.
    pub images: Option<Images>,
}

/// How to treat parameters that an operation does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownParameters {
    /// Leave them out of the upstream request and of the cache key, as the service ignores them; the response names them.
    Ignore,
    /// Refuse the request, and suggest the closest name.
    Refuse,
    /// Forward them; they are part of the cache key.
    Forward,
}

/// Limits on the requests in flight of a gateway, per isolate or process.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Overload {
    /// Maximum requests in flight of all clients together; more are refused immediately.
    pub max_in_flight: u32,
    /// Maximum requests in flight of one client.
    pub max_in_flight_per_client: u32,
    /// Slots of `max_in_flight` that are reserved for callers with an API key.
    pub reserved: u32,
}

/// When the circuit breaker of an upstream opens, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerLimits {
    /// Consecutive failures that open the breaker.
    pub failures: u32,
    /// Milliseconds for which the breaker stays open.
    pub open_ms: u32,
}

/// When upstreams count as ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// The greatest age in milliseconds of the last block of an upstream.
    pub max_head_age_ms: u32,
    /// Whether its chain must be that of its network.
    pub identity: bool,
}

/// Settings of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Caching {
    /// Whether responses are cached.
    pub on: bool,
    /// Where responses are cached: `"memory"`, `"cache-api"`, or `"own"` for the operator's own store.
    pub adapter: &'static str,
    /// Maximum bytes of all entries in memory.
    pub max_bytes: u32,
    /// Maximum bytes of one entry.
    pub max_entry_bytes: u32,
    /// Maximum milliseconds for which a stale entry is served while it is fetched again.
    pub stale_while_revalidate_ms: u32,
    /// Milliseconds for which a stale entry is served when the upstream fails.
    pub stale_if_error_ms: u32,
    /// Milliseconds after which a stale entry is served while the upstream has not responded; 0 for never.
    pub stale_after_ms: u32,
    /// Whether equal reads in flight are coalesced.
    pub coalesce: bool,
    /// Maximum bytes of all responses that are too large for the cache, but shared by coalesced requests.
    pub max_shared_bytes: u32,
    /// Maximum concurrent requests for one cache key whose response exceeds even `max_shared_bytes`.
    pub max_unshared: u32,
}

/// Streams of events: where they are, and their limits, per process or Durable Object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Streaming {
    /// Maximum streams at the same time.
    pub max_connections: u32,
    /// Maximum streams at the same time of one caller.
    pub max_connections_per_caller: u32,
    /// Maximum addresses of one stream.
    pub max_addresses: u32,
    /// Maximum accounts of all streams of a network.
    pub max_accounts: u32,
    /// Least milliseconds between two upstream requests for the streams of a network.
    pub interval_ms: u32,
    /// Maximum bytes of a stream that wait for its reader.
    pub max_buffered_bytes: u32,
    /// Milliseconds after which a stream ends.
    pub max_age_ms: u32,
    /// Where the streams are: in this isolate or process, or in Durable Objects.
    pub scope: &'static str,
    /// Durable Objects per network.
    pub shards: u32,
}

/// Pictures of tokens: their limits, per process or isolate, and where they come from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Images {
    /// Maximum bytes of a picture.
    pub max_bytes: u32,
    /// Maximum pictures that are fetched at the same time.
    pub max_fetches: u32,
    /// Milliseconds for a picture, up to its last byte.
    pub timeout_ms: u32,
    /// Maximum bytes of pictures in memory.
    pub cache_bytes: u32,
    /// Milliseconds for which a picture is reused.
    pub ttl_ms: u32,
    /// Pictures per second that are fetched for one caller; `None` for no limit.
    #[serde(skip)]
    pub caller_rate: Option<Rate>,
    /// URL of the IPFS gateway, with a final slash.
    pub ipfs_url: String,
}

impl Config {
    /// Reads the configuration from JSON, by the list of [`settings::SETTINGS`]. The JSON has placeholders: the text
    /// `"\0function"` for a function of the operator, `"\0store"` for a store of keys.
    ///
    /// ```
    /// use ton_edge::gateway::Config;
    /// let config = Config::from_json(r#"{"network":"testnet","origins":["https://app.example"]}"#)?;
    /// assert_eq!(config.upstream(config.network), "https://testnet.toncenter.com");
    /// let error = Config::from_json(r#"{"network":"moon","orgins":[]}"#).unwrap_err();
    /// assert!(error.message.contains("`network` must be \"mainnet\" or \"testnet\""));
    /// assert!(error.message.contains("did you mean `origins`?"));
    /// # Ok::<(), ton_edge::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// `config_invalid`, naming every faulty field, what is wrong with it and what is allowed; never a value.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(json)?;
        let deadline = f64::from(reader.whole_number("deadlineMs"));
        let strict = reader.flag("strict", false);
        let (default_network, hosts) = (parse_network(reader.choice("network")), reader.hosts("hosts"));
        let (mainnet, testnet) = (reader.services("mainnet"), reader.services("testnet"));
        let config = Self {
            network: default_network,
            hosts,
            mainnet: list_base_urls(&mainnet, Network::Mainnet),
            testnet: list_base_urls(&testnet, Network::Testnet),
            mainnet_weights: list_weights(&mainnet),
            testnet_weights: list_weights(&testnet),
            origins: reader.origins("origins"),
            allow_headers: reader.header_names("allowHeaders"),
            keys: reader.is_present("apiKeys"),
            forwards_keys: reader.choice("callerKeys") == "forward",
            keyless: reader.choice("keyless") == "allow",
            strict,
            unknown_parameters: match reader
                .choice_or("unknownParameters", if strict { "refuse" } else { "ignore" })
            {
                "forward" => UnknownParameters::Forward,
                "refuse" => UnknownParameters::Refuse,
                _ => UnknownParameters::Ignore,
            },
            max_url_bytes: reader.whole_number("maxUrlBytes"),
            max_header_bytes: reader.whole_number("maxHeaderBytes"),
            max_body_bytes: reader.whole_number("maxBodyBytes"),
            max_batch: reader.whole_number("maxBatch"),
            max_parameters: reader.whole_number("maxParameters"),
            max_json_depth: reader.whole_number("maxJsonDepth"),
            max_json_members: reader.whole_number("maxJsonMembers"),
            denied_operations: reader.operations("operations.deny"),
            clients: Clients {
                allow: reader.blocks("clients.allow"),
                deny: reader.blocks("clients.deny").unwrap_or_default(),
            },
            allowed_hosts: reader.host_names("allowedHosts"),
            enforce_origins: reader.flag("enforceOrigins", false),
            overload: read_overload(&mut reader),
            log_client: reader.choice("logClient"),
            timeout: f64::from(reader.whole_number("timeoutMs")).min(deadline),
            deadline,
            retries: reader.whole_number("retries"),
            max_attempts: reader.whole_number("maxAttempts"),
            hedge: f64::from(reader.whole_number("hedgeAfterMs")),
            breaker: BreakerLimits {
                failures: reader.whole_number("breaker.failures"),
                open_ms: reader.whole_number("breaker.openMs"),
            },
            first_byte_timeout: reader.whole_number("firstByteTimeoutMs"),
            probe_wait: reader.whole_number("breaker.probeWaitMs"),
            behind_wait: reader.whole_number("behindWaitMs"),
            max_behind: reader.whole_number("maxBehindBlocks"),
            limits: read_limits(&mut reader, &mainnet, &testnet),
            cache: read_caching(&mut reader),
            admin: reader.is_token_present("adminToken"),
            readiness: Readiness {
                max_head_age_ms: reader.whole_number("readiness.maxHeadAgeMs"),
                identity: reader.choice("readiness.identity") == "check",
            },
            openapi: reader.is_present("openapi"),
            streaming: read_streaming(&mut reader),
            images: read_images(&mut reader),
        };
        for name in [
            "limits.scope",
            "streaming.store",
            "images.fetch",
            "images.resize",
            "assets",
            "steps",
            "fetch",
            "log",
            "telemetry",
        ] {
            reader.is_present(name);
        }
        // Only JavaScript uses the following settings, so they are checked, but not stored.
        let is_local = reader.is_share_present("localGetMethods.verify");
        reader.whole_number("localGetMethods.gasLimit");
        reader.whole_number("localGetMethods.workPerRequest");
        reader.whole_number("localGetMethods.workPerSecond");
        if !reader.is_present("tvm") && is_local {
            reader.add_fault("`localGetMethods` needs `tvm`: add `tvm: () => import(\"ton-edge/tvm\")`");
        }
        if is_local && !config.cache.on {
            reader.add_fault("`localGetMethods` needs the cache: leave out `cache.adapter`");
        }
        reader.choice("logLevel");
        reader.choice("logFormat");
        reader.is_share_present("logSampling");
        reader.flag("logProbes", true);
        reader.whole_number("readiness.ttlMs");
        reader.is_token_present("logSalt");
        if !config.keyless && !config.reads_keys() {
            reader.add_fault("`keyless` can be \"refuse\" only with `apiKeys` or `callerKeys: \"forward\"`");
        }
        if config.streaming.is_some() && config.forwards_keys && !config.keyless {
            reader.add_fault(
                "`streaming` cannot be on with `callerKeys: \"forward\"` and `keyless: \"refuse\"`: streams are read with the gateway's upstream key, so callers' keys would not be checked",
            );
        }
        if config.keys && config.forwards_keys {
            reader.add_fault(
                "`callerKeys` cannot be \"forward\" together with `apiKeys`: leave out one of them",
            );
        }
        for network in Network::ALL.into_iter().filter(|network| config.is_off(*network)) {
            let name = network.as_str();
            if config.network == network {
                reader.add_fault(&format!("`network` cannot be {name:?}, because `{name}` is \"off\""));
            }
            if config.hosts.iter().any(|(_, of_host)| *of_host == network) {
                reader.add_fault(&format!("`hosts` cannot name {name:?}, since `{name}` is \"off\""));
            }
        }
        if config.enforce_origins && config.origins.is_none() {
            reader.add_fault("`enforceOrigins` needs `origins`: list the origins to allow");
        }
        reader.finish()?;
        Ok(config)
    }

    /// Returns whether callers' API keys have an effect, here or at the service.
    pub(super) const fn reads_keys(&self) -> bool {
        self.keys || self.forwards_keys
    }

    /// Returns the base URL of the first upstream on that network.
    #[must_use]
    pub fn upstream(&self, network: Network) -> &str {
        self.upstreams(network).first().map_or(network.base_url(), String::as_str)
    }

    /// Returns the base URLs of all upstreams on that network, in order of use.
    #[must_use]
    pub fn upstreams(&self, network: Network) -> &[String] {
        match network {
            Network::Mainnet => &self.mainnet,
            Network::Testnet => &self.testnet,
        }
    }

    /// Returns the weights of the upstreams on that network; none if requests go to the first upstream.
    pub(super) fn weights(&self, network: Network) -> &[u32] {
        match network {
            Network::Mainnet => &self.mainnet_weights,
            Network::Testnet => &self.testnet_weights,
        }
    }

    /// Returns whether the gateway neither serves nor probes that network.
    pub(super) fn is_off(&self, network: Network) -> bool {
        self.upstreams(network).is_empty()
    }

    /// Returns the network of `/api/...` on a host; `host` has no port.
    pub(super) fn find_network(&self, host: &str) -> Network {
        let host_entry = self.hosts.iter().find(|(name, _)| name.eq_ignore_ascii_case(host));
        host_entry.map_or(self.network, |(_, network)| *network)
    }
}

fn list_base_urls(services: &[Service], network: Network) -> Vec<String> {
    let base_url = |service: &Service| service.base_url.as_deref().unwrap_or(network.base_url()).to_owned();
    services.iter().map(base_url).collect()
}

/// Returns the weights of upstreams; none if no upstream has one.
fn list_weights(services: &[Service]) -> Vec<u32> {
    if services.iter().all(|service| service.weight.is_none()) {
        return Vec::new();
    }
    services.iter().map(|service| service.weight.unwrap_or(0)).collect()
}

fn read_limits(reader: &mut Reader, mainnet: &[Service], testnet: &[Service]) -> Limits {
    // Below 0: the rate of the hosted service without an API key, and no limit with one.
    let budget = reader.budget("limits.budget").unwrap_or(-1.0);
    let fill =
        |services: &[Service]| services.iter().map(|service| service.budget.unwrap_or(budget)).collect();
    let reserve = f64::from(reader.whole_number("limits.reservePercent")) / 100.0;
    let budgets = Budgets {
        mainnet: fill(mainnet),
        testnet: fill(testnet),
        together: reader.choice("limits.callers") == "shared",
        queue: reader.whole_number("limits.queueTimeoutMs"),
        entries: reader.whole_number("limits.maxCallers"),
        share: reserve / f64::from(reader.whole_number("limits.maxGateways")),
        shared: 1.0 - reserve,
        failed_keys: reader.rate_or("limits.failedKeys", FAILED_KEYS).map(Into::into),
    };
    Limits {
        requests: reader.rate("limits.requests"),
        ipv6_prefix_length: reader.whole_number("limits.ipv6PrefixLength"),
        keyless: reader.rate("limits.keyless"),
        global: reader.rate("limits.global"),
        plans: reader.plans("limits.plans"),
        costs: reader.costs("limits.costs"),
        client: reader.client("clientIp"),
        budgets,
    }
}

fn read_overload(reader: &mut Reader) -> Overload {
    let max_in_flight = reader.whole_number("overload.maxInFlight");
    let percent = reader.whole_number("overload.reservedForKeys");
    Overload {
        max_in_flight,
        max_in_flight_per_client: reader.whole_number("overload.maxInFlightPerClient"),
        reserved: (f64::from(max_in_flight) * f64::from(percent) / 100.0) as u32,
    }
}

fn read_streaming(reader: &mut Reader) -> Option<Streaming> {
    let is_on = reader.is_group_on("streaming");
    let streaming = Streaming {
        max_connections: reader.whole_number("streaming.maxConnections"),
        max_connections_per_caller: reader.whole_number("streaming.maxConnectionsPerCaller"),
        max_addresses: reader.whole_number("streaming.maxAddresses"),
        max_accounts: reader.whole_number("streaming.maxAccounts"),
        interval_ms: reader.whole_number("streaming.intervalMs"),
        max_buffered_bytes: reader.whole_number("streaming.maxBufferedBytes"),
        max_age_ms: reader.whole_number("streaming.maxAgeMs"),
        scope: reader.choice("streaming.scope"),
        shards: reader.whole_number("streaming.shards"),
    };
    is_on.then_some(streaming)
}

fn read_images(reader: &mut Reader) -> Option<Images> {
    let is_on = reader.is_group_on("images");
    let images = Images {
        max_bytes: reader.whole_number("images.maxBytes"),
        max_fetches: reader.whole_number("images.maxFetches"),
        timeout_ms: reader.whole_number("images.timeoutMs"),
        cache_bytes: reader.whole_number("images.cacheBytes"),
        ttl_ms: reader.whole_number("images.ttlMs"),
        caller_rate: reader.rate_or("images.callerRate", IMAGE_RATE),
        ipfs_url: reader.https_url("images.ipfsUrl").unwrap_or_else(|| String::from(IPFS_URL)),
    };
    is_on.then_some(images)
}

fn read_caching(reader: &mut Reader) -> Caching {
    let adapter = reader.adapter("cache.adapter");
    Caching {
        on: adapter != "none",
        adapter,
        max_bytes: reader.whole_number("cache.maxBytes"),
        max_entry_bytes: reader.whole_number("cache.maxEntryBytes"),
        stale_while_revalidate_ms: reader.whole_number("cache.staleWhileRevalidateMs"),
        stale_if_error_ms: reader.whole_number("cache.staleIfErrorMs"),
        stale_after_ms: reader.whole_number("cache.staleAfterMs"),
        coalesce: reader.flag("cache.coalesce", true),
        max_shared_bytes: reader.whole_number("cache.maxSharedBytes"),
        max_unshared: reader.whole_number("cache.maxUnshared"),
    }
}

fn parse_network(word: &str) -> Network {
    if word == Network::Testnet.as_str() { Network::Testnet } else { Network::Mainnet }
}
