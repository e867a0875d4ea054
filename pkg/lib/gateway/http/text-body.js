// Notes the text that a response was made of: a server that has it need not read a stream, and can share it among callers.

import { WORKERD } from "../../util/runtime.js";

/** The same in every copy of this package. */
const TEXT = Symbol.for("ton-edge.text");
const OWNER = Symbol.for("ton-edge.owner");
const COMPLETE = Symbol.for("ton-edge.complete");

/**
 * Notes the text in the response. In workerd no server of this package reads it. `owner`: the cache entry with that text, if it is one's.
 */
export function noteText(response, text, owner = undefined) {
  if (WORKERD) return;
  response[TEXT] = text;
  if (owner !== undefined) response[OWNER] = owner;
}

/** Notes that all of the body is in memory: from then on only the reader can be slow. */
export function noteComplete(response) {
  if (!WORKERD) response[COMPLETE] = true;
}

/** The text that a response was made of, or undefined. */
export const getText = (response) => response[TEXT];

/** The object that has that text for all responses which share it, or undefined. */
export const getTextOwner = (response) => response[OWNER];

export const isComplete = (response) => response[TEXT] !== undefined || response[COMPLETE] === true;
