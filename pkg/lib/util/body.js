// Reads response bodies: bounded in bytes, and with integers that JavaScript would round as strings.

import { hasTooManyParts } from "./part-limit.js";

/** Reads a stream of bytes as text; undefined as soon as it has more than `most` bytes or too many parts, which ends the stream. */
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

/** Reads the text of a response of at most `most` bytes, or returns a promise of it; undefined if it is longer. */
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
 * Matches the places where JSON enters or leaves a string, and everything that can be a long number. No part of it repeats another, and
 * repetitions are bounded: engines remember every step of a repetition, and throw when a text of megabytes has too many.
 */
const NUMBER_OR_STRING_MARK = /\\.|"|[\d.eE+-]{16,65536}/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/** Returns the same JSON with long whole numbers in quotes. Takes time linear in the length of any text. */
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
    const hasLongInteger = /\d{16}/.test(text) && /[:,[\s]-?\d{16}/.test(text);
    return { shape: 2, value: JSON.parse(hasLongInteger ? quoteLongIntegers(text) : text) };
  } catch {
    return { shape: 1, value: undefined };
  }
}
