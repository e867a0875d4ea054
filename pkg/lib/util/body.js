// Reads response bodies: bounded in bytes, and with integers that JavaScript would round as strings.

import { hasTooManyParts } from "./part-limit.js";

/** The text of a stream of bytes; undefined as soon as it has more than `most`, or too many parts, which ends the stream. */
export async function readStream(stream, maxBytes) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  let parts = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    parts += 1;
    if (bytes > maxBytes || hasTooManyParts(parts, bytes)) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The text of a response, at most `most` bytes of it; a promise of it, and of undefined where there are more. */
export function readResponseText(response, maxBytes) {
  // For a compressed body, the header gives the compressed length.
  const length = Number(response.headers?.get?.("content-length") ?? Number.NaN);
  const encoding = response.headers?.get?.("content-encoding");
  if (!encoding && length > maxBytes) {
    response.body?.cancel?.().catch(() => {});
    return undefined;
  }
  const canStream = globalThis.TextDecoder && typeof response.body?.getReader === "function";
  return canStream ? readStream(response.body, maxBytes) : response.text();
}

/**
 * What moves a reader of JSON in or out of a string, and all that can be a long number. No part of it repeats another, and
 * none goes on for ever: engines keep every step of a repetition, and throw when a text of megabytes has too many.
 */
const NUMBER_OR_STRING_MARK = /\\.|"|[\d.eE+-]{16,65536}/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/** The same JSON with long whole numbers in quotes. In time linear in the text, whatever it is. */
function quoteLongIntegers(text) {
  let isQuoted = false;
  return text.replace(NUMBER_OR_STRING_MARK, (mark) => {
    if (mark === '"') isQuoted = !isQuoted;
    return !isQuoted && LONG_INTEGER.test(mark) ? `"${mark}"` : mark;
  });
}

/**
 * Parses JSON as `{ shape, value }`: 0 empty, 1 not JSON, 2 JSON.
 * Whole numbers of 16 and more digits, which JavaScript would round, become strings of their digits.
 */
export function parseJson(text) {
  if (text === "") return { shape: 0, value: undefined };
  try {
    // A number follows a colon, a comma or a bracket. Almost no body has this many digits in a row, and searching for digits alone takes a
    // third of the time.
    const hasLong = /\d{16}/.test(text) && /[:,[\s]-?\d{16}/.test(text);
    return { shape: 2, value: JSON.parse(hasLong ? quoteLongIntegers(text) : text) };
  } catch {
    return { shape: 1, value: undefined };
  }
}
