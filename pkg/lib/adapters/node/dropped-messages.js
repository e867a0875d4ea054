// The message classes of a server. The request class limits the number of parts of a body. A connection that accepts no further requests
// uses stand-ins: Node parses a whole chunk, up to 64 KiB of pipelined requests, and would create two objects of 2 kB for each. Instead,
// one request object and one response object stand for all dropped ones.

import { IncomingMessage, ServerResponse } from "node:http";

import { FREE_PARTS_IN_MEMORY, hasTooManyParts } from "../../util/part-limit.js";
import { computeChunkLength, isWebSocketHandshake } from "./request-length.js";

/**
 * The key of the value that Node's parser sets as `upgrade`. A private field would not exist yet when Node's constructor sets it.
 */
const UPGRADE = Symbol("upgrade");

/** A request that ignores its head and body. */
class DroppedRequest extends IncomingMessage {
  _addHeaderLines() {}
  push() {
    return true;
  }
  on() {
    return this;
  }
  emit() {
    return false;
  }
  destroy() {
    return this;
  }
}

/** A response that is never written. */
class DroppedResponse extends ServerResponse {
  on() {
    return this;
  }
  emit() {
    return false;
  }
  assignSocket() {}
  writeContinue() {}
  writeHead() {
    return this;
  }
  write() {
    return true;
  }
  end() {
    return this;
  }
}

// @ts-expect-error Node's types require a socket; this request never has one.
const request = new DroppedRequest();
const response = new DroppedResponse(request);

/**
 * Returns classes for `createServer` that create no objects for requests that will not run.
 *
 * @param {(socket: import("node:net").Socket) => boolean} isFull whether a connection accepts no further requests
 * @param {(incoming: IncomingMessage) => void} refuseParts called for a body with too many parts, and again for each further part
 */
export function createMessageClasses(isFull, refuseParts) {
  return {
    IncomingMessage: class extends IncomingMessage {
      /** Bytes of the body's chunks, including framing. */
      chunkBytes = 0;
      #partCount = 0;
      #byteCount = 0;

      constructor(socket) {
        // @ts-expect-error A constructor may return another object; the stand-in has no parts to count.
        if (isFull(socket)) return request;
        super(socket);
      }

      /**
       * Node gives every request for an upgrade to the listener of `upgrade`, without its body. Only WebSocket handshakes may go there.
       * Other requests, for example of clients that offer HTTP/2, are served as if they did not request an upgrade.
       */
      get upgrade() {
        return this[UPGRADE] === true && (this.method === "CONNECT" || isWebSocketHandshake(this));
      }

      set upgrade(value) {
        this[UPGRADE] = value;
      }

      push(part) {
        if (part !== null) {
          this.#partCount += 1;
          this.#byteCount += part.length;
          this.chunkBytes += computeChunkLength(part.length);
          if (hasTooManyParts(this.#partCount, this.#byteCount, FREE_PARTS_IN_MEMORY)) {
            refuseParts(this);
            return false;
          }
        }
        return super.push(part);
      }
    },
    ServerResponse: class extends ServerResponse {
      constructor(incoming, options) {
        if (incoming === request) return response;
        // @ts-expect-error Node passes its options too, which its types do not know.
        super(incoming, options);
      }
    },
  };
}

/** Whether a request is a stand-in for a dropped one. */
export const isDropped = (nodeRequest) => nodeRequest === request;
