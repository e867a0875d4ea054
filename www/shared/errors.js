// Describes an error to a visitor: what went wrong, where, and what to do.

import { el } from "./dom.js";
import { HINTS } from "./error-hints.js";
import { t, tNoun } from "./messages.js";

/** A code of the web app itself, not of the package. */
const APP_INCOMPLETE = "app_incomplete";
const INCOMPLETE_TEXT = "A file of this web app did not load. Check your connection, then retry or reload.";
const OTHER_TEXT = "The request failed. Retry; if it fails again, report the code below.";

/** Gives the error of a failed `import()` a code, since its message differs between browsers. */
export async function withLoadError(modules) {
  try {
    return await modules;
  } catch (cause) {
    throw Object.assign(new Error(cause.message, { cause }), { code: APP_INCOMPLETE });
  }
}

export function adviseOn(error) {
  // The package also loads parts of itself with `import()`; if one fails to load, every browser throws a TypeError.
  if (error?.code === APP_INCOMPLETE || (error instanceof TypeError && error.name === "TypeError"))
    return t(INCOMPLETE_TEXT);
  const seconds = Math.ceil((error?.retryAfterMs ?? 0) / 1000);
  return t(HINTS.get(error?.code) ?? OTHER_TEXT, {
    wait: seconds > 1 ? tNoun(seconds, "second") : t("a moment"),
  });
}

/** Renders the advice, the error's message, and the code to report. */
export function describeError(error) {
  const code = error?.code ?? error?.name ?? "unknown";
  const status = error?.status ? t(", HTTP status {status}", { status: error.status }) : "";
  return [
    el("p", { class: "what" }, el("strong", {}, adviseOn(error))),
    // Messages come from the package or the API, in English.
    error?.message && el("p", { class: "why", lang: "en" }, toSentence(error.message)),
    el("p", { class: "code" }, t("Code"), " ", el("code", {}, code), status),
  ].filter(Boolean);
}

/**
 * Converts a message to a sentence: messages of the package start in lower case and have no full stop. A message may repeat what the caller wrote, so
 * direction marks are shown.
 */
export const toSentence = (text) =>
  showDirectionMarks(text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : "."));

/** Matches the marks that change the direction of the text around them. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Replaces direction marks by their code points, as visible-text.js does, which is not part of the first load. @param {string} text */
export const showDirectionMarks = (text) =>
  text.replace(DIRECTION_MARKS, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
