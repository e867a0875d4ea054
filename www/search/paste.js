// Pasted text of several lines. An input has one line: the browser would join the lines of a list without a space.

import { MAX_TEXT_CHARS } from "../app/route.js";

/** Returns the text as the input shows it. @param {string} text */
export const joinLines = (text) => text.trim().replace(/\s+/g, " ").slice(0, MAX_TEXT_CHARS);

/**
 * Puts a pasted text of several lines into the input. Returns the text with its lines; empty if the text has only one line, which the
 * browser inserts itself.
 * @param {ClipboardEvent} event @param {HTMLInputElement} input
 */
export function takePaste(event, input) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!/\n\s*\S/.test(text.trim())) return "";
  event.preventDefault();
  input.value = joinLines(text);
  return text;
}
