// The endpoint table for the upstreams: the built one, so that they follow its changes, or the copy in the fixtures.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));
const BUILT_CATALOGUE = fileURLToPath(new URL("../../pkg/dist/endpoints.json", import.meta.url));

/**
 * @typedef {{ generation: string, verbs: string[], also_verbs: string[], path: string, path_aliases: string[],
 *   result_type: string, params: any[], rules: any[], page: any, live_page: any, jsonrpc: any }} Operation
 */

/** JSON with integers beyond 2^53 read as text: shards and logical times must survive. @param {string} text */
export function parseExact(text) {
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (t) => (t[0] === '"' ? t : `"${t}"`)));
}

/** The endpoint table: the built one if it exists and has the needed shape, else the copy in the fixtures. @returns {Operation[]} */
function readTable() {
  for (const file of [BUILT_CATALOGUE, `${FIXTURES}endpoints.json`]) {
    if (!existsSync(file)) continue;
    const list = JSON.parse(readFileSync(file, "utf8"));
    if (Array.isArray(list) && list.every((row) => row.result_type && row.also_verbs && Array.isArray(row.params)))
      return list;
  }
  throw new Error("no endpoint table: neither pkg/dist/endpoints.json nor tests/fixtures/endpoints.json can be used");
}

/** @returns {{ catalogue: Operation[], byPath: Map<string, Operation> }} `byPath`: the keys are generation and path, v3 paths in lower case */
export function loadCatalogue() {
  const catalogue = readTable();
  /** @type {Map<string, Operation>} */
  const byPath = new Map();
  for (const row of catalogue) {
    for (const path of [row.path, ...(row.path_aliases ?? [])]) {
      const key = `${row.generation} ${row.generation === "v3" ? path.toLowerCase() : path}`;
      // GET and POST /decode are two rows of one path: one entry with both verbs is enough here.
      const known = byPath.get(key);
      byPath.set(key, known ? { ...known, verbs: [...known.verbs, ...row.verbs] } : row);
    }
  }
  return { catalogue, byPath };
}
