// Serves the web app as a static host does: no gateway, the headers of `_headers`, and files compressed in advance.

import { createServer } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

import { buildSiteIn } from "./web-app-site.mjs";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

/**
 * The headers of each path that `_headers` has rules for.
 *
 * @param {string} text @returns {(path: string) => Record<string, string>}
 */
export function readHeadersFile(text) {
  const rules = text
    .split(/\n(?=\/)/)
    .map((rule) => rule.trim().split("\n"))
    .map(([path, ...headers]) => ({
      matches: new RegExp(`^${path.replace(/[.]/g, "\\$&").replaceAll("*", ".*")}$`),
      headers: headers.map((line) =>
        line
          .trim()
          .split(/: (.*)/s)
          .slice(0, 2),
      ),
    }));
  return (path) =>
    Object.fromEntries(rules.filter(({ matches }) => matches.test(path)).flatMap(({ headers }) => headers));
}

/**
 * @param {{ folder?: string, gateway?: string }} [options] `folder`: the web app, which is built if there is none; `gateway`: that of the
 *   web app, at another URL
 * @returns {Promise<{ url: string, close(): Promise<void> }>} `url` without a slash at its end
 */
export async function serveFiles({ folder: siteFolder, gateway } = {}) {
  const folder = siteFolder ?? (await buildSiteIn(await mkdtemp(join(tmpdir(), "ton-edge-files-"))));
  const headersOf = readHeadersFile(await readFile(join(folder, "_headers"), "utf8"));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    const path = normalize(join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    const isBrowser = /\bbr\b/.test(String(request.headers["accept-encoding"]));
    const read = (file) => (path.startsWith(folder) ? readFile(file).catch(() => undefined) : undefined);
    const compressedFile = isBrowser ? await read(`${path}.br`) : undefined;
    const body = compressedFile ?? (await read(path));
    if (!body) return void response.writeHead(404).end();
    const headers = { ...headersOf(pathname), "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" };
    if (compressedFile) headers["Content-Encoding"] = "br";
    if (gateway)
      headers["Content-Security-Policy"] = headers["Content-Security-Policy"].replace(
        "connect-src 'self'",
        `connect-src 'self' ${gateway}`,
      );
    if (extname(path) !== ".html") return void response.writeHead(200, headers).end(body);
    // HTML is compressed when it is sent: no compressed file is stored for it, because operators edit it.
    const meta = `<head>\n<meta name="gateway" content="${gateway}">`;
    const page = gateway ? String(body).replace("<head>", meta) : body;
    if (!isBrowser) return void response.writeHead(200, headers).end(page);
    response.writeHead(200, { ...headers, "Content-Encoding": "gzip" }).end(gzipSync(page));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return {
    url: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (!siteFolder) await rm(folder, { recursive: true, force: true });
    },
  };
}
