/**
 * `ton-edge/gateway`: a `fetch` handler in front of the TON Center HTTP API, with API keys, limits, a cache and failover.
 *
 * @packageDocumentation
 */
import type { PlatformRequest, PlatformResponse, SentRequestInit } from "./platform.js";

/**
 * A gateway in front of the TON Center HTTP API: a fetch handler for Cloudflare Workers, Deno, Bun and Node servers.
 */
export interface Gateway {
  /**
   * Handles one request. Never rejects: every failure is a response.
   *
   * `env` is passed to every function of the configuration: variables and bindings in a Worker, `process.env`
   * elsewhere.
   *
   * `ctx` is the execution context in a Worker. Your own server passes the client IP as `ctx.address`; without it, all
   * clients without an API key share one limit. A server with a separate listener for operators also passes
   * `ctx.listener`: `"public"` turns `/readyz` and `/metrics` into 404, `"operators"` turns everything except
   * `/readyz`, `/metrics` and `/healthz` into 404.
   */
  fetch(request: PlatformRequest, env?: object, ctx?: unknown): Promise<PlatformResponse>;

  /**
   * Checks the configuration now, not at the first request. `serve` of `ton-edge/node`, `/deno` and `/bun` calls it before it listens.
   *
   * @throws TonEdgeError `config_invalid` with each invalid setting, what is wrong with it, and what is allowed.
   */
  check(): void;

  /**
   * Exports what `telemetry` has recorded so far. Never rejects, and takes at most `timeoutMs` of `otlp`. `serve` of
   * `ton-edge/node`, `/deno` and `/bun` calls it when it closes. Without `telemetry` it does nothing.
   */
  flush(): Promise<void>;
}

/**
 * Records and exports what happens in a gateway: what `otlp` of `ton-edge/gateway/telemetry` returns. Several gateways of
 * one program may share it.
 */
export interface Telemetry {
  /** Exports the queued records. Never rejects, and takes at most `timeoutMs` of `otlp`. */
  flush(): Promise<void>;
}

/** An upstream API key, several keys in order of preference, or `undefined` for none. */
export type UpstreamApiKeys = string | readonly (string | undefined)[] | undefined;

/** An upstream: a server with the TON Center HTTP API that the gateway forwards requests to. `Env`: the type of the Worker's `env`. */
export interface Upstream<Env = Record<string, unknown>> {
  /**
   * Base URL of the upstream. Default: the hosted TON Center of that network (`https://toncenter.com`,
   * `https://testnet.toncenter.com`). Without `apiKey` the gateway sends it at most 1 request per second: set `budget` for a server of your own.
   */
  baseUrl?: string | undefined;
  /**
   * The upstream API key, sent as `X-API-Key`; or a function of `env` that returns one, or a promise of one
   * ({@link UpstreamApiKeys}). The gateway calls the function for every attempt, so keys can rotate without a restart.
   * Of several keys, the gateway uses the next one when the upstream refuses a key with 401 or 403. Default: no key.
   */
  apiKey?: UpstreamApiKeys | ((env: Env) => unknown);
  /**
   * Requests per second that the gateway sends to this upstream; 0.001 to 1000000, or `"off"` for no limit. Every
   * attempt counts. `limits.scope` decides whether several gateways share the budget. Default: `limits.budget`.
   */
  budget?: number | "off" | undefined;
  /**
   * The share of requests that go to this upstream first, relative to the weights of the network's other upstreams; a
   * whole number from 0 to 1000. 0: only if the others fail. Default: 0 if another upstream has a weight; if none has one,
   * all requests go to the first upstream of the list. See "Canary" in `docs/operate/requests.md` of the package.
   */
  weight?: number | undefined;
}

/**
 * Requests per second, 0.001 to 1000000: a number, or `rate` with `burst`, the requests that may come at once. `burst`
 * is a whole number from 1 to 1000000; default: `rate`, rounded up. `"off"`: no limit.
 */
export type Rate = number | { rate: number; burst?: number | undefined } | "off";

/** How the gateway computes get-methods. */
export interface LocalGetMethods {
  /**
   * Share of the computed responses, 0 to 1, that the gateway compares with the upstream's for the same block, after the caller has the response.
   * Each costs one upstream request. A difference is logged as an alert and counted, and the gateway forwards calls to contracts with this code from
   * then on. Default: 0.
   */
  verify?: number | undefined;
  /** Maximum gas of a call; calls that need more are forwarded. 1 to 10000000. Default: 1000000, as TON Center allows. */
  gasLimit?: number | undefined;
  /**
   * Maximum units of work for the calls of a request, or of all calls of a batch; other calls are forwarded. A unit is the CPU time that most
   * instructions take per unit of gas. 1 to 100000000. Default: 2000000.
   */
  workPerRequest?: number | undefined;
  /** Maximum units of work for all calls per second, in each isolate or process; other calls are forwarded. 1 to 1000000000. Default: 20000000. */
  workPerSecond?: number | undefined;
}

/** Pictures of tokens, and their limits in each process or isolate. */
export interface Images {
  /** Maximum bytes of a picture; a larger one is refused. 1024 to 16777216. Default: 1048576. */
  maxBytes?: number | undefined;
  /** Maximum pictures that are fetched at the same time; others wait up to 5 s, then get 503. 1 to 256. Default: 8. */
  maxFetches?: number | undefined;
  /** Milliseconds for a picture, with all redirects, up to its last byte. 100 to 60000. Default: 10000. */
  timeoutMs?: number | undefined;
  /** Maximum bytes of pictures in memory. 0 to 4294967295. Default: 33554432. */
  cacheBytes?: number | undefined;
  /** Milliseconds for which the gateway and browsers reuse a picture. 1000 to 2592000000. Default: 86400000. */
  ttlMs?: number | undefined;
  /**
   * Pictures per second that the gateway fetches for one API key, or for one client IP without one; more get 429. Pictures in the cache do not
   * count. Default: `{ rate: 5, burst: 100 }`.
   */
  callerRate?: number | Rate | undefined;
  /** URL of the IPFS gateway from which pictures with `ipfs://` are fetched; begins with `https://`. Default: `https://ipfs.io/ipfs/`. */
  ipfsUrl?: string | undefined;
  /**
   * Fetches pictures in place of the gateway's own function, which connects to public addresses only. It has to refuse private addresses, and must not
   * follow redirects: the gateway checks each of them.
   */
  fetch?: ((url: string, init: Omit<SentRequestInit, "method" | "body">) => Promise<PlatformResponse>) | undefined;
  /**
   * Scales a picture to the `size` of a request: its longest side, 64, 128, 256 or 512 pixels. Resolves to the bytes of a PNG, JPEG, GIF or WebP
   * picture that is not larger; `env` is that of the request. Smaller pictures are served as they are. Default: none, and `size` has no effect.
   *
   * ```js
   * import sharp from "sharp";
   * import { createGateway } from "ton-edge/gateway";
   *
   * export default createGateway({
   *   images: { resize: ({ bytes }, size) => sharp(bytes).resize(size, size, { fit: "inside" }).webp().toBuffer() },
   * });
   * ```
   */
  resize?: ((picture: Picture, size: 64 | 128 | 256 | 512, env: unknown) => Promise<Uint8Array>) | undefined;
}

/** A picture of a token, as its host sent it. */
export interface Picture {
  bytes: Uint8Array;
  /** Its type by its first bytes. */
  type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** In pixels, at most 4096. */
  width: number;
  /** In pixels, at most 4096. */
  height: number;
}

/** Where streams of events are, and their limits in each process or Durable Object. */
export interface Streaming {
  /** Maximum streams at the same time; more get 503. 1 to 1000000. Default: 1000. */
  maxConnections?: number | undefined;
  /** Maximum streams at the same time per API key, or per client IP without one; more get 429. 1 to 1000000. Default: 10. */
  maxConnectionsPerCaller?: number | undefined;
  /** Maximum addresses of one stream; more get 400. 1 to 1000. Default: 100. */
  maxAddresses?: number | undefined;
  /** Maximum accounts of all streams of a network together; more get 503. 1 to 100000. Default: 1000. */
  maxAccounts?: number | undefined;
  /**
   * Least milliseconds between two upstream requests for the streams of a network. Each request shows the states of up to 100 accounts, so with more
   * accounts events come later. 100 to 60000. Default: 1000.
   */
  intervalMs?: number | undefined;
  /** Maximum bytes of a stream that the caller has not read; with more the stream ends, and the caller can resume. 4096 to 16777216. Default: 262144. */
  maxBufferedBytes?: number | undefined;
  /** Milliseconds after which a stream ends; an `EventSource` reconnects and resumes by itself. 1000 to 86400000. Default: 3600000. */
  maxAgeMs?: number | undefined;
  /**
   * The store by which several processes share the rows that their streams have just read, so that together they send as many requests as one
   * process: `redisStreams` of `ton-edge/gateway/redis`, or your own. Default: each process reads by itself.
   */
  store?: StreamStore | undefined;
  /**
   * Where streams are. `"isolate"` (default): in this process; in Workers each stream then polls the upstream by itself. `"durable-object"`: in a Durable
   * Object of the network behind the binding `STREAM_HUB`, which polls once for the streams of all isolates: see {@link createStreamHub}.
   */
  scope?: "isolate" | "durable-object" | undefined;
  /**
   * Number of Durable Objects per network, for more streams than one object can hold. The lowest address of a stream decides in which object it is;
   * for a WebSocket, the caller decides. Each object polls the upstream by itself. 1 to 64. Default: 1.
   */
  shards?: number | undefined;
}

/**
 * The store by which gateways share the rows that their streams have just read from the upstreams. Texts may vanish at any time. While a function
 * rejects, each gateway reads the rows itself.
 */
export interface StreamStore {
  /**
   * Returns the texts of the keys in their order, null for a text that is not stored. If a text is missing, the gateway gets the turn to read it for
   * `ms` milliseconds, unless another gateway has the turn. The next turn then belongs to the first gateway that waited, for twice the time. `turn`
   * is the name of the turn, `gateway` the name of the calling gateway.
   */
  look(
    keys: readonly string[],
    want: { turn: string; gateway: string; ms: number },
  ): Promise<{ texts: readonly (string | null)[]; hasTurn: boolean }>;
  /** Stores texts by their keys for `ms` milliseconds. */
  save(texts: readonly (readonly [key: string, text: string])[], ms: number): Promise<void>;
}

/**
 * Rate limits for callers, and budgets for upstreams. A request over a limit gets 429 with `Retry-After` and
 * [RateLimit headers](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 */
export interface Limits {
  /**
   * Limit per client IP on every request: cache hits, local responses, refused requests and wrong admin tokens
   * included; each call of a batch is one. Each isolate or process counts for itself. Default `"off"`; the command
   * `ton-edge gateway` sets `{ rate: 200, burst: 1000 }`.
   */
  requests?: Rate | undefined;
  /**
   * Length in bits of the IPv6 prefix that identifies a client; addresses with the same prefix share limits. 16 to 128,
   * default 64.
   */
  ipv6PrefixLength?: number | undefined;
  /** Limit per client IP on requests without an API key that go upstream. Default 1 request per second. */
  keyless?: Rate | undefined;
  /**
   * Limits per API key, by the plan name in the key's record; the plan `default` applies to keys without a plan. Responses from the cache do not count.
   * Default: no limit.
   */
  plans?: Readonly<Record<string, Exclude<Rate, "off">>> | undefined;
  /** Limit on the requests of all callers together. Default `"off"`. */
  global?: Rate | undefined;
  /** How many requests an operation counts as, by path: `{ "/api/v3/traces": 5 }`. 1 to 1000, default 1. */
  costs?: Readonly<Record<string, number>> | undefined;
  /**
   * Limit per client IP on API keys that do not exist. Default `{ rate: 1, burst: 20 }`. Over it, keys that this
   * gateway has not yet found valid get 429 `rate_limited` with `Retry-After`; other clients are not affected.
   */
  failedKeys?: Rate | undefined;
  /**
   * Requests per second to each upstream without a `budget` of its own; 0.001 to 1000000, or `"off"`. Default 1 for an
   * upstream without an API key, else `"off"`. Every attempt counts. In the queue, callers with an API key go first,
   * and one slot in five is for callers without one.
   */
  budget?: number | "off" | undefined;
  /** Milliseconds that a request may wait in the queue of a budget; longer waits get 429. 0 to 10000, default 2000. */
  queueTimeoutMs?: number | undefined;
  /**
   * Where limits and budgets are counted. `"isolate"` (default): in this isolate or process. `"durable-object"`: in the
   * Durable Object behind the binding `LIMITER`, shared by all isolates. Or a {@link Limiter}.
   */
  scope?: "isolate" | "durable-object" | Limiter | undefined;
  /**
   * Where the limits of callers are counted: `"shared"` (default) in `limits.scope`, `"isolate"` in each isolate or
   * process.
   */
  callers?: "shared" | "isolate" | undefined;
  /** Percent of every budget reserved for gateways that cannot reach the limiter. 0 to 50, default 0. */
  reservePercent?: number | undefined;
  /** Maximum number of gateways that share that reserve. 1 to 10000, default 1. */
  maxGateways?: number | undefined;
  /**
   * Maximum number of callers that this isolate or process keeps counters for, about 100 bytes each. 2 to 10000000,
   * default 100000.
   */
  maxCallers?: number | undefined;
}

/** One limit that a request counts against. */
export interface LimitRule {
  /** The key of the limit's counter: `ip:...`, `key:...`, `all`, or `quota:<id>:daily` and `quota:<id>:monthly`. */
  key: string;
  /** Milliseconds between two requests at the allowed rate; 0 for a quota. */
  intervalMs: number;
  /** Requests allowed at once; for a quota, the requests allowed per window. */
  burst: number;
  /**
   * For a quota: the end of its window, in milliseconds since 1970. The count restarts from 0 after it. A rule with a
   * later `until` starts a new window; a rule with an earlier `until` counts in the current one.
   */
  until?: number | undefined;
}

/** The state of one limit after a request was counted or refused. */
export interface LimitState {
  /** Whether this limit admits the request. */
  allowed: boolean;
  /** Requests that may still come at once. */
  remaining: number;
  /**
   * Milliseconds until one more request is allowed; 0 when the burst is full. For a used quota: until its window ends.
   */
  nextMs: number;
  /** Milliseconds until the burst is full again; for a quota, the same as `nextMs`. */
  resetMs: number;
  /** Milliseconds until this request would be allowed; 0 when it is. */
  waitMs: number;
}

/**
 * A store that several gateways share for their limits and budgets. When a method throws, rejects or takes longer than
 * a second, the gateway counts callers locally and sends nothing to upstreams with a budget (503
 * `limiter_unavailable`), except from `limits.reservePercent`.
 */
export interface Limiter {
  /**
   * Counts a request of `cost` against all of these limits, or against none of them if one refuses. Returns one state
   * per rule.
   */
  take(rules: readonly LimitRule[], cost: number, env: Record<string, unknown>): LimitState[] | Promise<LimitState[]>;
  /**
   * Grants up to `want` requests of a budget of one request per `intervalMs` milliseconds, if they are due within
   * `horizonMs` milliseconds (at most 10000). Returns how many it grants (0: none), and in how many milliseconds they are
   * due.
   */
  lease(
    budget: { key: string; intervalMs: number; want: number; horizonMs: number },
    env: Record<string, unknown>,
  ): { count: number; waitMs: number } | Promise<{ count: number; waitMs: number }>;
  /**
   * Adds the counters of one gateway to the sums of all gateways, and returns the sums, which `/metrics` shows as
   * `ton_edge_fleet_...`. Without this method these metrics are absent.
   */
  tally?(
    counts: Readonly<Record<string, number>>,
    env: Record<string, unknown>,
  ): Record<string, number> | Promise<Record<string, number>>;
}

/**
 * The [circuit breaker](https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker) of each upstream. Each
 * isolate or process has its own.
 */
export interface Breaker {
  /**
   * Consecutive failures that open the breaker; 1 to 1000, default 5. Failures are: no connection, timeout, 502, 503,
   * 504, and a response that breaks off or is not JSON.
   */
  failures?: number | undefined;
  /**
   * Milliseconds that the breaker stays open before the gateway sends one request as a probe. 1 to 600000, default
   * 10000.
   */
  openMs?: number | undefined;
  /**
   * Milliseconds that other requests wait for the probe if no other upstream is available; then they get 503. 0 to
   * 600000, default 1000.
   */
  probeWaitMs?: number | undefined;
}

/** A cached response, as plain data that JSON can represent. */
export interface CacheEntry {
  /** HTTP status. */
  status: number;
  headers: [name: string, value: string][];
  body: string;
  /** Size of the body in bytes. */
  size: number;
  /** Opaque part of the `ETag`. */
  tag: string;
  /** Value for `Cache-Control`: `max-age=...`, or `no-store`. */
  control: string;
  /** When the response was fetched, in milliseconds since 1970. */
  stored: number;
  /** When the request to the upstream began, in milliseconds since 1970. */
  began?: number | undefined;
  /** TTL: milliseconds from `stored` for which the entry is fresh. */
  fresh: number;
  /** Milliseconds after the TTL for which the entry may be served stale while the gateway revalidates it. */
  stale: number;
  /** Milliseconds after the TTL for which the entry may be served stale because the upstream fails. */
  failing: number;
  /** Seqno of the masterchain block that the response shows at least, if it is known. */
  seqno?: number | undefined;
  /** Number of blocks that the response was behind, if these were more than `maxBehindBlocks`. */
  behind?: number | undefined;
  /** Whether the chain can never change the response. */
  isFinal?: boolean | undefined;
}

/**
 * A cache that several gateways share. An error, or an operation that takes longer than 500 ms, counts as a miss and is
 * logged as the alert `cache_unavailable`. Keys have up to 8192 characters and contain the parameters of the request,
 * but no API key.
 */
export interface CacheStore {
  /** Returns the entry for a cache key, or nothing. */
  get(
    key: string,
    env: Record<string, unknown>,
    ctx: unknown,
  ): CacheEntry | undefined | null | Promise<CacheEntry | undefined | null>;
  /** Stores an entry; the returned value is ignored, a promise is awaited. */
  put(key: string, entry: CacheEntry, env: Record<string, unknown>, ctx: unknown): unknown;
}

/**
 * The response cache. TTLs depend on the operation and on whether the response is final; `Cache-Status` (RFC 9211)
 * reports hits and misses.
 */
export interface CacheConfig {
  /**
   * Where responses are cached. `"memory"` (default): in this isolate or process. `"cache-api"`: also in the runtime's
   * [Cache API](https://developers.cloudflare.com/workers/runtime-apis/cache/) (Workers, Deno). `"none"`: nowhere, and
   * requests are not coalesced. A {@link CacheStore}: also in that store.
   */
  adapter?: "memory" | "cache-api" | "none" | CacheStore | undefined;
  /**
   * Maximum bytes of all entries in memory; the least recently used ones are evicted. 65536 to 1073741824, default
   * 16777216 (16 MiB).
   */
  maxBytes?: number | undefined;
  /** Maximum bytes of one cached response; longer ones are not cached. 256 to 16777216, default 262144 (256 KiB). */
  maxEntryBytes?: number | undefined;
  /**
   * Maximum milliseconds that a stale response is served while the gateway revalidates it, and never longer than its
   * TTL. 0 to 3600000, default 10000. See [RFC 5861, section 3](https://www.rfc-editor.org/rfc/rfc5861#section-3).
   */
  staleWhileRevalidateMs?: number | undefined;
  /**
   * Milliseconds after the TTL for which a stale response is served if the upstream fails. 0 to 86400000, default
   * 30000. See [RFC 5861, section 4](https://www.rfc-editor.org/rfc/rfc5861#section-4).
   */
  staleIfErrorMs?: number | undefined;
  /**
   * Milliseconds after which a stale response within `staleIfErrorMs` is served if the upstream has not responded; the
   * upstream request continues. 0 to 600000, default 2000; 0 disables it.
   */
  staleAfterMs?: number | undefined;
  /** Whether equal reads in flight share one upstream request (single-flight). Default `true`. */
  coalesce?: boolean | undefined;
  /**
   * Maximum bytes, in total, of responses longer than `maxEntryBytes` that are buffered so that waiting callers share
   * one upstream request. 0 to 268435456, default 4194304 (4 MiB).
   */
  maxSharedBytes?: number | undefined;
  /**
   * Maximum concurrent upstream requests per cache key if its response is too long to share; other callers queue. 1 to
   * 1000, default 2.
   */
  maxUnshared?: number | undefined;
}

/** When `/readyz` reports an upstream as ready. */
export interface Readiness {
  /** Maximum age of the upstream's last block, in milliseconds. 1000 to 604800000, default 60000. */
  maxHeadAgeMs?: number | undefined;
  /**
   * `"check"` (default): an upstream whose `global_id` is another network's is not ready. `"report"`: the `global_id`
   * is reported, but does not fail readiness.
   */
  identity?: "check" | "report" | undefined;
  /** TTL of the result in milliseconds; probes within it send nothing upstream. 0 to 600000, default 10000. */
  ttlMs?: number | undefined;
}

/** The record of a caller's API key. It has the SHA-256 of the key, never the key. */
export interface KeyRecord {
  /** SHA-256 of the API key: 64 hexadecimal digits in lower case. */
  hash: string;
  /** Public identifier of the key in logs and commands: 1 to 64 letters, digits, `-` and `_`. */
  id: string;
  /** Name of the key's owner. */
  name?: string | undefined;
  /** The one network that the key is valid for; requests to the other network get 403. */
  network: "mainnet" | "testnet";
  /**
   * A number: requests per second, and as many at once; or the name of a plan in `limits.plans`. Responses from the cache do not count. Default: the
   * plan `default` if there is one, else no limit. All callers together also share the `budget` of the upstream: 1 request per second for an upstream
   * without an API key.
   */
  plan?: number | string | undefined;
  /** Creation time, RFC 3339. */
  created: string;
  /** Revocation time (RFC 3339), or `true`. The key gets 401 `api_key_unknown`, like a key that does not exist. */
  revoked?: string | boolean | undefined;
  /** Expiry time, RFC 3339, such as `2027-01-31T00:00:00Z`; from then on 401 `api_key_expired`. Default: never. */
  expires?: string | undefined;
  /**
   * Suspension time (RFC 3339), or `true`: 403 `api_key_suspended` until the field is removed. Default: not suspended.
   */
  suspended?: string | boolean | undefined;
  /**
   * The only operations that the key is valid for: names (`getAddressBalance`, `jetton/wallets`, `v2/sendBoc`),
   * generations (`v2`, `v3`) and categories of the reference (`Accounts`, `v3/Accounts`); at most 200. Others get 403
   * `operation_not_allowed`, as does each such call of a JSON-RPC batch. A name that the gateway does not know matches
   * nothing. Default: all.
   */
  operations?: readonly string[] | undefined;
  /**
   * The only origins that the key is valid for, in the syntax of the setting `origins`. A request with another `Origin`
   * header, or without one, gets 403 `origin_not_allowed`. Programs can forge `Origin`, so this does not protect a
   * leaked key. Default: any origin, or none.
   */
  origins?: readonly string[] | undefined;
  /**
   * The only client IPs that the key is valid for: addresses, and CIDR ranges such as `10.0.0.0/8` or `2001:db8::/32`.
   * `clientIp` defines where the gateway reads the client IP. Another client IP, or an unknown one, gets 403
   * `client_not_allowed`. Default: any.
   */
  addresses?: readonly string[] | undefined;
  /**
   * Requests per calendar day and per calendar month (UTC), each a whole number from 1 to 1000000000000. A quota counts
   * the requests that go upstream, each as much as `limits.costs` says. Over it: 429 `quota_exceeded`, with
   * `Retry-After` until the day or month ends. Exact in one process, and across gateways whose `limits.scope` is a
   * Durable Object or Redis. Default: no quota.
   */
  quota?: { daily?: number | undefined; monthly?: number | undefined } | undefined;
}

/**
 * A store of callers' API keys. If it throws, rejects or takes longer than 3 seconds, the request gets 503
 * `key_store_unavailable`.
 */
export interface KeyStore {
  /** Finds the record with that SHA-256 hash: an object or its JSON, or nothing if no record has that hash. */
  find(hash: string, env: Record<string, unknown>, ctx: unknown): Promise<KeyRecord | string | null | undefined>;
  /**
   * Milliseconds for which the gateway may cache a record in memory; a hash without a record is cached for at most 5000
   * ms. Default 0: no caching.
   */
  ttlMs?: number | undefined;
  /**
   * For a store that keeps using records it has read before while it cannot read them again. Returns the cause, and since when and until when (in
   * milliseconds since 1970) it uses them; `undefined` while reading works. The gateway raises an alert, and `/readyz` and `/metrics` report the
   * state.
   */
  reportStaleness?(): { cause: unknown; since: number; until: number } | undefined;
}

/** A store that can list its records. */
export interface ListedKeyStore extends KeyStore {
  /** Returns all records. */
  list(env?: Record<string, unknown>): Promise<KeyRecord[]>;
}

/** A store that can be written to. */
export interface WritableKeyStore extends ListedKeyStore {
  /** Stores a record; it replaces the record with the same hash. */
  put(record: KeyRecord, env?: Record<string, unknown>): Promise<void>;
  /** Revokes a key as of `at` (RFC 3339, default now). Resolves to `false` if there is no record with that id. */
  revoke(id: string, env?: Record<string, unknown>, at?: string): Promise<boolean>;
}

/**
 * API keys in [Workers KV](https://developers.cloudflare.com/kv/), one entry per key: `key:<hash>`.
 *
 * `binding` is the KV namespace; default `KEYS`. `cacheTtl` is how long a data centre may cache an entry, in seconds as
 * in KV's own API; 30 or more, default 60. A revoked key is accepted for at most `cacheTtl` + 70 more seconds.
 */
export function kvKeys(options?: { binding?: string | undefined; cacheTtl?: number | undefined }): WritableKeyStore;

/**
 * API keys in a list: records, their JSON, or a function of `env` that returns one of these, such as a secret.
 *
 * ```js
 * import { createHash } from "node:crypto";
 * import { createGateway, listKeys } from "ton-edge/gateway";
 *
 * const key = "tonedge_not-a-real-one-not-a-real-one-not-a-real-o"; // for the caller, who sends it as X-API-Key
 * const hash = createHash("sha256").update(key).digest("hex");
 * const shop = { hash, id: "shop", network: "mainnet", created: "2026-01-01T00:00:00Z", plan: 5 }; // 5 requests per second
 *
 * export default createGateway({
 *   mainnet: { apiKey: (env) => env.API_KEY },
 *   apiKeys: listKeys([shop]),
 *   keyless: "refuse",
 * });
 * ```
 */
export function listKeys(
  records: string | readonly KeyRecord[] | ((env: Record<string, unknown>) => unknown),
): ListedKeyStore;

/**
 * Limits on concurrent requests. Each isolate or process counts for itself, from a request's arrival until its response
 * starts.
 */
export interface Overload {
  /**
   * Maximum requests in flight; more get 503 `overloaded` with `Retry-After`. `/healthz`, `/readyz` and `/metrics` are
   * exempt. 1 to 1000000, default 1024.
   */
  maxInFlight?: number | undefined;
  /** Maximum requests in flight per client IP; more get 429 `too_many_in_flight`. 1 to 1000000, default 256. */
  maxInFlightPerClient?: number | undefined;
  /** Percent of `maxInFlight` reserved for callers with an API key, if `apiKeys` is set. 0 to 90, default 20. */
  reservedForKeys?: number | undefined;
}

/**
 * Client IPs that may use the gateway: addresses (`"192.0.2.1"`) and CIDR ranges (`"2001:db8::/32"`). Others get 403
 * `client_not_allowed`.
 */
export interface Clients {
  /** Only these client IPs are allowed. Default: every client IP. */
  allow?: readonly string[] | undefined;
  /** These client IPs are refused, also when `allow` lists them. Default: none. */
  deny?: readonly string[] | undefined;
}

/** The operations that the gateway serves; others get 403 `operation_not_allowed`. */
export interface OperationsConfig {
  /**
   * Operations to disable: by name (`"sendBoc"`, `"v3/message"`), category (`"Send"`) or generation (`"v2"`). Default:
   * none.
   */
  deny?: readonly string[] | undefined;
}

/** A call that may go upstream or be served from the cache. Most requests have one, a JSON-RPC batch has several. */
export interface StepCall {
  network: "mainnet" | "testnet";
  generation: "v2" | "v3";
  /** The operation: `transactions`, `getAddressBalance`. */
  operation: string;
  /**
   * The parameters by name, from the query or the JSON body; a repeated parameter is an array. Values are as the gateway sends them upstream, with
   * addresses in the caller's form: to compare addresses, convert them with `normalizeAddress` of `ton-edge/address`.
   */
  parameters: Readonly<Record<string, unknown>>;
}

/** The request as a {@link Step} sees it. */
export interface StepContext<Env = Record<string, unknown>> {
  /** The caller's request. Its body may have been read: `calls` has the parameters. */
  readonly request: PlatformRequest;
  readonly env: Env;
  readonly ctx: unknown;
  /** The request id: `X-Request-Id` of the response, `id` in the log. */
  readonly requestId: string;
  /** `id` and `plan` of the record of the caller's API key. `undefined` without `apiKeys`, and for callers without a key. */
  readonly caller: { id: string; plan: string | number | undefined } | undefined;
  /**
   * The calls of the request. Empty for refused requests, preflights, local utilities, operators' endpoints, assets, and also for streams and
   * pictures: a step that restricts accounts must refuse streams by their path.
   */
  readonly calls: readonly StepCall[];
}

/**
 * Your own step: it returns a response, or calls `next` once to get the gateway's response, which it may change or replace.
 *
 * ```js
 * const nameRegion = async (context, next) => {
 *   const response = await next();
 *   response.headers.set("x-region", "eu");
 *   return response;
 * };
 * ```
 */
export type Step<Env = Record<string, unknown>> = (
  context: StepContext<Env>,
  next: () => Promise<PlatformResponse>,
) => PlatformResponse | Promise<PlatformResponse>;

/** The configuration of a gateway; every field is optional. `Env`: the type of the Worker's `env`. */
export interface GatewayConfig<Env = Record<string, unknown>> {
  /** Network of paths `/api/...`; paths `/mainnet/api/...` and `/testnet/api/...` contain their network. Default `"mainnet"`. */
  network?: "mainnet" | "testnet" | undefined;
  /** Network of `/api/...` by the request's host name; takes precedence over `network`. Default: none. */
  hosts?: Readonly<Record<string, "mainnet" | "testnet">> | undefined;
  /**
   * Upstream for mainnet, or 1 to 8 upstreams in order of preference: the gateway uses the next one when one fails.
   * `"off"`: the gateway neither serves nor probes mainnet. Default: the hosted TON Center, `https://toncenter.com`,
   * without an API key.
   */
  mainnet?: string | Upstream<Env> | readonly (string | Upstream<Env>)[] | undefined;
  /**
   * Upstream for testnet, or 1 to 8 of them. `"off"`: the gateway neither serves nor probes testnet. Default: the hosted
   * TON Center, `https://testnet.toncenter.com`, without an API key.
   */
  testnet?: string | Upstream<Env> | readonly (string | Upstream<Env>)[] | undefined;
  /**
   * Origins whose web pages may read responses ([CORS](https://developer.mozilla.org/docs/Web/HTTP/Guides/CORS)):
   * scheme, host and port as in the `Origin` header; `*` matches one label, as in `https://*.app.example`. Default:
   * every origin.
   */
  origins?: readonly string[] | undefined;
  /**
   * Whether requests from web pages of other origins get 403 `origin_not_allowed`. Without it such a page cannot read
   * the response, but its request still goes upstream. Needs `origins`. Default `false`.
   */
  enforceOrigins?: boolean | undefined;
  /**
   * Further request headers that web pages may send, such as `["X-App-Origin"]`. The gateway allows them in the response to a CORS
   * preflight, and does not forward them. Default: only those of TON Center, this gateway and tracing.
   */
  allowHeaders?: readonly string[] | undefined;
  /** Host names that the gateway serves, without ports; other hosts get 421 `host_not_allowed`. Default: any host. */
  allowedHosts?: readonly string[] | undefined;
  /** Client IPs that may use the gateway. Default: all. */
  clients?: Clients | undefined;
  /** Operations that the gateway serves. Default: all. */
  operations?: OperationsConfig | undefined;
  /** Limits on concurrent requests. */
  overload?: Overload | undefined;
  /**
   * Store of callers' API keys, such as {@link kvKeys} or {@link listKeys}. Default: none, and callers' API keys are
   * ignored.
   */
  apiKeys?: KeyStore | undefined;
  /**
   * What happens to callers' API keys if `apiKeys` is not set. `"ignore"` does not use them, which the response header `X-Ton-Edge-Api-Key` reports.
   * `"forward"` sends the caller's key to the first upstream of the network instead of the upstream key. It makes one attempt, without a budget or
   * `limits.keyless`, because only the caller's own rate limit applies, and returns the upstream's response, also if that refuses the key. Fresh
   * cached responses are served to all. Default `"ignore"`.
   */
  callerKeys?: "ignore" | "forward" | undefined;
  /**
   * Whether to serve requests without an API key; `"refuse"` gives them 401 and needs `apiKeys`, or `callerKeys: "forward"`. Default
   * `"allow"`.
   */
  keyless?: "allow" | "refuse" | undefined;
  /**
   * Whether to refuse requests that TON Center accepts but corrects: unknown parameters, numbers out of range, other spellings of values and paths.
   * They get 422 with the reason, paths 404. Default `false`: the gateway interprets a request as TON Center does.
   */
  strict?: boolean | undefined;
  /**
   * Parameters that an operation does not have: `"ignore"` leaves them out and names them in the response header
   * `X-Ton-Edge-Ignored` (a v2 body or a JSON-RPC call that has one still gets 422, as from TON Center), `"refuse"` gives 422 with the closest
   * name, `"forward"` sends them upstream. Default `"ignore"`; if `strict` is `true`, `"refuse"`.
   */
  unknownParameters?: "ignore" | "refuse" | "forward" | undefined;
  /**
   * Maximum bytes of a request URL, from the caller and to the upstream; longer ones get 414. 256 to 1048576, default 131072, which
   * takes each list that TON Center documents, at its maximum. On Deno at most 65000.
   */
  maxUrlBytes?: number | undefined;
  /** Maximum bytes of all request headers, names and values; more get 431. 1024 to 131072, default 16384. */
  maxHeaderBytes?: number | undefined;
  /** Maximum bytes of a request body; more get 413. 1 to 33554432, default 1048576 (1 MiB). */
  maxBodyBytes?: number | undefined;
  /** Maximum calls in a JSON-RPC batch; more get 413 `batch_too_large`. 1 to 1000, default 20. */
  maxBatch?: number | undefined;
  /**
   * Maximum query parameters, with every repetition counted; more get 422 `too_many_parameters`. 16 to 65536, default
   * 4096.
   */
  maxParameters?: number | undefined;
  /** Maximum nesting depth of a JSON body; deeper ones get 422 `json_too_deep`. 8 to 10000, default 128. */
  maxJsonDepth?: number | undefined;
  /**
   * Maximum members and array items in a JSON body, all levels together; more get 413 `too_many_members`. 16 to
   * 1000000, default 10000.
   */
  maxJsonMembers?: number | undefined;
  /**
   * Milliseconds for one upstream request, up to the last byte of its response; then the next attempt, or 504. 1 to
   * 600000, default 15000.
   */
  timeoutMs?: number | undefined;
  /** Milliseconds for all attempts of a request and the delays between them. 1 to 600000, default 30000. */
  deadlineMs?: number | undefined;
  /**
   * Milliseconds that a read with `X-Ton-Edge-Min-Seqno` waits for an upstream that has reached this masterchain block; then it gets 503
   * `behind`. 0 to 600000, default 5000.
   */
  behindWaitMs?: number | undefined;
  /**
   * Masterchain blocks by which an upstream may be behind the newest block that the upstreams of its network have shown, for v2 and v3
   * separately. One that is further behind gets requests only if no other can respond; its responses have `X-Ton-Edge-Behind`. 0 to
   * 1000000000, default 16.
   */
  maxBehindBlocks?: number | undefined;
  /** Retries of a failed read, besides one attempt per upstream; sends are never retried. 0 to 10, default 2. */
  retries?: number | undefined;
  /**
   * Maximum upstream attempts of one request: of all calls of a batch together, including retries and hedged requests. Further calls get
   * `batch_too_large`. 1 to 10000, default 1000, in Workers 50.
   */
  maxAttempts?: number | undefined;
  /**
   * Maximum milliseconds until an upstream begins its response to a read; then the next upstream gets the read. The actual limit follows the
   * upstream's own latency, but is at least 1 s. Not for the last upstream, for sends, or with `hedgeAfterMs`. 0 to 600000, default 5000; 0: only
   * `timeoutMs` applies.
   */
  firstByteTimeoutMs?: number | undefined;
  /**
   * Milliseconds after which a read without a response is also sent to another upstream of the list (a hedged request).
   * The gateway uses the first 2xx response and aborts the other request. Each hedged request costs one more upstream
   * request; sends are never hedged. 0 to 600000, default 0: off.
   */
  hedgeAfterMs?: number | undefined;
  /** The circuit breaker of each upstream. */
  breaker?: Breaker | undefined;
  /** The response cache. */
  cache?: CacheConfig | undefined;
  /**
   * Computes get-methods instead of forwarding them: `true`, or {@link LocalGetMethods}. `runGetMethod` and `runGetMethodStd`, in v2 by POST and
   * JSON-RPC and in v3, then cost one upstream request per account and second for any number of calls. A call is forwarded if its computed result
   * might differ from the upstream's. Needs `tvm` and the cache. Default: false.
   *
   * ```js
   * import { createGateway } from "ton-edge/gateway";
   *
   * export default createGateway({
   *   mainnet: { apiKey: (env) => env.API_KEY },
   *   localGetMethods: { verify: 0.001 },
   *   tvm: () => import("ton-edge/tvm"),
   * });
   * ```
   */
  localGetMethods?: boolean | LocalGetMethods | undefined;
  /**
   * Loads the virtual machine for `localGetMethods`: `() => import("ton-edge/tvm")`. A bundle without this setting does not contain the virtual
   * machine.
   */
  tvm?: (() => typeof import("./tvm.js") | Promise<typeof import("./tvm.js")>) | undefined;
  /**
   * Serves `/api/streaming/v2/sse` and, as a WebSocket, `/api/streaming/v2/ws`: events of accounts as they happen, in the form of TON Center's streaming interface: `true`, or {@link Streaming}.
   * All streams share the upstream requests. Default: false.
   *
   * ```js
   * import { createGateway } from "ton-edge/gateway";
   *
   * export default createGateway({ mainnet: { apiKey: (env) => env.API_KEY }, streaming: { maxConnections: 5000 } });
   * ```
   */
  streaming?: boolean | Streaming | undefined;
  /**
   * Serves `/api/image/v1?url=<url>`: pictures of tokens, for pages that must not contact the hosts of pictures: `true`,
   * or {@link Images}. Only pictures on public hosts are fetched. Default: false.
   *
   * ```js
   * import { createGateway } from "ton-edge/gateway";
   *
   * export default createGateway({ mainnet: { apiKey: (env) => env.API_KEY }, images: { ttlMs: 3_600_000 } });
   * ```
   */
  images?: boolean | Images | undefined;
  /**
   * Where the gateway reads the client IP. `"cloudflare"` (default in Workers): the header
   * [CF-Connecting-IP](https://developers.cloudflare.com/fundamentals/reference/http-headers/#cf-connecting-ip).
   * `"socket"` (default elsewhere): the connection, which your own server passes as `ctx.address`.
   * `{ header, trustedProxies }`: the rightmost address of that header that is not in `trustedProxies`; the header
   * counts only on connections from a trusted proxy.
   */
  clientIp?: "cloudflare" | "socket" | { header: string; trustedProxies: readonly string[] } | undefined;
  /** Rate limits for callers, and budgets for upstreams. */
  limits?: Limits | undefined;
  /**
   * The admin token, 16 or more visible ASCII characters, or a function of `env` that returns it or a promise of it.
   * `/readyz` and `/metrics` require it as `Authorization: Bearer <token>`. Default: none, and both are 404.
   */
  adminToken?: string | ((env: Env) => unknown) | undefined;
  /** When `/readyz` reports an upstream as ready. */
  readiness?: Readiness | undefined;
  /** Serves `/api/v2/openapi.json` and `/api/v3/openapi.json`. Default: both are 404. */
  openapi?:
    | ((generation: "v2" | "v3", env: Env, ctx: unknown) => PlatformResponse | Promise<PlatformResponse>)
    | undefined;
  /** Serves requests outside `/api`, such as the files of a web app. Default: 404. */
  assets?:
    | ((request: PlatformRequest, env: Env, ctx: unknown) => PlatformResponse | Promise<PlatformResponse>)
    | undefined;
  /**
   * Your own steps, for example to add a header to responses or to allow only some accounts. Every request passes them in this order, after its
   * operation and caller are determined, and before the cache and the limits. Requests that `clients`, `limits.requests` or `overload` refuse do not
   * reach them. If a step throws, does not return a Response, calls `next` twice, or takes longer than 3 seconds (without the time of `next`), the
   * response is 500 `step_failed`. Default: none.
   */
  steps?: readonly Step<Env>[] | undefined;
  /** Sends upstream requests. Default: the global `fetch`. */
  fetch?: ((url: string, init: SentRequestInit) => Promise<PlatformResponse>) | undefined;
  /**
   * Receives one line per request and per alert. Default: `console.log` for `info`, which goes to standard output, and
   * `console.warn` and `console.error` for the others, which go to standard error.
   */
  log?: ((line: string) => void) | undefined;
  /**
   * The least severe level of lines to log. `"info"` (default): every request. `"warn"`: also failures that a retry recovered, but not other
   * requests. `"error"`: only faults that need an operator. `"off"`: nothing.
   */
  logLevel?: "info" | "warn" | "error" | "off" | undefined;
  /**
   * Form of the lines: `"json"`, or `"text"` for people. `"auto"` (default): text where the line goes to a terminal, else
   * JSON; always JSON for your own `log`. Text in a terminal has colors unless
   * [NO_COLOR](https://no-color.org) is set. Control characters are escaped in both.
   */
  logFormat?: "auto" | "json" | "text" | undefined;
  /**
   * Share of the lines of requests to log, 0 to 1; default 1. Lines of responses of 500 and above, and alerts, are always
   * logged.
   */
  logSampling?: number | undefined;
  /**
   * Whether to log requests to `/healthz`, `/readyz` and `/metrics` whose status is below 400; default true. Load balancers and scrapers send them
   * every few seconds.
   */
  logProbes?: boolean | undefined;
  /**
   * Exports traces and logs to an OpenTelemetry collector: what `otlp` of `ton-edge/gateway/telemetry` returns. Default:
   * none.
   */
  telemetry?: Telemetry | undefined;
  /**
   * How log lines identify the client: `"digest"` (default), a salted digest of the client IP that changes every day
   * (UTC); `"address"`, the client IP itself (for IPv6 its prefix); `"off"`, not at all.
   */
  logClient?: "digest" | "address" | "off" | undefined;
  /**
   * Secret salt of the digests, 16 or more visible ASCII characters. Set it to compare the lines of several gateways.
   * Default: a random one per isolate or process, replaced every day.
   */
  logSalt?: string | undefined;
}

/**
 * Creates a gateway. It checks the configuration at the first request; if a field is invalid, every request gets 500
 * `config_invalid`, with a message that names each invalid field and what is allowed.
 *
 * ```js
 * import { createGateway } from "ton-edge/gateway";
 *
 * export default createGateway({ mainnet: { apiKey: (env) => env.API_KEY }, origins: ["https://app.example"] });
 * ```
 *
 * In TypeScript, `createGateway<Env>(...)` types `env` in the functions of the configuration.
 */
export function createGateway<Env = Record<string, unknown>>(config?: GatewayConfig<Env>): Gateway;

/**
 * Creates the class of the [Durable Object](https://developers.cloudflare.com/durable-objects/) that holds the streams of a network, for
 * `streaming.scope: "durable-object"`. Its settings are those of the gateway: it uses the same upstreams with the same upstream keys, and opens only
 * streams that the gateway has checked. Export it from the Worker, and list it in `wrangler.jsonc` under `durable_objects`, with the binding
 * `STREAM_HUB`, and under `migrations`.
 *
 * ```js
 * import { createGateway, createStreamHub } from "ton-edge/gateway";
 *
 * const settings = { mainnet: { apiKey: (env) => env.API_KEY }, streaming: { scope: "durable-object" } };
 *
 * export const StreamHub = createStreamHub(settings);
 * export default createGateway(settings);
 * ```
 *
 * An object stores nothing: if it ends, its streams end, and their callers resume.
 */
export function createStreamHub<Env = Record<string, unknown>>(config?: GatewayConfig<Env>): StreamHubClass;

/** The class of {@link createStreamHub}. */
export type StreamHubClass = new (
  state: StreamHubState,
  env?: unknown,
) => { fetch(request: PlatformRequest): Promise<PlatformResponse>; alarm(): Promise<void> };

/** The parts of a Durable Object's state that the class of {@link createStreamHub} uses. */
export interface StreamHubState {
  storage: { getAlarm(): Promise<number | null>; setAlarm(at: number): Promise<void> };
  waitUntil(work: Promise<unknown>): void;
}
