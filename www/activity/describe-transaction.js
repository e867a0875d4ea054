// Describes a transaction that no action covers, as an activity of its account.

import { commentOf } from "../shared/comment.js";
import { reasonOf, successOf } from "../shared/outcome.js";
import { TON } from "./describe-action.js";

const WHOLE = /^\d+$/;
const tonOf = (/** @type {any} */ message) =>
  WHOLE.test(String(message?.value ?? "")) && BigInt(message.value) > 0n ? BigInt(message.value) : 0n;

/** The operation of a message by the name of the API, else by its code. @param {any} message */
function operationOf(message) {
  const { decoded_opcode: name, opcode } = message ?? {};
  if (typeof name === "string" && name !== "" && name !== "text_comment") return name.replaceAll("_", " ");
  return typeof opcode === "string" && opcode !== "" && opcode !== "0x00000000" ? opcode : undefined;
}

/** @param {any} tx a row of v3 @returns {import("./describe-action.js").Activity} */
export function describeTransaction(tx) {
  const { in_msg: incoming, description } = tx;
  const outgoing = tx.out_msgs ?? [];
  const success = successOf(tx);
  const why = success === false ? reasonOf(tx) || "aborted" : undefined;
  const base = {
    id: String(tx.hash ?? ""),
    type: "transaction",
    kind: /** @type {const} */ ("contract"),
    state: /** @type {"done" | "failed" | "bounced"} */ (why === undefined ? "done" : "failed"),
    why,
    amounts: [],
    words: /** @type {string[]} */ (success === null ? ["result not known"] : []),
    encrypted: false,
    time: typeof tx.now === "number" ? tx.now : undefined,
    hash: String(tx.hash ?? ""),
    lt: String(tx.lt ?? ""),
    preposition: "",
    direction: /** @type {const} */ ("none"),
  };
  if (!incoming) return { ...base, title: description?.type === "tick_tock" ? "Tick-tock" : "Transaction" };
  return incoming.source ? received(base, incoming) : requested(base, incoming, outgoing);
}

/** A message of another account. @returns {import("./describe-action.js").Activity} */
function received(/** @type {any} */ base, /** @type {any} */ message) {
  const value = tonOf(message);
  const operation = operationOf(message);
  const comment = commentOf(message);
  const bounced = message.bounced === true;
  return {
    ...base,
    kind: bounced || operation === undefined ? "ton" : "contract",
    state: bounced ? "bounced" : base.state,
    title: bounced ? "Came back" : operation === undefined ? "Received" : "Called",
    direction: "in",
    from: message.source,
    to: message.destination,
    party: message.source,
    preposition: operation === undefined || bounced ? "from" : "by",
    amounts: value > 0n ? [{ sign: "in", units: String(value), asset: TON }] : [],
    words: [...base.words, ...(operation === undefined || bounced ? [] : [operation])],
    comment,
  };
}

/** A request from outside the chain, such as one to a wallet. @returns {import("./describe-action.js").Activity} */
function requested(/** @type {any} */ base, /** @type {any} */ message, /** @type {any[]} */ outgoing) {
  const inside = outgoing.filter((one) => one.destination);
  const value = inside.reduce((sum, one) => sum + tonOf(one), 0n);
  const [only] = inside.length === 1 ? inside : [];
  return {
    ...base,
    kind: value > 0n ? "ton" : "contract",
    title: base.why ? "Request failed" : inside.length > 0 ? "Sent" : "Request",
    direction: inside.length > 0 ? "out" : "none",
    from: inside.length > 0 ? message.destination : undefined,
    to: only?.destination,
    party: only?.destination,
    preposition: only ? "to" : "",
    amounts: value > 0n ? [{ sign: "out", units: String(value), asset: TON }] : [],
    words: [...base.words, ...(inside.length > 1 ? [`to ${inside.length} accounts`] : [])],
    comment: only && commentOf(only),
  };
}
