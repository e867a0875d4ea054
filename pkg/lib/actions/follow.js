// Searches for a message until it is executed, or until all messages that it caused are.

import { fail, isTonEdgeError, TonEdgeError } from "../util/error.js";
import { followV2 } from "./follow-v2.js";
import { followV3, isFinalEnough } from "./follow-v3.js";
import { judgeOutcome } from "./outcome.js";
import { toRawAddress } from "./raw-address.js";

/** Adds the hash of the message to an error. */
export const withMessageHash = (error, messageHash) =>
  new TonEdgeError({ ...error.toJSON(), cause: error.cause, messageHash });

/** Limits a request, and its time in the queue, to the remaining time, but at least one second. */
export function callOptions({ signal, until: deadline, time }) {
  const timeoutMs = Math.max(1000, deadline - time.now());
  return { signal, timeoutMs, queueTimeoutMs: timeoutMs };
}

/** Whether a request that failed may succeed later. */
export const isTransient = (error) =>
  isTonEdgeError(error) &&
  (error.status === undefined
    ? error.requestUrl !== undefined
    : error.status >= 500 || error.status === 429 || error.status === 408);

/** Uses v3 if the server has it, otherwise v2. */
export function makeFollower(client, hash, options) {
  const { generation, since, mayBeTransactionHash } = options;
  const account = options.account === undefined ? undefined : readRawAccount(options.account, hash);
  const createV2Follower = () => followV2(client, hash, account, since, mayBeTransactionHash);
  if (generation === "v2") return addFinality(createV2Follower(), options);
  const v3 = followV3(client, hash, account, mayBeTransactionHash);
  if (generation === "v3" || account === undefined) return addFinality(v3, options);
  let currentFollower = v3;
  // If the server turns out to have no v3, every later request goes to v2.
  const callEither =
    (name) =>
    async (callOptions, ...args) => {
      try {
        return await currentFollower[name](callOptions, ...args);
      } catch (error) {
        if (currentFollower !== v3 || !isTonEdgeError(error) || !ABSENCE_CODES.includes(error.code)) throw error;
        currentFollower = createV2Follower();
        return currentFollower[name](callOptions, ...args);
      }
    };
  return addFinality({ executed: callEither("executed"), trace: callEither("trace") }, options);
}

function readRawAccount(account, hash) {
  try {
    return toRawAddress(account);
  } catch (error) {
    throw isTonEdgeError(error) ? withMessageHash(error, hash) : error;
  }
}

/** Error codes of requests to a server without v3. */
export const ABSENCE_CODES = ["not_found", "method_not_allowed", "unknown_endpoint"];

const addFinality = (follower, { finality }) => ({
  ...follower,
  executed: (options) => follower.executed(options, finality),
});

export const acceptedResult = (hash, account) => ({
  status: "accepted",
  hash,
  account,
  success: null,
  reason: null,
  transaction: null,
  trace: null,
});

/**
 * Searches until the message is executed or, with `wait: "trace"`, until all messages that it caused are, too.
 *
 * @param {any} follower @param {string} hash @param {any} options @param {object} known
 * @param {boolean | undefined} known.isAccepted undefined if it is not known
 * @param {any} [known.found] its transaction
 * @param {import("./evidence.js").Evidence} known.evidence
 */
export async function followMessage(follower, hash, options, { isAccepted, found: transaction, evidence }) {
  const { wait, signal, until: deadline, pollIntervalMs, time, account } = options;
  const signalOrNone = signal ?? new AbortController().signal;
  let pendingCount = 0;
  let isSeen = false;
  /** @type {import("./poll-timer.js").PollTimer | undefined} */
  let timer;
  try {
    for (;;) {
      try {
        if (!transaction) {
          const execution = await follower.executed(callOptions(options));
          isSeen ||= execution !== undefined;
          if (typeof execution === "object") transaction = execution;
        }
        // A message that was executed, or is pending, was accepted.
        if (isSeen && wait === "accepted") return acceptedResult(hash, options.account);
        if (!transaction && !isSeen && evidence.isDue()) {
          const verdict = await evidence.ask();
          if (verdict.status === "executed") transaction = verdict.transaction;
          else if (verdict.status === "never") throw expiredError(hash, verdict.explanation);
        }
        if (transaction && wait === "executed") return makeExecutedResult(hash, transaction);
        if (transaction) {
          const trace = await follower.trace(callOptions(options), deadline, transaction);
          pendingCount = trace.root ? countOpenTransactions(trace, options) : trace.pending;
          if (pendingCount === 0) return makeTraceResult(hash, transaction, trace);
        }
      } catch (error) {
        if (!isTransient(error) || error.code === "message_invalid")
          throw isTonEdgeError(error) ? withMessageHash(error, hash) : error;
      }
      if (time.now() + pollIntervalMs > deadline)
        throw timeoutError(hash, options, {
          transaction,
          pending: pendingCount,
          isSeen,
          isAccepted,
          explanation: evidence.explanation,
        });
      timer ??= options.openTimer(account);
      // The stream does not show what happens on other accounts.
      if (transaction) await time.sleep(pollIntervalMs, signalOrNone);
      else
        await timer.wait(
          pollIntervalMs,
          signalOrNone,
          Math.max(pollIntervalMs, deadline - time.now() - pollIntervalMs),
        );
    }
  } finally {
    timer?.close();
  }
}

const expiredError = (hash, explanation) =>
  fail("message_expired", `the message was not executed, and never will be: ${explanation}`, { messageHash: hash });

/** Counts the transactions of a trace that lack the requested finality. */
const countOpenTransactions = ({ all }, { finality }) => all.filter((node) => !isFinalEnough(node, finality)).length;

/** Returns the state at the deadline, and how to continue. */
function timeoutError(hash, { timeoutMs }, { transaction, pending, isSeen, isAccepted, explanation }) {
  const state = transaction
    ? `the message was executed; still on the way: ${pending} message${pending === 1 ? "" : "s"} that it caused`
    : isSeen
      ? "the message is pending, but not in a block yet"
      : isAccepted
        ? "the service accepted the message, but it is not in a block yet"
        : "whether the message was executed is not known: it was not found";
  const details = explanation === undefined ? "" : ` (${explanation})`;
  return fail(
    "timeout",
    `${state} after ${timeoutMs} ms${details}; continue with \`client.waitForMessage("${hash}")\``,
    {
      messageHash: hash,
    },
  );
}

function makeExecutedResult(hash, transaction) {
  const uncertainty = transaction.actsLater
    ? "the account sends itself a message, and acts when that arrives; wait for the trace"
    : null;
  const { account } = transaction;
  return { status: "executed", hash, account, ...judgeOutcome([transaction], uncertainty), transaction, trace: null };
}

/** The state of a message and of all messages that it caused. */
export function makeTraceResult(hash, transaction, { root, all, incomplete, isRootSeen }) {
  const uncertainty = incomplete
    ? `not all of the trace was read, and what was read of it (${all.length} transaction${all.length === 1 ? "" : "s"}) succeeded`
    : null;
  return {
    status: "complete",
    hash,
    account: transaction.account,
    ...judgeOutcome(all, uncertainty, isRootSeen),
    transaction,
    trace: { root, transactions: all, failures: all.filter(({ success }) => !success), incomplete },
  };
}
