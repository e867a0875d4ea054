// The text that a response was made of: a server that has it need not read a stream, and can share it among callers.

/** The same in every copy of this package. */
const TEXT = Symbol.for("ton-edge.text");

/** Notes the text in the response. */
export function noteText(response, text) {
  response[TEXT] = text;
}

/** The text that a response was made of, or undefined. */
export const textOf = (response) => response[TEXT];
