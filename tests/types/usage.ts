// Every export as a TypeScript program uses it, and the uses that the types must refuse. Nothing here runs:
// tests/types/types.test.mjs compiles it, as an ES module and as CommonJS. Where a line must be refused, `@ts-expect-error` gives
// the reason.

import {
  Address,
  addressesEqual,
  createClient,
  detectAddress,
  detectAddresses,
  detectHash,
  isAddress,
  isHash,
  isTonEdgeError,
  normalizeAddress,
  normalizeHash,
  packAddress,
  packAddresses,
  parseAddress,
  TonEdgeError,
  tryParseAddress,
  unpackAddress,
  unpackAddresses,
} from "ton-edge";
import type {
  AddressFlags,
  AddressLike,
  AddressStringOptions,
  Client,
  ClientOptions,
  DetectedAddress,
  DetectedHash,
  Outcome,
  PackOptions,
  PaceStore,
  ParsedAddress,
  RequestInfo,
  ResponseInfo,
  RetryInfo,
  RetryOptions,
  SessionChannel,
  TonEdgeErrorCode,
} from "ton-edge";
import * as address from "ton-edge/address";
import * as noWasm from "ton-edge/address/no-wasm";
import { endpoints } from "ton-edge/endpoints";
import type {
  EndpointDefault,
  EndpointLivePage,
  EndpointPage,
  EndpointParam,
  EndpointRow,
  EndpointRule,
} from "ton-edge/endpoints";
import { createGateway, createStreamHub, kvKeys, listKeys } from "ton-edge/gateway";
import type {
  Breaker,
  CacheConfig,
  CacheEntry,
  CacheStore,
  Clients,
  Gateway,
  GatewayConfig,
  KeyRecord,
  KeyStore,
  Limiter,
  LimitRule,
  Limits,
  LimitState,
  ListedKeyStore,
  LocalGetMethods,
  OperationsConfig,
  Overload,
  Rate,
  Readiness,
  Images,
  Picture,
  Streaming,
  StreamStore,
  StreamHubClass,
  StreamHubState,
  Step,
  StepCall,
  StepContext,
  Telemetry,
  Upstream,
  UpstreamApiKeys,
  WritableKeyStore,
} from "ton-edge/gateway";
import { durableObjectLimiter, LimiterObject, limiterService, remoteLimiter } from "ton-edge/gateway/limiter";
import { redisLimiter, redisStreams } from "ton-edge/gateway/redis";
import type { IoRedis, NodeRedis } from "ton-edge/gateway/redis";
import { otlp } from "ton-edge/gateway/telemetry";
import type { OtlpOptions } from "ton-edge/gateway/telemetry";
import type { Contract, LocalBocResult } from "ton-edge/tvm";

/** True if both are the same type, not merely assignable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const assertSameType = <T extends true>(): T | undefined => undefined;

const text = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
declare const machine: typeof import("ton-edge/tvm");
declare const thrownValue: unknown;
declare const optionalFlag: boolean | undefined;

// --- addresses ---

export function addresses() {
  const parsedAddress = parseAddress(text) satisfies ParsedAddress;
  parsedAddress.workchain satisfies number;
  parsedAddress.hash satisfies Uint8Array;
  parsedAddress.form satisfies "raw" | "friendly";
  parsedAddress.flags satisfies AddressFlags | null;
  parsedAddress.flags?.bounceable satisfies boolean | undefined;
  // @ts-expect-error a raw address has no flags
  parsedAddress.flags.bounceable;
  // @ts-expect-error the form is one of two names
  parsedAddress.form === "hex";
  // @ts-expect-error no such property
  parsedAddress.workChain;

  const outcome = tryParseAddress(text) satisfies Outcome<ParsedAddress>;
  const { ok, value, error } = tryParseAddress(text);
  (ok ? value.raw : error.message) satisfies string;
  if (outcome.ok) outcome.value.raw satisfies string;
  else {
    outcome.error.code satisfies TonEdgeErrorCode;
    outcome.error.index satisfies number | undefined;
  }
  // @ts-expect-error only after a check of `ok`
  outcome.value.raw;
  // @ts-expect-error the error is also typed only after a check
  outcome.error.code;

  const unsureValue: unknown = text;
  if (isAddress(unsureValue)) unsureValue satisfies string;
  if (isHash(unsureValue)) unsureValue satisfies string;
  // @ts-expect-error the type is unknown before a check
  unpackAddress(unsureValue);

  packAddress(text) satisfies string;
  packAddress(text, { bounceable: false, testOnly: true, urlSafe: false } satisfies PackOptions);
  packAddress(text, { bounceable: optionalFlag });
  // @ts-expect-error misspelt
  packAddress(text, { bouncable: false });
  // @ts-expect-error a string is not a boolean
  packAddress(text, { bounceable: "false" });
  // @ts-expect-error a number is not an address
  packAddress(0);
  // @ts-expect-error the address is required
  packAddress();

  unpackAddress(text) satisfies string;
  normalizeAddress(text) satisfies string;
  addressesEqual(text, text) satisfies boolean;
  // @ts-expect-error the second address is missing
  addressesEqual(text);

  const detectedAddress = detectAddress(text) satisfies DetectedAddress;
  detectedAddress.non_bounceable.b64url satisfies string;
  detectedAddress.given_type satisfies "raw_form" | "friendly_bounceable" | "friendly_non_bounceable";

  const list: readonly string[] = [text];
  for (const outcome of packAddresses(list, { testOnly: true })) if (outcome.ok) outcome.value satisfies string;
  for (const outcome of unpackAddresses(list)) if (!outcome.ok) outcome.error.message satisfies string;
  for (const outcome of detectAddresses(list)) if (outcome.ok) outcome.value satisfies DetectedAddress;
  // @ts-expect-error a list
  packAddresses(text);

  const hash = detectHash(text) satisfies DetectedHash;
  normalizeHash(hash.hex, "b64url") satisfies string;
  // @ts-expect-error the form is required
  normalizeHash(hash.hex);
  // @ts-expect-error the form is one of three names
  normalizeHash(hash.hex, "base64");

  assertSameType<Same<typeof address.packAddress, typeof packAddress>>();
  assertSameType<Same<typeof noWasm.packAddress, typeof packAddress>>();
  assertSameType<Same<keyof typeof noWasm, keyof typeof address>>();
  // @ts-expect-error only `ton-edge` exports the client
  address.createClient;
}

export function objects() {
  const address = Address.parse(text) satisfies Address;
  address satisfies AddressLike;
  new Address(0, new Uint8Array(32)) satisfies Address;
  address.workChain satisfies number;
  address.hash satisfies Uint8Array;
  address.toString({
    urlSafe: false,
    bounceable: optionalFlag,
    testOnly: true,
  } satisfies AddressStringOptions) satisfies string;
  address.toRawString() satisfies string;
  address.toStringBuffer({ bounceable: false }) satisfies Uint8Array;
  address.equals(Address.parseRaw(text)) satisfies boolean;
  Address.parseFriendly(text).address satisfies Address;
  Address.parseFriendly(text).isBounceable satisfies boolean;
  Address.normalize(address) satisfies string;
  Address.isFriendly(text) satisfies boolean;
  Address.isRaw(text) satisfies boolean;
  if (Address.isAddress(thrownValue)) thrownValue.toRawString();
  // @ts-expect-error the property is read-only
  address.workChain = -1;
  // @ts-expect-error a workchain and a hash are both required
  new Address(0);
  // @ts-expect-error misspelt
  address.toString({ bouncable: false });
}

// --- errors ---

export function errors() {
  if (isTonEdgeError(thrownValue)) {
    thrownValue satisfies TonEdgeError;
    thrownValue.name satisfies "TonEdgeError";
    thrownValue.code satisfies TonEdgeErrorCode;
    thrownValue.retryAfterMs satisfies number | undefined;
    thrownValue.status satisfies number | undefined;
    thrownValue.cause satisfies unknown;
    thrownValue.toJSON().code satisfies TonEdgeErrorCode;
    // @ts-expect-error no such code
    thrownValue.code === "adress_empty";
    switch (thrownValue.code) {
      case "timeout":
      case "rate_limited":
        break;
      // @ts-expect-error no such code
      case "too_slow":
        break;
    }
    // @ts-expect-error the property is read-only
    thrownValue.code = "timeout";
  }
  if (isTonEdgeError(thrownValue, "address_length")) thrownValue.code satisfies "address_length";
  // @ts-expect-error no such code
  isTonEdgeError(thrownValue, "too_slow");
  // @ts-expect-error the type is unknown before a check
  thrownValue.code;
}

// --- the client ---

export function clients() {
  createClient() satisfies Client;
  createClient({});
  createClient({
    network: "testnet",
    baseUrl: "/testnet",
    apiKey: async () => "key",
    apiKeyIn: "query",
    dangerouslyAllowBrowser: true,
    fetch: (request) => fetch(request),
    headers: { "x-mine": "1" },
    timeoutMs: 1000,
    maxResponseBytes: 1 << 20,
    maxUrlBytes: 131_072,
  } satisfies ClientOptions);
  createClient({
    retry: { attempts: 2, maxDelayMs: undefined } satisfies RetryOptions,
    rateLimit: 25,
    paceStore: {
      reserve: async (name, intervalMs) => name.length + intervalMs,
      rest: (name, delayMs) => [name, delayMs],
    } satisfies PaceStore,
    sessionConsistency: true,
    sessionChannel: {
      publish: (name, text) => name.length + text.length,
      subscribe: async (name, listener) => listener(name),
    } satisfies SessionChannel,
    concurrency: 4,
    coalesce: false,
    onRequest: ({ url, attempt }: RequestInfo) => void [url, attempt],
    onResponse: ({ status, code }: ResponseInfo) => void [status, code],
    onRetry: ({ delayMs, error }: RetryInfo) => void [delayMs, error.code],
  } satisfies ClientOptions);
  createClient({ retry: false, rateLimit: "auto" });
  // @ts-expect-error the value is a number, "auto" or false
  createClient({ rateLimit: "fast" });
  // @ts-expect-error misspelt
  createClient({ retry: { attempt: 2 } });
  createClient({ fetch });
  createClient({ headers: new Headers() });
  createClient({ headers: [["x-mine", "1"]] });
  // An option that is undefined counts as omitted, also under `exactOptionalPropertyTypes`.
  const key: string | undefined = undefined;
  createClient({ apiKey: key, network: undefined, timeoutMs: undefined });
  // @ts-expect-error misspelt
  createClient({ baseURL: "/" });
  // @ts-expect-error no such network
  createClient({ network: "moonnet" });
  // @ts-expect-error the value is "header" or "query"
  createClient({ apiKeyIn: "cookie" });
  // @ts-expect-error a number of milliseconds
  createClient({ timeoutMs: "1s" });
  // @ts-expect-error a string, not a URL object
  createClient({ baseUrl: new URL("https://gateway.example") });
  // @ts-expect-error the function must return a key
  createClient({ apiKey: () => 7 });
}

// --- the gateway ---

interface Bindings {
  API_KEY: string;
  ASSETS: { fetch(request: Request): Promise<Response> };
}

/** The outcome of a get-method, with its stack as a bag. */
export function writeBag(contract: Contract): Uint8Array | undefined {
  const result = contract.getBoc("seqno", new Uint8Array(), { gasLimit: 1000 }) satisfies LocalBocResult;
  contract.codeHash satisfies string;
  // @ts-expect-error The code hash is computed from the code, and read-only.
  contract.codeHash = "";
  return result.status === "done" ? result.stack : undefined;
}

export async function gateways(bindings: Bindings) {
  const gateway = createGateway({
    network: "mainnet",
    // The example of the README.
    mainnet: { baseUrl: "https://toncenter.com", apiKey: (env) => env["API_KEY"] },
    testnet: "https://testnet.toncenter.com",
    origins: ["https://app.example"] as const,
    unknownParameters: "forward",
    maxUrlBytes: 4096,
    maxBodyBytes: 1 << 20,
    timeoutMs: 5000,
    assets: async (request, env, ctx) => new Response(`${request.url} ${typeof env["ASSETS"]} ${typeof ctx}`),
    fetch: (url, init) => fetch(url, init),
    log: console.error,
  } satisfies GatewayConfig) satisfies Gateway;
  (await gateway.fetch(new Request("https://gateway.example/api/v3/blocks"))) satisfies Response;
  await gateway.fetch(new Request("https://gateway.example/"), { API_KEY: "key" }, { waitUntil() {} });
  // A Worker declares its variables and bindings as an interface.
  await gateway.fetch(new Request("https://gateway.example/"), bindings);
  createGateway();
  createGateway({ mainnet: { apiKey: "key" } satisfies Upstream });
  interface Env {
    API_KEY: string;
    ASSETS: { fetch(request: Request): Promise<Response> };
  }
  createGateway<Env>({
    mainnet: { apiKey: (env) => env.API_KEY },
    testnet: [{ apiKey: async (env) => [env.API_KEY] }, "https://a.example"],
    assets: (request, env) => env.ASSETS.fetch(request),
    strict: true,
    unknownParameters: "ignore",
  });
  createGateway({ mainnet: { apiKey: (env: Env) => env.API_KEY } });
  // @ts-expect-error The environment has no such variable.
  createGateway<Env>({ mainnet: { apiKey: (env) => env.APIKEY } });
  const severalKeys = ["first", "second"] satisfies UpstreamApiKeys;
  createGateway({
    mainnet: ["https://toncenter.com", { baseUrl: "https://two.example", apiKey: severalKeys }],
    hosts: { "t.example": "testnet" },
  });
  createGateway({ localGetMethods: true, tvm: () => machine });
  const localOptions = {
    verify: 0.001,
    gasLimit: 1_000_000,
    workPerRequest: 1_000_000,
    workPerSecond: 10_000_000,
  } satisfies LocalGetMethods;
  const streaming = {
    maxConnections: 5000,
    maxConnectionsPerCaller: 20,
    maxAddresses: 10,
    maxAccounts: 10_000,
  } satisfies Streaming;
  createGateway({ streaming: { ...streaming, intervalMs: 500, maxBufferedBytes: 65_536, maxAgeMs: 60_000 } });
  createGateway({ streaming: true });
  const images = {
    maxBytes: 1_000_000,
    maxFetches: 4,
    timeoutMs: 5000,
    cacheBytes: 10_000_000,
    ttlMs: 3_600_000,
    callerRate: { rate: 1, burst: 50 },
    ipfsUrl: "https://ipfs.example/ipfs/",
    fetch: (url, init) => fetch(url, init),
    resize: async ({ bytes, type, width, height }: Picture, size, env) =>
      type === "image/gif" || width * height > size * 4096 || env === null ? bytes : bytes.slice(),
  } satisfies Images;
  createGateway({ images });
  createGateway({ images: true });
  const hub = createStreamHub({ streaming: { scope: "durable-object", shards: 4 } }) satisfies StreamHubClass;
  const storage = { getAlarm: async () => null, setAlarm: async () => {} };
  const state = { storage, waitUntil() {} } satisfies StreamHubState;
  void new hub(state, {}).fetch(new Request("https://stream-hub/"));
  // @ts-expect-error streams are not in Redis
  createGateway({ streaming: { scope: "redis" } });
  createGateway({ localGetMethods: localOptions, tvm: async () => machine });
  const exported = {
    endpoint: "https://collector.example",
    headers: { authorization: "Bearer x" },
    serviceName: "gw",
    resource: { "service.version": "1", canary: true },
    sampleRatio: 0.01,
    sampleErrors: true,
    followParent: false,
    logs: "info",
    maxQueue: 1000,
    maxBatch: 100,
    intervalMs: 1000,
    timeoutMs: 1000,
    compression: "gzip",
    fetch: (to, init) => fetch(to, init),
  } satisfies OtlpOptions;
  const telemetry = otlp(exported) satisfies Telemetry;
  otlp<Env>({ endpoint: "http://localhost:4318", headers: async (env) => ({ "x-key": env.API_KEY }) });
  const observedGateway = createGateway({ telemetry, logFormat: "text", logSampling: 0.1 });
  await observedGateway.flush();
  const allow: Step<Env> = ({ calls, caller, env, request, requestId, ctx }: StepContext<Env>, next) => {
    const [call] = calls;
    call satisfies StepCall | undefined;
    call?.parameters["account"] satisfies unknown;
    [caller?.id, caller?.plan, env.API_KEY, request.method, requestId, ctx] satisfies unknown[];
    return calls.every(({ operation, network }) => operation !== "message" && network === "testnet")
      ? next()
      : new Response(null, { status: 403 });
  };
  createGateway<Env>({
    steps: [
      allow,
      async (_context, next) => {
        const response = await next();
        response.headers.set("x-region", "eu");
        return response;
      },
    ],
  });
  // @ts-expect-error A step returns a response, or nothing.
  createGateway({ steps: [() => 403] });
  // @ts-expect-error A list.
  createGateway({ steps: allow });
  // @ts-expect-error The exporter needs an endpoint.
  otlp({});
  // @ts-expect-error The level is one of four.
  otlp({ endpoint: "https://a.example", logs: "debug" });
  // @ts-expect-error The value is what `otlp` returns.
  createGateway({ telemetry: "https://collector.example" });
  // @ts-expect-error The form is one of three.
  createGateway({ logFormat: "xml" });
  // @ts-expect-error A share is a number.
  createGateway({ localGetMethods: { verify: "0.1" }, tvm: () => machine });
  // @ts-expect-error The function loads a module with the virtual machine.
  createGateway({ localGetMethods: true, tvm: () => createGateway });
  const kv = kvKeys({ binding: "KEYS", cacheTtl: 60 }) satisfies WritableKeyStore;
  createGateway({ apiKeys: kv, keyless: "refuse", maxHeaderBytes: 8192 });
  const record: KeyRecord = { hash: "0", id: "a", network: "testnet", created: "2026-01-01T00:00:00Z", plan: 5 };
  await kv.put(record, bindings as never);
  (await kv.revoke("a")) satisfies boolean;
  const list = listKeys((env) => env["TON_EDGE_API_KEYS"]) satisfies ListedKeyStore;
  (await list.list())[0]?.revoked satisfies string | boolean | undefined;
  const storedEntry = new Map<string, CacheEntry>();
  const sharedStore: CacheStore = {
    get: (key) => storedEntry.get(key),
    put: async (key, entry) => void storedEntry.set(key, entry),
  };
  const cache = {
    adapter: sharedStore,
    maxBytes: 1_000_000,
    maxEntryBytes: 10_000,
    staleWhileRevalidateMs: 0,
    staleIfErrorMs: 60_000,
    coalesce: false,
  } satisfies CacheConfig;
  // @ts-expect-error not the name of a cache adapter
  ({ adapter: "disk" }) satisfies CacheConfig;
  const keyStore: KeyStore = { find: async (hash, env) => (env["DB"] ? { ...record, hash } : undefined) };
  createGateway({ apiKeys: keyStore });
  createGateway({ apiKeys: listKeys([record]) });
  const rate = { rate: 0.5, burst: 3 } satisfies Rate;
  const limitStates: LimitState[] = [];
  const limiter: Limiter = {
    take: (rules: readonly LimitRule[]) => (rules.length > 0 ? limitStates : []),
    lease: async ({ want, horizonMs }) => ({ count: want, waitMs: horizonMs }),
  };
  const limits = {
    keyless: 2,
    plans: { shop: rate, other: 5 },
    global: "off",
    costs: { "/api/v3/traces": 5 },
    budget: 10,
    queueTimeoutMs: 0,
    scope: limiter,
    callers: "isolate",
    reservePercent: 10,
    maxGateways: 4,
    maxCallers: 1000,
  } satisfies Limits;
  createGateway({
    limits,
    clientIp: { header: "X-Forwarded-For", trustedProxies: ["10.0.0.0/8"] },
    mainnet: { budget: "off" },
  });
  const nodeRedis: NodeRedis = { eval: async () => [], evalSha: async () => [] };
  const ioRedis: IoRedis = { eval: async () => [], evalsha: async () => [] };
  const url = "https://limiter.example";
  for (const scope of [
    "isolate",
    "durable-object",
    durableObjectLimiter({ binding: "OTHER" }),
    remoteLimiter({ url, secret: (env) => env["LIMITER_SECRET"] }),
    redisLimiter({ client: nodeRedis }),
    redisLimiter({ client: ioRedis, prefix: "a" }),
  ] as const)
    createGateway({ limits: { scope } });
  for (const store of [redisStreams({ client: nodeRedis }), redisStreams({ client: ioRedis, prefix: "a" })])
    createGateway({ streaming: { store: store satisfies StreamStore } });
  limiterService({ secret: (env) => env["LIMITER_SECRET"] }) satisfies { fetch: unknown };
  new LimiterObject({ storage: { get: async () => 0, put() {} } }) satisfies { fetch: unknown };
  createGateway({ apiKeys: listKeys([{ ...record, plan: "shop" }]) });
  // @ts-expect-error a plan is a rate
  createGateway({ limits: { plans: { shop: "off" } } });
  // @ts-expect-error a budget has no burst
  createGateway({ mainnet: { budget: rate } });
  // @ts-expect-error the value is one of three kinds
  createGateway({ clientIp: "header" });
  // @ts-expect-error the value is neither a known word nor a limiter
  createGateway({ limits: { scope: "redis" } });
  // @ts-expect-error the value is a store, not its records
  createGateway({ apiKeys: [record] });
  // @ts-expect-error the value is one of two words
  createGateway({ keyless: "maybe" });
  // @ts-expect-error the value is the name of a network
  createGateway({ hosts: { "t.example": "moon" } });
  createGateway({
    mainnet: ["https://a.example", { baseUrl: "https://b.example", apiKey: ["first", "second"] }],
    timeoutMs: 5000,
    deadlineMs: 8000,
    retries: 1,
    logLevel: "warn",
    breaker: { failures: 3, openMs: 1000 } satisfies Breaker,
    cache,
    adminToken: (env) => env["TON_EDGE_ADMIN_TOKEN"],
    readiness: { maxHeadAgeMs: 30_000, identity: "report", ttlMs: 0 } satisfies Readiness,
    openapi: (generation) => new Response(generation satisfies "v2" | "v3"),
  });
  createGateway({
    overload: { maxInFlight: 100, maxInFlightPerClient: 10, reservedForKeys: 30 } satisfies Overload,
    clients: { allow: ["192.0.2.0/24"], deny: ["192.0.2.66"] } satisfies Clients,
    operations: { deny: ["Send", "v3/message"] } satisfies OperationsConfig,
    origins: ["https://app.example"],
    enforceOrigins: true,
    allowedHosts: ["gw.example"],
    logClient: "address",
    logSalt: "0123456789abcdef",
    maxParameters: 100,
    maxJsonDepth: 64,
    maxJsonMembers: 1000,
    limits: { requests: rate, ipv6PrefixLength: 48 },
  });
  // @ts-expect-error the value is true or false
  createGateway({ enforceOrigins: "yes" });
  // @ts-expect-error the value is one of three words
  createGateway({ logClient: "ip" });
  createGateway({ mainnet: { baseUrl: undefined, apiKey: async () => undefined } });
  // @ts-expect-error misspelt
  createGateway({ orgins: [] });
  // @ts-expect-error a list
  createGateway({ origins: "https://app.example" });
  // @ts-expect-error no such network
  createGateway({ network: "moonnet" });
  // @ts-expect-error the value is one of two words
  createGateway({ unknownParameters: "drop" });
  // @ts-expect-error a number is not a key
  createGateway({ mainnet: { apiKey: 7 } });
  // @ts-expect-error a gateway handles requests
  await gateway.fetch("https://gateway.example/");
}

// --- the table ---

export function table() {
  const rows = endpoints() satisfies readonly EndpointRow[];
  for (const row of rows) {
    row.generation satisfies "v2" | "v3";
    row.page?.max satisfies number | undefined;
    row.page satisfies EndpointPage | undefined;
    row.livePage satisfies EndpointLivePage | undefined;
    row.rules satisfies EndpointRule[] | undefined;
    // @ts-expect-error a live list has one of three other styles
    row.livePage?.style === "token";
    for (const param of row.params ?? []) {
      param satisfies EndpointParam;
      param.default satisfies EndpointDefault | undefined;
      param.in satisfies "query" | "body" | "header";
      // @ts-expect-error no parameter is in the path
      param.in === "path";
    }
  }
  // @ts-expect-error the list is read-only
  rows.push(rows[0]);
  // @ts-expect-error no such generation
  rows[0]?.generation === "v1";
}
