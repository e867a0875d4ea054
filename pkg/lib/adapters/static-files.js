// `files`: serves the files of a folder as the web app of a gateway. For Node, Deno and Bun.

import { Buffer } from "node:buffer";
import { close as closeFile, open as openFile, read as readFile } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { promisify } from "node:util";

import { pickOptions } from "../util/options.js";
import { acceptedCodings } from "./accept-encoding.js";
import { cachingOf, isHashed, mayBePrecompressed, NOT_FOUND, PLAIN_TEXT, typeOf } from "./file-headers.js";
import { parseRange } from "./range.js";
import { readHstsSeconds, setSecurityHeaders } from "./security-headers.js";

const PIECE_BYTES = 64 * 1024;

const open = promisify(openFile);
/** Resolves to the number of bytes that were read. */
const read = (file, into, position) =>
  new Promise((done, failed) =>
    readFile(file, into, 0, into.length, position, (error, count) => (error ? failed(error) : done(count))),
  );

/** `assets` of a gateway: the files below a folder. */
export function files(folder, options = {}) {
  const root = resolve(folder);
  const picked = pickOptions(options, ["hstsSeconds"], "`files`");
  const hstsSeconds = readHstsSeconds("hstsSeconds", picked.hstsSeconds, 0);
  return async (request) => {
    const { status, headers, body } = await respond(root, request);
    const all = new Headers(headers);
    setSecurityHeaders(all, request, hstsSeconds);
    return new Response(request.method === "HEAD" ? null : body, { status, headers: all });
  };
}

const textResponse = (status, text, headers = {}) => ({
  status,
  headers: { "content-type": PLAIN_TEXT, ...headers },
  body: text,
});

/** @returns {Promise<{ status: number, headers: Record<string, string>, body?: string | ReadableStream }>} */
async function respond(root, request) {
  if (request.method !== "GET" && request.method !== "HEAD")
    return textResponse(405, "Method Not Allowed\n", { allow: "GET, HEAD" });
  const path = pathOf(root, request.url);
  const whole = path && (await fileAt(path));
  if (!whole) return textResponse(404, NOT_FOUND);
  const range = request.method === "GET" ? parseRange(request.headers, whole.size) : undefined;
  const varies = mayBePrecompressed(whole.path);
  // A range is one of the file as it is: a caller who continues a download may have begun it with another coding.
  const coded = varies && range === undefined ? await variantOf(whole, request) : undefined;
  const found = coded ?? whole;
  const headers = {
    "cache-control": cachingOf(whole.path),
    etag: found.etag,
    ...(varies && { vary: "Accept-Encoding" }),
  };
  if (isKnown(request.headers.get("if-none-match"), found.etag)) return { status: 304, headers };
  Object.assign(headers, { "content-type": typeOf(whole.path), "accept-ranges": "bytes" });
  if (range === null) return textResponse(416, "Range Not Satisfiable\n", { "content-range": `bytes */${whole.size}` });
  const { start, end } = range ?? { start: 0, end: found.size };
  if (coded) headers["content-encoding"] = coded.coding;
  if (range) headers["content-range"] = `bytes ${start}-${end - 1}/${whole.size}`;
  headers["content-length"] = String(end - start);
  const body = request.method === "HEAD" ? undefined : contentOf(found.path, start, end);
  return { status: range ? 206 : 200, headers, body };
}

/** The compressed form of a file that the caller prefers, if it lies beside the file. */
async function variantOf(whole, request) {
  for (const [coding, end] of acceptedCodings(request.headers.get("accept-encoding"))) {
    const found = await fileAt(whole.path + end, false);
    // A file name with a hash always has the same content; an older copy of another file may differ.
    if (found && (isHashed(whole.path) || found.changedMs >= whole.changedMs))
      return { ...found, etag: found.etag.replace(/"$/, `-${coding}"`), coding };
  }
  return undefined;
}

/** Whether a browser has the file: it names entity tags, of which it sends back those that it received. @param {string | null} tags @param {string} etag */
const isKnown = (tags, etag) => tags !== null && tags.split(",").some((one) => one.trim() === etag);

/** The path of a URL below a folder; undefined if it is invalid or hidden. */
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
  // Settings of static hosts, which serve it neither.
  if (path === join(root, "_headers")) return undefined;
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : undefined;
}

/** The file at a path, or the page of the folder there. */
async function fileAt(path, orPage = true) {
  let found = await stat(path).catch(() => undefined);
  if (orPage && found?.isDirectory()) {
    path = join(path, "index.html");
    found = await stat(path).catch(() => undefined);
  }
  if (!found?.isFile()) return undefined;
  // The time of the last change of any kind: packages set that of the content to the same for all versions.
  const etag = `W/"${found.size.toString(36)}-${Math.round(found.ctimeMs * 1000).toString(36)}"`;
  return { path, size: found.size, etag, changedMs: found.mtimeMs };
}

/** The bytes of a file from `at` to `end`, read as they are sent: exactly this range, or an error. */
function contentOf(path, at, end) {
  let file;
  const close = () => {
    if (file !== undefined) closeFile(file, () => {});
    file = undefined;
  };
  const pull = async (controller) => {
    try {
      if (at < end) {
        file ??= await open(path, "r");
        const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
        const count = await read(file, piece, at);
        if (count === 0) throw new Error("the file has become shorter");
        controller.enqueue(piece.subarray(0, count));
        at += count;
      }
    } catch (error) {
      close();
      throw error;
    }
    if (at === end) {
      close();
      controller.close();
    }
  };
  return new ReadableStream({ pull, cancel: close }, { highWaterMark: 0 });
}
