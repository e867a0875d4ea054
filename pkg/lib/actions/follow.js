// Looks for a message until it is executed, or until all messages that it caused are done.

import { fail, isTonEdgeError, TonEdgeError } from "../util/error.js";
import { sleep } from "../util/timers.js";
import { followV2 } from "./follow-v2.js";
import { followV3, reached } from "./follow-v3.js";
import { judge } from "./outcome.js";
import { rawAddress } from "./raw-address.js";

/** Adds the hash of the message to an error. */
export const about = (error, messageHash) => new TonEdgeError({ ...error.toJSON(), cause: error.cause, messageHash });

/** A request may take the rest of the time, but at least a second; the same holds for the queue. */
export function callOptions({ signal, until }) {
  const timeoutMs = Math.max(1000, until - Date.now());
  return { signal, timeoutMs, queueTimeoutMs: timeoutMs };
}

/** Whether a request that failed may succeed later. */
export const isTransient = (error) =>
  isTonEdgeError(error) &&
  (error.status === undefined
    ? error.requestUrl !== undefined
    : error.status >= 500 || error.status === 429 || error.status === 408);

/** v3 if it is there; else v2. */
export function followerOf(client, hash, options) {
  const { generation, since, isEither } = options;
  const account = options.account === undefined ? undefined : rawOf(options.account, hash);
  const v2 = () => followV2(client, hash, account, since, isEither);
  if (generation === "v2") return withFinality(v2(), options);
  const v3 = followV3(client, hash, account, isEither);
  if (generation === "v3" || account === undefined) return withFinality(v3, options);
  let current = v3;
  // A server without v3 says so to every request.
  const either =
    (name) =>
    async (callOptions, ...more) => {
      try {
        return await current[name](callOptions, ...more);
      } catch (error) {
        if (current !== v3 || !isTonEdgeError(error) || !ABSENT.includes(error.code)) throw error;
        current = v2();
        return current[name](callOptions, ...more);
      }
    };
  return withFinality({ executed: either("executed"), trace: either("trace") }, options);
}

function rawOf(account, hash) {
  try {
    return rawAddress(account);
  } catch (error) {
    throw isTonEdgeError(error) ? about(error, hash) : error;
  }
}

/** Error codes of requests to a server without v3. */
export const ABSENT = ["not_found", "method_not_allowed", "unknown_endpoint"];

const withFinality = (follower, { finality }) => ({
  ...follower,
  executed: (options) => follower.executed(options, finality),
});

export const accept = (hash, account) => ({
  status: "accepted",
  hash,
  account,
  success: null,
  reason: null,
  transaction: null,
  trace: null,
});

/**
 * Looks until the message is executed, or all that it set off.
 *
 * @param {any} follower @param {string} hash @param {any} options @param {object} known
 * @param {boolean | undefined} known.isAccepted undefined if it is not known
 * @param {any} [known.found] its transaction
 * @param {import("./evidence.js").Evidence} known.evidence
 */
export async function follow(follower, hash, options, { isAccepted, found: transaction, evidence }) {
  const { wait, signal, until, pollIntervalMs } = options;
  const signalOrNone = signal ?? new AbortController().signal;
  let pending = 0;
  let seen = false;
  for (;;) {
    try {
      if (!transaction) {
        const found = await follower.executed(callOptions(options));
        seen ||= found !== undefined;
        if (typeof found === "object") transaction = found;
      }
      // A message that was executed, or is about to be, was accepted.
      if (seen && wait === "accepted") return accept(hash, options.account);
      if (!transaction && !seen && evidence.isDue()) {
        const verdict = await evidence.ask();
        if (verdict.says === "executed") transaction = verdict.transaction;
        else if (verdict.says === "never") throw expired(hash, verdict.why);
      }
      if (transaction && wait === "executed") return executedResult(hash, transaction);
      if (transaction) {
        const trace = await follower.trace(callOptions(options), until, transaction);
        pending = trace.root ? openOf(trace, options) : trace.pending;
        if (pending === 0) return traceResult(hash, transaction, trace);
      }
    } catch (error) {
      if (!isTransient(error) || error.code === "message_invalid")
        throw isTonEdgeError(error) ? about(error, hash) : error;
    }
    if (Date.now() + pollIntervalMs > until)
      throw timedOut(hash, options, { transaction, pending, seen, isAccepted, why: evidence.why });
    await sleep(pollIntervalMs, signalOrNone);
  }
}

const expired = (hash, why) =>
  fail("message_expired", `the message was not executed, and never will be: ${why}`, { messageHash: hash });

/** How many transactions of a whole trace are not as certain as wanted. */
const openOf = ({ all }, { finality }) => all.filter((node) => !reached(node, finality)).length;

/** The state at the deadline, and how to continue. */
function timedOut(hash, { timeoutMs }, { transaction, pending, seen, isAccepted, why }) {
  const state = transaction
    ? `the message was executed, and ${pending} message${pending === 1 ? "" : "s"} that it led to are on their way`
    : seen
      ? "the message is pending, and in no block yet"
      : isAccepted
        ? "the service accepted the message, and it is in no block yet"
        : "whether the message was executed is not known: it was not found";
  const known = why === undefined ? "" : ` (${why})`;
  return fail("timeout", `${state} after ${timeoutMs} ms${known}; go on with \`client.waitForMessage("${hash}")\``, {
    messageHash: hash,
  });
}

function executedResult(hash, transaction) {
  const unseen = transaction.actsLater
    ? "the account sends itself a message, and acts when that arrives; wait for the trace"
    : null;
  const { account } = transaction;
  return { status: "executed", hash, account, ...judge([transaction], unseen), transaction, trace: null };
}

/** The state of a message and of all messages that it caused. */
export function traceResult(hash, transaction, { root, all, incomplete, isRootSeen }) {
  const unseen = incomplete
    ? `not all of the trace was read, and what was read of it (${all.length} transaction${all.length === 1 ? "" : "s"}) succeeded`
    : null;
  return {
    status: "complete",
    hash,
    account: transaction.account,
    ...judge(all, unseen, isRootSeen),
    transaction,
    trace: { root, transactions: all, failures: all.filter(({ success }) => !success), incomplete },
  };
}
