// The body of a Node request as a stream that the gateway reads.

import { SECONDS } from "../serve-settings.js";
import { isChunked, LAST_CHUNK_LENGTH } from "./request-length.js";

/** Milliseconds for which a caller may go on writing after the body is refused. */
const LINGER_MS = 2 * SECONDS;

/**
 * Node's own stream would close the connection when it is cancelled, and a caller who is still writing would see a reset in place
 * of the 413: so what is left is read and thrown away. `drained` is a promise of that, once the stream is cancelled. Bytes are
 * counted as held by the connection until the body is whole.
 */
export class RequestBody {
  drained = undefined;
  #held = 0;
  #connection;
  /** The controller of the stream, until it has ended. */
  #controller = undefined;

  constructor(incoming, connection) {
    this.#connection = connection;
    const inChunks = isChunked(incoming);
    let counted = 0;
    const parts = incoming.iterator({ destroyOnReturn: false });
    const pull = async (controller) => {
      let part;
      try {
        // Node runs promises after each part that it parses, but parses all that has arrived in one turn: its parts become one.
        await new Promise(setImmediate);
        part = await parts.next();
      } catch (cause) {
        this.breakOff(cause);
        return;
      }
      if (this.#controller === undefined) return;
      if (part.done) {
        this.#controller = undefined;
        if (inChunks) connection.parsed(LAST_CHUNK_LENGTH);
        this.#release();
        controller.close();
        return;
      }
      if (inChunks) {
        connection.parsed(incoming.chunkBytes - counted);
        counted = incoming.chunkBytes;
      }
      this.#held += part.value.length;
      connection.hold(part.value.length);
      controller.enqueue(part.value);
    };
    const cancel = async () => {
      this.#controller = undefined;
      this.#release();
      await parts.return();
      this.drained = drain(incoming);
    };
    const start = (controller) => {
      this.#controller = controller;
    };
    this.stream = new ReadableStream({ start, pull, cancel }, { highWaterMark: 0 });
  }

  /** No more data comes. Node does not report this after the response was sent, so a reader would wait forever. */
  breakOff(cause) {
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.error(
      Object.assign(new Error("the caller broke off the request body", { cause }), { name: "AbortError" }),
    );
  }

  #release() {
    this.#connection.release(this.#held);
  }
}

/** @returns {Promise<void>} */
function drain(incoming) {
  return new Promise((done) => {
    const late = setTimeout(done, LINGER_MS);
    incoming.once("close", () => {
      clearTimeout(late);
      done();
    });
    incoming.resume();
  });
}
