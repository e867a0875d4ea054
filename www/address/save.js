// Hands a file that was made here to the browser's downloads.

import { el } from "../page/dom.js";

/** Some browsers begin to read a moment after the click. */
const READ_IN = 10_000;

/** @param {string} name of the file @param {Blob} blob */
export function save(name, blob) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_IN);
}
