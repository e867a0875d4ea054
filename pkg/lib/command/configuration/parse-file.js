// The text of a configuration file, TOML or JSON, as values with their places.

import { getStaticTOMLValue, parseTOML, parseTree, printParseErrorCode } from "../../../dist/config-parsers.js";

/** Most characters of a file. */
const LONGEST = 1_000_000;

/** @typedef {{ line: number, column: number }} Place both begin with 1 */
/** @typedef {{ values: Record<string, any>, places: Map<string, Place> }} Parsed `places` by paths such as `mainnet[0].baseUrl` */

export class FileFault extends Error {
  /** @param {string} message @param {Place} [place] */
  constructor(message, place) {
    super(message);
    this.place = place;
  }
}

const below = (path, key) => (typeof key === "number" ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);

/** @param {string} text @param {string} name of the file @returns {Parsed} */
export function parseConfigFile(text, name) {
  if (text.length > LONGEST) throw new FileFault(`it is longer than ${LONGEST} characters`);
  try {
    return name.endsWith(".json") || name.endsWith(".jsonc") ? parseJson(text) : parseToml(text);
  } catch (error) {
    // The parsers call themselves for each level.
    throw error instanceof RangeError ? new FileFault("it is nested too deeply") : error;
  }
}

/** @returns {Parsed} */
function parseToml(text) {
  let tree;
  try {
    tree = parseTOML(text);
  } catch (error) {
    if (!Number.isInteger(error.lineNumber)) throw error;
    throw new FileFault(`it is no TOML: ${error.message}`, { line: error.lineNumber, column: error.column + 1 });
  }
  const places = new Map();
  const placeOf = ({ loc }) => ({ line: loc.start.line, column: loc.start.column + 1 });
  const note = (path, node) => {
    if (!places.has(path)) places.set(path, placeOf(node));
  };
  /** The parser would give it to every object of the process. */
  const assertPlain = (key, node) => {
    if (key === "__proto__") throw new FileFault("`__proto__` is not a setting", placeOf(node));
  };
  /** @param {any} node @param {string} path */
  const walk = (node, path) => {
    if (node.type === "TOMLTable") {
      for (const key of node.resolvedKey) assertPlain(key, node);
      const here = node.resolvedKey.reduce(below, "");
      // `[a.b]` names `a`, too.
      for (const end of node.resolvedKey.keys()) note(node.resolvedKey.slice(0, end + 1).reduce(below, ""), node);
      for (const one of node.body) walk(one, here);
    } else if (node.type === "TOMLKeyValue") {
      let here = path;
      for (const key of node.key.keys) {
        const name = key.type === "TOMLBare" ? key.name : key.value;
        assertPlain(name, key);
        here = below(here, name);
        note(here, key);
      }
      walk(node.value, here);
    } else if (node.type === "TOMLInlineTable") for (const one of node.body) walk(one, path);
    else if (node.type === "TOMLArray")
      for (const [at, one] of node.elements.entries()) {
        note(below(path, at), one);
        walk(one, below(path, at));
      }
  };
  for (const one of tree.body[0].body) walk(one, "");
  return { values: /** @type {any} */ (getStaticTOMLValue(tree)), places };
}

/** Finds the place of an offset by halving the list of lines: a file has as many places as values. @param {string} text */
function placesIn(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (/** @type {number} */ offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low] + 1 };
  };
}

/** @returns {Parsed} */
function parseJson(text) {
  const placeOf = placesIn(text);
  /** @type {{ error: number, offset: number }[]} */
  const errors = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0)
    throw new FileFault(`it is no JSON: ${printParseErrorCode(errors[0].error)}`, placeOf(errors[0].offset));
  if (tree?.type !== "object") throw new FileFault("it must be an object of settings", { line: 1, column: 1 });
  const places = new Map();
  /** @param {any} node @param {string} path */
  const walk = (node, path) => {
    if (node.type === "array") return node.children.map((one, at) => visit(one, below(path, at)));
    if (node.type !== "object") return node.value;
    /** @type {Record<string, any>} */
    const object = {};
    for (const {
      children: [key, value],
    } of node.children) {
      const here = below(path, key.value);
      if (places.has(here)) throw new FileFault(`\`${here}\` is there twice`, placeOf(key.offset));
      places.set(here, placeOf(key.offset));
      Object.defineProperty(object, key.value, {
        value: walk(value, here),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return object;
  };
  const visit = (node, path) => {
    places.set(path, placeOf(node.offset));
    return walk(node, path);
  };
  return { values: walk(tree, ""), places };
}
