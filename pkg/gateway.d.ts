/** A gateway: what a Worker, Deno, Bun or Node server calls for every request. */
export interface Gateway {
  /**
   * `env` is what key functions get: the variables and bindings of a Worker, `process.env`. A server of your own passes the client
   * IP as `ctx.address`: without one, all clients without an API key share one limit. A server with a listener for operators passes
   * `ctx.listener`: on `"public"` `/readyz` and `/metrics` are 404, on `"operators"` everything else but `/healthz` is.
   */
  fetch(request: Request, env?: object, ctx?: unknown): Promise<Response>;
}

/** A key, several in the order in which they are used, or none. */
export type ServiceKeys = string | readonly (string | undefined)[] | undefined;

/** A service behind the gateway. */
export interface Service {
  /** Base URL; default the hosted service of that network. */
  url?: string | undefined;
  /**
   * The key to inject as `X-API-Key`, several of them, or where to find them; a function is asked for every request, so
   * they can be rotated, and what it gives, or promises, is checked then: {@link ServiceKeys}. The next of several is used
   * where the service refuses one with 401 or 403.
   */
  key?: ServiceKeys | ((env: Record<string, unknown>) => unknown);
  /**
   * Requests a second that are sent there, by all gateways together where `limits.scope` says so; default `limits.budget`.
   * Every attempt counts.
   */
  budget?: number | "off" | undefined;
}

/** Requests a second, and how many of them at once after a rest (default: those of a second). `"off"`: any number. */
export type Rate = number | { rate: number; burst?: number | undefined } | "off";

/** How often callers may ask, and how often the services are asked: docs/limits.md. */
export interface Limits {
  /**
   * Of each client IP, whatever it sends and whatever comes of it: hits, local answers, refusals, attempts at the admin token.
   * Counted in each isolate or process; default `"off"`.
   */
  requests?: Rate | undefined;
  /** Bits of an IPv6 address that name a client; 16 to 128, default 64. */
  ipv6PrefixLength?: number | undefined;
  /** Of each caller without a key, who is an address; default 1. */
  keyless?: Rate | undefined;
  /** Of each key, by the name of the plan that its record has; `default` is for keys without one. */
  plans?: Readonly<Record<string, Exclude<Rate, "off">>> | undefined;
  /** Of all callers together; default `"off"`. */
  global?: Rate | undefined;
  /** How many requests an operation counts as, by its path: `{ "/api/v3/traces": 5 }`; 1 to 1000, default 1. */
  costs?: Readonly<Record<string, number>> | undefined;
  /**
   * API keys that do not exist which one client IP may send, per second and at once; default `{ rate: 1, burst: 20 }`. More: 429
   * `rate_limited` with `Retry-After`, for keys that this gateway has not found good before; other clients are not affected.
   */
  failedKeys?: Rate | undefined;
  /**
   * Requests a second that each service is asked; default 1 for a service without a key, `"off"` for the others. Every attempt counts.
   * In its queue callers with an API key go first, and one place in five is for callers without one.
   */
  budget?: number | "off" | undefined;
  /** Milliseconds for which a request may wait for its turn in a budget; 0 to 10000, default 2000. */
  queue?: number | undefined;
  /** Where limits and budgets are kept: default `"isolate"`; `"durable-object"` is the binding `LIMITER`. */
  scope?: "isolate" | "durable-object" | Limiter | undefined;
  /** Where callers are counted: together with the budgets (`"shared"`, the default), or in each process. */
  callers?: "shared" | "isolate" | undefined;
  /** Percent of every budget that is kept for gateways which cannot reach the limiter; 0 to 50, default 0. */
  reserve?: number | undefined;
  /** Most gateways that share the reserve; default 1. */
  fleet?: number | undefined;
  /** Most callers whose use is remembered in this process; default 100000. */
  entries?: number | undefined;
}

/** A limit that a request counts against. */
export interface LimitRule {
  /** Whose: `ip:...`, `key:...`, `all`, or `quota:<id>:daily` and `quota:<id>:monthly`. */
  key: string;
  /** Milliseconds between two requests at the rate; 0 for a quota. */
  interval: number;
  /** Requests at once; for a quota those of its window. */
  burst: number;
  /**
   * Of a quota: when its window ends, in milliseconds since 1970. Requests are counted until then, and start again from 0 afterwards. A rule
   * with a later `until` begins a new window; one with an earlier `until` counts in the window that has begun.
   */
  until?: number | undefined;
}

/** What a limiter says of one of the limits. */
export interface LimitState {
  allowed: boolean;
  /** Requests that may still come at once. */
  remaining: number;
  /** Milliseconds until one more may come; 0 when the burst is whole. Of a quota that was used: until its window ends. */
  next: number;
  /** Milliseconds until the burst is whole again; of a quota as `next`. */
  reset: number;
  /** Milliseconds until the request may come again. */
  wait: number;
}

/** Where limits and budgets of several gateways are kept. What it throws is answered as docs/limits.md says. */
export interface Limiter {
  /** Counts a request against all of these limits, or against none if one of them refuses. */
  take(rules: readonly LimitRule[], cost: number, env: Record<string, unknown>): LimitState[] | Promise<LimitState[]>;
  /**
   * Hands out up to `want` requests of a budget of one every `interval` milliseconds, if they are due within `horizon`
   * milliseconds (10000 at most): how many (0: none), and in how many milliseconds.
   */
  lease(
    budget: { key: string; interval: number; want: number; horizon: number },
    env: Record<string, unknown>,
  ): { count: number; wait: number } | Promise<{ count: number; wait: number }>;
  /**
   * Adds what a gateway has counted, by opaque names, to the sums of all, and gives these: `/metrics` shows them. Without
   * it there are no counters of the fleet.
   */
  tally?(
    counts: Readonly<Record<string, number>>,
    env: Record<string, unknown>,
  ): Record<string, number> | Promise<Record<string, number>>;
}

/** When a service is left alone, in each isolate by what it has seen itself. */
export interface Breaker {
  /**
   * Failed requests in a row that open it: no connection, no answer in time, 502, 503, 504, a response that breaks off or is not JSON;
   * 1 to 1000, default 5.
   */
  failures?: number | undefined;
  /** Milliseconds that it stays open before one request may try; 1 to 600000, default 10000. */
  pause?: number | undefined;
  /** Milliseconds for which other requests wait for that one, where no other upstream is left; 0 to 600000, default 1000. */
  probeWaitMs?: number | undefined;
}

/** A kept answer: plain data, as JSON can write it. */
export interface CacheEntry {
  status: number;
  headers: [name: string, value: string][];
  body: string;
  /** Bytes of the body. */
  size: number;
  /** Opaque part of the entity tag. */
  tag: string;
  /** What callers are told: `max-age=...`, or `no-store`. */
  control: string;
  /** When it was fetched, in milliseconds since 1970. */
  stored: number;
  /** Milliseconds after that for which it is fresh. */
  fresh: number;
  /** Milliseconds after those for which it is given on while it is fetched anew. */
  stale: number;
  /** Milliseconds after `fresh` for which it stands in where the service fails. */
  failing: number;
}

/**
 * A place for answers that gateways share. What it throws counts as nothing found; what takes longer than 500 ms, too. Keys
 * are up to 8192 characters long and have the caller's question in them, never a key to anything.
 */
export interface CacheStore {
  get(key: string, env: Record<string, unknown>, ctx: unknown): CacheEntry | undefined | null | Promise<CacheEntry | undefined | null>;
  put(key: string, entry: CacheEntry, env: Record<string, unknown>, ctx: unknown): unknown;
}

/** What is kept of answers: `docs/caching.md` says of which, for how long and why. */
export interface CacheConfig {
  /**
   * `"memory"` (default): in this isolate or process. `"cache-api"`: there, and in the runtime's Cache API (Workers, Deno).
   * `"none"`: nothing is kept. Or a store of your own behind the memory.
   */
  adapter?: "memory" | "cache-api" | "none" | CacheStore | undefined;
  /** Most bytes of all answers in memory; 65536 to 1073741824, default 16777216. */
  maxBytes?: number | undefined;
  /** Most bytes of an answer that is kept; 256 to 16777216, default 262144. */
  maxEntryBytes?: number | undefined;
  /** Most seconds for which an answer that is no longer fresh is given on while it is fetched anew; 0 to 3600, default 10. */
  staleWhileRevalidate?: number | undefined;
  /** Seconds after it was fresh for which an answer stands in where the service fails; 0 to 86400, default 30. */
  staleIfError?: number | undefined;
  /**
   * Milliseconds after which a stale answer that `staleIfError` allows is served while the upstream has not answered; the request to it
   * goes on. 0 to 600000, default 2000; 0: never.
   */
  staleAfterMs?: number | undefined;
  /** Whether equal reads in flight at the same time cost one request to the upstream; default `"on"`. */
  coalesce?: "on" | "off" | undefined;
  /**
   * Most bytes, all together, of responses longer than `maxEntryBytes` that are read whole so that all callers who wait for them share
   * one request; 0 to 268435456, default 4194304.
   */
  maxSharedBytes?: number | undefined;
  /** Most requests in flight at once for one cache key whose response is too long to share; 1 to 1000, default 2. */
  maxUnshared?: number | undefined;
}

/** When services count as ready, for `/readyz`. */
export interface Readiness {
  /** Seconds that the last block of a service may be old; 1 to 604800, default 60. */
  maxHeadAge?: number | undefined;
  /** Whether a service on another chain than its network's is not ready (default), or only told. */
  identity?: "check" | "report" | undefined;
  /** Milliseconds for which what was found out holds; 0 to 600000, default 10000. */
  keep?: number | undefined;
}

/** What is kept of a caller's key: never the key. */
export interface KeyRecord {
  /** SHA-256 of the key, 64 hexadecimal digits in lower case. */
  hash: string;
  /** How people call the key: 1 to 64 letters, digits, `-` and `_`. */
  id: string;
  /** Whose key it is. */
  name?: string | undefined;
  /** The one network that it is for; on the other one it gets 403. */
  network: "mainnet" | "testnet";
  /** Requests per second, or the name of a plan among `limits.plans`. */
  plan?: number | string | undefined;
  /** When it was made: RFC 3339. */
  created: string;
  /** Since when it is not valid: RFC 3339, or `true`. 401 `api_key_unknown`, as for a key that never was. */
  revoked?: string | boolean | undefined;
  /** When it ends to be valid: RFC 3339, such as `2027-01-31T00:00:00Z`; default never. From then on 401 `api_key_expired`. */
  expires?: string | undefined;
  /** Since when it is refused for now: RFC 3339, or `true`; default not. 403 `api_key_suspended` until the field is removed. */
  suspended?: string | boolean | undefined;
  /**
   * The only operations that it is for; default all. Names (`getAddressBalance`, `jetton/wallets`, `v2/sendBoc`), generations (`v2`, `v3`)
   * and categories of the reference (`Accounts`, `v3/Accounts`); at most 200. JSON-RPC calls count as the operations that they name, each
   * call of a batch by itself. Others: 403 `operation_not_allowed`. A name that the gateway does not know allows nothing.
   */
  operations?: readonly string[] | undefined;
  /**
   * The only origins that it may be used from, written as the setting `origins`; default any, and none. A request whose header `Origin` is
   * another one, or that has none: 403 `origin_not_allowed`. Programs can send any `Origin`: this keeps a key to pages, it does not hide it.
   */
  origins?: readonly string[] | undefined;
  /**
   * The only client IPs that it may be used from: addresses and CIDR ranges such as `10.0.0.0/8` or `2001:db8::/32`; default any. The
   * setting `clientIp` says where a client IP is read. Another one, or one that is not known: 403 `client_not_allowed`.
   */
  addresses?: readonly string[] | undefined;
  /**
   * Requests in a calendar day and a calendar month of UTC, each a whole number from 1 to 1000000000000; default any number. Counted are the
   * requests that plans count: those that go on to the upstream, each as much as `limits.costs` says. More: 429 `quota_exceeded`, with
   * `Retry-After` until the day or month ends. Exact in one process, and among gateways whose `limits.scope` is a Durable Object or Redis.
   */
  quota?: { daily?: number | undefined; monthly?: number | undefined } | undefined;
}

/** Where the keys of callers are kept. What it throws is answered with 503, never by letting the request through. */
export interface KeyStore {
  /** The record of that hash, as an object or as JSON; nothing when there is none. */
  find(hash: string, env: Record<string, unknown>, ctx: unknown): Promise<KeyRecord | string | null | undefined>;
  /** Seconds for which the gateway may keep a record in memory; default 0. One that was not found: at most 5 of them. */
  ttl?: number | undefined;
}

/** A store whose keys can be listed. */
export interface ListedKeyStore extends KeyStore {
  list(env?: Record<string, unknown>): Promise<KeyRecord[]>;
}

/** A store that can be written. */
export interface WritableKeyStore extends ListedKeyStore {
  /** Keeps a record, in place of one with the same hash. */
  put(record: KeyRecord, env?: Record<string, unknown>): Promise<void>;
  /** Marks a key as revoked, `at` that time (now); false when there is no such id. */
  revoke(id: string, env?: Record<string, unknown>, at?: string): Promise<boolean>;
}

/**
 * Keys in Workers KV, one entry a key: `key:<hash>`. `cacheTtl` are the seconds, 30 or more, that a data centre may keep
 * an entry; default 60. A revoked key works for at most `cacheTtl` + 70 seconds more.
 */
export function kvKeys(options?: { binding?: string | undefined; cacheTtl?: number | undefined }): WritableKeyStore;

/** Keys in a list: records, JSON of them, or a function of `env` that gives one of these, such as a secret. */
export function listKeys(
  records: string | readonly KeyRecord[] | ((env: Record<string, unknown>) => unknown),
): ListedKeyStore;

/** How much a gateway takes at once, counted in each isolate or process from the request until its answer begins. */
export interface Overload {
  /** Most requests in flight; more get 503 `overloaded` with `Retry-After`. 1 to 1000000, default 1024. `/healthz`, `/readyz` and `/metrics` are exempt. */
  maxInFlight?: number | undefined;
  /** Most requests in flight of one client IP; more get 429 `too_many_in_flight`. 1 to 1000000, default 256. */
  maxInFlightPerClient?: number | undefined;
  /** Percent of `maxInFlight` that only callers with an API key get, where the gateway has `keys`; 0 to 90, default 20. */
  reservedForKeys?: number | undefined;
}

/** Client IPs that may use the gateway: addresses (`"192.0.2.1"`) and ranges (`"2001:db8::/32"`). Others get 403 `client_not_allowed`. */
export interface Clients {
  /** Only these; default every client. */
  allow?: readonly string[] | undefined;
  /** Never these, whatever `allow` says. */
  deny?: readonly string[] | undefined;
}

/** Which operations a gateway has; those that it does not have get 403 `operation_not_allowed`. */
export interface OperationsConfig {
  /**
   * Operations that are switched off: by name (`"sendBoc"`, `"v3/message"`), category (`"Send"`), or generation (`"v2"`); default
   * none.
   */
  deny?: readonly string[] | undefined;
}

export interface GatewayConfig {
  /** The network of `/api/...`; `/mainnet/api/...` and `/testnet/api/...` name theirs. Default `"mainnet"`. */
  network?: "mainnet" | "testnet" | undefined;
  /** The network of `/api/...` by the host that was asked, before `network`. */
  hosts?: Readonly<Record<string, "mainnet" | "testnet">> | undefined;
  /** The service for the main network, or up to 8: the preferred one first, the others where it fails. Default the hosted one, without a key. */
  mainnet?: string | Service | readonly (string | Service)[] | undefined;
  /** The same for the test network. */
  testnet?: string | Service | readonly (string | Service)[] | undefined;
  /**
   * Origins that may read answers in a browser; default every one. Scheme, host and port as browsers send them, `*` for
   * one label: `https://*.app.example`.
   */
  origins?: readonly string[] | undefined;
  /**
   * Whether requests of pages of other origins are refused with 403 `origin_not_allowed`, and not only unreadable for them: a page
   * cannot spend what it cannot read. Needs `origins`; default false.
   */
  enforceOrigins?: boolean | undefined;
  /** Hosts that the gateway answers for, without ports; others get 421 `host_not_allowed`. Default: any. */
  allowedHosts?: readonly string[] | undefined;
  clients?: Clients | undefined;
  operations?: OperationsConfig | undefined;
  overload?: Overload | undefined;
  /** Where the keys of callers are kept; default: they mean nothing. */
  keys?: KeyStore | undefined;
  /** What to do with requests without a key; default `"allow"`. `"refuse"` needs `keys`. */
  keyless?: "allow" | "refuse" | undefined;
  /** What to do with parameters that an operation does not have; default `"refuse"`, with the near name. */
  unknownParameters?: "refuse" | "forward" | undefined;
  /** Most bytes of a URL; default 8192. */
  maxUrlBytes?: number | undefined;
  /** Most bytes of all headers together; default 16384. */
  maxHeaderBytes?: number | undefined;
  /** Most bytes of a body; default 1048576. */
  maxBodyBytes?: number | undefined;
  /** Most calls of a JSON-RPC batch; default 20. */
  maxBatch?: number | undefined;
  /** Most parameters of a query, repeated ones counted each; more get 422 `too_many_parameters`. 16 to 65536, default 1024. */
  maxParameters?: number | undefined;
  /** Most objects and lists of a body within one another; more get 422 `json_too_deep`. 8 to 10000, default 128. */
  maxJsonDepth?: number | undefined;
  /** Most members and items of a body, all objects and lists together; more get 413 `too_many_members`. 16 to 1000000, default 10000. */
  maxJsonMembers?: number | undefined;
  /** Milliseconds that one attempt to ask the service may take, to the last byte; 1 to 600000, default 15000. */
  timeout?: number | undefined;
  /** Milliseconds that a request's attempts and the waits between them may take; 1 to 600000, default 30000. */
  deadline?: number | undefined;
  /** How often a read that failed is asked again, besides once of every service; 0 to 10, default 2. Sends never are. */
  retries?: number | undefined;
  /**
   * Milliseconds after which a read that has no answer yet is asked of another service of the list too; the first good answer
   * counts, and the other request is ended. It costs a request more. 0 to 600000; default 0: never. Sends never are.
   */
  hedge?: number | undefined;
  breaker?: Breaker | undefined;
  cache?: CacheConfig | undefined;
  /**
   * Where the address of a caller is read: `CF-Connecting-IP` (default in Workers), the connection (default elsewhere; `ctx.address`
   * of `fetch`), or a header that `trustedProxies` write, of which the rightmost address that is none of theirs counts.
   */
  clientIp?: "cloudflare" | "socket" | { header: string; trustedProxies: readonly string[] } | undefined;
  limits?: Limits | undefined;
  /**
   * The token of operators, or a function of `env` that gives, or promises, it: `/readyz` and `/metrics` answer those who
   * send it as `Authorization: Bearer <token>`. Default: both are 404.
   */
  admin?: string | ((env: Record<string, unknown>) => unknown) | undefined;
  readiness?: Readiness | undefined;
  /** Gives `/api/v2/openapi.json` and `/api/v3/openapi.json`; default 404. */
  openapi?: ((generation: "v2" | "v3", env: Record<string, unknown>, ctx: unknown) => Response | Promise<Response>) | undefined;
  /** Answers whatever is not under `/api`: a page. Default: 404. */
  assets?: ((request: Request, env: Record<string, unknown>, ctx: unknown) => Response | Promise<Response>) | undefined;
  /** Instead of the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Takes one line of JSON a request, and one an alert; default `console.error`. */
  log?: ((line: string) => void) | undefined;
  /** `"info"`: every request (default). `"warn"`: what was got round. `"error"`: what somebody must look at. */
  logLevel?: "info" | "warn" | "error" | "off" | undefined;
  /**
   * What a log line says of the client: a salted digest of its IP that changes every day (UTC; default), the IP itself (of
   * IPv6 its prefix), or nothing.
   */
  logClient?: "digest" | "address" | "off" | undefined;
  /**
   * The secret salt of the digests, 16 or more visible ASCII characters: set it where the lines of several gateways are to be
   * compared. Default: a random one of this isolate or process, replaced every day.
   */
  logSalt?: string | undefined;
}

/**
 * Makes a gateway. A configuration that cannot be used answers every request with 500 naming the fields.
 *
 * ```js
 * import { createGateway } from "ton-edge/gateway";
 * export default createGateway({ mainnet: { key: (env) => env.API_KEY }, origins: ["https://app.example"] });
 * ```
 */
export function createGateway(config?: GatewayConfig): Gateway;
