//! The gateway's configuration, checked once. One error names all faults, and no gateway runs with a faulty configuration.

pub mod settings;
pub mod values;

use crate::error::Error;
use crate::network::Network;
use serde::Serialize;
use settings::read::Reader;
use values::clients::Clients;
use values::limits::{Budgets, Limits, Rate};
use values::operation_selection::Selection;
use values::origin_pattern::OriginPattern;

/// The default limit of unknown API keys per client.
const FAILED_KEYS: Rate = Rate { rate: 1.0, burst: 20 };

/// The configuration as the policy needs it. Upstream keys are not in it: the shell adds them.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The network of paths without one: `/api/v3/...`.
    pub network: Network,
    /// The network by host; it takes precedence.
    pub hosts: Vec<(String, Network)>,
    /// Base URLs of the upstreams on the main network, without a final slash, the preferred one first; empty: the network is switched off.
    pub mainnet: Vec<String>,
    /// Base URLs of the upstreams on the test network; empty: the network is switched off.
    pub testnet: Vec<String>,
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
    /// Whether requests are refused that the service corrects.
    pub strict: bool,
    /// How to treat parameters that an operation does not have.
    pub unknown_parameters: UnknownParameters,
    /// Most bytes of a URL.
    pub max_url_bytes: u32,
    /// Most bytes of all headers of a request.
    pub max_header_bytes: u32,
    /// Most bytes of a request's body.
    pub max_body_bytes: u32,
    /// Most calls of a JSON-RPC batch.
    pub max_batch: u32,
    /// Most parameters of a query.
    pub max_parameters: u32,
    /// The deepest nesting of objects and lists in a body.
    pub max_json_depth: u32,
    /// Most fields and items of a body, all together.
    pub max_json_members: u32,
    /// Operations that are switched off.
    pub denied_operations: Selection,
    /// Client IPs that may use the gateway.
    pub clients: Clients,
    /// Hosts that the gateway serves; `None`: any.
    pub allowed_hosts: Option<Vec<String>>,
    /// Whether requests from other origins are refused, and not only unreadable for them.
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
    /// Milliseconds after which a read is sent to a second upstream too; 0 for never.
    pub hedge: f64,
    /// When the circuit breaker of an upstream opens, and for how long.
    pub breaker: BreakerLimits,
    /// Milliseconds for which a request waits for the probe of the only upstream left.
    pub probe_wait: u32,
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
}

/// How to treat parameters that an operation does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownParameters {
    /// Leave them out of the upstream request and of the cache key, as the service ignores them; the response names them.
    Ignore,
    /// Refuse the request, with the closest name.
    Refuse,
    /// Forward them; they are part of the cache key.
    Forward,
}

/// Limits on the requests in flight of a gateway, per isolate or process.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Overload {
    /// Most requests in flight of all clients together; more are refused immediately.
    pub max_in_flight: u32,
    /// Most requests in flight of one client.
    pub max_in_flight_per_client: u32,
    /// Slots of `max_in_flight` that are reserved for callers with an API key.
    pub reserved: u32,
}

/// When the circuit breaker of an upstream opens, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerLimits {
    /// Consecutive failures that open it.
    pub failures: u32,
    /// Milliseconds for which it stays open.
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
    /// Where: `"memory"`, `"cache-api"`, or `"own"` for a store of the operator's.
    pub adapter: &'static str,
    /// Most bytes of all entries in memory.
    pub max_bytes: u32,
    /// Most bytes of one entry.
    pub max_entry_bytes: u32,
    /// Most milliseconds for which a stale entry is served while it is fetched again.
    pub stale_while_revalidate_ms: u32,
    /// Milliseconds for which a stale entry is served when the upstream fails.
    pub stale_if_error_ms: u32,
    /// Milliseconds after which a stale entry is served while the upstream has not responded; 0 for never.
    pub stale_after_ms: u32,
    /// Whether equal reads in flight are coalesced.
    pub coalesce: bool,
    /// Most bytes of all responses that are too large for the cache, but shared by coalesced requests.
    pub max_shared_bytes: u32,
    /// Most concurrent requests for one cache key whose response is too large even for that.
    pub max_unshared: u32,
}

impl Config {
    /// Reads the configuration as JSON, by the list of [`settings::SETTINGS`]. Where the operator wrote a function it has
    /// the text `"\0function"`, where a store of keys `"\0store"`.
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
        let mut read = Reader::new(json)?;
        let deadline = f64::from(read.whole("deadlineMs"));
        let strict = read.flag("strict", false);
        let (own, hosts) = (network(read.choice("network")), read.hosts("hosts"));
        let (mainnet, main_budgets) = read.services("mainnet", Network::Mainnet);
        let (testnet, test_budgets) = read.services("testnet", Network::Testnet);
        let config = Self {
            network: own,
            hosts,
            mainnet,
            testnet,
            origins: read.origins("origins"),
            allow_headers: read.header_names("allowHeaders"),
            keys: read.present("apiKeys"),
            forwards_keys: read.choice("callerKeys") == "forward",
            keyless: read.choice("keyless") == "allow",
            strict,
            unknown_parameters: match read
                .choice_or("unknownParameters", if strict { "refuse" } else { "ignore" })
            {
                "forward" => UnknownParameters::Forward,
                "refuse" => UnknownParameters::Refuse,
                _ => UnknownParameters::Ignore,
            },
            max_url_bytes: read.whole("maxUrlBytes"),
            max_header_bytes: read.whole("maxHeaderBytes"),
            max_body_bytes: read.whole("maxBodyBytes"),
            max_batch: read.whole("maxBatch"),
            max_parameters: read.whole("maxParameters"),
            max_json_depth: read.whole("maxJsonDepth"),
            max_json_members: read.whole("maxJsonMembers"),
            denied_operations: read.operations("operations.deny"),
            clients: Clients {
                allow: read.blocks("clients.allow"),
                deny: read.blocks("clients.deny").unwrap_or_default(),
            },
            allowed_hosts: read.host_names("allowedHosts"),
            enforce_origins: read.flag("enforceOrigins", false),
            overload: overload(&mut read),
            log_client: read.choice("logClient"),
            timeout: f64::from(read.whole("timeoutMs")).min(deadline),
            deadline,
            retries: read.whole("retries"),
            hedge: f64::from(read.whole("hedgeAfterMs")),
            breaker: BreakerLimits {
                failures: read.whole("breaker.failures"),
                open_ms: read.whole("breaker.openMs"),
            },
            probe_wait: read.whole("breaker.probeWaitMs"),
            limits: limits(&mut read, main_budgets, test_budgets),
            cache: caching(&mut read),
            admin: read.token("adminToken"),
            readiness: Readiness {
                max_head_age_ms: read.whole("readiness.maxHeadAgeMs"),
                identity: read.choice("readiness.identity") == "check",
            },
            openapi: read.present("openapi"),
        };
        for name in ["limits.scope", "assets", "steps", "fetch", "log", "telemetry"] {
            read.present(name);
        }
        // The shell uses these: they decide nothing about a request.
        let is_local = read.share("localGetMethods.verify");
        read.whole("localGetMethods.gasLimit");
        read.whole("localGetMethods.stepLimit");
        if !read.present("tvm") && is_local {
            read.fault("`localGetMethods` needs `tvm`: add `tvm: () => import(\"ton-edge/tvm\")`");
        }
        if is_local && !config.cache.on {
            read.fault("`localGetMethods` needs the cache: leave out `cache.adapter`");
        }
        read.choice("logLevel");
        read.choice("logFormat");
        read.share("logSampling");
        read.whole("readiness.ttlMs");
        read.token("logSalt");
        if !config.keyless && !config.reads_keys() {
            read.fault("`keyless` can be \"refuse\" only where `apiKeys` says which keys there are, or `callerKeys` is \"forward\"");
        }
        if config.keys && config.forwards_keys {
            read.fault("`callerKeys` cannot be \"forward\" where `apiKeys` says which keys there are: leave out one of them");
        }
        for network in Network::ALL.into_iter().filter(|network| config.is_off(*network)) {
            let name = network.as_str();
            if config.network == network {
                read.fault(&format!("`network` must be the other network where `{name}` is \"off\""));
            }
            if config.hosts.iter().any(|(_, of_host)| *of_host == network) {
                read.fault(&format!("`hosts` cannot name {name:?}, since `{name}` is \"off\""));
            }
        }
        if config.enforce_origins && config.origins.is_none() {
            read.fault("`enforceOrigins` needs `origins`: which ones to let in");
        }
        read.end()?;
        Ok(config)
    }

    /// Whether callers' API keys mean anything: here, or to the service.
    pub(super) const fn reads_keys(&self) -> bool {
        self.keys || self.forwards_keys
    }

    /// Base URL of the first service on that network.
    #[must_use]
    pub fn upstream(&self, network: Network) -> &str {
        self.upstreams(network).first().map_or(network.base_url(), String::as_str)
    }

    /// Base URLs of all services on that network, in the order in which they are used.
    #[must_use]
    pub fn upstreams(&self, network: Network) -> &[String] {
        match network {
            Network::Mainnet => &self.mainnet,
            Network::Testnet => &self.testnet,
        }
    }

    /// Whether the gateway neither serves nor probes that network.
    pub(super) fn is_off(&self, network: Network) -> bool {
        self.upstreams(network).is_empty()
    }

    /// The network of `/api/...` on that host, which has no port.
    pub(super) fn network_of(&self, host: &str) -> Network {
        let found = self.hosts.iter().find(|(name, _)| name.eq_ignore_ascii_case(host));
        found.map_or(self.network, |(_, network)| *network)
    }
}

fn limits(read: &mut Reader, mainnet: Vec<Option<f64>>, testnet: Vec<Option<f64>>) -> Limits {
    // So many without a key, as the hosted service has it; else as many as come.
    let budget = read.budget("limits.budget").unwrap_or(-1.0);
    let filled = |budgets: Vec<Option<f64>>| budgets.into_iter().map(|one| one.unwrap_or(budget)).collect();
    let reserve = f64::from(read.whole("limits.reservePercent")) / 100.0;
    let budgets = Budgets {
        mainnet: filled(mainnet),
        testnet: filled(testnet),
        together: read.choice("limits.callers") == "shared",
        queue: read.whole("limits.queueTimeoutMs"),
        entries: read.whole("limits.maxCallers"),
        share: reserve / f64::from(read.whole("limits.maxGateways")),
        shared: 1.0 - reserve,
        failed_keys: read.rate_or("limits.failedKeys", FAILED_KEYS).map(Into::into),
    };
    Limits {
        requests: read.rate("limits.requests"),
        ipv6_prefix_length: read.whole("limits.ipv6PrefixLength"),
        keyless: read.rate("limits.keyless"),
        global: read.rate("limits.global"),
        plans: read.plans("limits.plans"),
        costs: read.costs("limits.costs"),
        client: read.client("clientIp"),
        budgets,
    }
}

fn overload(read: &mut Reader) -> Overload {
    let max_in_flight = read.whole("overload.maxInFlight");
    let percent = read.whole("overload.reservedForKeys");
    Overload {
        max_in_flight,
        max_in_flight_per_client: read.whole("overload.maxInFlightPerClient"),
        reserved: (f64::from(max_in_flight) * f64::from(percent) / 100.0) as u32,
    }
}

fn caching(read: &mut Reader) -> Caching {
    let adapter = read.adapter("cache.adapter");
    Caching {
        on: adapter != "none",
        adapter,
        max_bytes: read.whole("cache.maxBytes"),
        max_entry_bytes: read.whole("cache.maxEntryBytes"),
        stale_while_revalidate_ms: read.whole("cache.staleWhileRevalidateMs"),
        stale_if_error_ms: read.whole("cache.staleIfErrorMs"),
        stale_after_ms: read.whole("cache.staleAfterMs"),
        coalesce: read.flag("cache.coalesce", true),
        max_shared_bytes: read.whole("cache.maxSharedBytes"),
        max_unshared: read.whole("cache.maxUnshared"),
    }
}

fn network(word: &str) -> Network {
    if word == Network::Testnet.as_str() { Network::Testnet } else { Network::Mainnet }
}
