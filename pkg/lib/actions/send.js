// Sends a message once, and finds its outcome.

import { WALLETS } from "../../dist/schemas.js";
import { decodeMessage, explainExitCode, parseBoc } from "../../message.js";
import { fail, isTonEdgeError, TonEdgeError } from "../util/error.js";
import { reasonOf, sleep } from "../util/timers.js";
import { readOptions, SEND_OPTIONS, TIMEOUT_MS } from "./follow-options.js";
import { Evidence } from "./evidence.js";
import { joinRequest, startRequest } from "./shared-requests.js";
import { about, accept, callOptions, follow, followerOf, isTransient } from "./follow.js";
import { seqnoOf, versionOf } from "./witness.js";

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
export function readMessage(boc) {
  const cell = parseBoc(typeof boc?.toBoc === "function" ? boc.toBoc() : boc);
  const decoded = decodeExternal(cell);
  const { info, normalizedHash } = decoded;
  if (info.type !== "external-in")
    throw fail("message_invalid", `only external messages can be sent to the network; this one is ${info.type}`, {
      parameter: "boc",
    });
  return { boc: cell.toBase64(), hash: normalizedHash, account: info.dest, decoded };
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
  const evidence = new Evidence(client, hash, message.decoded, options);
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
    return afterFailure(client, error, { hash, options, wasAccepted: accepted.has(hash), evidence });
  }
  return options.wait === "accepted"
    ? accept(hash, account)
    : follow(followerOf(client, hash, options), hash, options, { isAccepted: true, evidence });
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
async function afterFailure(client, error, { hash, options, wasAccepted, evidence }) {
  if (!isTonEdgeError(error)) throw error;
  const isRejected = error.code === "message_rejected";
  // A refusal by its status is not followed, but a proxy before the service may have passed the message on: only a search by its hash can
  // tell.
  if (!wasAccepted && !isRejected && !isAmbiguous(error))
    throw error.requestUrl === undefined ? error : about(error, hash);
  const follower = followerOf(client, hash, options);
  const found = isRejected && !wasAccepted ? await findRejected(follower, hash, options, error, evidence) : undefined;
  // From here on, a rejection is one of a message that is known.
  const isKnown = wasAccepted || isRejected;
  if (isKnown && options.wait === "accepted") return accept(hash, options.account);
  try {
    return await follow(follower, hash, options, { isAccepted: isKnown, found, evidence });
  } catch (later) {
    // An error of the request is more useful than "not found".
    const saysMore = isTonEdgeError(later) && !isKnown && later.code !== "message_expired" && !options.signal?.aborted;
    throw saysMore ? about(error, hash) : later;
  }
}

const OTHER_ACCOUNT = "or it is the account of another wallet version, wallet id or network";

/** The reason of a rejection, by the wallet that the account or the message shows. The exit code alone means something else for each. */
function explained(error, message, witness) {
  const state = witness?.isActive === false ? message?.init : undefined;
  const reason =
    witness?.isActive === false && !witness.hasCoins
      ? `the account has no coins and no contract: send TON to it first, ${OTHER_ACCOUNT}`
      : witness?.isActive === false && !state
        ? `the account has no contract: its first request needs the StateInit (\`deploy: true\`), ${OTHER_ACCOUNT}`
        : explainExitCode(error.exitCode, bodyOf(message, witness?.version ?? (state?.code && versionOf(state.code))));
  if (reason === undefined) return error;
  const text = error.message.replace(/^the account did not accept the message(: exit code -?\d+)?/, `$&: ${reason}`);
  return new TonEdgeError({
    ...error.toJSON(),
    message: text.replace(/: exit code -?\d+: /, ": "),
    cause: error.cause,
  });
}

/** The body of requests of a wallet; without one, of the message if only one kind of wallet has it. */
const bodyOf = (message, version) => (version === undefined ? message?.decoded.type : WALLETS[version].signed);

/** Looks that must agree before a rejection is believed that contradicts what the wallet says. */
const LOOKS = 3;

/** Whether the wallet, by the exit code, has executed another message in its place, or this one: its state must say so, too. */
const isOfExecuted = (exitCode, { version }) =>
  exitCode === 133 || (version === "highload_v3" ? exitCode === 36 : exitCode === 33);

/**
 * A rejected message may have been executed, or be pending: then it is rejected when it comes again. Who believes a wrong "rejected" pays twice, so
 * the wallet itself has to say that it did not execute it. Gives its transaction, or nothing if it is pending; throws if it is rejected.
 */
async function findRejected(follower, hash, options, error, evidence) {
  // The service has it already, so it is executed, or still may be.
  const isDuplicate = /duplicate message/i.test(error.message);
  if (isDuplicate && options.wait === "accepted") return undefined;
  const { signal, until, pollIntervalMs } = options;
  let highest = 0;
  /** The rejection, with its reason as far as it is known. */
  let why = error;
  for (let agreed = 0; ; ) {
    const verdict = await lookOnce(follower, options, isDuplicate && !evidence.isDue() ? undefined : evidence);
    if (verdict?.says === "executed") return verdict.transaction;
    if (verdict) why = explained(error, evidence.message, verdict.witness);
    if (verdict?.says === "never") throw about(why, hash);
    if (verdict?.says === "unknown" && !isDuplicate) break;
    if (verdict?.says === "open" && !isDuplicate) {
      const { witness } = verdict;
      const isContradiction = isOfExecuted(error.exitCode, witness) && !isOtherSeqno(evidence, witness);
      // A replica that is behind others has not seen it yet.
      if (witness.block >= highest && !isContradiction) agreed += 1;
      highest = Math.max(highest, witness.block);
      if (agreed >= (isOfExecuted(error.exitCode, witness) ? LOOKS : 1)) throw about(why, hash);
    }
    if (Date.now() + pollIntervalMs > until) break;
    await sleep(pollIntervalMs, signal ?? new AbortController().signal);
  }
  const seen = evidence.why === undefined ? "" : ` (${evidence.why})`;
  throw fail(
    "timeout",
    `whether the message was executed is not known${seen}; the service rejected it: ${why.message}`,
    {
      messageHash: hash,
      exitCode: error.exitCode,
      cause: error,
    },
  );
}

/** One look for a message, and one at its wallet; nothing if a request failed, or there is nothing to ask. A pending message is executed as far as a rejection goes. */
async function lookOnce(follower, options, evidence) {
  try {
    const found = await follower.executed(callOptions(options));
    if (found !== undefined) return { says: "executed", transaction: typeof found === "object" ? found : undefined };
    return await evidence?.ask(true);
  } catch (error) {
    if (isTransient(error)) return undefined;
    throw error;
  }
}

/** Whether the message has another seqno than the wallet waits for, as its exit code says. */
function isOtherSeqno({ message }, { version, seqno }) {
  const own = seqnoOf(message, version);
  return own !== undefined && own !== seqno;
}
