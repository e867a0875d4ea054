// Describes a transaction that belongs to no action, as an activity of its account.

import { readComment } from "../shared/comment.js";
import { describeFailure, readSuccess } from "../shared/outcome.js";
import { TON } from "../ton-edge/lib/sentences/read-action.js";

const WHOLE_NUMBER = /^\d+$/;
const readTon = (/** @type {any} */ message) =>
  WHOLE_NUMBER.test(String(message?.value ?? "")) && BigInt(message.value) > 0n ? BigInt(message.value) : 0n;

/** Returns the operation of a message: its name from the API, otherwise its opcode. @param {any} message */
function readOperation(message) {
  const { decoded_opcode: name, opcode } = message ?? {};
  if (typeof name === "string" && name !== "" && name !== "text_comment") return name.replaceAll("_", " ");
  return typeof opcode === "string" && opcode !== "" && opcode !== "0x00000000" ? opcode : undefined;
}

/** @param {any} tx a row of v3 @returns {import("./describe-action.js").Activity} */
export function describeTransaction(tx) {
  const { in_msg: inMessage, description } = tx;
  const outMessages = tx.out_msgs ?? [];
  const success = readSuccess(tx);
  const failure = success === false ? describeFailure(tx) || "aborted" : undefined;
  const commonFields = {
    id: String(tx.hash ?? ""),
    type: "transaction",
    kind: /** @type {const} */ ("contract"),
    state: /** @type {"done" | "failed" | "bounced"} */ (failure === undefined ? "done" : "failed"),
    why: failure,
    amounts: [],
    words: /** @type {string[]} */ (success === null ? ["result not known"] : []),
    encrypted: false,
    time: typeof tx.now === "number" ? tx.now : undefined,
    hash: String(tx.hash ?? ""),
    lt: String(tx.lt ?? ""),
    preposition: "",
    direction: /** @type {const} */ ("none"),
  };
  if (!inMessage) return { ...commonFields, title: description?.type === "tick_tock" ? "Tick-tock" : "Transaction" };
  return inMessage.source
    ? describeReceivedMessage(commonFields, inMessage)
    : describeRequest(commonFields, inMessage, outMessages);
}

/** Describes a message from another account. @returns {import("./describe-action.js").Activity} */
function describeReceivedMessage(/** @type {any} */ commonFields, /** @type {any} */ message) {
  const value = readTon(message);
  const operation = readOperation(message);
  const comment = readComment(message);
  const isBounced = message.bounced === true;
  return {
    ...commonFields,
    kind: isBounced || operation === undefined ? "ton" : "contract",
    state: isBounced ? "bounced" : commonFields.state,
    title: isBounced ? "Came back" : operation === undefined ? "Received" : "Called",
    direction: "in",
    from: message.source,
    to: message.destination,
    party: message.source,
    preposition: operation === undefined || isBounced ? "from" : "by",
    amounts: value > 0n ? [{ sign: "in", units: String(value), asset: TON }] : [],
    words: [...commonFields.words, ...(operation === undefined || isBounced ? [] : [operation])],
    comment,
  };
}

/** Describes an external message, such as a request to a wallet. @returns {import("./describe-action.js").Activity} */
function describeRequest(
  /** @type {any} */ commonFields,
  /** @type {any} */ message,
  /** @type {any[]} */ outMessages,
) {
  const internalMessages = outMessages.filter((message) => message.destination);
  const value = internalMessages.reduce((sum, message) => sum + readTon(message), 0n);
  const [singleMessage] = internalMessages.length === 1 ? internalMessages : [];
  return {
    ...commonFields,
    kind: value > 0n ? "ton" : "contract",
    title: commonFields.why ? "Request failed" : internalMessages.length > 0 ? "Sent" : "Request",
    direction: internalMessages.length > 0 ? "out" : "none",
    from: internalMessages.length > 0 ? message.destination : undefined,
    to: singleMessage?.destination,
    party: singleMessage?.destination,
    preposition: singleMessage ? "to" : "",
    amounts: value > 0n ? [{ sign: "out", units: String(value), asset: TON }] : [],
    words: [...commonFields.words, ...(internalMessages.length > 1 ? [`to ${internalMessages.length} accounts`] : [])],
    comment: singleMessage && readComment(singleMessage),
  };
}
