// The gateway's shell: it reads, fetches and writes; what to do is decided in wasm.

import { gather } from "./body.js";
import { fail, isTonEdgeError } from "./error.js";
import { checkKey } from "./key.js";
import { core } from "./load/gateway.js";
import { callable, only, positive } from "./options.js";

const OPTIONS = [
  "network", "mainnet", "testnet", "origins", "unknownParameters", "maxUrlBytes", "maxBodyBytes", "timeout", "assets",
  "fetch", "log",
];
const TIMEOUT = 15_000;
/** workerd hands compressed bodies through as they are; the other runtimes have decoded them. */
const DECODES = globalThis.navigator?.userAgent !== "Cloudflare-Workers";

export function createGateway(config = {}) {
  // Checked at the first request: a faulty configuration must answer, not fail to load.
  let ready;
  return {
    async fetch(request, env = {}, ctx = undefined) {
      const id = crypto.randomUUID();
      try {
        ready ??= prepare(config);
        return await answer(ready, request, env, ctx, id);
      } catch (error) {
        return broken(error, request, id, ready?.log ?? console.error);
      }
    },
  };
}

function prepare(written) {
  const config = only(written, OPTIONS, "createGateway");
  const { network, origins, unknownParameters, maxUrlBytes, maxBodyBytes } = config;
  const upstream = { mainnet: service("mainnet", config.mainnet), testnet: service("testnet", config.testnet) };
  const policy = JSON.stringify({
    network, origins, unknownParameters, maxUrlBytes, maxBodyBytes,
    mainnet: upstream.mainnet.url, testnet: upstream.testnet.url,
  });
  const ready = {
    policy,
    upstream,
    number: 0,
    resets: -1,
    kept: [],
    timeout: positive("timeout", config.timeout, TIMEOUT),
    assets: callable("assets", config.assets),
    fetch: callable("fetch", config.fetch),
    log: callable("log", config.log) ?? console.error,
  };
  configure(ready);
  return ready;
}

/** A service behind the gateway: `"https://..."`, or `{ url, key }` with a key, or a function of `env` that gives it. */
function service(network, written) {
  if (written === undefined || typeof written === "string") return { url: written, key: () => undefined };
  const { url, key } = only(written, ["url", "key"], network);
  if (typeof key === "function") return { url, key };
  if (key !== undefined) checkKey(key);
  return { url, key: () => key };
}

/** Gives wasm the configuration, again after every reset. */
function configure(ready) {
  const { resets } = core;
  ready.number = core.call("configure", ready.policy);
  ready.kept = core.call("keptHeaders");
  ready.resets = resets;
}

async function answer(ready, request, env, ctx, id) {
  if (ready.resets !== core.resets) configure(ready);
  const ask = (body, tooLarge) =>
    core.call("decide", ready.number, request.method, request.url, request.headers, body, tooLarge, Date.now());
  let verdict = ask(undefined, false);
  if (verdict.do === "body") {
    const body = request.body ? await gather(request.body, verdict.limit) : "";
    verdict = ask(body, body === undefined);
  }
  if (verdict.do === "asset") {
    if (ready.assets) return ready.assets(request, env, ctx);
    return plain(404, "Not Found: the interface is under /api/v2 and /api/v3\n", id);
  }
  if (verdict.do === "answer") {
    discard(request.body);
    return reply(verdict.status, verdict.body, verdict.headers, id);
  }
  return forward(ready, verdict, request, env, id);
}

async function forward(ready, verdict, request, env, id) {
  const { network, generation, head, problem } = verdict;
  const headers = new Headers(verdict.headers);
  const key = await currentKey(ready, network, env);
  if (key !== undefined) headers.set("x-api-key", key);

  const timeout = AbortSignal.timeout(ready.timeout);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const send = ready.fetch ?? globalThis.fetch;
  let response;
  let reason;
  try {
    response = await send(verdict.url, { method: verdict.verb, headers, body: verdict.body, redirect: "manual", signal });
  } catch (error) {
    // Nobody is there to answer, and the service is not to blame.
    if (request.signal?.aborted) return reply(499, null, [], id);
    reason = timeout.aborted ? "timeout" : `${error?.name ?? "Error"}: ${error?.cause?.code ?? "the connection failed"}`;
  }
  const finish = core.call(
    "finish", generation === "v3", network === "testnet", problem, response?.status ?? 0, reason,
  );
  if (finish.alert) ready.log(JSON.stringify({ level: "error", id, alert: finish.alert }));
  const all = [...verdict.answerHeaders, ...finish.headers];
  if (finish.body !== null && finish.body !== undefined) {
    discard(response?.body);
    return reply(finish.status, head ? null : finish.body, all, id);
  }
  const encoded = DECODES && response.headers.has("content-encoding");
  for (const name of ready.kept) {
    const value = response.headers.get(name);
    if (value === null || (encoded && (name === "content-encoding" || name === "content-length"))) continue;
    all.push([name, value]);
  }
  if (head || isEmpty(finish.status)) {
    discard(response.body);
    return reply(finish.status, null, all, id);
  }
  return reply(finish.status, response.body, all, id);
}

async function currentKey(ready, network, env) {
  const key = await ready.upstream[network].key(env);
  return key === undefined || key === "" ? undefined : checkKey(key);
}

const isEmpty = (status) => status === 204 || status === 205 || status === 304;

function reply(status, body, headers, id) {
  const all = new Headers(headers);
  all.set("x-request-id", id);
  all.set("x-content-type-options", "nosniff");
  return new Response(isEmpty(status) ? null : (body ?? null), { status, headers: all });
}

const plain = (status, text, id) => reply(status, text, [["content-type", "text/plain; charset=utf-8"]], id);

/** An unread body holds its connection. */
function discard(body) {
  if (body && !body.locked) body.cancel?.().catch(() => {});
}

/** A fault of the configuration or of ours: told with the request's id, in both generations' shape. */
function broken(error, request, id, log) {
  const known = isTonEdgeError(error) ? error : fail("internal", "a fault of the gateway itself");
  log(JSON.stringify({ level: "error", id, code: known.code, message: known.message, stack: known === error ? undefined : error?.stack }));
  const body = JSON.stringify({ ok: false, error: known.message, code: 500, reason: known.code, id });
  return reply(500, isHead(request) ? null : body, [
    ["content-type", "application/json"],
    ["cache-control", "no-store"],
    ["access-control-allow-origin", "*"],
  ], id);
}

function isHead(request) {
  try {
    return request.method === "HEAD";
  } catch {
    // Whatever this is, it is no request.
    return false;
  }
}
