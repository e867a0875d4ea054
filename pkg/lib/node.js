// The gateway as a plain Node server, files of a folder for its page, and a file for callers' keys. Node only.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { secured } from "./page.js";

export { fileKeys } from "./gateway/keys/file.js";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm",
  ".png": "image/png", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
};

/** The most that a gateway can be set to, and a little for the first line. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Serves a gateway. Resolves to `{ url, close() }` once it listens. */
export function serve(gateway, { port = 8080, host = "127.0.0.1", env = process.env } = {}) {
  // Node's own limit would answer in a shape of its own; the gateway has `maxHeaderBytes`.
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, outgoing) => {
    handle(gateway, env, incoming, outgoing).catch((error) => {
      // The caller went away, or the service broke off: too late for a status.
      outgoing.destroy(error);
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const shown = host.includes(":") ? `[${host}]` : host;
      resolve({
        url: `http://${shown}:${server.address().port}`,
        /** Takes no new requests, lets the running ones end. */
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeIdleConnections();
          }),
      });
    });
  });
}

async function handle(gateway, env, incoming, outgoing) {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) headers.append(incoming.rawHeaders[i], incoming.rawHeaders[i + 1]);
  // Not a Request: its constructor would rewrite the path that the gateway judges as it came.
  const request = {
    method: incoming.method,
    url: incoming.url.startsWith("/") ? `http://${incoming.headers.host ?? "localhost"}${incoming.url}` : incoming.url,
    headers,
    body: incoming.method === "GET" || incoming.method === "HEAD" ? null : Readable.toWeb(incoming),
    signal: gone.signal,
  };
  const response = await gateway.fetch(request, env, { waitUntil() {} });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) await pipeline(Readable.fromWeb(response.body), outgoing);
  else outgoing.end();
}

/** `assets` of a gateway: the files below a folder. */
export function files(folder) {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const missing = () => new Response("Not Found\n", { status: 404, headers: { "content-type": TYPES[".txt"] } });
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Method Not Allowed\n", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    let path;
    try {
      path = normalize(join(folder, decodeURIComponent(pathname)));
    } catch {
      return missing();
    }
    if (path !== folder && !path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return missing();
    let found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) {
      path = join(path, "index.html");
      found = await stat(path).catch(() => undefined);
    }
    if (!found?.isFile()) return missing();
    const body = request.method === "HEAD" ? null : Readable.toWeb(createReadStream(path));
    const headers = { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-length": String(found.size) };
    return secured(new Response(body, { headers }));
  };
}
