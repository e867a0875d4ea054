// Sends a request to the upstreams: makes attempts as the core decides, and returns the reply of the last one.

import { sleepUnlessAborted } from "../../util/timers.js";
import { describeLimited } from "../core/gateway-core.js";
import { discardBody, replyFromCore, CLIENT_GONE_REPLY } from "../http/reply.js";
import { attemptUpstream } from "../upstream/attempt.js";
import { getFirstKeyIndex, isNewFailure } from "../upstream/breakers.js";
import { deliverResponse } from "../upstream/deliver-response.js";
import { limitFirstByte, observeLatency } from "../upstream/first-byte.js";
import { attemptHedged } from "../upstream/hedge.js";
import { failWithoutAttempt, failUnavailable, GOOD_DECISION, judgeAttempt } from "../upstream/judge-attempt.js";
import { pickUpstream } from "../upstream/pick-upstream.js";
import { countBlocksBehind, isHeadOutdated } from "../upstream/heads.js";
import { refreshHeads } from "../upstream/refresh-heads.js";

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("../upstream/deliver-response.js").UpstreamReply} UpstreamReply
 */

/** The last step. @param {RequestContext} context @returns {Promise<UpstreamReply>} */
export async function forwardRequest(context) {
  const { gateway, verdict, request, record, flight, fixedUpstream } = context;
  if (verdict.callerKey !== undefined) return forwardWithCallerKey(context);
  record.noteCaller(verdict.caller);
  const earlierAttempts = flight?.attempts ?? 0;
  // If the callers of earlier leaders disconnected, this request has only the remaining attempts of the flight.
  if (earlierAttempts > 0 && earlierAttempts >= countMaxAttempts(gateway, verdict))
    return failWithoutAttempt(context, "lost");
  const trace = createTraceparent(verdict, record);
  const choice = await pickUpstream(context);
  if (choice === CLIENT_GONE_REPLY) return CLIENT_GONE_REPLY;
  if (choice.pick === null) return failUnavailable(context, choice.wait);
  let { pick } = choice;
  let timeout = computeTimeout(context);
  let faultyUpstreams;
  const { breakers, latencies } = gateway.networks[verdict.network];
  /**
   * Attempts whose response did not begin within the first-byte limit. Later attempts show whether the upstream hangs or the operation is
   * slow.
   */
  const lateAttempts = [];
  const isCountedByBreaker = ({ upstream }, result) => {
    const isFirst = !verdict.hurried && !faultyUpstreams?.has(upstream);
    const isFailure = !result.response || result.response.status >= 500;
    if (isFailure) (faultyUpstreams ??= new Set()).add(upstream);
    return isFirst && (!isFailure || isNewFailure(breakers, upstream, result, verdict));
  };
  for (let attempts = earlierAttempts + 1; ; attempts += 1) {
    if (flight) flight.attempts = attempts;
    const firstByteMs = limitFirstByte(context, pick);
    const options = { pick, timeout, firstByteMs, attempts, trace };
    let result;
    const probe = probeOutdatedHead(context, pick.upstream);
    if (verdict.hedge === undefined || fixedUpstream !== undefined) result = await attemptUpstream(context, options);
    else {
      let failedAttempt;
      ({ result, pick, failed: failedAttempt } = await attemptHedged(context, options));
      if (failedAttempt) {
        const isCounted = isCountedByBreaker(failedAttempt.pick, failedAttempt.result);
        const { pick: failedPick, result: failedResult } = failedAttempt;
        judgeAttempt(context, failedResult, { pick: failedPick, attempts, reads: false, counts: isCounted });
        attempts += 1;
        if (flight) flight.attempts = attempts;
      }
    }
    if (result.failure === "gone") return CLIENT_GONE_REPLY;
    if (probe && result.response?.ok && result.seqno === undefined) {
      await probe;
      const source = { upstream: pick.upstream, generation: verdict.generation };
      result.behind = countBlocksBehind(gateway.networks[verdict.network].heads, source, gateway.maxBehindBlocks);
    }
    const { headMs } = result;
    if (result.response?.ok) observeLatency(latencies, pick.upstream, headMs);
    for (const { lateResult, lateAttempt, limitMs } of lateAttempts.splice(0)) {
      // Another upstream also took longer than the limit, so the operation is slow and the first upstream is not at fault.
      if (headMs > limitMs) observeLatency(latencies, lateAttempt.pick.upstream, headMs);
      else judgeAttempt(context, lateResult, lateAttempt);
    }
    const isLate = result.failure === "timeout" && firstByteMs !== undefined;
    const isCounted = isCountedByBreaker(pick, result);
    if (isLate && isCounted) {
      const lateAttempt = { pick, attempts, reads: false, counts: true, isLogged: true };
      lateAttempts.push({ lateResult: result, lateAttempt, limitMs: firstByteMs });
    }
    if (fixedUpstream === undefined && verdict.reads && mayFollow(result))
      await refreshHeads(context, { except: pick.upstream });
    const decision = judgeAttempt(context, result, {
      pick,
      attempts,
      reads: verdict.reads && record.mayAttempt(gateway.maxAttempts),
      counts: isCounted && !isLate,
    });
    const { retry } = decision;
    // No further attempt can show that the operation is slow, so the timeouts count as failures.
    if (!retry) for (const { lateResult, lateAttempt } of lateAttempts) judgeAttempt(context, lateResult, lateAttempt);
    // A 429 is not retried if a stale response can replace it.
    if (!retry || (context.staleEntry !== undefined && result.response?.status === 429))
      return deliverResponse(context, result, decision, { pick, attempts });
    discardBody(result.response?.body);
    result.end?.();
    if (retry.after > 0 && !(await sleepUnlessAborted(retry.after, request.signal))) return CLIENT_GONE_REPLY;
    ({ pick, timeout } = retry);
    // The next attempt uses the same upstream, because no other one is known to have reached the block that the caller requires.
    if (fixedUpstream !== undefined)
      pick = { ...pick, upstream: fixedUpstream, keyIndex: getFirstKeyIndex(breakers, fixedUpstream) };
  }
}

/** Milliseconds by which the block of an upstream may be older than the newest block of another one before it is requested. */
const OUTDATED_MS = 1000;

/**
 * Requests the newest block of an upstream, at the same time as a read, if another upstream has shown a block more recently: this upstream may lag
 * after a failure. Undefined if there is nothing to wait for.
 *
 * @param {RequestContext} context @param {number} upstream
 */
function probeOutdatedHead(context, upstream) {
  const { gateway, verdict } = context;
  const { heads, urls } = gateway.networks[verdict.network];
  return verdict.reads &&
    urls.length > 1 &&
    isHeadOutdated(heads, { upstream, generation: verdict.generation }, OUTDATED_MS)
    ? refreshHeads(context, { only: upstream })
    : undefined;
}

/**
 * Returns the timeout of an attempt in milliseconds, limited by the time left until the deadline.
 *
 * @param {RequestContext} context
 */
const computeTimeout = ({ gateway, verdict, record }) =>
  Math.max(1, Math.min(verdict.timeout, gateway.deadlineMs - record.elapsedMs()));

/** Whether another upstream may get the read after this attempt. */
const mayFollow = ({ response }) =>
  response === undefined || response.status >= 500 || FAILED_STATUSES.includes(response.status);

/** Statuses below 500 after which a read is sent to another upstream. */
const FAILED_STATUSES = [301, 302, 303, 307, 308, 401, 403, 408, 425, 429];

/** Statuses with which the service rejects or limits an API key. */
const KEY_STATUSES = [401, 403, 429];

/**
 * Sends the request once, with the caller's own key, and only to the first upstream, since operators of other upstreams must not see the
 * key. The response is for this caller alone, and does not affect the breaker.
 *
 * @param {RequestContext} context @returns {Promise<UpstreamReply>}
 */
async function forwardWithCallerKey(context) {
  const { gateway, verdict, record } = context;
  const pick = { upstream: 0, keyIndex: 0, tried: 1, refusals: 0, first: 0 };
  const trace = createTraceparent(verdict, record);
  const send = () => attemptUpstream(context, { pick, timeout: computeTimeout(context), trace });
  /** @type {any} */
  const result = await gateway.tryCallerKey(record.client, verdict.callerKey, send);
  if (result.failure === "gone") return CLIENT_GONE_REPLY;
  // The service has refused too many keys of this client, so no attempt was made.
  if (result.wait !== undefined) return replyFromCore(describeLimited(verdict, result.wait), verdict);
  const status = result.response?.status;
  const decision = KEY_STATUSES.includes(status)
    ? { status, ...GOOD_DECISION }
    : judgeAttempt(context, result, { pick, attempts: 1, reads: false, counts: false });
  return deliverResponse(context, result, decision, { pick, attempts: 1 });
}

/**
 * Returns `traceparent` (W3C Trace Context): continues the caller's trace or begins one, with a span of the gateway. The ids are parts of
 * the request id, a UUID, in which neither half is ever all zero.
 */
function createTraceparent({ trace }, record) {
  const requestUuid = record.id.replaceAll("-", "");
  const traceIdAndFlags = trace ?? `${requestUuid}-00`;
  record.trace ??= traceIdAndFlags.slice(0, 32);
  return `00-${record.trace}-${requestUuid.slice(16)}${traceIdAndFlags.slice(32)}`;
}

/** Returns the maximum attempts of one request. */
const countMaxAttempts = ({ networks, retries }, { network, reads }) =>
  reads ? Math.max(2, networks[network].urls.length + retries) : 1;
