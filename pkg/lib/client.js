// The client's shell: promises, timers and fetch. What to send and what an answer means is decided in wasm.

import { parse, readText } from "./body.js";
import { fail, isTonEdgeError, kindOf, TonEdgeError } from "./error.js";
import { checkKey, checkPlace, redact, safeCause } from "./key.js";
import { core } from "./load/client.js";
import { callable, copy, only, positive, text } from "./options.js";
import { pager } from "./pages.js";
import { retryAfter } from "./retry-after.js";

const OPTIONS = [
  "network", "baseUrl", "apiKey", "keyIn", "dangerouslyAllowBrowser", "fetch", "headers", "timeout", "maxResponseBytes",
];
const CALL_OPTIONS = ["signal", "timeout", "verb", "extra"];
const TIMEOUT = 15_000;
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
/** What a timer can hold; more would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function createClient(options = {}) {
  const settings = readSettings(options);
  const call = (generation, path, params, callOptions) => send(settings, generation, path, params, callOptions);
  return buildClient(call);
}

function readSettings(written) {
  const options = only(written, OPTIONS, "createClient");
  const { network = "mainnet", apiKey, keyIn = "header", dangerouslyAllowBrowser = false } = options;
  if (keyIn !== "header" && keyIn !== "query") {
    throw fail("invalid_option", '`keyIn` must be "header" or "query"', { parameter: "keyIn" });
  }
  const baseUrl = readBaseUrl(options.baseUrl, network);
  if (apiKey !== undefined) {
    checkPlace(baseUrl, dangerouslyAllowBrowser);
    if (typeof apiKey !== "function") checkKey(apiKey);
  }
  return {
    baseUrl,
    apiKey,
    keyIn,
    fetch: callable("fetch", options.fetch),
    headers: readHeaders(options.headers),
    timeout: positive("timeout", options.timeout, TIMEOUT),
    maxResponseBytes: positive("maxResponseBytes", options.maxResponseBytes, MAX_RESPONSE_BYTES),
  };
}

function readBaseUrl(written, network) {
  const wrong = (what, suggestion) => fail("invalid_option", `\`baseUrl\` ${what}`, { parameter: "baseUrl", suggestion });
  const standard = core.call("networkUrl", text("invalid_option", "network", network));
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
  if (url.username || url.password) throw wrong("must not hold a user name or password");
  if (url.search || url.hash) throw wrong("must not have a query or a fragment");
  const base = (url.origin + url.pathname).replace(/\/+$/, "");
  const api = base.match(/\/api\/v[23](\/jsonRPC)?$|\/jsonRPC$/);
  if (api) {
    const fix = base.slice(0, -api[0].length);
    throw wrong(`must be what stands before /api: use ${fix}`, fix);
  }
  return base;
}

function readHeaders(written) {
  if (written === undefined) return [];
  try {
    return [...new Headers(written)];
  } catch (cause) {
    throw fail("invalid_option", "`headers` has a name or value that no header can have", { parameter: "headers" });
  }
}

/** client.v2.*, client.v3.* from the table: real functions, not a Proxy. */
function buildClient(call) {
  const client = { v2: {}, v3: {}, call };
  for (const line of core.call("operations").trimEnd().split("\n")) {
    const [generation, , path, paged] = line.split(" ");
    const steps = path.split("/");
    const name = steps.pop();
    const home = steps.reduce((at, step) => (at[step] ??= {}), client[generation]);
    // `decode` has two rows and one method.
    if (home[name] !== undefined) continue;
    const method = (params, options) => call(generation, path, params, options);
    Object.defineProperty(method, "name", { value: name });
    if (paged) method.paginate = (params, options) => pager(core, call, generation, path, params, options);
    home[name] = method;
  }
  client.v2.jsonRpc = async (method, params = {}, options) => {
    // The service would spend a request on telling that a parameter is missing.
    core.call("check", "v2", text("unknown_endpoint", "method", method), params);
    return call("v2", "jsonRPC", { jsonrpc: "2.0", id: "1", method, params }, options);
  };
  return client;
}

async function send(settings, generation, path, params, written = {}) {
  const options = only(written, CALL_OPTIONS, "a call");
  const { signal, verb, extra } = options;
  if (signal !== undefined && !isSignal(signal)) {
    throw fail("invalid_option", "`signal` must be an AbortSignal", { parameter: "signal" });
  }
  if (verb !== undefined) text("invalid_option", "`verb`", verb);
  text("unknown_endpoint", "generation", generation);
  text("unknown_endpoint", "path of an operation", path);
  const timeout = positive("timeout", options.timeout, settings.timeout);
  if (signal?.aborted) throw signal.reason;

  const stop = new AbortController();
  // Rejects on the caller's abort, with the caller's own reason, and on the timeout: whichever is first. Raced with
  // everything, because an injected fetch may not know signals.
  let onAbort;
  let timer;
  const stopped = new Promise((_, reject) => {
    onAbort = () => {
      reject(signal.reason);
      stop.abort(signal.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    if (timeout <= LONGEST_TIMER) {
      timer = setTimeout(() => {
        const error = fail("timeout", `no complete answer within ${timeout} ms`);
        reject(error);
        stop.abort(error);
      }, timeout);
    }
  });
  // Handled by the race below; without this a late one would be reported as unhandled.
  stopped.catch(() => {});
  try {
    return await Promise.race([exchange(settings, generation, path, verb, params, extra, stop.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** By its parts: a signal of another realm is a signal. */
function isSignal(value) {
  try {
    return typeof value.aborted === "boolean" && typeof value.addEventListener === "function";
  } catch {
    return false;
  }
}

async function exchange(settings, generation, path, verb, params, extra, signal) {
  const key = await currentKey(settings);
  const queryKey = settings.keyIn === "query" ? key : undefined;
  const shown = [];
  const request = core.call(
    "request", generation, path, verb, params, extra, settings.baseUrl, queryKey, signal, shown,
  );
  for (const [name, value] of settings.headers) request.headers.set(name, value);
  if (key !== undefined && settings.keyIn === "header") request.headers.set("X-API-Key", key);
  const requestUrl = shown[0];
  // Called as a plain function: a browser's fetch refuses any other `this`.
  const fetch = settings.fetch ?? globalThis.fetch;
  try {
    const response = await fetch(request);
    if (typeof response?.status !== "number") {
      throw fail("invalid_response", "fetch gave no Response");
    }
    const retryAfterMs = retryAfter(response.headers?.get?.("retry-after"));
    const { shape, value } = response.status === 0 ? parse("") : parse(await readText(response, settings.maxResponseBytes));
    try {
      return core.call("settle", generation, response.status, shape, value);
    } catch (error) {
      if (isTonEdgeError(error) && retryAfterMs !== undefined) error.retryAfterMs = retryAfterMs;
      throw error;
    }
  } catch (error) {
    // After an abort nobody listens here any more; the race has been decided.
    if (isTonEdgeError(error)) throw told(error, requestUrl, key);
    const message = `no answer from ${settings.baseUrl}: the connection failed, or the browser hid the reason (CORS)`;
    throw fail("connection_failed", redact(message, key), { requestUrl: redact(requestUrl, key), cause: safeCause(error, key) });
  }
}

async function currentKey({ apiKey }) {
  if (apiKey === undefined) return undefined;
  if (typeof apiKey !== "function") return apiKey;
  let key;
  try {
    key = await apiKey();
  } catch (cause) {
    throw fail("api_key_invalid", "the `apiKey` function threw", { parameter: "apiKey", cause });
  }
  return checkKey(key);
}

/** An error with the URL it is about, and without the key, which a server might echo. */
function told(error, requestUrl, key) {
  const { code, message, cause } = error;
  const fields = error.toJSON();
  return new TonEdgeError({
    ...fields,
    code,
    message: redact(message, key),
    requestUrl: redact(requestUrl, key),
    cause: cause === undefined ? undefined : safeCause(cause, key),
  });
}
