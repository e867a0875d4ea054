//! The list of all settings of a gateway: name, type, default, meaning. Configurations are checked by this list; the error
//! messages and the table in the guide are made from it.

mod command;
mod fault;
mod limits;
pub(super) mod read;
mod renamed;
pub(super) mod service;
mod setting;

pub use command::{COMMAND_DEFAULTS, COMMAND_SETTINGS};
pub use setting::{Default, Kind, LEAST_TOKEN, MOST_SERVICES, Setting};

use setting::setting;

/// The greatest value of a setting that is a whole number; 0 for any other.
#[must_use]
pub fn greatest(name: &str) -> u32 {
    let setting = SETTINGS.iter().find(|setting| setting.name == name);
    match setting.map(|setting| setting.kind) {
        Some(Kind::Whole { max, .. }) => max,
        _ => 0,
    }
}

/// The groups that are settings themselves: `true`, or an object of their settings, turns them on.
pub const SWITCHED_GROUPS: [&str; 3] = ["localGetMethods", "streaming", "images"];

/// All settings, in the order of the guide.
pub static SETTINGS: &[Setting] = &[
    setting(
        "network",
        Kind::Choice(&["mainnet", "testnet"]),
        Default::Word("mainnet"),
        "Network of paths `/api/...`; paths `/mainnet/api/...` and `/testnet/api/...` contain their network.",
    ),
    setting(
        "hosts",
        Kind::Hosts,
        Default::Said("none"),
        "Network of `/api/...` by the request's host name; takes precedence over `network`: `{ \"testnet.gw.example\": \"testnet\" }`.",
    ),
    setting(
        "mainnet",
        Kind::Services,
        Default::Said("`https://toncenter.com`, without an API key"),
        "Upstreams for mainnet and their API keys, in order of preference. `\"off\"`: the gateway neither serves nor probes mainnet.",
    ),
    setting(
        "testnet",
        Kind::Services,
        Default::Said("`https://testnet.toncenter.com`, without an API key"),
        "Upstreams for testnet and their API keys, in order of preference. `\"off\"`: the gateway neither serves nor probes testnet.",
    ),
    setting(
        "origins",
        Kind::Origins,
        Default::Said("every origin"),
        "Origins whose web pages may read responses (CORS). `*` matches one label: `https://*.app.example`.",
    ),
    setting(
        "enforceOrigins",
        Kind::Flag,
        Default::Said("false"),
        "Whether requests to `/api` from web pages of other origins get 403. Without it such a page cannot read the response, but its request still goes upstream. Needs `origins`.",
    ),
    setting(
        "allowHeaders",
        Kind::HeaderNames,
        Default::Said("only those of TON Center, this gateway and tracing"),
        "Further request headers that web pages may send (CORS preflight), such as those of a wallet: `[\"X-App-Origin\"]`. They are not forwarded.",
    ),
    setting(
        "allowedHosts",
        Kind::HostNames,
        Default::Said("any host"),
        "Host names that the gateway serves, without ports; others get 421. Set it on a developer's machine: a website can point its own host name at 127.0.0.1 (DNS rebinding).",
    ),
    setting(
        "clients.allow",
        Kind::Blocks,
        Default::Said("every client"),
        "Client IPs that may use the gateway: `clients: { allow: [\"192.0.2.0/24\"] }`. Others get 403. `/healthz` is exempt.",
    ),
    setting(
        "clients.deny",
        Kind::Blocks,
        Default::Said("none"),
        "Client IPs that get 403, also when `clients.allow` lists them.",
    ),
    setting(
        "operations.deny",
        Kind::Operations,
        Default::Said("none"),
        "Operations to disable (403), also by JSON-RPC: `operations: { deny: [\"Send\", \"v3/message\"] }` makes a read-only gateway.",
    ),
    setting(
        "apiKeys",
        Kind::Store,
        Default::Said("not set: see `callerKeys`"),
        "Store of callers' API keys: `kvKeys()`, `listKeys()`, `fileKeys()`, or your own.",
    ),
    setting(
        "callerKeys",
        Kind::Choice(&["ignore", "forward"]),
        Default::Word("ignore"),
        "What happens to the API keys of callers if `apiKeys` is not set. `ignore`: they are not forwarded, and `X-Ton-Edge-Api-Key` reports this. `forward`: they go to the first upstream of the network in place of its upstream key.",
    ),
    setting(
        "keyless",
        Kind::Choice(&["allow", "refuse"]),
        Default::Word("allow"),
        "Whether to serve requests without an API key. `refuse` needs `apiKeys`, or `callerKeys: \"forward\"`.",
    ),
    setting(
        "strict",
        Kind::Flag,
        Default::Said("false"),
        "Whether requests that TON Center would correct get 422 with the reason: unknown parameters, numbers out of range, other spellings. Otherwise the gateway reads a request as TON Center does.",
    ),
    setting(
        "unknownParameters",
        Kind::Choice(&["ignore", "refuse", "forward"]),
        Default::Said("`\"refuse\"` with `strict`, else `\"ignore\"`"),
        "Parameters that an operation does not have: leave them out and name them in `X-Ton-Edge-Ignored`, refuse them with 422 and the closest name, or forward them. With `\"ignore\"`, a v2 body or a JSON-RPC call that has one still gets 422, as from TON Center.",
    ),
    setting(
        "maxUrlBytes",
        Kind::Whole { min: 256, max: 1_048_576 },
        Default::Number(131_072),
        "Maximum bytes of a request URL, from the caller and to the upstream; longer ones get 414. The default is enough for each list that TON Center documents, at its maximum length. On Deno at most 65000.",
    ),
    setting(
        "maxHeaderBytes",
        Kind::Whole { min: 1024, max: 131_072 },
        Default::Number(16_384),
        "Maximum bytes of all request headers, names and values; more get 431.",
    ),
    setting(
        "maxBodyBytes",
        Kind::Whole { min: 1, max: 33_554_432 },
        Default::Number(1_048_576),
        "Maximum bytes of a request body; more get 413.",
    ),
    setting(
        "maxBatch",
        Kind::Whole { min: 1, max: 1000 },
        Default::Number(20),
        "Maximum calls in a JSON-RPC batch; more get 413.",
    ),
    setting(
        "maxParameters",
        Kind::Whole { min: 16, max: 65_536 },
        Default::Number(4096),
        "Maximum query parameters, with every repetition counted; more get 422.",
    ),
    setting(
        "maxJsonDepth",
        Kind::Whole { min: 8, max: 10_000 },
        Default::Number(128),
        "Maximum nesting depth of a JSON body; deeper ones get 422.",
    ),
    setting(
        "maxJsonMembers",
        Kind::Whole { min: 16, max: 1_000_000 },
        Default::Number(10_000),
        "Maximum members and array items in a JSON body, all levels together; more get 413.",
    ),
    setting(
        "overload.maxInFlight",
        Kind::Whole { min: 1, max: 1_000_000 },
        Default::Number(1024),
        "Maximum requests in flight, per isolate or process: `overload: { maxInFlight: 512 }`. More get 503 with `Retry-After` at once. `/healthz`, `/readyz` and `/metrics` are exempt.",
    ),
    setting(
        "overload.maxInFlightPerClient",
        Kind::Whole { min: 1, max: 1_000_000 },
        Default::Number(256),
        "Maximum requests in flight per client IP; more get 429.",
    ),
    setting(
        "overload.reservedForKeys",
        Kind::Whole { min: 0, max: 90 },
        Default::Number(20),
        "Percent of `overload.maxInFlight` reserved for callers with an API key, if `apiKeys` is set.",
    ),
    setting(
        "timeoutMs",
        Kind::Whole { min: 1, max: 600_000 },
        Default::Number(15_000),
        "Milliseconds for one upstream request, up to the last byte of its response. After this time, the next attempt begins, or the caller gets 504.",
    ),
    setting(
        "deadlineMs",
        Kind::Whole { min: 1, max: 600_000 },
        Default::Number(30_000),
        "Milliseconds for all attempts of a request and the delays between them.",
    ),
    setting(
        "retries",
        Kind::Whole { min: 0, max: 10 },
        Default::Number(2),
        "Retries of a failed read, besides one attempt per upstream. Sends are never retried.",
    ),
    setting(
        "maxAttempts",
        Kind::Whole { min: 1, max: 10_000 },
        Default::Number(1000),
        "Maximum attempts that one request may make at upstreams: all calls of a batch together, with retries and hedges. Calls of a batch for which none is left get `batch_too_large`. In Workers the default is 50, as the free plan allows.",
    ),
    setting(
        "firstByteTimeoutMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(5000),
        "Maximum milliseconds within which an upstream must begin its response to a read if another upstream follows. The limit adapts to the upstream's latency, from 1 s on. After this time, the next upstream gets the read. 0: only `timeoutMs`.",
    ),
    setting(
        "hedgeAfterMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(0),
        "Milliseconds after which a read without a response is also sent to another upstream; the gateway uses the first 2xx response from an upstream that does not lag. Each such read costs one more upstream request. 0: off.",
    ),
    setting(
        "breaker.failures",
        Kind::Whole { min: 1, max: 1000 },
        Default::Number(5),
        "Consecutive failures that open the breaker of an upstream: no connection, timeout, 502, 503, 504, an undefined status, a response that breaks off or is not JSON. `breaker: { failures: 5 }`.",
    ),
    setting(
        "breaker.openMs",
        Kind::Whole { min: 1, max: 600_000 },
        Default::Number(10_000),
        "Milliseconds that the breaker stays open before the gateway sends one request as a probe.",
    ),
    setting(
        "breaker.probeWaitMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(1000),
        "Milliseconds that other requests wait for the result of the probe if no other upstream is available; after that they get 503.",
    ),
    setting(
        "behindWaitMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(5000),
        "Milliseconds that a read with `X-Ton-Edge-Min-Seqno` or `X-Ton-Edge-Min-Lt` waits for an upstream that has this masterchain block or transaction; then it gets 503 `behind`.",
    ),
    setting(
        "maxBehindBlocks",
        Kind::Whole { min: 0, max: 1_000_000_000 },
        Default::Number(16),
        "Masterchain blocks by which an upstream may be behind the newest block that the upstreams of its network have shown, for v2 and v3 separately. An upstream that is further behind gets requests only if no other upstream can respond; its responses have `X-Ton-Edge-Behind`.",
    ),
    setting(
        "clientIp",
        Kind::Client,
        Default::Said("`\"cloudflare\"` in Workers, else `\"socket\"`"),
        "Where the gateway reads the client IP: `CF-Connecting-IP`, the connection, or a header that your proxies set.",
    ),
    setting(
        "limits.requests",
        Kind::Rate,
        Default::Said("`\"off\"`"),
        "Requests per second per client IP, cache hits, local responses, refused requests and wrong admin tokens included; each call of a batch is one. Counted per isolate or process. More get 429.",
    ),
    setting(
        "limits.ipv6PrefixLength",
        Kind::Whole { min: 16, max: 128 },
        Default::Number(64),
        "Length in bits of the IPv6 prefix that identifies a client: addresses with the same prefix share limits.",
    ),
    setting(
        "limits.keyless",
        Kind::Rate,
        Default::Number(1),
        "Requests per second per client IP without an API key: `limits: { keyless: 2 }`. More get 429.",
    ),
    setting(
        "limits.plans",
        Kind::Plans,
        Default::Said("none"),
        "Requests per second per API key, by the plan name in its record: `{ shop: { rate: 10, burst: 50 } }`; `default` applies to keys without a plan.",
    ),
    setting(
        "limits.global",
        Kind::Rate,
        Default::Said("`\"off\"`"),
        "Requests per second of all callers together.",
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
        "API keys that do not exist, per second per client IP. Above this rate, keys that this gateway has not yet found valid get 429.",
    ),
    setting(
        "limits.budget",
        Kind::Budget,
        Default::Said("1 for an upstream without an API key, else `\"off\"`"),
        "Requests per second to each upstream without a `budget` of its own.",
    ),
    setting(
        "limits.queueTimeoutMs",
        Kind::Whole { min: 0, max: 10_000 },
        Default::Number(2000),
        "Milliseconds that a request may wait in the queue of a budget; longer waits get 429.",
    ),
    setting(
        "limits.scope",
        Kind::Scope,
        Default::Word("isolate"),
        "Where limits and budgets are counted: in this isolate or process, in a Durable Object, or in your own limiter.",
    ),
    setting(
        "limits.callers",
        Kind::Choice(&["shared", "isolate"]),
        Default::Word("shared"),
        "Where the limits of callers are counted: in `limits.scope`, or in each isolate or process.",
    ),
    setting(
        "limits.reservePercent",
        Kind::Whole { min: 0, max: 50 },
        Default::Number(0),
        "Percent of every budget reserved for gateways that cannot reach the limiter.",
    ),
    setting(
        "limits.maxGateways",
        Kind::Whole { min: 1, max: 10_000 },
        Default::Number(1),
        "Maximum number of gateways that share the reserve of `limits.reservePercent`.",
    ),
    setting(
        "limits.maxCallers",
        Kind::Whole { min: 2, max: 10_000_000 },
        Default::Number(100_000),
        "Maximum number of callers that this isolate or process keeps counters for.",
    ),
    setting(
        "cache.adapter",
        Kind::Adapter(&["memory", "cache-api", "none"]),
        Default::Word("memory"),
        "Where responses are cached. `memory`: in this isolate or process. `cache-api`: also in the runtime's Cache API. `none`: nowhere. An object: also in your own store. Example: `cache: { adapter: \"cache-api\" }`.",
    ),
    setting(
        "cache.maxBytes",
        Kind::Whole { min: 65_536, max: 1_073_741_824 },
        Default::Number(16_777_216),
        "Maximum bytes of all entries in memory with their compressed forms; the least recently used ones are evicted.",
    ),
    setting(
        "cache.maxEntryBytes",
        Kind::Whole { min: 256, max: 16_777_216 },
        Default::Number(262_144),
        "Maximum bytes of one cached response; longer ones are not cached.",
    ),
    setting(
        "cache.staleWhileRevalidateMs",
        Kind::Whole { min: 0, max: 3_600_000 },
        Default::Number(10_000),
        "Maximum milliseconds that a stale response is served while the gateway revalidates it, and never longer than its TTL.",
    ),
    setting(
        "cache.staleIfErrorMs",
        Kind::Whole { min: 0, max: 86_400_000 },
        Default::Number(30_000),
        "Milliseconds after the TTL for which a stale response is served if the upstream fails.",
    ),
    setting(
        "cache.staleAfterMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(2000),
        "Milliseconds after which a stale response within `cache.staleIfErrorMs` is served if the upstream has not responded; the upstream request continues. 0: off.",
    ),
    setting(
        "cache.coalesce",
        Kind::Flag,
        Default::Said("true"),
        "Whether equal reads in flight share one upstream request.",
    ),
    setting(
        "cache.maxSharedBytes",
        Kind::Whole { min: 0, max: 268_435_456 },
        Default::Number(4_194_304),
        "Maximum bytes, in total, of responses longer than `cache.maxEntryBytes` that are buffered so that waiting callers share one upstream request.",
    ),
    setting(
        "cache.maxUnshared",
        Kind::Whole { min: 1, max: 1000 },
        Default::Number(2),
        "Maximum concurrent upstream requests per cache key if its response is too long to share; other callers queue.",
    ),
    setting(
        "localGetMethods.verify",
        Kind::Share,
        Default::Said("0"),
        "`localGetMethods: true`, or an object with these settings, makes the gateway compute `runGetMethod` and `runGetMethodStd` from the state of the account. The gateway compares this share of the computed results with the upstream's afterwards.",
    ),
    setting(
        "localGetMethods.gasLimit",
        Kind::Whole { min: 1, max: 10_000_000 },
        Default::Number(1_000_000),
        "Maximum gas of a computed get-method; one that needs more goes upstream.",
    ),
    setting(
        "localGetMethods.workPerRequest",
        Kind::Whole { min: 1, max: 100_000_000 },
        Default::Number(2_000_000),
        "Maximum units of work for the computed get-methods of a request; all calls of a batch count together. Calls beyond it go upstream. A unit is the CPU time that most instructions take per unit of gas.",
    ),
    setting(
        "localGetMethods.workPerSecond",
        Kind::Whole { min: 1, max: 1_000_000_000 },
        Default::Number(20_000_000),
        "Maximum units of work for all computed get-methods per second, in each isolate or process; others go upstream.",
    ),
    setting(
        "tvm",
        Kind::Function,
        Default::Said("none"),
        "Loads the virtual machine, which `localGetMethods` needs: `() => import(\"ton-edge/tvm\")`.",
    ),
    setting(
        "streaming.maxConnections",
        Kind::Whole { min: 1, max: 1_000_000 },
        Default::Number(1000),
        "`streaming: true`, or an object with these settings, makes the gateway serve `/api/streaming/v2/sse` and `/api/streaming/v2/ws`: events of accounts as they happen. The setting is the maximum number of streams at the same time, per process or Durable Object; more get 503.",
    ),
    setting(
        "streaming.maxConnectionsPerCaller",
        Kind::Whole { min: 1, max: 1_000_000 },
        Default::Number(10),
        "Maximum streams at the same time per API key, or per client IP without one; more get 429.",
    ),
    setting(
        "streaming.maxAddresses",
        Kind::Whole { min: 1, max: 1000 },
        Default::Number(100),
        "Maximum number of addresses in the subscription of one stream, and also its maximum number of messages; more get 400.",
    ),
    setting(
        "streaming.maxAccounts",
        Kind::Whole { min: 1, max: 100_000 },
        Default::Number(1000),
        "Maximum accounts of all streams of a network together, with their jetton wallets and the messages whose traces they await; more get 503.",
    ),
    setting(
        "streaming.intervalMs",
        Kind::Whole { min: 100, max: 60_000 },
        Default::Number(1000),
        "Least milliseconds between two upstream requests for the streams of a network. Each request shows the states of up to 100 accounts, so with more accounts events come later.",
    ),
    setting(
        "streaming.maxBufferedBytes",
        Kind::Whole { min: 4096, max: 16_777_216 },
        Default::Number(262_144),
        "Maximum bytes of a stream that wait for its reader; if more bytes wait, the stream ends, and the caller can resume.",
    ),
    setting(
        "streaming.maxAgeMs",
        Kind::Whole { min: 1000, max: 86_400_000 },
        Default::Number(3_600_000),
        "Milliseconds after which a stream ends; an `EventSource` reconnects and resumes by itself.",
    ),
    setting(
        "streaming.store",
        Kind::StreamStore,
        Default::Said("each process reads by itself"),
        "The store by which several processes share the rows that their streams have just read, so that together they send as many requests as one process. The command uses `limits.redis`.",
    ),
    setting(
        "streaming.scope",
        Kind::Choice(&["isolate", "durable-object"]),
        Default::Word("isolate"),
        "Where streams are: in this process (in Workers each stream then polls the upstream by itself), or in a Durable Object of the network behind the binding `STREAM_HUB`, which polls once for all of them.",
    ),
    setting(
        "streaming.shards",
        Kind::Whole { min: 1, max: 64 },
        Default::Number(1),
        "Number of Durable Objects per network, for more streams than one object can hold. The lowest address of a stream decides in which object the stream is; for a WebSocket, the caller chooses the object. Each object polls the upstream by itself.",
    ),
    setting(
        "images.maxBytes",
        Kind::Whole { min: 1024, max: 16_777_216 },
        Default::Number(1_048_576),
        "`images: true`, or an object with these settings, makes the gateway serve `/api/image/v1`: pictures of tokens, which it fetches from their hosts. The setting is the maximum size of a picture in bytes; a larger one is refused.",
    ),
    setting(
        "images.maxFetches",
        Kind::Whole { min: 1, max: 256 },
        Default::Number(8),
        "Maximum pictures that are fetched at the same time, per process or isolate; others wait up to 5 s, then get 503.",
    ),
    setting(
        "images.timeoutMs",
        Kind::Whole { min: 100, max: 60_000 },
        Default::Number(10_000),
        "Milliseconds for a picture, with all redirects, up to its last byte.",
    ),
    setting(
        "images.cacheBytes",
        Kind::Whole { min: 0, max: 4_294_967_295 },
        Default::Number(33_554_432),
        "Maximum bytes of pictures in memory, per process or isolate.",
    ),
    setting(
        "images.ttlMs",
        Kind::Whole { min: 1000, max: 2_592_000_000 },
        Default::Number(86_400_000),
        "Milliseconds for which the gateway and browsers reuse a picture. A failure is reused for at most 5 minutes.",
    ),
    setting(
        "images.callerRate",
        Kind::Rate,
        Default::Said("`{ rate: 5, burst: 100 }`"),
        "Pictures per second that the gateway fetches for one API key, or for one client IP without one; more get 429. Pictures in the cache do not count, and pictures do not count towards other limits of the caller except `limits.requests`.",
    ),
    setting(
        "images.ipfsUrl",
        Kind::HttpsUrl,
        Default::Said("`https://ipfs.io/ipfs/`"),
        "URL of the IPFS gateway from which pictures with `ipfs://` are fetched.",
    ),
    setting(
        "images.fetch",
        Kind::Function,
        Default::Said("the gateway's own, which connects to public addresses only"),
        "Fetches pictures in place of the gateway's own function. It has to refuse private addresses, and must not follow redirects.",
    ),
    setting(
        "images.resize",
        Kind::Function,
        Default::Said("pictures as their hosts sent them"),
        "Scales a picture, when a request has `size`: gets the picture, the longest side in pixels and `env`, and resolves to the bytes of a PNG, JPEG, GIF or WebP picture.",
    ),
    setting(
        "adminToken",
        Kind::Token,
        Default::Said("`/readyz` and `/metrics` are 404"),
        "The admin token: `/readyz` and `/metrics` require it as `Authorization: Bearer <token>`.",
    ),
    setting(
        "readiness.maxHeadAgeMs",
        Kind::Whole { min: 1000, max: 604_800_000 },
        Default::Number(60_000),
        "Maximum age of an upstream's last block for `/readyz`, in milliseconds.",
    ),
    setting(
        "readiness.identity",
        Kind::Choice(&["check", "report"]),
        Default::Word("check"),
        "Whether an upstream on another chain fails readiness, or is only reported. Use `report` for a chain of your own.",
    ),
    setting(
        "readiness.ttlMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(10_000),
        "TTL of the readiness result in milliseconds; during this time, further probes send nothing upstream.",
    ),
    setting(
        "openapi",
        Kind::Function,
        Default::Said("404"),
        "Serves `/api/v2/openapi.json` and `/api/v3/openapi.json`: `(generation, env, ctx) => Response`.",
    ),
    setting(
        "assets",
        Kind::Function,
        Default::Said("404"),
        "Serves requests outside `/api`: `(request, env, ctx) => Response`.",
    ),
    setting(
        "steps",
        Kind::Functions,
        Default::Said("none"),
        "Your own steps, which handle each request in this order after its API key was checked: `(context, next) => Response`.",
    ),
    setting(
        "fetch",
        Kind::Function,
        Default::Said("the global `fetch`"),
        "Sends upstream requests: `(url, init) => Promise<Response>`.",
    ),
    setting(
        "log",
        Kind::Function,
        Default::Said("`console`"),
        "Receives one line per request and per alert: `(line) => void`. The console has `info` on standard output, `warn` and `error` on standard error.",
    ),
    setting(
        "logLevel",
        Kind::Choice(&["info", "warn", "error", "off"]),
        Default::Word("info"),
        "Lowest severity to log: every request (`info`), failures that a retry recovered (`warn`), faults that need an operator (`error`), nothing (`off`).",
    ),
    setting(
        "logFormat",
        Kind::Choice(&["auto", "json", "text"]),
        Default::Word("auto"),
        "Format of the lines: JSON, or text for people. `auto`: text if the output is a terminal, else JSON. Text in a terminal has colors unless `NO_COLOR` is set.",
    ),
    setting(
        "logSampling",
        Kind::Share,
        Default::Said("1"),
        "Share of the lines of requests to log. Responses of 500 and above, and alerts, are always logged.",
    ),
    setting(
        "logProbes",
        Kind::Flag,
        Default::Said("true"),
        "Whether the log has lines of `/healthz`, `/readyz` and `/metrics` whose response is below 400. Balancers and scrapers send these every few seconds.",
    ),
    setting(
        "logClient",
        Kind::Choice(&["digest", "address", "off"]),
        Default::Word("digest"),
        "How log lines identify the client: a salted digest of its IP that changes every day (UTC), the IP itself (of IPv6 its prefix), or not at all.",
    ),
    setting(
        "logSalt",
        Kind::Secret,
        Default::Said("a random one per isolate or process"),
        "Secret salt of the client digests. Set it to compare the lines of several gateways.",
    ),
    setting(
        "telemetry",
        Kind::Telemetry,
        Default::Said("none"),
        "Exports traces and logs: `otlp({ endpoint: \"https://collector.example\" })` of `ton-edge/gateway/telemetry`.",
    ),
];
