// Requests that Node's parser gave up on: answered as the gateway answers, not by Node's bare line.

const REASONS = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "the URL and the headers are larger than 256 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "the request did not arrive in time"],
};
const OTHER = [400, "Bad Request", "this is no HTTP request"];

/** Listener of `clientError`. */
export function refuseUnread(error, socket) {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, phrase, words] = REASONS[error.code] ?? OTHER;
  const id = crypto.randomUUID();
  const body = JSON.stringify({ ok: false, error: words, code: status, id });
  const head = [
    `HTTP/1.1 ${status} ${phrase}`, "content-type: application/json", `content-length: ${body.length}`, "cache-control: no-store",
    "access-control-allow-origin: *", "access-control-expose-headers: X-Request-Id", `x-request-id: ${id}`,
    "x-content-type-options: nosniff", "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
