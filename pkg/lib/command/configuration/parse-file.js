// Parses a configuration file, TOML or JSON, into values with their positions.

import { getStaticTOMLValue, parseTOML, parseTree, printParseErrorCode } from "../../../dist/config-parsers.js";

/** Maximum characters of a file. */
const MAX_FILE_LENGTH = 1_000_000;

/** @typedef {{ line: number, column: number }} Position both count from 1 */
/** @typedef {{ values: Record<string, any>, positions: Map<string, Position> }} Parsed `positions` by paths such as `mainnet[0].baseUrl` */

export class FileFault extends Error {
  /** @param {string} message @param {Position} [position] */
  constructor(message, position) {
    super(message);
    this.position = position;
  }
}

const joinPath = (path, key) => (typeof key === "number" ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);

/** @param {string} text @param {string} name of the file @returns {Parsed} */
export function parseConfigFile(text, name) {
  if (text.length > MAX_FILE_LENGTH) throw new FileFault(`it is longer than ${MAX_FILE_LENGTH} characters`);
  try {
    return name.endsWith(".json") || name.endsWith(".jsonc") ? parseJson(text) : parseToml(text);
  } catch (error) {
    // The parsers are recursive, so deep nesting overflows the stack.
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
    throw new FileFault(`it is not TOML: ${error.message}`, { line: error.lineNumber, column: error.column + 1 });
  }
  const positionByPath = new Map();
  const readPosition = ({ loc }) => ({ line: loc.start.line, column: loc.start.column + 1 });
  const recordPosition = (path, node) => {
    if (!positionByPath.has(path)) positionByPath.set(path, readPosition(node));
  };
  /** Refuses `__proto__`, with which the parser would change the prototype of all objects in the process. */
  const assertPlainKey = (key, node) => {
    if (key === "__proto__") throw new FileFault("`__proto__` is not a setting", readPosition(node));
  };
  /** @param {any} node @param {string} path */
  const walkNode = (node, path) => {
    if (node.type === "TOMLTable") {
      for (const key of node.resolvedKey) assertPlainKey(key, node);
      const tablePath = node.resolvedKey.reduce(joinPath, "");
      // The table header `[a.b]` also defines `a`.
      for (const end of node.resolvedKey.keys())
        recordPosition(node.resolvedKey.slice(0, end + 1).reduce(joinPath, ""), node);
      for (const child of node.body) walkNode(child, tablePath);
    } else if (node.type === "TOMLKeyValue") {
      let keyPath = path;
      for (const key of node.key.keys) {
        const name = key.type === "TOMLBare" ? key.name : key.value;
        assertPlainKey(name, key);
        keyPath = joinPath(keyPath, name);
        recordPosition(keyPath, key);
      }
      walkNode(node.value, keyPath);
    } else if (node.type === "TOMLInlineTable") for (const child of node.body) walkNode(child, path);
    else if (node.type === "TOMLArray")
      for (const [index, element] of node.elements.entries()) {
        recordPosition(joinPath(path, index), element);
        walkNode(element, joinPath(path, index));
      }
  };
  for (const child of tree.body[0].body) walkNode(child, "");
  return { values: /** @type {any} */ (getStaticTOMLValue(tree)), positions: positionByPath };
}

/**
 * Returns a function that finds line and column of an offset. It searches the list of lines binarily, since it is called for every value.
 * @param {string} text
 */
function createPositionFinder(text) {
  const lineStarts = [0];
  for (let position = text.indexOf("\n"); position >= 0; position = text.indexOf("\n", position + 1))
    lineStarts.push(position + 1);
  return (/** @type {number} */ offset) => {
    let [lowIndex, highIndex] = [0, lineStarts.length - 1];
    while (lowIndex < highIndex) {
      const middleIndex = Math.ceil((lowIndex + highIndex) / 2);
      if (lineStarts[middleIndex] <= offset) lowIndex = middleIndex;
      else highIndex = middleIndex - 1;
    }
    return { line: lowIndex + 1, column: offset - lineStarts[lowIndex] + 1 };
  };
}

/** @returns {Parsed} */
function parseJson(text) {
  const findPosition = createPositionFinder(text);
  /** @type {{ error: number, offset: number }[]} */
  const errors = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0)
    throw new FileFault(`it is not JSON: ${printParseErrorCode(errors[0].error)}`, findPosition(errors[0].offset));
  if (tree?.type !== "object") throw new FileFault("it must be an object of settings", { line: 1, column: 1 });
  const positionByPath = new Map();
  /** @param {any} node @param {string} path */
  const walkNode = (node, path) => {
    if (node.type === "array") return node.children.map((child, index) => visitNode(child, joinPath(path, index)));
    if (node.type !== "object") return node.value;
    /** @type {Record<string, any>} */
    const object = {};
    for (const {
      children: [key, value],
    } of node.children) {
      const memberPath = joinPath(path, key.value);
      if (positionByPath.has(memberPath))
        throw new FileFault(`\`${memberPath}\` is set twice`, findPosition(key.offset));
      positionByPath.set(memberPath, findPosition(key.offset));
      Object.defineProperty(object, key.value, {
        value: walkNode(value, memberPath),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return object;
  };
  const visitNode = (node, path) => {
    positionByPath.set(path, findPosition(node.offset));
    return walkNode(node, path);
  };
  return { values: walkNode(tree, ""), positions: positionByPath };
}
