// Derives headers from the path of a file: its content type, whether it is compressed in advance, and how long it may be cached.

/** Content types by the end of a name. */
const TYPES = {
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
const COMPRESSED = new Set(["js", "mjs", "css", "json", "svg", "wasm", "txt"]);

/** A name with a hash of the content, as the build of the web app gives them: letters and numerals, so that no date is taken for one. */
const HASHED = /-(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{12}\.\w+$/;

export const HOLD_FOR_GOOD = "public, max-age=31536000, immutable";
/** A browser may hold the file, and asks each time whether it is still the same. */
export const LOOK_EACH_TIME = "no-cache";

export const NOT_FOUND = "Not Found\n";
export const PLAIN_TEXT = TYPES.txt;

const endOf = (path) => /\.(\w+)$/.exec(path)?.[1].toLowerCase() ?? "";

export const typeOf = (path) => (Object.hasOwn(TYPES, endOf(path)) ? TYPES[endOf(path)] : "application/octet-stream");
export const mayBePrecompressed = (path) => COMPRESSED.has(endOf(path));
export const isHashed = (path) => HASHED.test(path);
export const cachingOf = (path) => (isHashed(path) ? HOLD_FOR_GOOD : LOOK_EACH_TIME);
