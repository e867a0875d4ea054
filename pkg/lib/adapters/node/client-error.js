// Responds to requests that Node's parser refused, with an error in the gateway's format in place of Node's plain one.

import { createRefusal } from "../refusal.js";
import { SECONDS } from "../serve-settings.js";

const TOO_SLOW = "ERR_HTTP_REQUEST_TIMEOUT";
const REASONS = {
  HPE_HEADER_OVERFLOW: [
    431,
    "Request Header Fields Too Large",
    "headers_too_large",
    "the URL and the headers are too large",
  ],
  [TOO_SLOW]: [408, "Request Timeout", "timeout", "the request did not arrive in time"],
};
const OTHER = [400, "Bad Request", "bad_request", "this is no HTTP request"];

/** How long a caller may go on writing after the refusal; closing at once would reset the connection before the caller has read it. */
const LINGER_MS = 2 * SECONDS;

/** Sockets that have had their refusal. */
const refused = new WeakSet();

/**
 * Listener of `clientError`. Where a response is pending, nothing is written into it: the connection ends, unless the fault is in
 * the body of the very request that waits for a response.
 */
export function refuseClientError(error, socket, connection) {
  // Further bytes of the same caller.
  if (refused.has(socket)) return;
  // The response to the last request ends the connection.
  if (connection?.hasReadAll && error.code !== "ECONNRESET") return;
  const [status, phrase, code, message] = REASONS[error.code] ?? OTHER;
  const running = connection?.running;
  if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
  else if (running === undefined) end(socket, connection, status, phrase, createRefusal(status, code, message));
  else if (running.isUnread) running.refuseAndClose(status, code, message);
  // Not the caller's fault: this server does not read on while requests are queued.
  else if (error.code === TOO_SLOW && connection.isQueueing) connection.acceptNoMore();
  else socket.destroy();
}

/** Writes the refusal and ends the connection, whether or not the caller reads it. */
function end(socket, connection, status, phrase, { headers, body }) {
  refused.add(socket);
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join("")}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
