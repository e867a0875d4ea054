// The configuration of a gateway: described for the core, which checks it, and made ready.

import { fail, isList } from "../error.js";
import { WORKERD } from "../runtime.js";
import { admission } from "./admission.js";
import { breakers } from "./breakers.js";
import { caching } from "./cache/caching.js";
import { clients } from "./clients.js";
import { digests } from "./digests.js";
import { fleetOf } from "./fleet.js";
import { lookups } from "./keys/lookup.js";
import { limitsOf } from "./limits/prepare.js";
import { LEVELS } from "./log.js";
import { meters } from "./metrics.js";
import { learn } from "./policy.js";
import { services } from "./services.js";
import { verdicts } from "./verdicts.js";

/** How deep a configuration can be: a list of services, each with a list of keys. */
const DEEPEST = 6;
/** Most members of anything in a configuration; bytes by mistake have more. */
const MOST = 1000;
/** Milliseconds for which a look at the services holds; src/gateway/settings.rs. */
const KEEP = 10_000;

export function prepare(written) {
  const { config, policy, trustsCloudflare } = read(written);
  const ready = {
    policy,
    upstream: undefined,
    /** Breakers: what this isolate knows of each service. */
    states: undefined,
    number: 0,
    instance: 0,
    urls: undefined,
    /** Of every answer: `Headers`. */
    always: undefined,
    /** Names of the request's headers that the core reads, and of the service's that go on. */
    read: undefined,
    kept: [],
    /** The header by which clients are known, if it is one, and whether Cloudflare's is believed wherever this runs. */
    client: undefined,
    trustsCloudflare,
    onCloudflare: false,
    warned: false,
    clients: undefined,
    clientOf: undefined,
    admission: undefined,
    /** Budgets of the services, and how they are kept. */
    budgets: undefined,
    /** Milliseconds of a request, attempts after the first round, milliseconds for which a probe is waited for. */
    deadline: 0,
    retries: 0,
    probeWait: 0,
    breakerFailures: 0,
    admin: config.admin ?? undefined,
    /** Fewest characters of an admin token. */
    leastToken: undefined,
    meter: undefined,
    readiness: { keep: config.readiness?.keep ?? KEEP, kept: undefined },
    openapi: config.openapi ?? undefined,
    assets: config.assets ?? undefined,
    isWorkerd: WORKERD,
    fetch: config.fetch ?? undefined,
    log: config.log ?? undefined,
    level: LEVELS[config.logLevel ?? "info"],
    lookUp: undefined,
    limits: undefined,
    cache: undefined,
  };
  const settled = learn(ready);
  ready.verdicts = verdicts();
  ready.clients = clients(ready);
  ready.clientOf = digests(settled.logClient, config.logSalt ?? undefined);
  ready.admission = admission(ready, settled);
  const { mainnet, testnet } = ready.urls;
  ready.upstream = { mainnet: services("mainnet", config.mainnet, mainnet), testnet: services("testnet", config.testnet, testnet) };
  const { deadline, retries, probeWait, breakerFailures } = settled;
  Object.assign(ready, { deadline, retries, probeWait, breakerFailures });
  ready.states = { mainnet: breakers(mainnet.length), testnet: breakers(testnet.length) };
  ready.limits = limitsOf(ready, config.limits?.scope, ready.budgets);
  ready.cache = caching(ready, config.cache?.adapter);
  // Counted only where somebody may read it.
  if (config.admin) ready.meter = meters(fleetOf(ready.limits.shared));
  if (config.keys) ready.lookUp = lookups(config.keys, ready);
  return ready;
}

/** The settings, and all of them as JSON. Getters run once; what they throw is the configuration's fault. */
function read(written) {
  try {
    const config = typeof written === "object" && !isList(written) ? { ...written } : {};
    const trustsCloudflare = config.clientIp === "cloudflare";
    config.clientIp ??= WORKERD ? "cloudflare" : "socket";
    return { config, trustsCloudflare, policy: JSON.stringify(describe(written === null || isList(written) ? written : config, 0)) };
  } catch (cause) {
    throw fail("config_invalid", "the configuration cannot be read: reading it throws", { cause });
  }
}

/** What JSON has no words for, in words that no setting takes by accident. */
function describe(value, depth) {
  if (typeof value === "function") return "\0function";
  if (typeof value === "number") return Number.isFinite(value) ? value : "\0number";
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "object" || depth > DEEPEST) return `\0${typeof value}`;
  if (typeof value.find === "function" && !isList(value)) return "\0store";
  if (typeof value.take === "function" && typeof value.lease === "function") return "\0limiter";
  if (typeof value.get === "function" && typeof value.put === "function" && !isList(value)) return "\0cache";
  const entries = Object.entries(value);
  if (Math.max(entries.length, isList(value) ? value.length : 0) > MOST) return "\0object";
  if (isList(value)) return Array.from(value, (one) => describe(one, depth + 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, describe(one, depth + 1)]));
}
