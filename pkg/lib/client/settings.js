// Reads and checks the options of a client once.

import {
  MAX_RESPONSE_BYTES,
  MAX_URL_BYTES,
  RETRY_ATTEMPTS,
  RETRY_MAX_DELAY,
  RETRY_MAX_RETRY_AFTER,
  RETRY_MIN_DELAY,
  TIMEOUT_MS,
} from "../../dist/client-abi.js";
import { assertApiKeyAllowed, checkApiKey, collectSecrets } from "../util/api-key.js";
import { fail, kindOf } from "../util/error.js";
import { readFunctionOption, readFlagOption, pickOptions, readPositiveOption, requireString } from "../util/options.js";
import { isBrowser, isWorkerd, requireGlobal } from "../util/runtime.js";
import { core } from "../wasm/client.js";

const OPTIONS = [
  "network",
  "baseUrl",
  "apiKey",
  "apiKeyIn",
  "dangerouslyAllowBrowser",
  "fetch",
  "headers",
  "timeoutMs",
  "queueTimeoutMs",
  "maxResponseBytes",
  "maxUrlBytes",
  "retry",
  "rateLimit",
  "paceStore",
  "concurrency",
  "coalesce",
  "sessionConsistency",
  "sessionChannel",
  "tvm",
  "integrity",
  "onRequest",
  "onResponse",
  "onRetry",
];
const RETRY_DEFAULTS = {
  attempts: RETRY_ATTEMPTS,
  minDelayMs: RETRY_MIN_DELAY,
  maxDelayMs: RETRY_MAX_DELAY,
  maxRetryAfterMs: RETRY_MAX_RETRY_AFTER,
};

export function readSettings(rawOptions) {
  const options = pickOptions(rawOptions, OPTIONS, "createClient", ["keyIn", "apiKeyIn"]);
  requireGlobal("URL");
  const { network = "mainnet", apiKey, apiKeyIn = "header" } = options;
  if (apiKeyIn !== "header" && apiKeyIn !== "query") {
    throw fail("invalid_option", '`apiKeyIn` must be "header" or "query"', { parameter: "apiKeyIn" });
  }
  const baseUrl = readBaseUrl(options.baseUrl, network);
  if (apiKey !== undefined) {
    assertApiKeyAllowed(baseUrl, options.dangerouslyAllowBrowser ?? false);
    if (typeof apiKey !== "function") checkApiKey(apiKey);
  }
  const headers = readHeaders(options.headers);
  const interval = readRate(options.rateLimit);
  return {
    network,
    baseUrl,
    origin: new URL(baseUrl).origin,
    apiKey,
    apiKeyIn,
    fetch: readFunctionOption("fetch", options.fetch),
    headers,
    secrets: collectSecrets(headers, baseUrl),
    timeoutMs: readPositiveOption("timeoutMs", options.timeoutMs, TIMEOUT_MS),
    queueTimeoutMs: readPositiveOption("queueTimeoutMs", options.queueTimeoutMs, Infinity, true),
    maxResponseBytes: readPositiveOption("maxResponseBytes", options.maxResponseBytes, MAX_RESPONSE_BYTES),
    maxUrlBytes: readPositiveOption("maxUrlBytes", options.maxUrlBytes, MAX_URL_BYTES),
    retry: readRetry(options.retry, RETRY_DEFAULTS),
    interval,
    // `true`: the tabs and workers of a site share the pace by Web Locks, which a page without https lacks (shared-pace.js).
    paceStore:
      readStore("paceStore", options.paceStore, "reserve", "rest") ?? (isBrowser() && !!globalThis.navigator?.locks),
    // With both a store and a rate, all clients that use the store share that rate.
    sharesBound: options.paceStore !== undefined && interval > 0,
    concurrency: readPositiveOption("concurrency", options.concurrency, Infinity),
    // In workerd a request must not wait for a promise of another request. Without `structuredClone`, which Chrome has since 98, two
    // callers would share one result object.
    inflight:
      readFlagOption("coalesce", options.coalesce, true) && !isWorkerd() && globalThis.structuredClone
        ? new Map()
        : undefined,
    sessionConsistency: readFlagOption("sessionConsistency", options.sessionConsistency, true),
    sessionChannel: readStore("sessionChannel", options.sessionChannel, "publish", "subscribe"),
    // Calls in flight, and the functions that start the waiting calls (`concurrency`).
    slots: new Set(),
    waiting: new Map(),
    tvm: readFunctionOption("tvm", options.tvm),
    // Hashes of earlier responses, with which `integrity` compares later ones.
    integrity: readFlagOption("integrity", options.integrity, false) && new Map(),
    onRequest: readFunctionOption("onRequest", options.onRequest),
    onResponse: readFunctionOption("onResponse", options.onResponse),
    onRetry: readFunctionOption("onRetry", options.onRetry),
  };
}

/** Reads the number of attempts and the delays between them; omitted values come from `otherwise`. */
export function readRetry(value, fallback) {
  if (value === undefined) return fallback;
  if (value === false || value === 0) return { ...fallback, attempts: 1 };
  if (typeof value !== "object" || value === null) {
    return { ...fallback, attempts: readPositiveOption("retry", value) };
  }
  const retryOptions = pickOptions(value, Object.keys(RETRY_DEFAULTS), "`retry`");
  return Object.fromEntries(
    Object.keys(RETRY_DEFAULTS).map((name) => [
      name,
      readPositiveOption(name, retryOptions[name], fallback[name], name !== "attempts"),
    ]),
  );
}

/**
 * Returns the milliseconds between the starts of two requests: 0 means that the client learns the pace, undefined means no pacing.
 */
function readRate(value) {
  if (value === undefined || value === "auto") return 0;
  if (value === false) return undefined;
  return 1020 / readPositiveOption("rateLimit", value);
}

/** Reads an object of the caller by which clients share their pace or session: one with these two functions, the second one optional. */
function readStore(parameter, store, requiredName, optionalName) {
  if (!store && (store === undefined || store === false)) return store;
  const storeError = (problem) => fail("invalid_option", `\`${parameter}\` ${problem}`, { parameter });
  try {
    if (typeof store[requiredName] === "function" && ["undefined", "function"].includes(typeof store[optionalName]))
      return store;
  } catch (cause) {
    throw storeError("cannot be read: reading it throws");
  }
  throw storeError(`must be false, or have functions \`${requiredName}\` (and \`${optionalName}\`)`);
}

function readBaseUrl(value, network) {
  const baseUrlError = (problem, suggestion) =>
    fail("invalid_option", `\`baseUrl\` ${problem}`, { parameter: "baseUrl", suggestion });
  const defaultUrl = core.networkUrl(requireString("invalid_option", "network", network));
  if (value === undefined) return defaultUrl;
  if (typeof value !== "string") throw baseUrlError(`must be a string, not ${kindOf(value)}`);
  let url;
  try {
    // A page may use the gateway that served it: `baseUrl: "/"`.
    url = new URL(value, globalThis.location?.href);
  } catch (cause) {
    throw baseUrlError("must be an absolute URL such as https://gateway.example");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") throw baseUrlError("must begin with https:// or http://");
  const { href } = url;
  if (href !== url.origin + url.pathname) throw baseUrlError("must not have a user name, password, query or fragment");
  const base = href.replace(/\/+$/, "");
  const apiSuffix = base.match(/\/api(\/v[23])?(\/jsonRPC)?$|\/jsonRPC$/);
  if (apiSuffix) {
    const suggestedUrl = base.slice(0, -apiSuffix[0].length);
    throw baseUrlError(`must end before /api: use ${suggestedUrl}`, suggestedUrl);
  }
  if (network !== "mainnet" && !base.includes(network)) {
    const suggestedUrl = `${base}/${network}`;
    throw baseUrlError(
      `decides the network: use ${suggestedUrl} at a gateway, elsewhere leave out \`network\``,
      suggestedUrl,
    );
  }
  return base;
}

function readHeaders(value) {
  if (value === undefined) return [];
  requireGlobal("Headers");
  try {
    return [...new Headers(value)];
  } catch (cause) {
    throw fail("invalid_option", "`headers` has an invalid header name or value", { parameter: "headers" });
  }
}
