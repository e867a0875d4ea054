// One attempt: one request to one upstream.

import { redact } from "../../util/api-key.js";
import { isList } from "../../util/error.js";
import { WORKERD } from "../../util/runtime.js";
import { countAttempt, countTurn } from "../ops/metrics.js";
import { describeRefusal, runTraced } from "../ops/run-traced.js";
import { readUpstreamBody } from "./response.js";

/**
 * @typedef {{ upstream: number, key: number, tried?: number, refusals?: number }} UpstreamPick
 * @typedef {{ failure?: string, wait?: number, keys?: number, began?: number, end?: () => void,
 *   response?: Pick<Response, "ok" | "status" | "headers" | "body"> }
 *   & Partial<Awaited<ReturnType<typeof import("./response.js").readUpstreamBody>>>} Attempted
 */

/**
 * A response and, if it was read whole, its `text`; or `failure`, the reason why there is no response. `keys` is how many upstream keys
 * there are for this upstream, `began` the time of the request. The timeout runs until the last byte: a caller who reads too slowly does
 * not hold the upstream for longer. `stop`: a signal that ends it.
 *
 * @param {import("../request-context.js").RequestContext} context
 * @param {{ pick: UpstreamPick, timeout: number, attempts?: number, trace?: string, stop?: AbortSignal }} options
 * @returns {Promise<Attempted>}
 */
export async function attemptUpstream(context, { pick, timeout, attempts = 1, trace, stop }) {
  const { gateway, verdict, request, env, record } = context;
  const { network, verb: method, body, callerKey } = verdict;
  const { upstream } = pick;
  const { urls: bases, upstreams } = gateway.networks[network];
  const { keys: keysOf, counts } = upstreams[upstream];
  const found = callerKey === undefined ? keysOf(env) : [callerKey];
  const keys = isList(found) ? found : await found;
  const key = keys[pick.key % keys.length];
  // The budget is that of the gateway's own keys.
  const budget = callerKey === undefined && gateway.limits.budget(network, upstream, key === undefined);
  const takeTurn = () => budget.turn(env, request.signal, verdict.caller !== undefined);
  const queued = budget && performance.now();
  const refused = budget && (await runTraced(record, "queue", takeTurn, describeRefusal));
  if (budget && counts) countTurn(counts, refused, performance.now() - queued);
  if (refused) return refused === "gone" ? { failure: "gone" } : { ...refused, keys: keys.length };
  // An object: workerd reads it for less than it takes to make `Headers`.
  const headers = { ...verdict.headers };
  // The verdict's URL is that of the preferred upstream; those of the others differ in the base.
  const path = verdict.url.slice(bases[0].length);
  const span = record.span?.attempt(verdict, { base: bases[upstream], path, upstream, attempts });
  const traceparent = span?.traceparent ?? trace;
  if (traceparent !== undefined) headers.traceparent = traceparent;
  if (key !== undefined) headers["x-api-key"] = key;

  const { signal, isLate, end } = WORKERD
    ? timeoutSignal(timeout, stop)
    : linkedSignal(timeout, [request.signal, stop]);
  const send = gateway.fetch ?? globalThis.fetch;
  record.upstream = upstream;
  record.attempts += 1;
  const began = Date.now();
  const start = performance.now();
  const facts = { keys: keys.length, began };
  let response;
  let status = 0;
  let failure;
  let ms;
  try {
    response = await send(bases[upstream] + path, { method, headers, body, redirect: "manual", signal });
    ms = performance.now() - start;
    if (globalThis.Deno) response = withAbortableBody(response, signal);
    const read = await readUpstreamBody(context, response);
    ({ failure } = read);
    if (failure) return { ...facts, failure };
    if (read.limited !== undefined) response = asRateLimited(response, read.limited);
    ({ status } = response);
    if (read.limited !== undefined) return { ...facts, response, end };
    if (read.text !== undefined) end();
    return { ...facts, ...read, response, end };
  } catch (error) {
    failure = failureOf(request, isLate, response);
    if (failure === "gone") return { failure };
    if (failure) return { ...facts, failure };
    const why = `${error?.name ?? "Error"}: ${error?.cause?.code ?? error?.code ?? "the connection failed"}`;
    failure = redact(why, key);
    return { ...facts, failure };
  } finally {
    ms ??= performance.now() - start;
    record.upstreamMs += ms;
    span?.end(status, stop?.aborted ? "gone" : failure);
    if (counts) countAttempt(counts, status, stop?.aborted ? "gone" : failure, ms);
  }
}

/** The response as its upstream should have sent it. */
function asRateLimited(response, text) {
  const headers = new Headers(response.headers);
  // These headers describe other bytes.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(text, { status: 429, headers });
}

/** In workerd not when the caller disconnects: the platform then ends everything that the request started. */
function timeoutSignal(timeout, stop) {
  const time = AbortSignal.timeout(timeout);
  return { signal: stop ? AbortSignal.any([time, stop]) : time, isLate: () => time.aborted, end() {} };
}

/**
 * A signal for the timeout and for earlier ends, such as the caller disconnecting. Not `AbortSignal.any` and `.timeout`: Node and Deno
 * collect those as garbage once only an unread body depends on them, and the upstream's connection is held for ever.
 */
function linkedSignal(timeout, others) {
  const stop = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort();
  }, timeout);
  // The timer must not keep a finished server alive.
  timer.unref?.();
  const end = () => {
    clearTimeout(timer);
    for (const other of others) other?.removeEventListener("abort", abort);
  };
  const abort = () => {
    end();
    stop.abort();
  };
  if (others.some((other) => other?.aborted)) abort();
  else for (const other of others) other?.addEventListener("abort", abort, { once: true });
  return { signal: stop.signal, isLate: () => isLate, end };
}

/**
 * The response, with a body that an abort ends. Deno's own lets go of the connection only when it is cancelled, which
 * does not happen while a caller reads too slowly.
 */
function withAbortableBody({ ok, status, headers, body }, signal) {
  if (body === null) return { ok, status, headers, body };
  const reader = body.getReader();
  const pull = async (controller) => {
    const { done, value } = await reader.read();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  const start = (controller) =>
    signal.addEventListener("abort", () => {
      reader.cancel().catch(() => {});
      controller.error(signal.reason);
    });
  const cancel = (reason) => reader.cancel(reason);
  return { ok, status, headers, body: new ReadableStream({ start, pull, cancel }, { highWaterMark: 0 }) };
}

/** Why there is no usable response, where that is known: `gone` for a caller who has disconnected. */
function failureOf(request, isLate, response) {
  if (!WORKERD && request.signal?.aborted) return "gone";
  if (isLate()) return "timeout";
  return response ? "broken-off" : undefined;
}
