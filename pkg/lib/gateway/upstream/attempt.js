// One attempt: one request to one upstream.

import { redact } from "../../util/api-key.js";
import { isList } from "../../util/error.js";
import { WORKERD } from "../../util/runtime.js";
import { countAttempt, countBudgetWait } from "../ops/metrics.js";
import { describeRefusal, runTraced } from "../ops/run-traced.js";
import { countBlocksBehind, getHead, recordHead } from "./heads.js";
import { readUpstreamBody } from "./response.js";

/**
 * @typedef {{ upstream: number, keyIndex: number, tried?: number, refusals?: number, first?: number }} UpstreamPick
 * @typedef {{ failure?: string, wait?: number, keys?: number, began?: number, headMs?: number, headBefore?: number, behind?: number,
 *   end?: () => void,
 *   response?: Pick<Response, "ok" | "status" | "headers" | "body"> }
 *   & Partial<Awaited<ReturnType<typeof import("./response.js").readUpstreamBody>>> & { isRefused?: boolean }} Attempted
 */

/**
 * Makes one attempt. Returns a response and, if it was read whole, its `text`; or `failure`, the reason why there is no response. `keys` is
 * the number of upstream keys of this upstream, `began` the time of the request, `headMs` the milliseconds until the response began,
 * `headBefore` the last block that the upstream had shown before the request, or 0; `behind` the number of blocks by which the response is
 * behind the newest one that any upstream has shown, or 0 if it is not behind by more than `maxBehindBlocks`. The timeout includes the last byte of the response, so
 * that a caller who reads slowly does not keep the upstream's connection longer. `firstByteMs`: the time in which the response must begin;
 * `stopSignal`: a signal that aborts the attempt.
 *
 * @param {import("../request-context.js").RequestContext} context
 * @param {{ pick: UpstreamPick, timeout: number, firstByteMs?: number, attempts?: number, trace?: string, stopSignal?: AbortSignal }} options
 * @returns {Promise<Attempted>}
 */
export async function attemptUpstream(context, { pick, timeout, firstByteMs, attempts = 1, trace, stopSignal }) {
  const { gateway, verdict, request, env, record } = context;
  const { network, generation, verb: method, body, callerKey } = verdict;
  const { upstream } = pick;
  if (!record.mayAttempt(gateway.maxAttempts)) return { failure: "attempts" };
  const { urls: baseUrls, upstreams, heads } = gateway.networks[network];
  const { keys: getKeys, counts } = upstreams[upstream];
  const keysOrPromise = callerKey === undefined ? getKeys(env) : [callerKey];
  const keys = isList(keysOrPromise) ? keysOrPromise : await keysOrPromise;
  const key = keys[pick.keyIndex % keys.length];
  // The budget does not apply to a caller's own key.
  const budget = callerKey === undefined && gateway.limits.budget(network, upstream, key === undefined);
  const waitForTurn = () => budget.waitForTurn(env, request.signal, verdict.caller !== undefined);
  const queuedAt = budget && performance.now();
  const refusal = budget && (await runTraced(record, "queue", waitForTurn, describeRefusal));
  if (budget && counts) countBudgetWait(counts, refusal, performance.now() - queuedAt);
  if (refusal) return refusal === "gone" ? { failure: "gone" } : { ...refusal, keys: keys.length };
  // Checked after waiting, because other calls of the batch may have made the last allowed attempts.
  if (!record.mayAttempt(gateway.maxAttempts)) return { failure: "attempts", keys: keys.length };
  // A plain object, because workerd reads it faster than `Headers` can be created.
  const headers = { ...verdict.headers };
  // The verdict's URL begins with the base URL of the preferred upstream, which is removed here.
  const path = verdict.url.slice(baseUrls[0].length);
  const span = record.span?.attempt(verdict, { base: baseUrls[upstream], path, upstream, attempts });
  const traceparent = span?.traceparent ?? trace;
  if (traceparent !== undefined) headers.traceparent = traceparent;
  if (key !== undefined) headers["x-api-key"] = key;

  const { signal, isLate, endFirstByteLimit, end } = WORKERD
    ? createTimeoutSignal(timeout, firstByteMs, stopSignal)
    : linkSignals(timeout, firstByteMs, [request.signal, stopSignal]);
  const send = gateway.fetch ?? globalThis.fetch;
  record.upstream = upstream;
  record.countAttempt();
  const beganAt = Date.now();
  const start = performance.now();
  const source = { upstream, generation };
  /** @type {Attempted} */
  const attemptFacts = { keys: keys.length, began: beganAt, headBefore: getHead(heads, source), end };
  let response;
  let status = 0;
  let failure;
  let durationMs;
  try {
    response = await send(baseUrls[upstream] + path, { method, headers, body, redirect: "manual", signal });
    durationMs = performance.now() - start;
    endFirstByteLimit?.();
    attemptFacts.headMs = durationMs;
    if (globalThis.Deno) response = withAbortableBody(response, signal);
    const bodyResult = await readUpstreamBody(context, response);
    ({ failure } = bodyResult);
    if (bodyResult.seqno !== undefined) {
      recordHead(heads, source, bodyResult.seqno, start);
      // A block that the other upstreams disprove is not the height of the response.
      if (getHead(heads, source) === 0) bodyResult.seqno = undefined;
    }
    attemptFacts.behind = countBlocksBehind(heads, source, gateway.maxBehindBlocks);
    if (failure) return Object.assign(attemptFacts, { failure });
    if (bodyResult.limitedText !== undefined) response = createRateLimited(response, bodyResult.limitedText);
    ({ status } = response);
    // HTML comes from a firewall: the API itself refuses a key with JSON or plain text.
    if ((status === 401 || status === 403) && /^text\/html/i.test(response.headers.get("content-type") ?? "")) {
      failure = "blocked";
      return Object.assign(attemptFacts, { response, failure });
    }
    attemptFacts.response = response;
    if (bodyResult.limitedText !== undefined) return attemptFacts;
    if (bodyResult.text !== undefined) end();
    return Object.assign(attemptFacts, bodyResult);
  } catch (error) {
    end();
    failure = nameFailure(request, isLate, response);
    if (failure === "gone") return { failure };
    if (failure) return Object.assign(attemptFacts, { failure });
    if (isPlatformLimit(error)) {
      failure = "platform";
      return Object.assign(attemptFacts, { failure });
    }
    const cause = `${error?.name ?? "Error"}: ${error?.cause?.code ?? error?.code ?? "the connection failed"}`;
    failure = redact(cause, key);
    return Object.assign(attemptFacts, { failure });
  } finally {
    endFirstByteLimit?.();
    durationMs ??= performance.now() - start;
    record.upstreamMs += durationMs;
    span?.end(status, stopSignal?.aborted ? "gone" : failure);
    if (counts)
      countAttempt(counts, status, stopSignal?.aborted ? "gone" : failure, durationMs, nameOperation(verdict, path));
  }
}

/** Names the operation of an attempt. Requests of the gateway itself, such as probes, have only a path. */
const nameOperation = ({ generation, endpoint }, path) =>
  `${generation} ${endpoint ?? path.replace(/^\/api\/v\d\/|\?.*$/g, "")}`;

/** Returns the response as a 429, the status that its upstream should have sent. */
function createRateLimited(response, text) {
  const headers = new Headers(response.headers);
  // These headers describe the bytes before decompression.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(text, { status: 429, headers });
}

/**
 * Creates the signal for workerd, which aborts at the timeout, unless the response begins within the first-byte limit, or with `stopSignal`. It
 * need not follow the caller's disconnection: the platform then ends everything that the request started.
 *
 * @param {number} timeout @param {number | undefined} firstByteMs @param {AbortSignal | undefined} stopSignal
 */
function createTimeoutSignal(timeout, firstByteMs, stopSignal) {
  const timeoutSignal = AbortSignal.timeout(timeout);
  const signals = stopSignal === undefined ? [timeoutSignal] : [timeoutSignal, stopSignal];
  const firstByte = firstByteMs === undefined ? undefined : new AbortController();
  if (firstByte) signals.push(firstByte.signal);
  const firstByteTimer = firstByte && setTimeout(() => firstByte.abort(), firstByteMs);
  return {
    signal: signals.length > 1 ? AbortSignal.any(signals) : timeoutSignal,
    isLate: () => timeoutSignal.aborted || firstByte?.signal.aborted === true,
    endFirstByteLimit: firstByte && (() => clearTimeout(firstByteTimer)),
    end() {},
  };
}

/**
 * Creates a signal that aborts at the timeout, unless the response begins within the first-byte limit, or with one of `signals`, such as the
 * caller's disconnection. `AbortSignal.any` and `.timeout` do not work: Node and Deno garbage-collect them once only an unread body depends on
 * them, and the upstream's connection stays open forever.
 *
 * @param {number} timeout @param {number | undefined} firstByteMs @param {(AbortSignal | undefined)[]} signals
 */
function linkSignals(timeout, firstByteMs, signals) {
  const controller = new AbortController();
  let isLate = false;
  const startTimer = (ms) => {
    const timer = setTimeout(() => {
      isLate = true;
      abortRequest();
    }, ms);
    // The timer must not keep a finished server alive.
    timer.unref?.();
    return timer;
  };
  const timer = startTimer(timeout);
  const firstByteTimer = firstByteMs === undefined ? undefined : startTimer(firstByteMs);
  const endFirstByteLimit = firstByteTimer && (() => clearTimeout(firstByteTimer));
  const end = () => {
    clearTimeout(timer);
    endFirstByteLimit?.();
    for (const signal of signals) signal?.removeEventListener("abort", abortRequest);
  };
  const abortRequest = () => {
    end();
    controller.abort();
  };
  if (signals.some((signal) => signal?.aborted)) abortRequest();
  else for (const signal of signals) signal?.addEventListener("abort", abortRequest, { once: true });
  return { signal: controller.signal, isLate: () => isLate, endFirstByteLimit, end };
}

/**
 * Returns the response with a body that ends at an abort. Deno's own body frees the connection only when it is cancelled, which does not
 * happen while a caller reads too slowly.
 */
function withAbortableBody({ ok, status, headers, body }, signal) {
  if (body === null) return { ok, status, headers, body };
  const reader = body.getReader();
  const pullPart = async (controller) => {
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
  return { ok, status, headers, body: new ReadableStream({ start, pull: pullPart, cancel }, { highWaterMark: 0 }) };
}

/** Whether the platform refuses further subrequests of this incoming request, as Workers do; then the upstream is not at fault. */
const isPlatformLimit = (error) => /too many (subrequests|api requests)/i.test(String(error?.message));

/** Returns why there is no usable response, if known: `gone` if the caller has disconnected. */
function nameFailure(request, isLate, response) {
  if (!WORKERD && request.signal?.aborted) return "gone";
  if (isLate()) return "timeout";
  return response ? "broken-off" : undefined;
}
