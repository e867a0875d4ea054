// Sends a request to the upstreams: attempts as the core decides, and the reply of the last one.

import { sleepUnlessAborted } from "../../util/timers.js";
import { describeLimited } from "../core/gateway-core.js";
import { discardBody, replyFromCore, GONE } from "../http/reply.js";
import { attemptUpstream } from "../upstream/attempt.js";
import { isNewFailure } from "../upstream/breakers.js";
import { deliverResponse } from "../upstream/deliver-response.js";
import { attemptHedged } from "../upstream/hedge.js";
import { failUnattempted, failUnavailable, GOOD, judgeAttempt } from "../upstream/judge-attempt.js";
import { pickUpstream } from "../upstream/pick-upstream.js";

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("../upstream/deliver-response.js").UpstreamReply} UpstreamReply
 */

/** The last step. @param {RequestContext} context @returns {Promise<UpstreamReply>} */
export async function forwardRequest(context) {
  const { gateway, verdict, request, record, flight } = context;
  if (verdict.callerKey !== undefined) return forwardWithCallerKey(context);
  record.noteCaller(verdict.caller);
  const before = flight?.attempts ?? 0;
  // Earlier leaders of the flight have left with their callers; only their remaining attempts and time are left.
  if (before > 0 && before >= mostAttempts(gateway, verdict)) return failUnattempted(context, "lost");
  const trace = traceOf(verdict, record);
  const begun = await pickUpstream(context);
  if (begun === GONE) return GONE;
  if (begun.pick === null) return failUnavailable(context, begun.wait);
  let { pick } = begun;
  let timeout = timeoutOf(context);
  let faulty;
  const { breakers } = gateway.networks[verdict.network];
  const counts = ({ upstream }, attempted) => {
    const first = !verdict.hurried && !faulty?.has(upstream);
    const isFailure = !attempted.response || attempted.response.status >= 500;
    if (isFailure) (faulty ??= new Set()).add(upstream);
    return first && (!isFailure || isNewFailure(breakers, upstream, attempted, verdict));
  };
  for (let attempts = before + 1; ; attempts += 1) {
    if (flight) flight.attempts = attempts;
    const options = { pick, timeout, attempts, trace };
    let attempted;
    if (verdict.hedge === undefined) attempted = await attemptUpstream(context, options);
    else {
      let other;
      ({ made: attempted, pick, failed: other } = await attemptHedged(context, options));
      if (other) {
        const isCounted = counts(other.pick, other.made);
        judgeAttempt(context, { ...other.made, pick: other.pick, attempts, reads: false, counts: isCounted });
        attempts += 1;
        if (flight) flight.attempts = attempts;
      }
    }
    if (attempted.failure === "gone") return GONE;
    const isCounted = counts(pick, attempted);
    const finish = judgeAttempt(context, { ...attempted, pick, attempts, reads: verdict.reads, counts: isCounted });
    const { retry } = finish;
    // A 429 is not retried where a stale response can stand in.
    if (!retry || (context.staleEntry !== undefined && attempted.response?.status === 429))
      return deliverResponse(context, attempted, finish, { pick, attempts });
    discardBody(attempted.response?.body);
    attempted.end?.();
    if (retry.after > 0 && !(await sleepUnlessAborted(retry.after, request.signal))) return GONE;
    ({ pick, timeout } = retry);
  }
}

/** Milliseconds of an attempt: a request that has waited for others has less time left. @param {RequestContext} context */
const timeoutOf = ({ gateway, verdict, record }) =>
  Math.max(1, Math.min(verdict.timeout, gateway.deadlineMs - record.elapsedMs()));

/** Response headers of the service about an API key and its rate. */
const OF_KEYS = [401, 403, 429];

/**
 * Sends the request once, with the caller's own key, to the first upstream: no other operator may see that key. The service's response
 * about that key is for the caller, and nothing of it counts for a breaker.
 *
 * @param {RequestContext} context @returns {Promise<UpstreamReply>}
 */
async function forwardWithCallerKey(context) {
  const { gateway, verdict, record } = context;
  const pick = { upstream: 0, key: 0, tried: 1, refusals: 0 };
  const trace = traceOf(verdict, record);
  const send = () => attemptUpstream(context, { pick, timeout: timeoutOf(context), trace });
  /** @type {any} */
  const attempted = await gateway.tryCallerKey(record.client, verdict.callerKey, send);
  if (attempted.failure === "gone") return GONE;
  // Too many keys of this client were refused: there was no attempt.
  if (attempted.wait !== undefined) return replyFromCore(describeLimited(verdict, attempted.wait), verdict);
  const status = attempted.response?.status;
  const finish = OF_KEYS.includes(status)
    ? { status, ...GOOD }
    : judgeAttempt(context, { ...attempted, pick, attempts: 1, reads: false, counts: false });
  return deliverResponse(context, attempted, finish, { pick, attempts: 1 });
}

/**
 * `traceparent` (W3C Trace Context): continues the caller's trace or begins one, with a span of the gateway. Trace and span are
 * of the request's id, a UUID, neither half of which is ever all zero.
 */
function traceOf({ trace }, record) {
  const ours = record.id.replaceAll("-", "");
  const whole = trace ?? `${ours}-00`;
  record.trace ??= whole.slice(0, 32);
  return `00-${record.trace}-${ours.slice(16)}${whole.slice(32)}`;
}

/** How many attempts one caller has. */
const mostAttempts = ({ networks, retries }, { network, reads }) =>
  reads ? Math.max(2, networks[network].urls.length + retries) : 1;
