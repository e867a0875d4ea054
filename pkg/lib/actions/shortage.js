// Whether a wallet had too little TON for a message that it was to send: said only with both figures, as they were seen.

import { decodeBody, decodeMessage, fromNano } from "../../message.js";
import { isTonEdgeError } from "../util/error.js";

/** Bodies of wallets that have no opcode; the length of a request fits one of them. */
const SIGNED = /** @type {const} */ (["wallet_v3_signed", "wallet_v4_signed", "highload_v3_signed"]);
/** Send modes whose value is that of the account or of the message that arrived. */
const CARRIES = 64 | 128;

function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (isTonEdgeError(error)) return undefined;
    throw error;
  }
}

/** The messages that a wallet is to send, in their order: destinations and values. `undefined` if the body is not a request of one kind. */
function ordersOf(body) {
  const known = /** @type {any} */ (decodeBody(body));
  const read = known.actions
    ? [known]
    : SIGNED.map((as) => attempt(() => /** @type {any} */ (decodeBody(body, { as })))).filter(
        (found) => found?.rest === null,
      );
  if (read.length !== 1) return undefined;
  const [{ actions, mode, message }] = read;
  const sends = (actions ?? [{ type: "send_message", mode, message }]).filter(({ type }) => type === "send_message");
  return attempt(() =>
    sends.map((action) => {
      const { info } = /** @type {any} */ (decodeMessage(action.message));
      return { to: info.dest, value: action.mode & CARRIES ? 0n : (info.value?.coins ?? 0n) };
    }),
  );
}

const sum = (orders) => orders.reduce((total, { value }) => total + value, 0n);
const text = (had, needs) => `the wallet had ${fromNano(had)} TON left, and the message needs ${fromNano(needs)} TON`;

/**
 * @typedef {{ body: () => any, sent: { to: string, value: bigint }[], balance: bigint, fees: bigint, at: number }} Sheet `sent`: the messages
 *   of a transaction; `balance`: after it; `at`: the place of the action that failed
 */

/** Why one of `count` messages was left out, if that is certain. @param {Sheet} sheet @param {number} count @returns {string | undefined} */
export function leftOutFor({ body, sent, balance, fees }, count) {
  const orders = attempt(() => ordersOf(body())) ?? [];
  // Otherwise the account did something other than the message's request.
  if (orders.length - sent.length !== count) return undefined;
  let at = 0;
  for (const { to, value } of orders) {
    if (sent[at]?.to === to) {
      at += 1;
      continue;
    }
    const later = sent.slice(at);
    const had = balance + sum(later);
    // The cost of sending the later ones was available, too.
    if (value > had + (later.length > 0 ? fees : 0n)) return `not enough TON: ${text(had, value)}`;
  }
  return undefined;
}

/** The figures where a message failed all actions: the chain says that there was too little for it. @param {Sheet} sheet */
export function failedFor({ body, at, balance }) {
  const orders = attempt(() => ordersOf(body()));
  if (!orders?.[at]) return undefined;
  const had = balance - sum(orders.slice(0, at));
  return had >= 0n && orders[at].value > 0n ? text(had, orders[at].value) : undefined;
}
