// Derives headers from the path of a file: its content type, whether it is compressed in advance, and how long it may be cached.

/** Content types by the end of a name. */
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

/** Types of files that may lie beside their compressed forms. A page is not among them: people edit it, and not its copies. */
const PRECOMPRESSED_TYPES = new Set(["js", "mjs", "css", "json", "svg", "wasm", "txt"]);

/** A name with a hash of the content, as the build of the web app gives them: letters and numerals, so that no date is taken for one. */
const HASHED_NAME = /-(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{12}\.\w+$/;

export const CACHE_FOREVER = "public, max-age=31536000, immutable";
/** A browser may store the file, and checks before each use whether it has changed. */
export const REVALIDATE_ALWAYS = "no-cache";

export const NOT_FOUND = "Not Found\n";
export const PLAIN_TEXT = CONTENT_TYPES.txt;

const getExtension = (path) => /\.(\w+)$/.exec(path)?.[1].toLowerCase() ?? "";

export const getContentType = (path) =>
  Object.hasOwn(CONTENT_TYPES, getExtension(path)) ? CONTENT_TYPES[getExtension(path)] : "application/octet-stream";
export const mayBePrecompressed = (path) => PRECOMPRESSED_TYPES.has(getExtension(path));
export const isHashed = (path) => HASHED_NAME.test(path);
export const getCacheControl = (path) => (isHashed(path) ? CACHE_FOREVER : REVALIDATE_ALWAYS);
