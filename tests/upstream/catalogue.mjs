// The endpoint table for the upstreams: the catalogue in the fixtures, which is not made from the table under test.
import { readFileSync } from "node:fs";

const CATALOGUE = new URL("../fixtures/endpoints.json", import.meta.url);

/**
 * @typedef {{ generation: string, verbs: string[], also_verbs: string[], path: string, path_aliases: string[],
 *   result_type: string, params: any[], rules: any[], page: any, live_page: any, jsonrpc: any }} Operation
 */

/** Parses JSON; integers beyond 2^53 become text, so that shards and logical times stay exact. @param {string} text */
export function parseExact(text) {
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (t) => (t[0] === '"' ? t : `"${t}"`)));
}

/**
 * The operations of the C++ server that the specification does not list, after the server's own schema and documents
 * (toncenter/ton-http-api-cpp: ton-http-api/schemas/v2.yaml, and docs/dnsResolve.md of newer versions).
 * @param {Operation} model a read of one account: `address` and an optional `seqno`
 * @returns {Operation[]}
 */
function beyondSpecification(model) {
  const [address, seqno] = model.params;
  const optional = (name, kind, more) => ({ ...seqno, name, kind, min: null, note: "", desc: "", ...more });
  const names = [
    optional("domain", "string", {}),
    { ...address, name: "resolver_address", required: false },
    { ...address, required: false },
    optional("name", "string", {}),
    optional("category", "string", { implemented: false }),
    optional("ttl", "int", { min: 0 }),
    seqno,
  ];
  const rules = [{ op: "exactly_one", params: ["address", "domain"], enforced: true }];
  return [
    { ...model, path: "/getShardAccountCell", result_type: "TvmCell" },
    { ...model, path: "/dnsResolve", result_type: "DnsResolved", params: names, rules },
  ];
}

/** @returns {Operation[]} */
function readTable() {
  const listed = JSON.parse(readFileSync(CATALOGUE, "utf8"));
  return [...listed, ...beyondSpecification(listed.find((row) => row.path === "/getAddressState"))];
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
