// The data of the replay upstream: the recordings of tests/fixtures/recorded, and the rows in them. Every row is an unchanged object of a
// recording; no row is invented. The recordings are of both networks and of several years, so the history of an account has only the
// recorded rows, not all rows of the chain.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { normalizeAddress, normalizeHash } from "./address.mjs";
import { loadCatalogue, parseExact } from "./catalogue.mjs";

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));

/**
 * @typedef {{ name: string, generation: "v2"|"v3", operation: string, network: string|null, status: number,
 *   params: Record<string, unknown>|null, anyParams: boolean, body: Buffer }} Recording
 * @typedef {{ row: any, lt: bigint, time: number, book: Record<string, any>, metadata: Record<string, any> }} Row
 */

/** @param {string} path */
const read = (path) => readFileSync(FIXTURES + path, "utf8");

/** Recorded files, then the recorded exchanges that have a request, in the order in which they are tried. @returns {Recording[]} */
function loadRecordings() {
  const recordings = JSON.parse(read("recorded/index.json"))
    .recordings.filter((r) => r.served)
    .map((r) => ({
      name: r.file,
      generation: r.generation,
      operation: r.endpoint,
      network: r.network,
      status: r.status,
      params: r.by_header_only ? null : r.request.params,
      anyParams: r.any_params === true,
      body: readFileSync(`${FIXTURES}recorded/${r.file}`),
    }));
  const exchanges = gunzipSync(readFileSync(`${FIXTURES}http_exchanges_v2.json.gz`)).toString();
  const exactExchanges = parseExact(exchanges);
  JSON.parse(exchanges).forEach((exchange, i) => {
    const sentBody = exactExchanges[i].request.body;
    // A recorded 429 shows only the rate limit of that day, not the response to the request.
    if (!sentBody || exchange.response.status === 429) return;
    const method = sentBody.jsonrpc ? sentBody.method : exchange.request.url.split("/").pop();
    recordings.push({
      name: `http_exchanges_v2.json#${i}`,
      generation: "v2",
      operation: method === "shards" ? "/getShards" : `/${method}`,
      network: exchange.network,
      status: exchange.response.status,
      params: sentBody.jsonrpc ? sentBody.params : sentBody,
      anyParams: false,
      body: Buffer.from(JSON.stringify(exchange.response.body)),
    });
  });
  return recordings;
}

/** Adds a row once, keyed by its hash. @param {Map<string, Row>} map */
function addRow(map, key, row, lt, time, reply) {
  if (!map.has(key))
    map.set(key, {
      row,
      lt: BigInt(lt ?? 0),
      time: Number(time ?? 0),
      book: reply.address_book ?? {},
      metadata: reply.metadata ?? {},
    });
}

/** @param {Recording[]} recordings */
function collectRows(recordings) {
  const transactions = new Map(),
    messages = new Map(),
    traces = new Map(),
    wallets = new Map();
  const book = {},
    metadata = {};
  const addMessages = (tx, reply) => {
    for (const m of [tx.in_msg, ...(tx.out_msgs ?? [])]) {
      // External messages have no created_lt: the service sorts them by the transaction that received them.
      if (m) addRow(messages, m.hash, m, m.created_lt ?? tx.lt, m.created_at ?? tx.now, reply);
    }
  };
  for (const recording of recordings) {
    if (recording.generation !== "v3") continue;
    const reply = JSON.parse(recording.body.toString());
    if (recording.operation === "/addressBook") Object.assign(book, { ...reply, ...book });
    if (recording.operation === "/metadata") Object.assign(metadata, { ...reply, ...metadata });
    for (const [k, v] of Object.entries(reply.address_book ?? {})) book[k] ??= v;
    for (const [k, v] of Object.entries(reply.metadata ?? {})) metadata[k] ??= v;
    for (const trace of reply.traces ?? []) {
      addRow(
        traces,
        trace.trace_id,
        trace,
        trace.end_lt ?? trace.start_lt,
        trace.end_utime ?? trace.start_utime,
        reply,
      );
      for (const tx of Object.values(trace.transactions ?? {}))
        addRow(transactions, tx.hash, tx, tx.lt, tx.now, reply), addMessages(tx, reply);
    }
    for (const tx of reply.transactions ?? [])
      addRow(transactions, tx.hash, tx, tx.lt, tx.now, reply), addMessages(tx, reply);
    for (const m of reply.messages ?? []) addRow(messages, m.hash, m, m.created_lt, m.created_at, reply);
    for (const w of reply.jetton_wallets ?? []) addRow(wallets, w.address, w, w.balance, 0, reply);
  }
  const listRows = (map) => [...map.values()];
  return {
    transactions: listRows(transactions),
    messages: listRows(messages),
    traces: listRows(traces),
    jetton_wallets: listRows(wallets),
    book,
    metadata,
  };
}

/** Reads everything once: a few hundred kilobytes. */
export function loadWorld() {
  const recordings = loadRecordings();
  return { ...loadCatalogue(), recordings, ...collectRows(recordings) };
}

// The responses of these operations depend on the spelling of the address, so it is compared as written.
const SPELLING_DEPENDENT_PATHS = new Set([
  "/detectAddress",
  "/packAddress",
  "/unpackAddress",
  "/addressBook",
  "/metadata",
]);

/** One parameter in the form in which it is compared. @param {string} kind @param {unknown} value @param {boolean} isTyped */
function canonicalize(kind, value, isTyped) {
  if (value !== null && typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  if (kind === "hash" || kind === "account_hash") return normalizeHash(text) ?? text;
  if ((kind === "address" || kind === "address_or_null") && !isTyped) return normalizeAddress(text) ?? text;
  return text.trim();
}

/**
 * The parameters that distinguish one request from another, as one string: without the API key and parameters at their defaults, with lists
 * in a fixed order. `leave` names parameters to omit.
 * @param {import("./catalogue.mjs").Operation} operation @param {Record<string, unknown>} params @param {string[]} leave
 */
function writeFingerprint(operation, params, leave = []) {
  const parts = [];
  for (const spec of operation.params) {
    const value = params[spec.name];
    if (value === undefined || value === "" || leave.includes(spec.name)) continue;
    if (spec.kind !== "stack" && spec.default !== null && String(value) === String(spec.default)) continue;
    const kind = spec.name === "config_id" ? "int" : spec.kind;
    const list = spec.kind === "stack" ? [value] : Array.isArray(value) ? value : [value];
    const splitValues = spec.comma ? list.flatMap((v) => String(v).split(",")) : list;
    const forms = [
      ...new Set(splitValues.map((v) => canonicalize(kind, v, SPELLING_DEPENDENT_PATHS.has(operation.path)))),
    ].sort();
    parts.push(
      `${spec.name === "param" && operation.path === "/getConfigParam" ? "config_id" : spec.name}=${forms.join(",")}`,
    );
  }
  return parts.sort().join("&");
}

/**
 * The recording that matches a request, or undefined. If several match, one of the server's network is preferred.
 * @param {ReturnType<typeof loadWorld>} world @param {import("./catalogue.mjs").Operation} operation @param {Record<string, unknown>} params
 * @param {string} network @param {string[]} leave
 */
export function findRecording(world, operation, params, network, leave = []) {
  const wantedFingerprint = writeFingerprint(operation, params, leave);
  const matchingRecordings = world.recordings.filter(
    (r) =>
      r.generation === operation.generation &&
      r.operation === operation.path &&
      r.params !== null &&
      (r.anyParams || writeFingerprint(operation, r.params, leave) === wantedFingerprint),
  );
  return (
    matchingRecordings.find((r) => r.network === network) ??
    matchingRecordings.find((r) => r.network === null) ??
    matchingRecordings[0]
  );
}
