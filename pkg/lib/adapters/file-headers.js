// Derives from the path of a file its content type, whether precompressed copies may exist, and how long it may be cached.

/** Content types by file name extension. */
const CONTENT_TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  png: "image/png",
  ico: "image/x-icon",
  txt: "text/plain; charset=utf-8",
};

/**
 * Types of files that may have precompressed copies in the same folder. HTML is excluded: people edit it without updating a compressed
 * copy.
 */
const PRECOMPRESSED_TYPES = new Set(["js", "mjs", "css", "json", "svg", "wasm", "txt"]);

/**
 * Matches file names with a hash of the content, as the build of the web app makes them. A hash has letters and digits, so a date does
 * not match.
 */
const HASHED_NAME = /-(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{12}\.\w+$/;

export const CACHE_FOREVER = "public, max-age=31536000, immutable";
/** A browser may store the file, but must check before each use whether it has changed. */
export const REVALIDATE_ALWAYS = "no-cache";

export const NOT_FOUND = "Not Found\n";
export const PLAIN_TEXT = CONTENT_TYPES.txt;

const getExtension = (path) => /\.(\w+)$/.exec(path)?.[1].toLowerCase() ?? "";

export const getContentType = (path) =>
  Object.hasOwn(CONTENT_TYPES, getExtension(path)) ? CONTENT_TYPES[getExtension(path)] : "application/octet-stream";
export const mayBePrecompressed = (path) => PRECOMPRESSED_TYPES.has(getExtension(path));
export const isPage = (path) => getExtension(path) === "html";
export const isHashed = (path) => HASHED_NAME.test(path);
export const getCacheControl = (path) => (isHashed(path) ? CACHE_FOREVER : REVALIDATE_ALWAYS);
