// Serves the web app as a plain file host does: no gateway, and no header but the content type.

import { createServer } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

import { site } from "../../xtask/js/site.mjs";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

/** @returns {Promise<{ url: string, close(): Promise<void> }>} `url` without a slash at its end */
export async function serveFiles() {
  const folder = await site(await mkdtemp(join(tmpdir(), "ton-edge-files-")));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    const path = normalize(join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    const body = path.startsWith(folder) && (await readFile(path).catch(() => undefined));
    if (body) response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
    else response.writeHead(404).end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
