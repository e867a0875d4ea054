// Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) from the body of a response: for runtimes without
// `EventSource`, and for requests with headers, which it cannot send.

import { fail } from "../util/error.js";
import { createUtf8Decoder } from "../util/utf8.js";

/** Maximum characters of one event; longer than any transaction. */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * Yields the data of each event; comments and events without data are left out. Throws if the body breaks off, or an event is too long.
 *
 * @param {ReadableStream<Uint8Array>} body @param {AbortSignal} signal ends the reading, even if it does not end the body
 * @returns {AsyncGenerator<string>}
 */
export async function* readServerSentEvents(body, signal) {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  const decoder = createUtf8Decoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split("\n\n");
      text = /** @type {string} */ (events.pop());
      if (text.length > MAX_LENGTH) throw fail("invalid_response", "an event of the stream is too long");
      for (const event of events) {
        const lines = event.split("\n").filter((line) => line.startsWith("data:"));
        if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join("\n");
      }
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
