// Records the text from which a response was created, so that a server can write this text, shared among callers, without reading a
// stream.

import { WORKERD } from "../../util/runtime.js";

/** The keys of the properties that this file adds to a response. They are equal in every copy of this package. */
const TEXT_KEY = Symbol.for("ton-edge.text");
const OWNER_KEY = Symbol.for("ton-edge.owner");
const COMPLETE_KEY = Symbol.for("ton-edge.complete");
const FORMS = Symbol.for("ton-edge.forms");

/**
 * Records the text in the response; not in workerd, where no server of this package reads it. `owner`: the cache entry with that text, if
 * any.
 */
export function rememberText(response, text, owner = undefined) {
  if (WORKERD) return;
  response[TEXT_KEY] = text;
  if (owner !== undefined) response[OWNER_KEY] = owner;
}

/** Records where the compressed forms of the body are kept. @param {import("./compressed-forms.js").CompressedForms | undefined} forms */
export function rememberForms(response, forms) {
  if (!WORKERD && forms !== undefined) response[FORMS] = forms;
}

/** Records that the whole body is in memory, so that from now on only the reader can be slow. */
export function markComplete(response) {
  if (!WORKERD) response[COMPLETE_KEY] = true;
}

/** Returns the text from which a response was made, or undefined. */
export const getText = (response) => response[TEXT_KEY];

/** Returns the object that identifies the text in all responses that share it, or undefined. */
export const getTextOwner = (response) => response[OWNER_KEY];

/**
 * Returns the compressed forms of the body, if they are kept.
 *
 * @returns {import("./compressed-forms.js").CompressedForms | undefined}
 */
export const getForms = (response) => response[FORMS];

export const isComplete = (response) => response[TEXT_KEY] !== undefined || response[COMPLETE_KEY] === true;
