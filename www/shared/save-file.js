// Saves a file through the browser's downloads.

import { el } from "./dom.js";

/** Milliseconds until the file's URL is revoked; some browsers read the file only a moment after the click. */
const READ_WITHIN_MS = 10_000;

/** @param {string} name of the file @param {Blob} blob */
export function saveFile(name, blob) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_WITHIN_MS);
}
