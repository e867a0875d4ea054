// Reading an answer: bounded in bytes, and exact where JavaScript's numbers are not.

/** The text of a stream of bytes; undefined as soon as it has more than `most`, which ends the stream. */
export async function gather(stream, most) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > most) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The text of a response, at most `most` bytes of it; a promise of it, and of undefined where there are more. */
export function readText(response, most) {
  // Of a compressed body the length says nothing.
  const length = Number(response.headers?.get?.("content-length") ?? Number.NaN);
  const encoded = response.headers?.get?.("content-encoding");
  if (!encoded && length > most) {
    response.body?.cancel?.().catch(() => {});
    return undefined;
  }
  const streams = typeof response.body?.getReader === "function";
  return streams ? gather(response.body, most) : response.text();
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG = /^-?\d{16,}$/;

/**
 * Parses JSON as `{ shape, value }`: 0 empty, 1 not JSON, 2 JSON.
 * Whole numbers of 16 and more digits, which JavaScript would round, become strings of their digits.
 */
export function parse(text) {
  if (text === "") return { shape: 0, value: undefined };
  // A number follows a colon, a comma or a bracket. Nearly no body has a long one.
  const exact = /[:,[]\s*-?\d{16}/.test(text)
    ? text.replace(STRING_OR_NUMBER, (found) => (LONG.test(found) ? `"${found}"` : found))
    : text;
  try {
    return { shape: 2, value: JSON.parse(exact) };
  } catch {
    return { shape: 1, value: undefined };
  }
}
