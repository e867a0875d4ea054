// Evaluates an attempt: the core decides what to do next, and the breakers record the result.

import { parseRetryAfter } from "../../util/retry-after.js";
import { describeUnavailable } from "../core/gateway-core.js";
import { replyFromCore } from "../http/reply.js";
import { noteBreakerChange, recordStreamStart, recordSuccess } from "./breakers.js";
import { selectLagging } from "./heads.js";
import { isWatched } from "./response.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/** The core's decision on a good response while no upstream has failures. It is constant, so the core is not called. */
export const GOOD_DECISION = { retry: null, late: false, headers: [], body: null, alerts: [], states: null };

/**
 * Returns the core's decision on an attempt.
 *
 * @param {RequestContext} context @param {import("./attempt.js").Attempted} attempted
 * @param {{ pick: import("./attempt.js").UpstreamPick, attempts: number, reads: boolean, counts?: boolean, isLogged?: boolean }} attempt
 *   `isLogged`: its timeout has already been logged
 */
export function judgeAttempt({ gateway, verdict, record }, attempted, attempt) {
  const network = gateway.networks[verdict.network];
  const { breakers } = network;
  const { response, text, stream, failure, keys, began } = attempted;
  const { pick, attempts, reads, counts = true, isLogged } = attempt;
  if (response?.ok) {
    // A streamed response counts as good only after its end.
    if (text !== undefined || (stream === undefined && !isWatched(response)))
      recordSuccess(breakers, pick.upstream, Date.now());
    else recordStreamStart(breakers, pick.upstream, gateway.breakerFailures);
    noteBreakerChange(network, pick.upstream, gateway.breakerFailures);
    return { status: response.status, ...GOOD_DECISION };
  }
  const waitMs = response ? parseRetryAfter(response.headers.get("retry-after")) : attempted.wait;
  const decision = gateway.core.judgeAttempt(verdict, {
    ...{ breakers, pick, reads, failure, waitMs, attempts, keys, began, counts },
    lagging: reads ? selectLagging(network, verdict.generation, gateway.maxBehindBlocks) : 0,
    status: response?.status ?? 0,
    elapsedMs: record.elapsedMs(),
    random: Math.random(),
  });
  if (decision.states) breakers.set(decision.states);
  noteBreakerChange(network, pick.upstream, gateway.breakerFailures);
  for (const alert of decision.alerts)
    if (!isLogged || alert.code !== "upstream_timeout")
      gateway.log.alert({ ...alert, upstream: pick.upstream, attempt: attempts }, record);
  return decision;
}

/**
 * Makes the reply for a response that broke off. No further attempt is made: an operation that writes may have taken effect.
 *
 * @param {RequestContext} context @param {any} attempt @param {string} [failure]
 */
export const failBrokenResponse = (context, attempt, failure = "not-json") =>
  replyFromCore(
    judgeAttempt(context, { failure, ...attempt }, { ...attempt, reads: false, counts: false }),
    context.verdict,
  );

const NO_PICK = { upstream: 0, keyIndex: 0, tried: 1, refusals: 0, first: 0 };

/**
 * Makes the reply if no attempt of this request has an outcome. No breaker is affected. @param {RequestContext} context @param {string}
 * failure
 */
export function failWithoutAttempt({ gateway, verdict, record }, failure) {
  const { breakers } = gateway.networks[verdict.network];
  const decision = gateway.core.judgeAttempt(verdict, {
    ...{ breakers, pick: NO_PICK, reads: false, failure, attempts: 1, keys: 1, counts: false, lagging: 0 },
    status: 0,
    elapsedMs: record.elapsedMs(),
    random: 0,
  });
  return replyFromCore(decision, verdict);
}

/** Makes the reply while all breakers are open. @param {RequestContext} context @param {number} waitMs until one closes */
export function failUnavailable({ gateway, verdict, record }, waitMs) {
  const decision = describeUnavailable(verdict, waitMs);
  for (const alert of decision.alerts) gateway.log.alert(alert, record);
  return replyFromCore(decision, verdict);
}
