// Records the text from which a response was created, so that a server can write this text, shared among callers, without reading a
// stream.

import { WORKERD } from "../../util/runtime.js";

/** Keys that are equal in every copy of this package. */
const TEXT = Symbol.for("ton-edge.text");
const OWNER = Symbol.for("ton-edge.owner");
const COMPLETE = Symbol.for("ton-edge.complete");
const FORMS = Symbol.for("ton-edge.forms");

/**
 * Records the text in the response; not in workerd, where no server of this package reads it. `owner`: the cache entry with that text, if
 * any.
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

/** Records that the whole body is in memory, so that from now on only the reader can be slow. */
export function noteComplete(response) {
  if (!WORKERD) response[COMPLETE] = true;
}

/** Returns the text from which a response was made, or undefined. */
export const getText = (response) => response[TEXT];

/** Returns the object that identifies the text in all responses that share it, or undefined. */
export const getTextOwner = (response) => response[OWNER];

/**
 * Returns the compressed forms of the body, if they are kept.
 *
 * @returns {import("./compressed-forms.js").CompressedForms | undefined}
 */
export const getForms = (response) => response[FORMS];

export const isComplete = (response) => response[TEXT] !== undefined || response[COMPLETE] === true;
