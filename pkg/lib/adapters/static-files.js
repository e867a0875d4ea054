// `files`: serves the files of a folder as the web app of a gateway. For Node, Deno and Bun.

import { Buffer } from "node:buffer";
import { close as closeFile, constants, open as openFile, read as readFile } from "node:fs";
import { access, readFile as readWholeFile, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { promisify } from "node:util";

import { CompressedForms } from "../gateway/http/compressed-forms.js";
import { createPacedStream } from "../gateway/http/paced-stream.js";
import { rememberForms } from "../gateway/http/text-body.js";
import { createLruMap } from "../util/bounded-maps.js";
import { pickOptions } from "../util/options.js";
import { listAcceptedCodings } from "./accept-encoding.js";
import {
  getCacheControl,
  isHashed,
  isPage,
  mayBePrecompressed,
  NOT_FOUND,
  PLAIN_TEXT,
  getContentType,
} from "./file-headers.js";
import { parseRange } from "./range.js";
import { CONTENT_POLICY, readHstsSeconds, setSecurityHeaders } from "./security-headers.js";

/** Settings of static hosts. */
const HEADERS_FILE = "_headers";
const PIECE_BYTES = 64 * 1024;
/** Maximum number of bytes of compressed forms in memory. Only files without a precompressed copy have such forms. */
const MAX_FORM_BYTES = 8 * 1024 * 1024;

const openForReading = promisify(openFile);
/** Reads from an open file; resolves to the number of bytes that were read. */
const readPiece = (file, buffer, position) =>
  new Promise((resolveRead, rejectRead) =>
    readFile(file, buffer, 0, buffer.length, position, (error, count) =>
      error ? rejectRead(error) : resolveRead(count),
    ),
  );

/** Returns a function for the setting `assets`: it serves the files below a folder. */
export function files(folder, options = {}) {
  const root = resolve(folder);
  const pickedOptions = pickOptions(options, ["hstsSeconds"], "`files`");
  const hstsSeconds = readHstsSeconds("hstsSeconds", pickedOptions.hstsSeconds, 0);
  const getFormsOfFile = createFormsOfFiles();
  return async (request) => {
    const { status, headers, body, file } = await createReply(root, request);
    const allHeaders = new Headers(headers);
    setSecurityHeaders(allHeaders, request, hstsSeconds);
    const response = new Response(request.method === "HEAD" ? null : body, { status, headers: allHeaders });
    if (file) rememberForms(response, getFormsOfFile(file));
    return response;
  };
}

/** Returns a function that finds the compressed forms of a version of a file. The forms of old versions are evicted when memory is needed. */
function createFormsOfFiles() {
  const versions = createLruMap(MAX_FORM_BYTES);
  return ({ path, etag }) => {
    const name = `${path}\n${etag}`;
    let version = versions.get(name);
    if (version === undefined) {
      version = { body: "", size: 0, forms: new CompressedForms((bytes) => versions.grow(name, version, bytes)) };
      versions.put(name, version);
    }
    return version.forms;
  };
}

const createTextReply = (status, text, headers = {}) => ({
  status,
  headers: { "content-type": PLAIN_TEXT, ...headers },
  body: text,
});

/**
 * Returns the reply; with `file` if the body is the whole file, uncompressed.
 *
 * @returns {Promise<{ status: number, headers: Record<string, string>, body?: string | ReadableStream, file?: { path: string, etag: string } }>}
 */
async function createReply(root, request) {
  if (request.method !== "GET" && request.method !== "HEAD")
    return createTextReply(405, "Method Not Allowed\n", { allow: "GET, HEAD" });
  const path = findPath(root, request.url);
  const file = path && (await findFile(path));
  if (!file) {
    // Throws if the whole folder is missing, so that this fault is not reported as a 404.
    await stat(root);
    return createTextReply(404, NOT_FOUND);
  }
  const range = request.method === "GET" ? parseRange(request.headers, file.size) : undefined;
  const isVarying = mayBePrecompressed(file.path);
  // A range refers to the uncompressed file, because a caller who continues a download may have begun it with another coding.
  const compressedFile = isVarying && range === undefined ? await findCompressedFile(file, request) : undefined;
  const sentFile = compressedFile ?? file;
  const headers = {
    "cache-control": getCacheControl(file.path),
    etag: sentFile.etag,
    ...(isVarying && { vary: "Accept-Encoding" }),
    ...(isPage(file.path) && (await readPolicy(root))),
  };
  if (includesTag(request.headers.get("if-none-match"), sentFile.etag)) return { status: 304, headers };
  Object.assign(headers, { "content-type": getContentType(file.path), "accept-ranges": "bytes" });
  if (range === null)
    return createTextReply(416, "Range Not Satisfiable\n", { "content-range": `bytes */${file.size}` });
  const { start, end } = range ?? { start: 0, end: sentFile.size };
  if (compressedFile) headers["content-encoding"] = compressedFile.coding;
  if (range) headers["content-range"] = `bytes ${start}-${end - 1}/${file.size}`;
  headers["content-length"] = String(end - start);
  // Checked before the response begins, while it can still become an error.
  await access(sentFile.path, constants.R_OK);
  const body = request.method === "HEAD" ? undefined : streamContent(sentFile.path, start, end);
  return { status: range ? 206 : 200, headers, body, file: range || compressedFile ? undefined : file };
}

/** The content security policy of all files in `_headers`, whose format is that of static hosts. */
const POLICY_RULE = /^\/\*\r?\n(?:[ \t].*\n)*?[ \t]+content-security-policy:[ \t]*(.+?)[ \t]*\r?$/im;

/**
 * Returns the header with the content security policy of the folder's `_headers`. That of the web app allows the style sheet and the script in
 * its `index.html` by their hashes, which differ in each build. @param {string} root
 */
async function readPolicy(root) {
  const text = await readWholeFile(join(root, HEADERS_FILE), "utf8").catch(() => "");
  const [, policy] = POLICY_RULE.exec(text) ?? [];
  return policy && { [CONTENT_POLICY]: policy };
}

/** Returns the precompressed copy of a file that the caller prefers, if one exists. */
async function findCompressedFile(file, request) {
  for (const [coding, extension] of listAcceptedCodings(request.headers.get("accept-encoding"))) {
    const compressedFile = await findFile(file.path + extension, false);
    // A file with a hash in its name never changes. For other files the compressed copy may be out of date, so it must not be older.
    if (compressedFile && (isHashed(file.path) || compressedFile.changedMs >= file.changedMs))
      return { ...compressedFile, etag: compressedFile.etag.replace(/"$/, `-${coding}"`), coding };
  }
  return undefined;
}

/** Whether the browser already has the file: `If-None-Match` contains its entity tag. @param {string | null} tags @param {string} etag */
const includesTag = (tags, etag) => tags !== null && tags.split(",").some((tag) => tag.trim() === etag);

/** Returns the file path for a URL, below the folder; undefined if it is invalid or hidden. */
function findPath(root, url) {
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
  // The file `_headers` is never served, as on static hosts.
  if (path === join(root, HEADERS_FILE)) return undefined;
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : undefined;
}

/** Error codes of the file system that mean that no file is at a path. */
const MISSING_CODES = ["ENOENT", "ENOTDIR", "ENAMETOOLONG"];

/** Returns undefined if the file does not exist; throws if that cannot be determined. @param {string} path */
const findStats = (path) =>
  stat(path).catch((error) => {
    if (MISSING_CODES.includes(error.code)) return undefined;
    throw error;
  });

/** Returns the file at a path, or the index page of a folder. */
async function findFile(path, allowsIndex = true) {
  let stats = await findStats(path);
  if (allowsIndex && stats?.isDirectory()) {
    path = join(path, "index.html");
    stats = await findStats(path);
  }
  if (!stats?.isFile()) return undefined;
  // The tag uses the change time, not the modification time, which packages set to the same value for all versions.
  const etag = `W/"${stats.size.toString(36)}-${Math.round(stats.ctimeMs * 1000).toString(36)}"`;
  return { path, size: stats.size, etag, changedMs: stats.mtimeMs };
}

/** Streams the bytes of a file from `position` to `end`: exactly this range, or an error. */
function streamContent(path, position, end) {
  let file;
  const releaseFile = () => {
    if (file !== undefined) closeFile(file, () => {});
    file = undefined;
  };
  const next = async () => {
    if (position >= end) return undefined;
    file ??= await openForReading(path, "r");
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - position));
    const count = await readPiece(file, piece, position);
    if (count === 0) throw new Error("the file has become shorter while it was read");
    position += count;
    return piece.subarray(0, count);
  };
  return createPacedStream({ next, end: releaseFile }).stream;
}
