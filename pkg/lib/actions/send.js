// Sends a message once, and finds its outcome.

import { MAX_MESSAGE_BYTES, MAX_MESSAGE_CELLS, MAX_MESSAGE_DEPTH } from "../../dist/message-abi.js";
import { WALLETS } from "../../dist/schemas.js";
import { decodeMessage, explainExitCode, parseBoc } from "../../message.js";
import { fail, isTonEdgeError, TonEdgeError } from "../util/error.js";
import { abortReason } from "../util/timers.js";
import { readOptions, SEND_OPTIONS, TIMEOUT_MS } from "./follow-options.js";
import { Evidence } from "./evidence.js";
import { joinRequest, startRequest } from "./shared-requests.js";
import { withMessageHash, acceptedResult, callOptions, followMessage, makeFollower, isTransient } from "./follow.js";
import { readSeqno, findVersion } from "./witness.js";

/** Maximum number of accepted messages that a client remembers. */
const MAX_REMEMBERED_HASHES = 256;

/**
 * The state of each client: its requests in flight, and the hashes of accepted messages. The key of a request is the whole bag of cells,
 * because a normalized hash does not cover the StateInit.
 */
const stateByClient = /* @__PURE__ */ new WeakMap();

function getSendState(client) {
  let clientState = stateByClient.get(client);
  if (!clientState) stateByClient.set(client, (clientState = { inFlight: new Map(), accepted: new Set() }));
  return clientState;
}

function rememberHash(acceptedHashes, hash) {
  acceptedHashes.delete(hash);
  acceptedHashes.add(hash);
  if (acceptedHashes.size > MAX_REMEMBERED_HASHES) acceptedHashes.delete(acceptedHashes.values().next().value);
}

/** Decodes the message, which must be an external message to an account. */
export function readMessage(boc) {
  const cell = parseBoc(typeof boc?.toBoc === "function" ? boc.toBoc() : boc);
  const message = decodeExternal(cell);
  const { info, normalizedHash } = message;
  if (info.type !== "external-in")
    throw fail("message_invalid", `only external messages can be sent to the network; this one is ${info.type}`, {
      parameter: "boc",
    });
  const bag = cell.toBoc();
  const refusal = findLimit(cell, bag);
  if (refusal) throw fail("message_invalid", `the network refuses ${refusal}`, { parameter: "boc" });
  return { boc: cell.toBase64(), hash: normalizedHash, account: info.dest, decoded: message };
}

/** Returns why the node refuses a message; `undefined` if it does not. */
function findLimit(cell, bag) {
  if (cell.level > 0) return "messages with pruned branches";
  if (cell.depth() > MAX_MESSAGE_DEPTH) return `messages with a depth of more than ${MAX_MESSAGE_DEPTH} cells`;
  if (bag.length > MAX_MESSAGE_BYTES) return `messages of more than ${MAX_MESSAGE_BYTES} bytes`;
  // A bag contains equal cells once. The number of cells begins at the seventh byte; the lowest bits of the fifth byte are its length in
  // bytes.
  const cellCount = bag.subarray(6, 6 + (bag[4] & 7)).reduce((count, byte) => count * 256 + byte, 0);
  return cellCount - 1 > MAX_MESSAGE_CELLS
    ? `messages of more than ${MAX_MESSAGE_CELLS} cells below the root`
    : undefined;
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
  // A success whose body is unreadable is still a success.
  (error.status === undefined || error.status < 400 || error.status >= 500 || error.status === 408);

/** @param {any} client @param {any} boc @param {any} [rawOptions] */
export async function send(client, boc, rawOptions = {}) {
  const options = readOptions(client, rawOptions, SEND_OPTIONS, "client.send", "executed");
  const { signal } = options;
  if (signal?.aborted) throw abortReason(signal);
  const message = readMessage(boc);
  const { hash, account } = message;
  options.account = account;
  const evidence = new Evidence(client, hash, message.decoded, options);
  const { inFlight, accepted } = getSendState(client);
  let request = inFlight.get(message.boc);
  if (!request) {
    const forgetRequest = () => {
      if (inFlight.get(message.boc) === request) inFlight.delete(message.boc);
    };
    inFlight.set(message.boc, (request = sendRequest(client, message.boc, options, forgetRequest)));
    request.promise
      .then(
        () => rememberHash(accepted, hash),
        () => {},
      )
      .finally(forgetRequest);
  }
  try {
    await joinRequest(request, signal);
  } catch (error) {
    if (signal?.aborted) throw abortReason(signal);
    return resolveFailure(client, error, { hash, options, wasAccepted: accepted.has(hash), evidence });
  }
  return options.wait === "accepted"
    ? acceptedResult(hash, account)
    : followMessage(makeFollower(client, hash, options), hash, options, { isAccepted: true, evidence });
}

/**
 * Sends a request that several callers may wait for, so that equal messages are sent once. `forgetRequest` prevents further callers from
 * joining it.
 */
function sendRequest(client, boc, { timeoutMs }, forgetRequest) {
  const attemptTimeoutMs = Math.min(timeoutMs, TIMEOUT_MS.accepted);
  return startRequest(
    (signal) => client.v2.sendBoc({ boc }, { signal, timeoutMs: attemptTimeoutMs, queueTimeoutMs: timeoutMs }),
    forgetRequest,
  );
}

/** Handles a failed request. The service may have accepted the message nevertheless, now or when it was sent before. */
async function resolveFailure(client, error, { hash, options, wasAccepted, evidence }) {
  if (!isTonEdgeError(error)) throw error;
  const isRejected = error.code === "message_rejected";
  // The status means that the message was refused, so no search follows. The error has the hash, because a proxy may have forwarded the
  // message in spite of it.
  if (!wasAccepted && !isRejected && !isAmbiguous(error))
    throw error.requestUrl === undefined ? error : withMessageHash(error, hash);
  const follower = makeFollower(client, hash, options);
  const execution =
    isRejected && !wasAccepted ? await findRejectedMessage(follower, hash, options, error, evidence) : undefined;
  // `isKnown`: the service has accepted or rejected the message, so it has received it.
  const isKnown = wasAccepted || isRejected;
  if (isKnown && options.wait === "accepted") return acceptedResult(hash, options.account);
  try {
    return await followMessage(follower, hash, options, { isAccepted: isKnown, found: execution, evidence });
  } catch (laterError) {
    // The error of the request is more useful than "the message was not found".
    const isRequestErrorClearer =
      isTonEdgeError(laterError) && !isKnown && laterError.code !== "message_expired" && !options.signal?.aborted;
    throw isRequestErrorClearer ? withMessageHash(error, hash) : laterError;
  }
}

const OTHER_ACCOUNT = "or it is the account of another wallet version, wallet id or network";

/**
 * Explains a rejection. Exit codes differ between wallets, so the code of the account, or of the message's StateInit, decides their
 * meaning.
 */
function explainRejection(error, message, witness) {
  const state = witness?.isActive === false ? message?.init : undefined;
  const reason =
    witness?.isActive === false && !witness.hasCoins
      ? `the account has no coins and no contract: send TON to it first, ${OTHER_ACCOUNT}`
      : witness?.isActive === false && !state
        ? `the account has no contract: its first request needs the StateInit (\`deploy: true\`), ${OTHER_ACCOUNT}`
        : explainExitCode(
            error.exitCode,
            selectBody(message, witness?.version ?? (state?.code && findVersion(state.code))),
          );
  if (reason === undefined) return error;
  const text = error.message.replace(/^the account did not accept the message(: exit code -?\d+)?/, `$&: ${reason}`);
  return new TonEdgeError({
    ...error.toJSON(),
    message: text.replace(/: exit code -?\d+: /, ": "),
    cause: error.cause,
  });
}

/** Reads the body of a request to a wallet. If the wallet is unknown, the body must fit only one kind of wallet. */
const selectBody = (message, version) => (version === undefined ? message?.decoded.type : WALLETS[version].signed);

/** Number of searches that must agree before a rejection counts although the wallet's state contradicts it. */
const MIN_AGREEING_LOOKS = 3;

/**
 * Whether the exit code says that the wallet has executed this message, or another one with the same seqno. The wallet's state must confirm
 * this.
 */
const isReplayExitCode = (exitCode, { version }) =>
  exitCode === 133 || (version === "highload_v3" ? exitCode === 36 : exitCode === 33);

/**
 * Searches for a rejected message. It may be executed or pending, since the service rejects a message that it receives twice. A caller who
 * trusts a wrong "rejected" pays twice, so the wallet's state must prove that the message was not executed. Returns its transaction, or
 * undefined if it is pending; otherwise throws.
 */
async function findRejectedMessage(follower, hash, options, error, evidence) {
  // The service already has the message, so it was executed or may still be.
  const isDuplicate = /duplicate message/i.test(error.message);
  if (isDuplicate && options.wait === "accepted") return undefined;
  const { signal, until: deadline, pollIntervalMs, time } = options;
  let newestSeqno = 0;
  /** Makes the error of the rejection, with its reason as far as it is known. */
  let rejection = error;
  for (let agreeingCount = 0; ; ) {
    const verdict = await findOutcome(follower, options, isDuplicate && !evidence.isDue() ? undefined : evidence);
    if (verdict?.status === "executed") return verdict.transaction;
    if (verdict) rejection = explainRejection(error, evidence.message, verdict.witness);
    if (verdict?.status === "never") throw withMessageHash(rejection, hash);
    if (verdict?.status === "unknown" && !isDuplicate) break;
    if (verdict?.status === "open" && !isDuplicate) {
      const { witness } = verdict;
      const isContradiction = isReplayExitCode(error.exitCode, witness) && !isOtherSeqno(evidence, witness);
      // A replica that lags behind has not seen the message yet.
      if (witness.block >= newestSeqno && !isContradiction) agreeingCount += 1;
      newestSeqno = Math.max(newestSeqno, witness.block);
      if (agreeingCount >= (isReplayExitCode(error.exitCode, witness) ? MIN_AGREEING_LOOKS : 1))
        throw withMessageHash(rejection, hash);
    }
    if (time.now() + pollIntervalMs > deadline) break;
    await time.sleep(pollIntervalMs, signal ?? new AbortController().signal);
  }
  const details = evidence.explanation === undefined ? "" : ` (${evidence.explanation})`;
  throw fail(
    "timeout",
    `whether the message was executed is not known${details}; the service rejected it: ${rejection.message}`,
    {
      messageHash: hash,
      exitCode: error.exitCode,
      cause: error,
    },
  );
}

/**
 * Searches once for a message, and reads its wallet once; returns undefined if a request failed or no request is possible. For a rejection,
 * a pending message counts as executed.
 */
async function findOutcome(follower, options, evidence) {
  try {
    const execution = await follower.executed(callOptions(options));
    if (execution !== undefined)
      return { status: "executed", transaction: typeof execution === "object" ? execution : undefined };
    return await evidence?.ask(true);
  } catch (error) {
    if (isTransient(error)) return undefined;
    throw error;
  }
}

/** Whether the seqno of the message differs from the one that the wallet expects. */
function isOtherSeqno({ message }, { version, seqno }) {
  const ownSeqno = readSeqno(message, version);
  return ownSeqno !== undefined && ownSeqno !== seqno;
}
