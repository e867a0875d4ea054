// The gateway as a plain Node server. Node only.

import { setMaxListeners } from "node:events";
import { createServer, maxHeaderSize } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { exitOnSignals, SECONDS } from "./drain.js";
import { refuseUnread } from "./unread.js";

export { files } from "./files.js";
export { fileKeys } from "./gateway/keys/file.js";
export { openapi } from "./openapi.js";

/** Room for all that a gateway can be set to take; what is more than it is set to, it refuses with words of its own. */
const MAX_HEADER_BYTES = Math.max(256 * 1024, maxHeaderSize);

/** How long a caller may go on writing what nobody reads. */
const LINGER = 2 * SECONDS;

/** Serves a gateway. Resolves to `{ url, close() }` once it listens. */
export function serve(gateway, { port = 8080, host = "127.0.0.1", env = process.env, drain = 10 * SECONDS, exitOnSignal = false } = {}) {
  const state = { draining: false };
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 15 * SECONDS, requestTimeout: 60 * SECONDS };
  const server = createServer(limits, (incoming, outgoing) => {
    // Else a connection that was busy when the draining began stays open, idle.
    outgoing.once("close", () => state.draining && setImmediate(() => server.closeIdleConnections()));
    handle(gateway, env, state, incoming, outgoing).catch((error) => {
      // The caller went away, or the service broke off: too late for a status.
      outgoing.destroy(error);
    });
  });
  server.on("clientError", refuseUnread);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const shown = host.includes(":") ? `[${host}]` : host;
      let closed;
      const close = () => (closed ??= end(server, state, drain));
      if (exitOnSignal) exitOnSignals(close);
      resolve({ url: `http://${shown}:${server.address().port}`, close });
    });
  });
}

/** Takes no new connections, lets running requests end, and cuts off those that are still there at the deadline. */
function end(server, state, drain) {
  state.draining = true;
  return new Promise((done) => {
    const timer = setTimeout(() => server.closeAllConnections(), drain);
    server.close(() => {
      clearTimeout(timer);
      done();
    });
    server.closeIdleConnections();
  });
}

/**
 * The body of a request. Node's own stream would close the connection when it is cancelled, and a caller who is still
 * writing would see a reset in place of our 413: so what is left is read and thrown away. `rest.over` says until when.
 */
function bodyOf(incoming, rest) {
  const parts = incoming.iterator({ destroyOnReturn: false });
  const pull = async (controller) => {
    const { done, value } = await parts.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  const cancel = async () => {
    await parts.return();
    rest.over = new Promise((done) => {
      const late = setTimeout(done, LINGER);
      const end = () => {
        clearTimeout(late);
        done();
      };
      incoming.once("end", end).once("close", end).resume();
    });
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

async function handle(gateway, env, state, incoming, outgoing) {
  const gone = new AbortController();
  // A batch listens once a call.
  setMaxListeners(0, gone.signal);
  outgoing.once("close", () => gone.abort());
  const rest = { over: undefined };
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) headers.append(incoming.rawHeaders[i], incoming.rawHeaders[i + 1]);
  // Not a Request: its constructor would rewrite the path that the gateway judges as it came.
  const request = {
    method: incoming.method,
    url: incoming.url.startsWith("/") ? `http://${incoming.headers.host ?? "localhost"}${incoming.url}` : incoming.url,
    headers,
    body: incoming.method === "GET" || incoming.method === "HEAD" ? null : bodyOf(incoming, rest),
    signal: gone.signal,
  };
  const response = await gateway.fetch(request, env, { waitUntil() {} });
  if (state.draining) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) await pipeline(Readable.fromWeb(response.body), outgoing, { end: rest.over === undefined });
  // The end of an answer may close the connection.
  await rest.over;
  outgoing.end();
}
