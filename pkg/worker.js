// ton-edge/worker: a ready Cloudflare Worker. Documented in worker.d.ts.

import { createGateway } from "./gateway.js";
import { kvKeys } from "./lib/gateway/keys/kv-keys.js";
import { listKeys } from "./lib/gateway/keys/list-keys.js";
import { withSecurityHeaders } from "./lib/adapters/security-headers.js";

let gateway;

const text = (value) => (typeof value === "string" && value !== "" ? value : undefined);
/** What is no number is refused with the other faults of the configuration. */
const number = (value) => (text(value) === undefined ? undefined : Number(value));
const list = (value) => parts(value)?.filter(Boolean);
/** Where each part belongs to one upstream, an empty one keeps its place: else the next key would go to another's operator. */
const parts = (value) => text(value)?.split(",").map((one) => one.trim());

/**
 * The services of a network, from `UPSTREAM_MAINNET` and the like: several by commas, the preferred one first. Each has
 * a key of its own, so that none goes to another's operator: `API_KEY_MAINNET`, `API_KEY_MAINNET_2`, ... Several keys of
 * one service by commas too. `BUDGET_MAINNET` has a budget each. Keys are read anew for every request: a rotated secret counts at once.
 */
const services = (env, network) =>
  (parts(env[`UPSTREAM_${network}`]) ?? [undefined]).map((url, at) => ({
    baseUrl: url,
    apiKey: (now) => list(now[`API_KEY_${network}${at === 0 ? "" : `_${at + 1}`}`]),
    budget: rate(parts(env[`BUDGET_${network}`])?.[at]),
  }));

/** `"testnet.gw.example=testnet, gw.example=mainnet"` as an object; what is no pair is left for the check to refuse. */
function hosts(written) {
  const pairs = list(written)?.map((one) => one.split("=", 2).map((part) => part.trim()));
  return pairs && Object.fromEntries(pairs.map(([host, network = ""]) => [host, network]));
}

function callers(env) {
  if (env.KEYS) return kvKeys();
  return text(env.CALLER_KEYS) ? listKeys((now) => now.CALLER_KEYS) : undefined;
}

/** A rate, or a budget; what is neither is refused with the other faults of the configuration. */
const rate = (value) => (text(value) === "off" ? "off" : number(value));

/** Plans as JSON: `{ "shop": { "rate": 10, "burst": 50 } }`. */
function plans(written) {
  try {
    return text(written) && JSON.parse(written);
  } catch {
    return written;
  }
}

const limits = (env) => ({
  requests: rate(env.LIMIT_REQUESTS),
  keyless: rate(env.LIMIT_KEYLESS),
  global: rate(env.LIMIT_GLOBAL),
  plans: plans(env.LIMIT_PLANS),
  budget: rate(env.LIMIT_BUDGET),
  scope: env.LIMITER ? "durable-object" : undefined,
});

function make(env) {
  return createGateway({
    network: text(env.NETWORK),
    hosts: hosts(env.HOSTS),
    mainnet: services(env, "MAINNET"),
    testnet: services(env, "TESTNET"),
    limits: limits(env),
    retries: number(env.RETRIES),
    hedgeAfterMs: number(env.HEDGE),
    cache: { adapter: text(env.CACHE) },
    logLevel: text(env.LOG_LEVEL),
    logClient: text(env.LOG_CLIENT),
    logSalt: text(env.LOG_SALT),
    clients: { allow: list(env.ALLOWED_CLIENTS), deny: list(env.DENIED_CLIENTS) },
    operations: { deny: list(env.DENIED_OPERATIONS) },
    clientIp: text(env.CLIENT_IP),
    origins: list(env.ALLOWED_ORIGINS),
    apiKeys: callers(env),
    keyless: text(env.KEYLESS),
    // As it is, so that one that can be guessed is refused with the other faults of the configuration.
    adminToken: text(env.ADMIN_TOKEN),
    openapi: env.ASSETS ? (generation, now) => now.ASSETS.fetch(`https://assets.local/openapi/${generation}.json`) : undefined,
    assets: env.ASSETS ? async (request, now) => withSecurityHeaders(await now.ASSETS.fetch(request)) : undefined,
  });
}

export { LimiterObject } from "./lib/gateway/limits/durable-object-server.js";

export default {
  fetch(request, env, ctx) {
    // Variables other than keys do not change while an isolate lives.
    gateway ??= make(env);
    return gateway.fetch(request, env, ctx);
  },
};
