// Records the text from which a response was made: a server can then write the text, shared among callers, without reading a stream.

import { WORKERD } from "../../util/runtime.js";

/** The same in every copy of this package. */
const TEXT = Symbol.for("ton-edge.text");
const OWNER = Symbol.for("ton-edge.owner");
const COMPLETE = Symbol.for("ton-edge.complete");
const FORMS = Symbol.for("ton-edge.forms");

/**
 * Records the text in the response. In workerd no server of this package reads it. `owner`: the cache entry with that text, if there is
 * one.
 */
export function noteText(response, text, owner = undefined) {
  if (WORKERD) return;
  response[TEXT] = text;
  if (owner !== undefined) response[OWNER] = owner;
}

/** Records where the compressed forms of the body are kept. @param {import("./compressed-forms.js").CompressedForms | undefined} forms */
export function noteForms(response, forms) {
  if (!WORKERD && forms !== undefined) response[FORMS] = forms;
}

/** Records that all of the body is in memory: from then on only the reader can be slow. */
export function noteComplete(response) {
  if (!WORKERD) response[COMPLETE] = true;
}

/** Returns the text from which a response was made, or undefined. */
export const getText = (response) => response[TEXT];

/** Returns the object that owns that text for all responses that share it, or undefined. */
export const getTextOwner = (response) => response[OWNER];

/**
 * Returns the compressed forms of the body, if they are kept.
 *
 * @returns {import("./compressed-forms.js").CompressedForms | undefined}
 */
export const getForms = (response) => response[FORMS];

export const isComplete = (response) => response[TEXT] !== undefined || response[COMPLETE] === true;
