// The response to a batch: the texts of its calls, as the upstream or the cache returned them. They are never joined into one long
// text.

import { isLong, LongText } from "./long-text.js";

/** Responses up to this many characters always fit, since a call's effect must be reported; error responses are shorter. */
const SHORT_LENGTH = 4096;

export class BatchBody {
  #texts;
  #length = 0;
  #byteCounter;
  /** @type {import("./byte-counter.js").Holder} */
  #holder = { heldBytes: 0 };
  /** Why a response did not fit. If set, no further calls are sent. @type {"batch-bytes" | "overloaded" | undefined} */
  refusal = undefined;

  /** @param {number} calls @param {import("./byte-counter.js").ByteCounter} byteCounter */
  constructor(calls, byteCounter) {
    /** @type {(string | LongText)[]} */
    this.#texts = new Array(calls).fill("");
    this.#byteCounter = byteCounter;
  }

  /**
   * Adds the response of a call; returns false if there is no room for it.
   *
   * @param {number} at its position @param {string | LongText | null} text @param {boolean} isForced
   */
  put(at, text, isForced) {
    if (text === null) return true;
    const isAlwaysAdded = isForced || text.length <= SHORT_LENGTH;
    if (!isAlwaysAdded && this.#length + text.length > this.#byteCounter.maxBatchBytes) this.refusal = "batch-bytes";
    else if (!this.#hold(text, isAlwaysAdded)) this.refusal = "overloaded";
    else {
      this.#texts[at] = text;
      this.#length += text.length;
      return true;
    }
    return false;
  }

  #hold(text, isAlwaysAdded) {
    if (typeof text === "string") {
      if (!isAlwaysAdded) return this.#byteCounter.tryHold(this.#holder, text.length);
      this.#byteCounter.hold(this.#holder, text.length);
      return true;
    }
    for (const { owner, bytes } of text.sources) {
      if (!isAlwaysAdded && !this.#byteCounter.isShared(owner) && !this.#byteCounter.hasRoom(bytes)) return false;
      this.#byteCounter.share(this.#holder, owner, bytes);
    }
    return true;
  }

  /** Returns the response array. @returns {string | LongText} */
  finish() {
    const parts = [];
    let shortText = "[";
    for (const [at, text] of this.#texts.entries()) {
      if (at > 0) shortText += ",";
      if (typeof text === "string" && !isLong(text)) shortText += text;
      else {
        parts.push(shortText, ...(typeof text === "string" ? [text] : text.parts));
        shortText = "";
      }
      if (!isLong(shortText)) continue;
      parts.push(shortText);
      shortText = "";
    }
    parts.push(`${shortText}]`);
    if (parts.length > 1) return new LongText(parts, [], this.#holder);
    this.drop();
    return parts[0];
  }

  /** Releases all texts of the batch. */
  drop() {
    this.#byteCounter.forget(this.#holder);
  }
}
