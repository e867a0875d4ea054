// The messages that a program asks wallets to send, for tests that compare receivers and amounts.

import { WALLETS } from "../../dist/schemas.js";
import { decodeBody, decodeMessage } from "../message/decode.js";
import { isDataError } from "../util/error.js";

/** A message of a wallet as tests see it; nothing for a message that leaves the chain. */
function describeMessage(from, cell, mode) {
  const { info, decoded: body } = /** @type {any} */ (decodeMessage(cell));
  if (info.type !== "internal") return [];
  const { dest: to, bounce, value } = info;
  return [{ from, to, value: value.coins, bounce, mode, comment: body.type === "comment" ? body.text : null, body }];
}

const readActions = (from, { actions = [] }) =>
  actions
    .filter(({ type }) => type === "send_message")
    .flatMap(({ message, mode }) => describeMessage(from, message, mode));

/**
 * Reads the messages of a request to a wallet, in their order; none if the message is not such a request.
 * @param {any} message as `readMessage` returns it @param {any} version of the wallet, if it is known
 */
export function readSentMessages({ account, decoded }, version) {
  try {
    const request = /** @type {any} */ (
      version === undefined ? decoded.decoded : decodeBody(decoded.body, { as: WALLETS[version].signed })
    );
    if (!request.message) return readActions(account, request);
    // A highload wallet sends one message, or a message to itself that has the others.
    const messages = describeMessage(account, request.message, request.mode);
    return messages.flatMap((message) => (message.body.actions ? readActions(account, message.body) : [message]));
  } catch (error) {
    if (isDataError(error)) return [];
    throw error;
  }
}
