// Responds to requests that Node's parser refused, with an error in the gateway's format in place of Node's plain one.

import { createRefusal } from "../refusal.js";
import { SECONDS } from "../serve-settings.js";

const TIMEOUT_CODE = "ERR_HTTP_REQUEST_TIMEOUT";
const REASONS = {
  HPE_HEADER_OVERFLOW: [
    431,
    "Request Header Fields Too Large",
    "headers_too_large",
    "the URL and the headers are too large",
  ],
  [TIMEOUT_CODE]: [408, "Request Timeout", "timeout", "the request did not arrive in time"],
};
const OTHER_REASON = [400, "Bad Request", "bad_request", "this is not an HTTP request"];

/**
 * Milliseconds for which a caller may still write after the refusal: closing at once would reset the connection before the caller has read
 * it.
 */
const LINGER_MS = 2 * SECONDS;

/** Sockets that have received their refusal. */
const refusedSockets = new WeakSet();

/**
 * Listener of `clientError`. If a response is being written, the refusal is not mixed into it: the connection ends, unless the fault is in
 * the body of the request that is waiting for its response.
 */
export function refuseClientError(error, socket, connection) {
  // Further bytes of a caller who was refused already.
  if (refusedSockets.has(socket)) return;
  // The response to the last request ends the connection.
  if (connection?.hasReadAll && error.code !== "ECONNRESET") return;
  const [status, statusText, code, message] = REASONS[error.code] ?? OTHER_REASON;
  const exchange = connection?.exchange;
  if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
  else if (exchange === undefined)
    endWithRefusal(socket, connection, status, statusText, createRefusal(status, code, message));
  else if (exchange.isUnread) exchange.refuseAndClose(status, code, message);
  // Not the caller's fault: this server does not read on while requests are queued.
  else if (error.code === TIMEOUT_CODE && connection.isQueueing) connection.stopAccepting();
  else socket.destroy();
}

/** Writes the refusal and ends the connection, whether or not the caller reads it. */
function endWithRefusal(socket, connection, status, statusText, { headers, body }) {
  refusedSockets.add(socket);
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${statusText}\r\n${lines.join("")}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
