// Reads the configuration of a gateway, has the core check it, and makes the parts of the gateway from it.

import { fail, isList } from "../util/error.js";
import { WORKERD } from "../util/runtime.js";
import { createCache } from "./cache/create-cache.js";
import { loadDerived } from "./core.js";
import { createClientLookup } from "./http/client-ip.js";
import { createForwardedKeys } from "./keys/forwarded-keys.js";
import { createKeyLookup } from "./keys/lookup.js";
import { createAdmission } from "./limits/admission.js";
import { createLimits } from "./limits/create-limits.js";
import { lazyGetMethods } from "./local-get-methods/load.js";
import { createClientDigests } from "./ops/client-digests.js";
import { LEVELS, logAlert } from "./ops/log.js";
import { createAggregate } from "./ops/metrics-aggregate.js";
import { createMeter, upstreamCounts } from "./ops/metrics.js";
import { createBreakers } from "./upstream/breakers.js";
import { nameUpstreams, readUpstreams } from "./upstream/upstreams.js";
import { createVerdictCache } from "./verdict-cache.js";

/** How deep a configuration can be: a list of upstreams, each with a list of keys. */
const DEEPEST = 6;
/** Most members of anything in a configuration; bytes by mistake have more. */
const MOST = 1000;
/** Milliseconds for which the result of a readiness check is reused; src/gateway/settings.rs. */
const READINESS_TTL_MS = 10_000;

/** @typedef {ReturnType<typeof prepareGateway>} Ready */

/**
 * @param {object} written the settings
 * @param {import("./ops/metrics.js").Meter} [meter] that of a gateway which this one replaces: its counts go on
 */
export function prepareGateway(written, meter) {
  const { config, policy, trustsCloudflare } = readConfig(written);
  const ready = {
    policy,
    upstream: undefined,
    /** The names of the upstreams, for operators. */
    names: undefined,
    version: undefined,
    /** The breakers of the upstreams, in this isolate. */
    states: undefined,
    number: 0,
    instance: 0,
    urls: undefined,
    /** The headers of every response. */
    always: undefined,
    /** Names of the request headers that the core reads, and of the upstream's response headers that the gateway returns. */
    read: undefined,
    returned: [],
    /** The header by which clients are known, if it is one, and whether Cloudflare's is believed wherever this runs. */
    client: undefined,
    trustsCloudflare,
    onCloudflare: false,
    warned: false,
    clients: undefined,
    clientOf: undefined,
    admission: undefined,
    /** Budgets of the upstreams, and how they are counted. */
    budgets: undefined,
    /** Milliseconds of a request, attempts after the first round, milliseconds for which a probe is waited for. */
    deadline: 0,
    retries: 0,
    probeWait: 0,
    breakerFailures: 0,
    admin: config.adminToken ?? undefined,
    /** Fewest characters of an admin token. */
    leastToken: undefined,
    /** The greatest length of a URL and of all headers that any configuration allows. */
    mostUrl: 0,
    mostHeaders: 0,
    meter: undefined,
    readiness: { ttlMs: config.readiness?.ttlMs ?? READINESS_TTL_MS, last: undefined },
    openapi: config.openapi ?? undefined,
    assets: config.assets ?? undefined,
    isWorkerd: WORKERD,
    fetch: config.fetch ?? undefined,
    log: config.log ?? undefined,
    level: LEVELS[config.logLevel ?? "info"],
    format: config.logFormat ?? undefined,
    /** Share of the lines of requests that are written. */
    sampling: config.logSampling ?? 1,
    /** Records traces, and exports them and the log. */
    telemetry: config.telemetry ?? undefined,
    lookUp: undefined,
    /** Sends a request with a caller's key, where those are forwarded. */
    tryCallerKey: undefined,
    limits: undefined,
    cache: undefined,
    /** Computes get-methods. */
    local: undefined,
  };
  const settled = loadDerived(ready);
  ready.verdicts = createVerdictCache();
  ready.clients = createClientLookup(ready);
  ready.clientOf = createClientDigests(settled.logClient, config.logSalt ?? undefined);
  ready.admission = createAdmission(ready, settled);
  const { mainnet, testnet } = ready.urls;
  const forwardsKeys = config.callerKeys === "forward";
  ready.upstream = {
    mainnet: readUpstreams("mainnet", config.mainnet, mainnet, forwardsKeys),
    testnet: readUpstreams("testnet", config.testnet, testnet, forwardsKeys),
  };
  ready.names = { mainnet: nameUpstreams(mainnet), testnet: nameUpstreams(testnet) };
  const { deadline, retries, probeWait, breakerFailures } = settled;
  Object.assign(ready, { deadline, retries, probeWait, breakerFailures });
  ready.states = { mainnet: createBreakers(mainnet.length), testnet: createBreakers(testnet.length) };
  ready.limits = createLimits(ready, config.limits?.scope, ready.budgets);
  ready.cache = createCache(ready, config.cache?.adapter);
  if (config.localGetMethods) ready.local = lazyGetMethods(ready, config.localGetMethods, config.tvm);
  // Counted only where somebody may read it.
  if (config.adminToken) {
    ready.meter = meter ?? createMeter(createAggregate(ready.limits.shared));
    for (const network of ["mainnet", "testnet"])
      for (const [at, one] of ready.upstream[network].entries())
        one.counts = upstreamCounts(ready.meter, network, ready.names[network][at]);
  }
  if (config.apiKeys) ready.lookUp = createKeyLookup(config.apiKeys, ready);
  ready.telemetry?.connect((message) => logAlert(ready, {}, { level: "warn", code: "telemetry_dropped", message }));
  if (forwardsKeys) ready.tryCallerKey = createForwardedKeys(ready.budgets.failedKeys);
  return ready;
}

/** The settings, and all of them as JSON. Getters run once; what they throw is the configuration's fault. */
function readConfig(written) {
  try {
    const config = typeof written === "object" && !isList(written) ? { ...written } : {};
    const trustsCloudflare = config.clientIp === "cloudflare";
    config.clientIp ??= WORKERD ? "cloudflare" : "socket";
    // Off, or an object of its settings: the core knows by one of them that there are any.
    const local = config.localGetMethods;
    if (local === true || (local && typeof local === "object" && !isList(local)))
      config.localGetMethods = { verify: 0, .../** @type {object} */ (local) };
    else if (local === false) config.localGetMethods = undefined;
    return {
      config,
      trustsCloudflare,
      policy: JSON.stringify(describeForCore(written === null || isList(written) ? written : config, 0)),
    };
  } catch (cause) {
    throw fail("config_invalid", "the configuration cannot be read: reading it throws", { cause });
  }
}

/** What JSON has no words for, in words that no setting takes by accident. */
function describeForCore(value, depth) {
  if (typeof value === "function") return "\0function";
  if (typeof value === "number") return Number.isFinite(value) ? value : "\0number";
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "object" || depth > DEEPEST) return `\0${typeof value}`;
  if (typeof value.find === "function" && !isList(value)) return value.ttl === undefined ? "\0store" : "\0ttl";
  if (typeof value.begin === "function" && typeof value.flush === "function") return "\0telemetry";
  if (typeof value.take === "function" && typeof value.lease === "function") return "\0limiter";
  if (typeof value.get === "function" && typeof value.put === "function" && !isList(value)) return "\0cache";
  const entries = Object.entries(value);
  if (Math.max(entries.length, isList(value) ? value.length : 0) > MOST) return "\0object";
  if (isList(value)) return Array.from(value, (one) => describeForCore(one, depth + 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, describeForCore(one, depth + 1)]));
}
