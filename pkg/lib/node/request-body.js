// The body of a request, as a stream that the gateway reads.

import { SECONDS } from "../serve-settings.js";

/** How long a caller may go on writing what nobody reads. */
const LINGER_MS = 2 * SECONDS;

/**
 * Node's own stream would close the connection when it is cancelled, and a caller who is still writing would see a reset in place
 * of our 413: so what is left is read and thrown away. `drained` is a promise of that, once the stream is cancelled. Bytes are
 * counted as held by the connection until the body is whole.
 */
export class RequestBody {
  drained = undefined;
  #held = 0;
  #connection;

  constructor(incoming, connection) {
    this.#connection = connection;
    const parts = incoming.iterator({ destroyOnReturn: false });
    const pull = async (controller) => {
      let part;
      try {
        part = await parts.next();
      } catch (cause) {
        this.#release();
        throw Object.assign(new Error("the caller broke off the request body", { cause }), { name: "AbortError" });
      }
      if (part.done) {
        this.#release();
        controller.close();
        return;
      }
      this.#held += part.value.length;
      connection.hold(part.value.length);
      controller.enqueue(part.value);
    };
    const cancel = async () => {
      this.#release();
      await parts.return();
      this.drained = drain(incoming);
    };
    this.stream = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  }

  #release() {
    if (this.#held > 0) this.#connection.release(this.#held);
    this.#held = 0;
  }
}

function drain(incoming) {
  return new Promise((done) => {
    const late = setTimeout(done, LINGER_MS);
    const end = () => {
      clearTimeout(late);
      done();
    };
    incoming.once("end", end).once("close", end).resume();
  });
}
