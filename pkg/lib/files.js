// Files of a folder, for the page of a gateway. Node, Deno and Bun.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { Readable } from "node:stream";

import { secured } from "./page.js";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm",
  ".png": "image/png", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
};

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
