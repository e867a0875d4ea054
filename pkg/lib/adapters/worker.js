// The ready-made Cloudflare Worker: configures a gateway from the variables and bindings of its environment.

import { createGateway } from "../gateway/create-gateway.js";
import { kvKeys } from "../gateway/keys/kv-keys.js";
import { listKeys } from "../gateway/keys/list-keys.js";
import { prepareGateway } from "../gateway/settings.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { readHstsSeconds } from "./security-headers.js";
import { workerAssets } from "./worker-assets.js";

let gateway;

/** `CALLER_KEYS` in place of records: callers' keys are those of the upstream. */
const FORWARD = "forward";
/** Seconds for which browsers shall use https only; of the web app, so no setting of the gateway. */
const HSTS = "HSTS_SECONDS";

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
  return text(env.CALLER_KEYS) && env.CALLER_KEYS !== FORWARD ? listKeys((now) => now.CALLER_KEYS) : undefined;
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

/**
 * The settings that variables hold: the setting, its variable, and how it is read.
 *
 * @type {[setting: string, variable: string, read: (value: any, env: any) => unknown][]}
 */
const SETTINGS = [
  ["network", "NETWORK", text],
  ["hosts", "HOSTS", hosts],
  ["mainnet", "UPSTREAM_MAINNET", (_, env) => upstreams(env, "MAINNET")],
  ["testnet", "UPSTREAM_TESTNET", (_, env) => upstreams(env, "TESTNET")],
  ["limits.requests", "LIMIT_REQUESTS", rate],
  ["limits.keyless", "LIMIT_KEYLESS", rate],
  ["limits.global", "LIMIT_GLOBAL", rate],
  ["limits.plans", "LIMIT_PLANS", plans],
  ["limits.budget", "LIMIT_BUDGET", rate],
  ["limits.scope", "LIMITER", (limiter) => (limiter ? "durable-object" : undefined)],
  ["retries", "RETRIES", number],
  ["hedgeAfterMs", "HEDGE", number],
  ["cache.adapter", "CACHE", text],
  ["logLevel", "LOG_LEVEL", text],
  ["logClient", "LOG_CLIENT", text],
  ["logSalt", "LOG_SALT", text],
  ["clients.allow", "ALLOWED_CLIENTS", list],
  ["clients.deny", "DENIED_CLIENTS", list],
  ["operations.deny", "DENIED_OPERATIONS", list],
  ["clientIp", "CLIENT_IP", text],
  ["origins", "ALLOWED_ORIGINS", list],
  ["allowHeaders", "ALLOWED_HEADERS", list],
  ["apiKeys", "CALLER_KEYS", (_, env) => callers(env)],
  ["callerKeys", "CALLER_KEYS", (value) => (value === FORWARD ? FORWARD : undefined)],
  ["strict", "STRICT", flag],
  ["unknownParameters", "UNKNOWN_PARAMETERS", text],
  ["keyless", "KEYLESS", text],
  // Passed unchanged, so that the check of the configuration refuses a weak token.
  ["adminToken", "ADMIN_TOKEN", (value) => value],
];

/** All of six letters and more: a shorter name may be somebody else's, as `HOST` is. */
const KNOWN = [
  ...SETTINGS.map(([, variable]) => variable),
  HSTS,
  ...["MAINNET", "TESTNET"].flatMap((network) => [`API_KEY_${network}`, `BUDGET_${network}`]),
].filter((name) => name.length >= 6);

/** The settings as the gateway takes them: `a.b` is the member `b` of an object `a`. */
function settings(env) {
  const config = {};
  for (const [setting, variable, read] of SETTINGS) {
    const [name, member] = setting.split(".");
    const value = read(env[variable], env);
    if (member === undefined) config[name] = value;
    else config[name] = { ...config[name], [member]: value };
  }
  return config;
}

/** Whether two names differ by a letter or two side by side. */
function isNear(a, b) {
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return start + end >= Math.max(a.length, b.length) - 2;
}

/** A misspelt variable would be ignored silently, and with it a limit or a restriction. */
function assertNoneMisspelt(env) {
  for (const name of Object.keys(env)) {
    if (KNOWN.includes(name) || /^API_KEY_(MAIN|TEST)NET_\d+$/.test(name)) continue;
    const near = KNOWN.find((known) => isNear(name, known));
    if (near !== undefined)
      throw fail("config_invalid", `the variable \`${name}\` has no meaning here; did you mean \`${near}\`?`);
  }
}

/** The fault with the names of variables for those of settings. */
function explain(error) {
  if (!isTonEdgeError(error, "config_invalid")) return error;
  const message = error.message.replace(/`([^`]+)`/g, (all, setting) => {
    const part = setting.match(/^(mainnet|testnet)(\[\d+\])?\.(baseUrl|budget)$/);
    if (part) return `\`${part[3] === "budget" ? "BUDGET" : "UPSTREAM"}_${part[1].toUpperCase()}${part[2] ?? ""}\``;
    const isOf = (name) => setting.startsWith(name) && /^([.[]|$)/.test(setting.slice(name.length));
    const found = SETTINGS.find(([name]) => isOf(name));
    return found ? `\`${found[1]}${setting.slice(found[0].length)}\`` : all;
  });
  return fail(error.code, message, { cause: error.cause });
}

function readHsts(env) {
  try {
    return readHstsSeconds(HSTS, number(env[HSTS]));
  } catch (error) {
    throw fail("config_invalid", error.message);
  }
}

function make(env) {
  let hstsSeconds;
  const config = {
    ...settings(env),
    openapi: env.ASSETS
      ? (generation, now) => now.ASSETS.fetch(`https://assets.local/openapi/${generation}.json`)
      : undefined,
    assets: env.ASSETS ? workerAssets(() => hstsSeconds) : undefined,
  };
  return createGateway(config, () => {
    assertNoneMisspelt(env);
    hstsSeconds = readHsts(env);
    try {
      return prepareGateway(config);
    } catch (error) {
      throw explain(error);
    }
  });
}

export default {
  fetch(request, env, ctx) {
    // Variables other than keys do not change during the life of an isolate.
    gateway ??= make(env);
    return gateway.fetch(request, env, ctx);
  },
};
