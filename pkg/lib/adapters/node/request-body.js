// The body of a Node request as a stream that the gateway reads.

import { SECONDS } from "../serve-settings.js";
import { isChunked, LAST_CHUNK_LENGTH } from "./request-length.js";

/** Milliseconds for which a caller may continue to write after the body was refused. */
const LINGER_MS = 2 * SECONDS;

/**
 * When Node's own stream is cancelled, it closes the connection, and a caller who is still writing sees a reset instead of the 413.
 * Therefore the rest is read and discarded; `draining` is the promise of that, once the stream is cancelled. Bytes count as held by the
 * connection until the body is complete.
 */
export class RequestBody {
  draining = undefined;
  #heldBytes = 0;
  #connection;
  /** The controller of the stream; undefined after its end. */
  #controller = undefined;

  constructor(incoming, connection) {
    this.#connection = connection;
    const isInChunks = isChunked(incoming);
    let countedBytes = 0;
    const parts = incoming.iterator({ destroyOnReturn: false });
    const pullPart = async (controller) => {
      let part;
      try {
        // Node parses all received bytes in one turn of the event loop, but delivers them in parts. Waiting for the next turn lets them
        // be joined into one.
        await new Promise(setImmediate);
        part = await parts.next();
      } catch (cause) {
        this.breakOff(cause);
        return;
      }
      if (this.#controller === undefined) return;
      if (part.done) {
        this.#controller = undefined;
        if (isInChunks) connection.countParsedBytes(LAST_CHUNK_LENGTH);
        this.#release();
        controller.close();
        return;
      }
      if (isInChunks) {
        connection.countParsedBytes(incoming.chunkBytes - countedBytes);
        countedBytes = incoming.chunkBytes;
      }
      this.#heldBytes += part.value.length;
      connection.receive(part.value.length);
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
    this.stream = new ReadableStream({ start, pull: pullPart, cancel }, { highWaterMark: 0 });
  }

  /**
   * Ends the stream with an error when the body breaks off. After the response was sent, Node does not report this, so a reader would
   * wait forever.
   */
  breakOff(cause) {
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.error(
      Object.assign(new Error("the caller disconnected before the end of the request body", { cause }), {
        name: "AbortError",
      }),
    );
  }

  #release() {
    this.#connection.release(this.#heldBytes);
  }
}

/** @returns {Promise<void>} */
function drainRequest(nodeRequest) {
  return new Promise((resolve) => {
    const lingerTimer = setTimeout(resolve, LINGER_MS);
    nodeRequest.once("close", () => {
      clearTimeout(lingerTimer);
      resolve();
    });
    nodeRequest.resume();
  });
}
