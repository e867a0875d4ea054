// Reads messages to run: complete ones, or internal messages without a source, as `internalMessage` builds them.

import { decodeMessage } from "../message/decode.js";
import { buildMessageCell } from "../message/encode.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { readBag } from "../tvm/contract.js";
import { parseBoc } from "../message/cell.js";

/** Decodes a message; its errors name `parameter`. */
function decodeNamedMessage(cell, parameter) {
  try {
    return decodeMessage(cell);
  } catch (cause) {
    if (!isTonEdgeError(cause, "message_invalid")) throw cause;
    throw fail("message_invalid", `\`${parameter}\` is not a message: ${cause.message}`, { parameter, cause });
  }
}

/**
 * Returns the cell of a message and its header. An internal message without a source gets `from`.
 *
 * @param {any} source @param {string} parameter @param {any} from @param {number} now
 */
export function readMessage(source, parameter, from, now) {
  let cell = parseBoc(readBag(source, parameter));
  const { info, init, body } = decodeNamedMessage(cell, parameter);
  if (info.type === "external-out")
    throw fail("message_invalid", `\`${parameter}\` has no destination account`, { parameter });
  if (info.type === "internal" && info.src === null) {
    if (from === undefined || from === null)
      throw fail("missing_parameter", "`from` is required: the message does not say which account sends it", {
        parameter: "from",
      });
    cell = buildMessageCell({ ...info, src: from, createdAt: now }, init, body, false);
  } else if (from !== undefined)
    throw fail("invalid_option", "`from` applies only to internal messages without a source", {
      parameter: "from",
    });
  return { cell, info };
}
