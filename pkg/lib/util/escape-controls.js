/**
 * Matches characters that control a terminal, break lines or change the writing direction. JSON itself escapes only those
 * below U+0020.
 */
const CONTROL_CHARACTERS = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes control characters in a text as JSON does. @param {string} text */
export const escapeControls = (text) =>
  text.replace(CONTROL_CHARACTERS, (character) => `\\u${(0x10000 + character.charCodeAt(0)).toString(16).slice(1)}`);
