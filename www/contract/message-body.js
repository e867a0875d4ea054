// Converts the body of a message to a cell.

import { comment } from "../ton-edge/message.js";

/** The body as a cell; undefined if there is none. @param {import("./message-writer.js").Made["body"]} body */
export const toBodyCell = (body) => (typeof body === "string" ? comment(body) : body);
