// Finds out whether a wallet had too little TON for a message that it should send. Reports this only if both amounts are known.

import { decodeBody, decodeMessage, fromNano } from "../../message.js";
import { isTonEdgeError } from "../util/error.js";

/** The kinds of wallet requests without an opcode. The length of a request matches only one of them. */
const SIGNED_BODIES = /** @type {const} */ (["wallet_v3_signed", "wallet_v4_signed", "highload_v3_signed"]);
/** Send modes that send the balance of the account or the value of the incoming message. */
const CARRYING_MODES = 64 | 128;

function readOptional(readValue) {
  try {
    return readValue();
  } catch (error) {
    if (isTonEdgeError(error)) return undefined;
    throw error;
  }
}

/**
 * Returns destination and value of each message that a wallet should send, in order. `undefined` unless the body is a request of exactly one kind.
 */
function readMessagesToSend(body) {
  const decodedBody = /** @type {any} */ (decodeBody(body));
  const candidates = decodedBody.actions
    ? [decodedBody]
    : SIGNED_BODIES.map((bodyType) =>
        readOptional(() => /** @type {any} */ (decodeBody(body, { as: bodyType }))),
      ).filter((candidate) => candidate?.rest === null);
  if (candidates.length !== 1) return undefined;
  const [{ actions, mode, message }] = candidates;
  const sendActions = (actions ?? [{ type: "send_message", mode, message }]).filter(
    ({ type }) => type === "send_message",
  );
  return readOptional(() =>
    sendActions.map((action) => {
      const { info } = /** @type {any} */ (decodeMessage(action.message));
      return { to: info.dest, value: action.mode & CARRYING_MODES ? 0n : (info.value?.coins ?? 0n) };
    }),
  );
}

const sumValues = (messagesToSend) => messagesToSend.reduce((total, { value }) => total + value, 0n);
const shortageText = (availableAmount, neededAmount) =>
  `the wallet had ${fromNano(availableAmount)} TON left, and the message needs ${fromNano(neededAmount)} TON`;

/**
 * @typedef {{ body: () => any, sent: { to: string, value: bigint }[], balance: bigint, fees: bigint, failedIndex: number }} Sheet `sent`: the messages
 *   of a transaction; `balance`: after it; `failedIndex`: the index of the action that failed
 */

/**
 * Returns why one of `count` skipped messages was not sent, if that is certain.
 *
 * @param {Sheet} sheet @param {number} count @returns {string | undefined}
 */
export function explainSkippedMessage({ body, sent, balance, fees }, count) {
  const messagesToSend = readOptional(() => readMessagesToSend(body())) ?? [];
  // With another number of messages, the account did something other than the request says.
  if (messagesToSend.length - sent.length !== count) return undefined;
  let sentIndex = 0;
  for (const { to, value } of messagesToSend) {
    if (sent[sentIndex]?.to === to) {
      sentIndex += 1;
      continue;
    }
    const laterMessages = sent.slice(sentIndex);
    const available = balance + sumValues(laterMessages);
    // The TON that later messages carried was available for this one, too.
    if (value > available + (laterMessages.length > 0 ? fees : 0n))
      return `not enough TON: ${shortageText(available, value)}`;
  }
  return undefined;
}

/** Returns the amounts if one message made all actions fail: the transaction reports too little TON for it. @param {Sheet} sheet */
export function explainFailedAction({ body, failedIndex, balance }) {
  const messagesToSend = readOptional(() => readMessagesToSend(body()));
  if (!messagesToSend?.[failedIndex]) return undefined;
  const available = balance - sumValues(messagesToSend.slice(0, failedIndex));
  return available >= 0n && messagesToSend[failedIndex].value > 0n
    ? shortageText(available, messagesToSend[failedIndex].value)
    : undefined;
}
