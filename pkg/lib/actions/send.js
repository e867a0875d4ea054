// Sends a message once, and finds out what became of it.

import { decodeMessage, parseBoc } from "../../message.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { reasonOf, sleep } from "../util/timers.js";
import { readOptions, SEND_OPTIONS, TIMEOUT_MS } from "./follow-options.js";
import { joinRequest, startRequest } from "./shared-requests.js";
import { about, accept, callOptions, follow, followerOf, isTransient } from "./follow.js";

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

/** The message, checked: an external one, for the account that receives it. */
function readMessage(boc) {
  const cell = parseBoc(typeof boc?.toBoc === "function" ? boc.toBoc() : boc);
  const { info, decoded, normalizedHash } = decodeExternal(cell);
  if (info.type !== "external-in")
    throw fail("message_invalid", `only external messages can be sent to the network; this one is ${info.type}`, {
      parameter: "boc",
    });
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
    inFlight.set(message.boc, (request = requestOf(client, message.boc, options, forget)));
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
  return options.wait === "accepted"
    ? accept(hash, account)
    : follow(followerOf(client, hash, options), hash, options, true);
}

/** A request that several callers may wait for: the same message is sent once. `forget`: no other caller is to join it. */
function requestOf(client, boc, { timeoutMs }, forget) {
  const most = Math.min(timeoutMs, TIMEOUT_MS.accepted);
  return startRequest(
    (signal) => client.v2.sendBoc({ boc }, { signal, timeoutMs: most, queueTimeoutMs: timeoutMs }),
    forget,
  );
}

/** The request failed. The message may have been taken all the same, now or when it was sent before. */
async function afterFailure(client, error, hash, options, wasAccepted) {
  if (!isTonEdgeError(error)) throw error;
  const isRejected = error.code === "message_rejected";
  if (!wasAccepted && !isRejected && !isAmbiguous(error)) throw error;
  const follower = followerOf(client, hash, options);
  if (isRejected && !wasAccepted && !(await isKnownOf(follower, hash, options, error))) throw about(error, hash);
  // From here on, a rejection is one of a message that is known.
  const isKnown = wasAccepted || isRejected;
  if (isKnown && options.wait === "accepted") return accept(hash, options.account);
  try {
    return await follow(follower, hash, options, isKnown);
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
async function isKnownOf(follower, hash, options, error) {
  const { signal, until, pollIntervalMs } = options;
  for (let looks = OTHER_SEQNO.includes(error.exitCode) ? LOOKS : 1; ; ) {
    try {
      if ((await follower.executed(callOptions(options))) !== undefined) return true;
      looks -= 1;
    } catch (cause) {
      if (!isTransient(cause)) throw cause;
    }
    if (looks === 0) return false;
    if (Date.now() + pollIntervalMs > until)
      throw fail(
        "timeout",
        `whether the message was executed is not known; the service rejected it: ${error.message}`,
        {
          messageHash: hash,
          exitCode: error.exitCode,
          cause: error,
        },
      );
    await sleep(pollIntervalMs, signal ?? new AbortController().signal);
  }
}
