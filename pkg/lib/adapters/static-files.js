// `files`: serves the files of a folder as the web app of a gateway. For Node, Deno and Bun.

import { Buffer } from "node:buffer";
import { close as closeFile, open as openFile, read as readFile } from "node:fs";
import { stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";

import { withSecurityHeaders } from "./security-headers.js";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
};
const PIECE_BYTES = 64 * 1024;

const open = promisify(openFile);
/** Resolves to the number of bytes that were read. */
const read = (file, into, position) =>
  new Promise((done, failed) =>
    readFile(file, into, 0, into.length, position, (error, count) => (error ? failed(error) : done(count))),
  );

/** `assets` of a gateway: the files below a folder. */
export function files(folder) {
  const root = resolve(folder);
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Method Not Allowed\n", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const path = pathOf(root, request.url);
    const found = path && (await fileAt(path));
    if (!found) return new Response("Not Found\n", { status: 404, headers: { "content-type": TYPES[".txt"] } });
    const { etag } = found;
    if (isKnown(request.headers.get("if-none-match"), etag))
      return withSecurityHeaders(new Response(null, { status: 304, headers: { etag } }));
    const headers = {
      "content-type": TYPES[extname(found.path)] ?? "application/octet-stream",
      "content-length": String(found.size),
      etag,
    };
    return withSecurityHeaders(new Response(request.method === "HEAD" ? null : contentOf(found), { headers }));
  };
}

/** Whether a browser has the file: it names entity tags, of which it sends back those that it received. @param {string | null} tags @param {string} etag */
const isKnown = (tags, etag) => tags !== null && tags.split(",").some((one) => one.trim() === etag);

/** The path that a URL names below a folder; undefined if there is none, or if it is hidden. */
function pathOf(root, url) {
  let pathname;
  try {
    pathname = decodeURIComponent(new URL(url).pathname);
  } catch {
    return undefined;
  }
  if (pathname.includes("\0")) return undefined;
  for (const segment of pathname.split(/[/\\]/))
    if (segment.startsWith(".") && segment !== ".well-known") return undefined;
  const path = join(root, pathname);
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : undefined;
}

/** The file at a path, or the page of the folder there. */
async function fileAt(path) {
  let found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    path = join(path, "index.html");
    found = await stat(path).catch(() => undefined);
  }
  if (!found?.isFile()) return undefined;
  // The time of the last change of any kind: packages set that of the content to the same for all versions.
  const etag = `W/"${found.size.toString(36)}-${Math.round(found.ctimeMs * 1000).toString(36)}"`;
  return { path, size: found.size, etag };
}

/** The bytes of a file, read as they are sent: exactly `size` of them, or an error. */
function contentOf({ path, size }) {
  let file;
  let at = 0;
  const close = () => {
    if (file !== undefined) closeFile(file, () => {});
    file = undefined;
  };
  const pull = async (controller) => {
    try {
      if (at < size) {
        file ??= await open(path, "r");
        const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - at));
        const count = await read(file, piece, at);
        if (count === 0) throw new Error("the file has become shorter");
        controller.enqueue(piece.subarray(0, count));
        at += count;
      }
    } catch (error) {
      close();
      throw error;
    }
    if (at === size) {
      close();
      controller.close();
    }
  };
  return new ReadableStream({ pull, cancel: close }, { highWaterMark: 0 });
}
