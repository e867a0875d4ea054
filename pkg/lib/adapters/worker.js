// The ready-made Cloudflare Worker: configures a gateway from the variables and bindings of its environment.

import { createGateway } from "../gateway/create-gateway.js";
import { kvKeys } from "../gateway/keys/kv-keys.js";
import { listKeys } from "../gateway/keys/list-keys.js";
import { withSecurityHeaders } from "./security-headers.js";

let gateway;

const text = (value) => (typeof value === "string" && value !== "" ? value : undefined);
/** A number. Other text becomes `NaN`, which the check of the configuration refuses. */
const number = (value) => (text(value) === undefined ? undefined : Number(value));
/** True or false. The check of the configuration refuses other text. */
const flag = (value) => (value === "true" ? true : value === "false" ? false : text(value));
const list = (value) => parts(value)?.filter(Boolean);
/** The parts of a list, one per upstream. Empty parts stay, or the next upstream's key would go to another operator. */
const parts = (value) =>
  text(value)
    ?.split(",")
    .map((one) => one.trim());

/**
 * The upstreams of a network from variables such as `UPSTREAM_MAINNET`: several are separated by commas, the preferred one first. Each
 * upstream has its own keys, separated by commas too, so that no key goes to another operator: `API_KEY_MAINNET`, `API_KEY_MAINNET_2`, ...
 * `BUDGET_MAINNET` has one budget per upstream. Keys are read for every request, so a rotated secret takes effect at once.
 */
const upstreams = (env, network) =>
  (parts(env[`UPSTREAM_${network}`]) ?? [undefined]).map((url, at) => ({
    baseUrl: url,
    apiKey: (now) => list(now[`API_KEY_${network}${at === 0 ? "" : `_${at + 1}`}`]),
    budget: rate(parts(env[`BUDGET_${network}`])?.[at]),
  }));

/** `"testnet.gw.example=testnet, gw.example=mainnet"` as an object. The check of the configuration refuses parts that are not pairs. */
function hosts(written) {
  const pairs = list(written)?.map((one) => one.split("=", 2).map((part) => part.trim()));
  return pairs && Object.fromEntries(pairs.map(([host, network = ""]) => [host, network]));
}

function callers(env) {
  if (env.KEYS) return kvKeys();
  return text(env.CALLER_KEYS) ? listKeys((now) => now.CALLER_KEYS) : undefined;
}

/** A rate or a budget. The check of the configuration refuses other text. */
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
    mainnet: upstreams(env, "MAINNET"),
    testnet: upstreams(env, "TESTNET"),
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
    strict: flag(env.STRICT),
    unknownParameters: text(env.UNKNOWN_PARAMETERS),
    keyless: text(env.KEYLESS),
    // Passed unchanged, so that the check of the configuration refuses a weak token.
    adminToken: text(env.ADMIN_TOKEN),
    openapi: env.ASSETS
      ? (generation, now) => now.ASSETS.fetch(`https://assets.local/openapi/${generation}.json`)
      : undefined,
    assets: env.ASSETS ? async (request, now) => withSecurityHeaders(await now.ASSETS.fetch(request)) : undefined,
  });
}

export default {
  fetch(request, env, ctx) {
    // Variables other than keys do not change during the life of an isolate.
    gateway ??= make(env);
    return gateway.fetch(request, env, ctx);
  },
};
