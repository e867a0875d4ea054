// Notes the text that a response was made of: a server that has it need not read a stream, and can share it among callers.

import { WORKERD } from "../../util/runtime.js";

/** The same in every copy of this package. */
const TEXT = Symbol.for("ton-edge.text");

/** Notes the text in the response. In workerd no server of this package reads it. */
export function noteText(response, text) {
  if (!WORKERD) response[TEXT] = text;
}

/** The text that a response was made of, or undefined. */
export const getText = (response) => response[TEXT];
