// Serves the files of tests/ and pkg/, and the context's controls, over HTTP to runtimes other than this process.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const tests = fileURLToPath(new URL("..", import.meta.url));

const TYPES = {
  ".html": "text/html",
  ".mjs": "text/javascript",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

const PAGE = `<!doctype html><meta charset="utf-8"><title>suites</title>
<script type="importmap">{"imports": {
  "chai": "/node_modules/chai/index.js",
  "ton-edge": "/pkg/client.js", "ton-edge/address": "/pkg/address.js", "ton-edge/endpoints": "/pkg/endpoints.js",
  "ton-edge/gateway": "/pkg/gateway.js", "ton-edge/message": "/pkg/message.js", "ton-edge/message/ed25519": "/pkg/ed25519.js", "ton-edge/tvm": "/pkg/tvm.js"
}}</script>`;

/** Serves the site at an origin of its own, so that a page's requests to the gateway are cross-origin, as in real use. */
export async function serveSuites(context) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://127.0.0.1");
    const send = (type, body, status = 200) => response.writeHead(status, { "content-type": type }).end(body);
    try {
      if (url.pathname === "/") return send("text/html", PAGE);
      if (url.pathname === "/control/seen") return send("application/json", JSON.stringify(await context.seen()));
      if (url.pathname === "/control/fault") {
        await context.fault(url.searchParams.get("spec"), Number(url.searchParams.get("times")));
        return send("application/json", "{}");
      }
      const base = url.pathname.startsWith("/pkg/") ? join(tests, "..") : tests;
      const path = normalize(join(base, url.pathname));
      if (!path.startsWith(base)) return send("text/plain", "no", 404);
      return send(TYPES[extname(path)] ?? "text/plain", await readFile(path));
    } catch (error) {
      return send("text/plain", String(error), 404);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
