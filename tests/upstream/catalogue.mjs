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
 * The operations that servers have and the specification does not list. v2: after the schema, the documents and the configuration of the C++
 * server (toncenter/ton-http-api-cpp: ton-http-api/schemas/v2.yaml, docs/dnsResolve.md of newer versions, config/static_config.yaml). v3: after
 * the routes of toncenter/ton-indexer, ton-index-go/main.go.
 * @param {Operation} model a read of one account: `address` and an optional `seqno`
 * @param {Operation} send `sendBocReturnHash`
 * @param {Operation} traces `traces`
 * @returns {Operation[]}
 */
function listExtraOperations(model, send, traces) {
  const [address, seqno] = model.params;
  const makeOptionalParam = (name, kind, moreFields) => ({
    ...seqno,
    name,
    kind,
    min: null,
    note: "",
    desc: "",
    ...moreFields,
  });
  const names = [
    makeOptionalParam("domain", "string", {}),
    { ...address, name: "resolver_address", required: false },
    { ...address, required: false },
    makeOptionalParam("name", "string", {}),
    makeOptionalParam("category", "string", { implemented: false }),
    makeOptionalParam("ttl", "int", { min: 0 }),
    seqno,
  ];
  const rules = [{ op: "exactly_one", params: ["address", "domain"], enforced: true }];
  return [
    { ...model, path: "/getShardAccountCell", result_type: "TvmCell" },
    { ...model, path: "/dnsResolve", result_type: "DnsResolved", params: names, rules },
    { ...send, path: "/sendBocReturnHashNoError" },
    {
      ...traces,
      path: "/events",
      result_type: "EventsResponse",
      params: traces.params.filter(({ name }) => name !== "include_actions"),
      page: null,
      live_page: null,
    },
    {
      ...traces,
      path: "/balanceChanges",
      result_type: "BalanceChanges",
      params: ["trace_id", "action_id"].map((name) => ({
        ...traces.params.find((param) => param.name === "trace_id"),
        name,
        array: false,
        repeat: false,
        comma: false,
      })),
      rules: [{ op: "at_least_one", params: ["trace_id", "action_id"], enforced: true }],
      page: null,
      live_page: null,
    },
  ];
}

/** @returns {Operation[]} */
function readTable() {
  const listedOperations = JSON.parse(readFileSync(CATALOGUE, "utf8"));
  const find = (path) => listedOperations.find((row) => row.path === path);
  return [
    ...listedOperations,
    ...listExtraOperations(find("/getAddressState"), find("/sendBocReturnHash"), find("/traces")),
  ];
}

/** @returns {{ catalogue: Operation[], byPath: Map<string, Operation> }} `byPath`: the keys are generation and path, v3 paths in lower case */
export function loadCatalogue() {
  const catalogue = readTable();
  /** @type {Map<string, Operation>} */
  const operationsByPath = new Map();
  for (const row of catalogue) {
    for (const path of [row.path, ...(row.path_aliases ?? [])]) {
      const key = `${row.generation} ${row.generation === "v3" ? path.toLowerCase() : path}`;
      // GET and POST /decode are two rows of one path: one entry with both verbs is enough here.
      const knownOperation = operationsByPath.get(key);
      operationsByPath.set(
        key,
        knownOperation ? { ...knownOperation, verbs: [...knownOperation.verbs, ...row.verbs] } : row,
      );
    }
  }
  return { catalogue, byPath: operationsByPath };
}
