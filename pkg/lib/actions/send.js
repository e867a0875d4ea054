// Sends a message once, and finds out what became of it.

import { decodeBody, decodeMessage, parseBoc } from "../../message.js";
import { fail, isTonEdgeError, kindOf, TonEdgeError } from "../util/error.js";
import { pickOptions, positive, readSignal } from "../util/options.js";
import { reasonOf, sleep } from "../util/timers.js";
import { followV2 } from "./follow-v2.js";
import { followV3 } from "./follow-v3.js";

const WAIT = ["accepted", "executed", "trace"];
const FINALITY = ["confirmed", "finalized"];
const GENERATIONS = ["v3", "v2"];
const FOLLOW_OPTIONS = [
  "wait",
  "finality",
  "generation",
  "signal",
  "timeoutMs",
  "pollIntervalMs",
  "validUntil",
  "account",
  "since",
];
const SEND_OPTIONS = FOLLOW_OPTIONS.filter((name) => name !== "account" && name !== "since");

/** Wallets' requests are valid for a minute, and a block takes seconds; what they set off takes longer. */
const TIMEOUT_MS = { accepted: 30_000, executed: 90_000, trace: 180_000 };
const POLL_MS = 1500;
/** Seconds after its end in which a message that was executed in time may still come up. */
const GRACE = 30;
/** Seconds before now in which a message may have been sent whose age is not known. */
const LOOK_BACK = 600;
/** Messages that a client remembers to have had accepted. */
const MOST_REMEMBERED = 256;

/** By client: requests on their way by their bags, since a hash does not cover a StateInit; and the hashes of accepted messages. */
const memories = /* @__PURE__ */ new WeakMap();

function memoryOf(client) {
  let memory = memories.get(client);
  if (!memory) memories.set(client, (memory = { inFlight: new Map(), accepted: new Set() }));
  return memory;
}

function remember(accepted, hash) {
  accepted.delete(hash);
  accepted.add(hash);
  if (accepted.size > MOST_REMEMBERED) accepted.delete(accepted.values().next().value);
}

const seconds = () => Math.floor(Date.now() / 1000);

function choice(name, value, among, otherwise) {
  if (value === undefined) return otherwise;
  if (among.includes(value)) return value;
  throw fail("invalid_option", `\`${name}\` must be ${among.map((one) => `"${one}"`).join(" or ")}`, {
    parameter: name,
  });
}

/** The options, checked. */
function readOptions(written, known, what, otherwise) {
  const options = pickOptions(written, known, what, ["timeout", "timeoutMs"]);
  const wait = choice("wait", options.wait, WAIT, otherwise);
  const timeoutMs = positive("timeoutMs", options.timeoutMs, TIMEOUT_MS[wait]);
  return {
    wait,
    finality: choice("finality", options.finality, FINALITY, "confirmed"),
    generation: choice("generation", options.generation, GENERATIONS, undefined),
    signal: readSignal(options.signal),
    timeoutMs,
    until: Date.now() + timeoutMs,
    pollIntervalMs: positive("pollIntervalMs", options.pollIntervalMs, POLL_MS),
    validUntil: positive("validUntil", options.validUntil, undefined),
    account: options.account,
    since: positive("since", options.since, seconds() - LOOK_BACK, true),
  };
}

/** The message, checked: an external one, for the account that receives it. */
function readMessage(boc) {
  const cell = parseBoc(typeof boc?.toBoc === "function" ? boc.toBoc() : boc);
  const { info, body, normalizedHash } = decodeExternal(cell);
  if (info.type !== "external-in")
    throw fail("message_invalid", `only external messages can be sent to the network; this one is ${info.type}`, {
      parameter: "boc",
    });
  const decoded = decodeBody(body);
  // Only wallets v5 say by an opcode that the field is there.
  const validUntil = decoded.type === "wallet_v5_external" ? decoded.validUntil : undefined;
  return { boc: cell.toBase64(), hash: normalizedHash, account: info.dest, validUntil };
}

function decodeExternal(cell) {
  try {
    return decodeMessage(cell);
  } catch (cause) {
    if (!isTonEdgeError(cause, "message_invalid")) throw cause;
    throw fail("message_invalid", `\`boc\` is not a message: ${cause.message}`, { parameter: "boc", cause });
  }
}

/** Whether a failure leaves open whether the service took the message. */
const isAmbiguous = (error) =>
  isTonEdgeError(error) &&
  error.requestUrl !== undefined &&
  error.code !== "message_rejected" &&
  // A success that cannot be read is one all the same.
  (error.status === undefined || error.status < 400 || error.status >= 500 || error.status === 408);

/** An error that names the message. */
const about = (error, messageHash) => new TonEdgeError({ ...error.toJSON(), cause: error.cause, messageHash });

/** @param {any} client @param {any} boc @param {any} [written] */
export async function send(client, boc, written = {}) {
  const options = readOptions(written, SEND_OPTIONS, "client.send", "executed");
  const { signal } = options;
  if (signal?.aborted) throw reasonOf(signal);
  const message = readMessage(boc);
  const { hash, account } = message;
  options.account = account;
  options.validUntil ??= message.validUntil;
  const { inFlight, accepted } = memoryOf(client);
  let request = inFlight.get(message.boc);
  if (!request) {
    const forget = () => {
      if (inFlight.get(message.boc) === request) inFlight.delete(message.boc);
    };
    inFlight.set(message.boc, (request = startRequest(client, message.boc, options, forget)));
    request.done
      .then(
        () => remember(accepted, hash),
        () => {},
      )
      .finally(forget);
  }
  try {
    await joinRequest(request, signal);
  } catch (error) {
    if (signal?.aborted) throw reasonOf(signal);
    return afterFailure(client, error, hash, options, accepted.has(hash));
  }
  return options.wait === "accepted" ? accept(hash, account) : follow(client, hash, options, true);
}

const accept = (hash, account) => ({
  status: "accepted",
  hash,
  account,
  success: null,
  reason: null,
  transaction: null,
  trace: null,
});

/** A request that several callers may wait for: the same message is sent once. `forget`: no other caller is to join it. */
function startRequest(client, boc, { timeoutMs }, forget) {
  const controller = new AbortController();
  const options = {
    signal: controller.signal,
    timeoutMs: Math.min(timeoutMs, TIMEOUT_MS.accepted),
    queueTimeoutMs: timeoutMs,
  };
  return { done: client.v2.sendBoc({ boc }, options), controller, waiters: 0, forget };
}

/** Waits for a request. Who aborts leaves it, and the last one ends it. */
function joinRequest(request, signal) {
  request.waiters += 1;
  if (!signal) return request.done;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(reasonOf(signal));
      request.waiters -= 1;
      if (request.waiters > 0) return;
      request.forget();
      request.controller.abort(reasonOf(signal));
    };
    signal.addEventListener("abort", leave, { once: true });
    request.done.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** The request failed. The message may have been taken all the same, now or when it was sent before. */
async function afterFailure(client, error, hash, options, wasAccepted) {
  if (!isTonEdgeError(error)) throw error;
  const isRejected = error.code === "message_rejected";
  if (!wasAccepted && !isRejected && !isAmbiguous(error)) throw error;
  if (isRejected && !wasAccepted && !(await isKnownOf(client, hash, options, error))) throw about(error, hash);
  // From here on, a rejection is one of a message that is known.
  const isKnown = wasAccepted || isRejected;
  if (isKnown && options.wait === "accepted") return accept(hash, options.account);
  try {
    return await follow(client, hash, options, isKnown);
  } catch (later) {
    // What is wrong with the request says more than that nothing was found.
    throw isTonEdgeError(later) && !isKnown && !options.signal?.aborted ? about(error, hash) : later;
  }
}

/** Exit codes of wallets for another seqno: that of a message that was executed is one, and the index may lag behind. */
const OTHER_SEQNO = [33, 133];
const LOOKS = 3;

/**
 * Whether a rejected message was executed, or is pending: then it is rejected when it comes again. Who believes a wrong "no" pays twice, so a look
 * that fails is none.
 */
async function isKnownOf(client, hash, options, error) {
  const { signal, until, pollIntervalMs } = options;
  const follower = followerOf(client, hash, options);
  for (let looks = OTHER_SEQNO.includes(error.exitCode) ? LOOKS : 1; ; ) {
    try {
      if ((await follower.executed(callOptions(options))) !== undefined) return true;
      looks -= 1;
    } catch (cause) {
      if (!isTransient(cause)) throw cause;
    }
    if (looks === 0) return false;
    if (Date.now() + pollIntervalMs > until)
      throw fail("timeout", `whether the message was executed is not known; the service rejected it: ${error.message}`, {
        messageHash: hash,
        exitCode: error.exitCode,
        cause: error,
      });
    await sleep(pollIntervalMs, signal ?? new AbortController().signal);
  }
}

/** @param {any} client @param {any} hash @param {any} [written] */
export async function waitForMessage(client, hash, written = {}) {
  const options = readOptions(written, FOLLOW_OPTIONS, "client.waitForMessage", "executed");
  if (options.wait === "accepted")
    throw fail("invalid_option", '`wait` must be "executed" or "trace" here', { parameter: "wait" });
  if (typeof hash !== "string")
    throw fail("hash_charset", `the hash of a message must be a text, not ${kindOf(hash)}`, { parameter: "hash" });
  const wanted = normal(hash);
  // A request of v3 has the hash, and is checked.
  if (options.generation === "v2" && !/^[A-Za-z0-9+/]{43}=$/.test(wanted))
    throw fail("hash_charset", "the hash of a message is 32 bytes in base64 or hexadecimal digits", {
      parameter: "hash",
    });
  return follow(client, wanted, options, undefined);
}

/** A hash in standard base64, as rows have it; what is none stays, and the request says what is wrong with it. */
function normal(hash) {
  const bytes = /^(0x)?[0-9a-f]{64}$/i.test(hash)
    ? hash
        .slice(-64)
        .match(/../g)
        .map((byte) => parseInt(byte, 16))
    : undefined;
  if (bytes) return btoa(String.fromCharCode(...bytes));
  const standard = hash.replace(/-/g, "+").replace(/_/g, "/");
  return standard.length === 43 ? `${standard}=` : standard;
}

/** A request may take what is left, and a second at least; in the queue as well. */
function callOptions({ signal, until }) {
  const timeoutMs = Math.max(1000, until - Date.now());
  return { signal, timeoutMs, queueTimeoutMs: timeoutMs };
}

/** Whether a request that failed may succeed later. */
const isTransient = (error) =>
  isTonEdgeError(error) &&
  (error.status === undefined
    ? error.requestUrl !== undefined
    : error.status >= 500 || error.status === 429 || error.status === 408);

/** v3 if it is there; else v2. */
function followerOf(client, hash, options) {
  const { generation, account, since } = options;
  const v2 = () => followV2(client, hash, account, since);
  if (generation === "v2") return withFinality(v2(), options);
  const v3 = followV3(client, hash);
  if (generation === "v3" || account === undefined) return withFinality(v3, options);
  let current = v3;
  // A server without v3 says so to every request.
  const either = (name) => async (callOptions, more) => {
    try {
      return await current[name](callOptions, more);
    } catch (error) {
      if (current !== v3 || !isTonEdgeError(error) || !ABSENT.includes(error.code)) throw error;
      current = v2();
      return current[name](callOptions, more);
    }
  };
  return withFinality({ executed: either("executed"), trace: either("trace"), time: either("time") }, options);
}

/** What a server responds that has no v3. */
const ABSENT = ["not_found", "method_not_allowed", "unknown_endpoint"];

const withFinality = (follower, { finality }) => ({
  ...follower,
  executed: (options) => follower.executed(options, finality),
});

/** Looks until the message is executed, or all that it set off. `isAccepted`: undefined if nobody knows. */
async function follow(client, hash, options, isAccepted) {
  const { wait, signal, until, pollIntervalMs, validUntil } = options;
  const follower = followerOf(client, hash, options);
  const signalOrNone = signal ?? new AbortController().signal;
  let transaction;
  let pending = 0;
  let seen = false;
  for (;;) {
    let isOver = false;
    let looked = false;
    try {
      // The clock here may be wrong, and who believes that a message expired sends another one: the chain's own clock decides.
      if (!transaction && !seen && validUntil !== undefined && seconds() > validUntil + GRACE)
        isOver = (await follower.time(callOptions(options))) > validUntil + GRACE;
      if (!transaction) {
        const found = await follower.executed(callOptions(options));
        looked = true;
        seen ||= found !== undefined;
        if (typeof found === "object") transaction = found;
      }
      // What was executed, or is about to be, was accepted.
      if (seen && wait === "accepted") return accept(hash, options.account);
      if (transaction && wait === "executed") return executedResult(hash, transaction);
      if (transaction) {
        const trace = await follower.trace(callOptions(options), until);
        if (trace.root) return traceResult(hash, transaction, trace);
        pending = trace.pending;
      }
    } catch (error) {
      if (!isTransient(error) || error.code === "message_invalid")
        throw isTonEdgeError(error) ? about(error, hash) : error;
    }
    // A look that failed says nothing.
    if (isOver && looked && !transaction && !seen)
      throw fail("message_expired", `the message was valid until ${timeOf(validUntil)} and was not executed`, {
        messageHash: hash,
      });
    if (Date.now() + pollIntervalMs > until) throw timedOut(hash, options, { transaction, pending, seen, isAccepted });
    await sleep(pollIntervalMs, signalOrNone);
  }
}

const timeOf = (unix) => new Date(unix * 1000).toISOString();

/** What is known when the time is over, and how to go on. */
function timedOut(hash, { timeoutMs }, { transaction, pending, seen, isAccepted }) {
  const state = transaction
    ? `the message was executed, and ${pending} message${pending === 1 ? "" : "s"} that it led to are on their way`
    : seen
      ? "the message is pending, and in no block yet"
      : isAccepted
        ? "the service accepted the message, and it is in no block yet"
        : "the message was not found";
  return fail("timeout", `${state} after ${timeoutMs} ms; go on with \`client.waitForMessage("${hash}")\``, {
    messageHash: hash,
  });
}

/** What became of the request to the wallet itself, which may leave out what it cannot send. */
function requestReason({ success, reason, skippedActions }) {
  if (!success || skippedActions === 0) return reason;
  return `${skippedActions} action${skippedActions === 1 ? "" : "s"} of the wallet could not be done and ${
    skippedActions === 1 ? "was" : "were"
  } left out, as the send mode allows`;
}

function executedResult(hash, transaction) {
  const reason = requestReason(transaction);
  const { account } = transaction;
  return { status: "executed", hash, account, success: reason === null, reason, transaction, trace: null };
}

function traceResult(hash, transaction, { root, all, incomplete }) {
  const failures = all.filter(({ success }) => !success);
  const [first] = failures;
  const reason = requestReason(transaction) ?? (first ? `${first.reason} (at ${first.account})` : null);
  return {
    status: "complete",
    hash,
    account: transaction.account,
    success: reason === null,
    reason,
    transaction,
    trace: { root, transactions: all, failures, incomplete },
  };
}
