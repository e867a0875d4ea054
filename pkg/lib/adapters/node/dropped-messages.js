// Stand-ins for requests on a connection that accepts no more. Node parses all that came in one piece, up to 64 KiB of pipelined
// requests, and would make two objects of 2 kB for each: one request and one response stand for all that are dropped.

import { IncomingMessage, ServerResponse } from "node:http";

/** Accepts a head and a body and ignores them. */
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

/** Is never written. */
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
 * Classes for `createServer`, which make no objects for requests that will not run.
 *
 * @param {(socket: import("node:net").Socket) => boolean} isFull whether a connection takes no more requests
 */
export function messageClasses(isFull) {
  return {
    IncomingMessage: class extends IncomingMessage {
      constructor(socket) {
        if (isFull(socket)) return request;
        super(socket);
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
export const isDropped = (incoming) => incoming === request;
