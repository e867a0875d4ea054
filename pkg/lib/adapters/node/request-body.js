// The body of a Node request as a stream that the gateway reads.

import { SECONDS } from "../serve-settings.js";
import { isChunked, LAST_CHUNK_LENGTH } from "./request-length.js";

/** Milliseconds for which a caller may go on writing after the body is refused. */
const LINGER_MS = 2 * SECONDS;

/**
 * Node's own stream would close the connection when it is cancelled, and a caller who is still writing would see a reset in place
 * of the 413: so the rest is read and thrown away. `draining` is a promise of this once the stream is cancelled. Bytes count
 * as held by the connection until the body is whole.
 */
export class RequestBody {
  draining = undefined;
  #heldBytes = 0;
  #connection;
  /** The controller of the stream, until it has ended. */
  #controller = undefined;

  constructor(incoming, connection) {
    this.#connection = connection;
    const isInChunks = isChunked(incoming);
    let countedBytes = 0;
    const parts = incoming.iterator({ destroyOnReturn: false });
    const pull = async (controller) => {
      let part;
      try {
        // Node runs promises after each part that it parses, but parses all received bytes in one turn: its parts are joined into one.
        await new Promise(setImmediate);
        part = await parts.next();
      } catch (cause) {
        this.breakOff(cause);
        return;
      }
      if (this.#controller === undefined) return;
      if (part.done) {
        this.#controller = undefined;
        if (isInChunks) connection.countParsed(LAST_CHUNK_LENGTH);
        this.#release();
        controller.close();
        return;
      }
      if (isInChunks) {
        connection.countParsed(incoming.chunkBytes - countedBytes);
        countedBytes = incoming.chunkBytes;
      }
      this.#heldBytes += part.value.length;
      connection.hold(part.value.length);
      controller.enqueue(part.value);
    };
    const cancel = async () => {
      this.#controller = undefined;
      this.#release();
      await parts.return();
      this.draining = drainRequest(incoming);
    };
    const start = (controller) => {
      this.#controller = controller;
    };
    this.stream = new ReadableStream({ start, pull, cancel }, { highWaterMark: 0 });
  }

  /** Ends the stream when no more data comes. Node does not report this after the response was sent, so a reader would wait forever. */
  breakOff(cause) {
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.error(
      Object.assign(new Error("the caller broke off the request body", { cause }), { name: "AbortError" }),
    );
  }

  #release() {
    this.#connection.release(this.#heldBytes);
  }
}

/** @returns {Promise<void>} */
function drainRequest(incoming) {
  return new Promise((resolve) => {
    const lingerTimer = setTimeout(resolve, LINGER_MS);
    incoming.once("close", () => {
      clearTimeout(lingerTimer);
      resolve();
    });
    incoming.resume();
  });
}
