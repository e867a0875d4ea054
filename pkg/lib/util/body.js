// Reads response bodies: limits their bytes, and returns integers that JavaScript would round as strings.

import { hasTooManyParts } from "./part-limit.js";

/** Reads a stream of bytes as text. Cancels the stream and returns undefined if it has more than `maxBytes` bytes or too many parts. */
export async function readStream(stream, maxBytes) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  let partCount = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    partCount += 1;
    if (bytes > maxBytes || hasTooManyParts(partCount, bytes)) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Returns the text of a response, or a promise of it; undefined if it has more than `maxBytes` bytes. */
export function readResponseText(response, maxBytes) {
  // `Content-Length` of a compressed body is the compressed length, so it is not used.
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
 * Matches the places where JSON enters or leaves a string, and everything that may be a long number. The alternatives do not overlap and
 * repetitions are bounded, because engines store every step of a repetition for backtracking, and throw if a text of megabytes has too
 * many.
 */
const NUMBER_OR_STRING_MARK = /\\.|"|[\d.eE+-]{16,65536}/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/** Returns the JSON with long whole numbers in quotes. Takes linear time for any text. */
function quoteLongIntegers(text) {
  let isQuoted = false;
  return text.replace(NUMBER_OR_STRING_MARK, (mark) => {
    if (mark === '"') isQuoted = !isQuoted;
    return !isQuoted && LONG_INTEGER.test(mark) ? `"${mark}"` : mark;
  });
}

/**
 * Parses JSON as `{ shape, value }`; `shape` is 0 for an empty text, 1 if it is not JSON, 2 for JSON. Whole numbers of 16 and more digits,
 * which JavaScript would round, become strings.
 */
export function parseJson(text) {
  if (text === "") return { shape: 0, value: undefined };
  try {
    // The first pattern, for digits alone, takes a third of the time of the second one, and matches almost no body. A number follows a
    // colon, a comma or a bracket.
    const hasLongInteger = /\d{16}/.test(text) && /[:,[\s]-?\d{16}/.test(text);
    return { shape: 2, value: JSON.parse(hasLongInteger ? quoteLongIntegers(text) : text) };
  } catch {
    return { shape: 1, value: undefined };
  }
}
