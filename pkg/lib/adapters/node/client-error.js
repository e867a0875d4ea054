// Responds to requests that Node's parser refused, with an error in the gateway's format instead of Node's plain one.

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
 * the response.
 */
const LINGER_MS = 2 * SECONDS;

/** Sockets to which a refusal was written. */
const refusedSockets = new WeakSet();

/**
 * Listener of `clientError`. If a response is being written, no refusal is mixed into it: the connection ends. If a request still waits
 * for its response, and the error is in its body, it gets the refusal.
 */
export function refuseClientError(error, socket, connection) {
  // Ignores further bytes after the refusal.
  if (refusedSockets.has(socket)) return;
  // The last request was received completely; its response ends the connection.
  if (connection?.hasReadAll && error.code !== "ECONNRESET") return;
  const [status, statusText, code, message] = REASONS[error.code] ?? OTHER_REASON;
  const exchange = connection?.exchange;
  if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
  else if (exchange === undefined)
    endWithRefusal(socket, connection, status, statusText, createRefusal(status, code, message));
  else if (exchange.isUnread) exchange.refuseAndClose(status, code, message);
  // The timeout is not the caller's fault: this server does not read while requests are queued.
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
