// Reads and checks the options of a client once.

import {
  MAX_RESPONSE_BYTES,
  RETRY_ATTEMPTS,
  RETRY_MAX_DELAY,
  RETRY_MAX_RETRY_AFTER,
  RETRY_MIN_DELAY,
  TIMEOUT_MS,
} from "../../dist/client-abi.js";
import { assertApiKeyAllowed, checkApiKey, collectSecrets } from "../util/api-key.js";
import { fail, kindOf } from "../util/error.js";
import { callable, flag, pickOptions, positive, requireString } from "../util/options.js";
import { isWorkerd, need } from "../util/runtime.js";
import { core } from "../wasm/client.js";
import { tabPaceStore } from "./shared-pace.js";

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
  "retry",
  "rateLimit",
  "paceStore",
  "concurrency",
  "coalesce",
  "tvm",
  "integrity",
  "onRequest",
  "onResponse",
  "onRetry",
];
const RETRY = {
  attempts: RETRY_ATTEMPTS,
  minDelayMs: RETRY_MIN_DELAY,
  maxDelayMs: RETRY_MAX_DELAY,
  maxRetryAfterMs: RETRY_MAX_RETRY_AFTER,
};

export function readSettings(written) {
  const options = pickOptions(written, OPTIONS, "createClient", ["keyIn", "apiKeyIn"]);
  need("URL");
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
    fetch: callable("fetch", options.fetch),
    headers,
    secrets: collectSecrets(headers, baseUrl),
    timeoutMs: positive("timeoutMs", options.timeoutMs, TIMEOUT_MS),
    queueTimeoutMs: positive("queueTimeoutMs", options.queueTimeoutMs, Infinity, true),
    maxResponseBytes: positive("maxResponseBytes", options.maxResponseBytes, MAX_RESPONSE_BYTES),
    retry: readRetry(options.retry, RETRY),
    interval,
    paceStore: readStore(options.paceStore),
    // A store and a rate, both given: together all that use the store keep that rate.
    sharesBound: options.paceStore !== undefined && interval > 0,
    concurrency: positive("concurrency", options.concurrency, Infinity),
    // In workerd a request must not wait for a promise of another request. Without `structuredClone`, which Chrome has since 98, two
    // callers would have one result.
    inflight:
      flag("coalesce", options.coalesce, true) && !isWorkerd() && globalThis.structuredClone ? new Map() : undefined,
    // Calls in flight, and the functions that start the waiting calls (`concurrency`).
    slots: new Set(),
    waiting: new Map(),
    tvm: callable("tvm", options.tvm),
    // Hashes that it remembers.
    integrity: flag("integrity", options.integrity, false) && new Map(),
    onRequest: callable("onRequest", options.onRequest),
    onResponse: callable("onResponse", options.onResponse),
    onRetry: callable("onRetry", options.onRetry),
  };
}

/** Attempts and the delays between them; omitted values come from `otherwise`. */
export function readRetry(written, otherwise) {
  if (written === undefined) return otherwise;
  if (written === false || written === 0) return { ...otherwise, attempts: 1 };
  if (typeof written !== "object" || written === null) {
    return { ...otherwise, attempts: positive("retry", written) };
  }
  const read = pickOptions(written, Object.keys(RETRY), "`retry`");
  return Object.fromEntries(
    Object.keys(RETRY).map((name) => [name, positive(name, read[name], otherwise[name], name !== "attempts")]),
  );
}

/** Milliseconds between two starts: 0 means that the client learns the pace, undefined means no pacing. */
function readRate(written) {
  if (written === undefined || written === "auto") return 0;
  if (written === false) return undefined;
  return 1020 / positive("rateLimit", written);
}

/** Reads the store by which the pace is shared beyond this realm. */
function readStore(written) {
  if (written === undefined) return tabPaceStore();
  if (written === false) return undefined;
  const wrong = (what) => fail("invalid_option", `\`paceStore\` ${what}`, { parameter: "paceStore" });
  try {
    if (typeof written.reserve === "function" && ["undefined", "function"].includes(typeof written.rest))
      return written;
  } catch (cause) {
    throw wrong("cannot be read: reading it throws");
  }
  throw wrong("must be false, or an object with the method `reserve`");
}

function readBaseUrl(written, network) {
  const wrong = (what, suggestion) =>
    fail("invalid_option", `\`baseUrl\` ${what}`, { parameter: "baseUrl", suggestion });
  const standard = core.networkUrl(requireString("invalid_option", "network", network));
  if (written === undefined) return standard;
  if (typeof written !== "string") throw wrong(`must be a string, not ${kindOf(written)}`);
  let url;
  try {
    // A page may point at the gateway that served it: `baseUrl: "/"`.
    url = new URL(written, globalThis.location?.href);
  } catch (cause) {
    throw wrong("must be an absolute URL such as https://gateway.example");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") throw wrong("must begin with https:// or http://");
  const { href } = url;
  if (href !== url.origin + url.pathname) throw wrong("must not have a user name, password, query or fragment");
  const base = href.replace(/\/+$/, "");
  const api = base.match(/\/api(\/v[23])?(\/jsonRPC)?$|\/jsonRPC$/);
  if (api) {
    const fix = base.slice(0, -api[0].length);
    throw wrong(`must end before /api: use ${fix}`, fix);
  }
  if (network !== "mainnet" && !base.includes(network)) {
    const fix = `${base}/${network}`;
    throw wrong(`decides the network: use ${fix} at a gateway, elsewhere leave out \`network\``, fix);
  }
  return base;
}

function readHeaders(written) {
  if (written === undefined) return [];
  need("Headers");
  try {
    return [...new Headers(written)];
  } catch (cause) {
    throw fail("invalid_option", "`headers` has a name or value that no header can have", { parameter: "headers" });
  }
}
