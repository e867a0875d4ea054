// What the replay upstream answers to one request, without the front (keys, rate, CORS are in replay.mjs).
// Order: a recording with the same parameters, its bytes unchanged; the rows (tables.mjs); an error of the
// service, or its empty list. Data is never made up. Where the recordings have nothing the text says so:
//   v2, no recording with these parameters   404 (tryLocate*: "transaction was not found", as the service)
//   v2, operation never recorded             500
//   v3, list without rows                    200, the empty list of that operation
//   v3, single object without recording      404
// The header `X-Recording: v2/getMasterchainInfo/7.json` picks one of several recordings of one request.
import { normalAddress } from "./address.mjs";
import { Refusal, answerFromRows } from "./tables.mjs";
import { findRecording, parseExact } from "./world.mjs";

const JSON_TYPE = { "content-type": "application/json" };
/** @param {number} status @param {unknown} value @param {Record<string, string>} headers */
export const json = (status, value, headers = JSON_TYPE) => ({ status, headers, body: Buffer.from(JSON.stringify(value)) });
const bare = (status) => ({ status, headers: {}, body: Buffer.alloc(0) });

/** An error in the shape of a generation. @param {string} generation @param {"cpp"|"python"} variant */
export function errorReply(generation, variant, status, text) {
  if (generation === "v3") return json(status, { error: text });
  const body = { ok: false, error: text, code: status };
  return json(status, variant === "cpp" ? { ...body, "@extra": "_" } : body);
}

/** The recording named by the header, if it is one of this operation. */
function named(world, operation, name) {
  return name && world.recordings.find((r) => r.name === name && r.generation === operation.generation && r.operation === operation.path);
}

/** Values of one URL query: lists keep all, of a repeated scalar C++ takes the first, Python and v3 the last. */
function queryParams(operation, query, first) {
  const out = {};
  for (const { name, array } of operation.params) {
    const all = query.getAll(name);
    if (all.length) out[name] = array ? all : first ? all[0] : all.at(-1);
  }
  return out;
}

const ADDRESS_KINDS = ["address", "address_or_null"];

/** v2 getTransactions: the recorded rows of one account, from `lt` (inclusive) down to `to_lt`. */
function accountHistory(world, params) {
  const account = normalAddress(String(params.address));
  const rows = new Map();
  for (const r of world.recordings) {
    if (r.operation !== "/getTransactions" || r.status !== 200 || normalAddress(String(r.params.address)) !== account) continue;
    for (const tx of JSON.parse(r.body.toString()).result) rows.set(tx.transaction_id.lt, tx);
  }
  if (!rows.size) return undefined;
  const all = [...rows.values()].sort((a, b) => (BigInt(a.transaction_id.lt) < BigInt(b.transaction_id.lt) ? 1 : -1));
  if (params.lt !== undefined && !rows.has(String(params.lt))) throw new Refusal(500, "LITE_SERVER_UNKNOWN: cannot compute block with specified transaction: lt not in db");
  const below = all.filter((tx) => (params.lt === undefined || BigInt(tx.transaction_id.lt) <= BigInt(params.lt)) && BigInt(tx.transaction_id.lt) > BigInt(params.to_lt ?? 0));
  return json(200, { ok: true, result: below.slice(0, Number(params.limit ?? 10)) });
}

function answerV2(world, options, operation, params, verb, name) {
  const fail = (status, text) => errorReply("v2", options.variant, status, text);
  const hit = named(world, operation, name) ?? findRecording(world, operation, params, options.network, ["archival"]);
  if (hit) return { status: hit.status, headers: JSON_TYPE, body: hit.body };
  for (const spec of operation.params) {
    const value = params[spec.name];
    if (value === undefined || value === "") {
      if (spec.required) return fail(422, spec.kind === "address" ? `empty ${spec.name === "address" ? "" : `${spec.name} `}address` : `${spec.name} required`);
    } else if (spec.kind === "address" && !normalAddress(String(value))) {
      return options.variant === "python" ? fail(416, "Incorrect address") : fail(422, `failed to parse ${verb === "GET" ? "get" : "post"} request: Failed to parse ton_addr: '${value}'`);
    }
  }
  try {
    const history = operation.path === "/getTransactions" ? accountHistory(world, params) : undefined;
    if (history) return history;
  } catch (error) {
    if (error instanceof Refusal) return fail(error.status, error.message);
    throw error;
  }
  if (operation.path.startsWith("/tryLocate")) return fail(404, "transaction was not found");
  const known = world.recordings.some((r) => r.generation === "v2" && r.operation === operation.path && r.status === 200);
  return known ? fail(404, `not found: no recording of ${operation.path.slice(1)} with these parameters`) : fail(500, `LITE_SERVER_NOTREADY: ${operation.path.slice(1)} was never recorded`);
}

/** The tail `,"id":…,"jsonrpc":…` some recordings carry. */
const RPC_TAIL = /(\s*,\s*"(?:id|jsonrpc)"\s*:\s*"[^"]*"){1,2}\s*}\s*$/;

function jsonRpc(world, options, request) {
  const cpp = options.variant === "cpp";
  const fail = (status, text) => errorReply("v2", options.variant, status, text);
  let call;
  try {
    call = parseExact(request.body);
  } catch {
    return cpp ? bare(500) : fail(422, "Validation error: body is not valid JSON");
  }
  if (call === null || typeof call !== "object" || Array.isArray(call)) return cpp ? bare(500) : fail(422, "Validation error: value is not a valid dict");
  const rpc = call.id === undefined || call.id === null ? { jsonrpc: "2.0" } : { jsonrpc: "2.0", id: String(call.id) };
  const operation = world.catalogue.find((r) => r.generation === "v2" && r.jsonrpc?.callable && (r.path === `/${call.method}` || r.jsonrpc.aliases.includes(call.method)));
  // The C++ server posts the call to its own path, and an unknown path refuses POST with an empty 405.
  if (!operation) return cpp ? bare(405) : json(422, { ok: false, error: "Unknown method", ...rpc });
  const sent = call.params ?? {};
  if (Array.isArray(sent) && sent.length) return fail(422, "params must contain an object");
  const reply = answerV2(world, options, operation, Array.isArray(sent) || typeof sent !== "object" ? {} : sent, "POST", request.recording);
  const text = reply.body.toString().replace(RPC_TAIL, "}");
  if (cpp || reply.status !== 200) return { ...reply, body: Buffer.from(text) };
  return { ...reply, body: Buffer.from(text.replace(/\s*}\s*$/, `,${JSON.stringify(rpc).slice(1)}`)) };
}

function v2(world, options, request) {
  const { verb, path, query } = request;
  const cpp = options.variant === "cpp";
  const fail = (status, text) => errorReply("v2", options.variant, status, text);
  const operation = world.byPath.get(`v2 ${path}`);
  if (!operation) return cpp && verb !== "GET" ? bare(405) : fail(404, "Not Found");
  const verbs = cpp ? [...operation.verbs, ...operation.also_verbs] : operation.verbs;
  if (!verbs.includes(verb)) return operation.path === "/jsonRPC" && cpp && verb === "GET" ? fail(405, "method GET is not supported") : cpp ? bare(405) : fail(405, "Method Not Allowed");
  if (operation.path === "/jsonRPC") return jsonRpc(world, options, request);
  let params = queryParams(operation, query, cpp);
  if (verb === "POST") {
    try {
      params = parseExact(request.body || "{}");
    } catch {
      return fail(422, "failed to parse post request: invalid JSON");
    }
    if (params === null || typeof params !== "object" || Array.isArray(params)) return fail(422, "failed to validate request: an object is expected");
  }
  return answerV2(world, options, operation, params, verb, request.recording);
}

// What an envelope has besides its rows: most have both maps, these do not.
const NO_MAPS = ["BlocksResponse"];
const NO_METADATA = /^(Transactions|DNSRecords|Multisig|MultisigOrder|VestingContracts|Nominator\w*|Validator\w*)Response$/;
const ROWS_KEY = { ActionsResponse: "actions", AccountStatesResponse: "accounts", WalletStatesResponse: "wallets", NFTSalesResponse: "nft_sales", NominatorPoolsResponse: "nominator_pools" };
const WITH_SPAN = /^Nominator(PoolEvents|Rewards|PoolValidator\w+)Response$|^ValidatorEventsResponse$/;
const NOT_FOUND_WHEN_EMPTY = ["/masterchainBlockShards", "/masterchainBlockShardState", "/pendingTransactions"];
// These four miss a field with 401, the others with 422.
const LEGACY = ["/addressInformation", "/walletInformation", "/message", "/runGetMethod"];

/** The filters an operation insists on; a parameter at its default counts as absent. @param {import("./world.mjs").Operation} operation */
function checkRules(operation, params) {
  const defaults = Object.fromEntries(operation.params.map((p) => [p.name, String(p.default)]));
  for (const rule of (operation.rules ?? []).filter((r) => r.enforced)) {
    const given = rule.params.filter((name) => params[name] !== undefined && String(params[name]) !== defaults[name]).length;
    const names = rule.params.join(", ");
    if ((rule.op === "exactly_one" && given !== 1) || (rule.op === "at_most_one" && given > 1)) throw new Refusal(422, `only one of ${names} should be specified`);
    if (rule.op === "at_least_one" && !given) throw new Refusal(422, `at least one of ${names} should be specified`);
    if (rule.op === "requires" && given && !rule.any_of.some((name) => params[name] !== undefined)) throw new Refusal(422, `${names} requires ${rule.any_of.join(" or ")}`);
  }
}

/** The empty list of an operation, or undefined when it answers with one object. */
function emptyList(operation, params) {
  const type = operation.result_type;
  if (type === "TopAccountsByBalanceResponse") return [];
  const key = operation.page?.rows_key ?? operation.live_page?.rows_key ?? ROWS_KEY[type];
  if (!key || NOT_FOUND_WHEN_EMPTY.includes(operation.path)) return undefined;
  const max = operation.live_page?.max ?? operation.page?.max ?? 1000;
  if (Number(params.limit) > max) throw new Refusal(operation.live_page?.status_over_max ?? 422, `limit is not allowed: ${params.limit} > ${max}`);
  // What was not asked for is absent, never null.
  const times = Object.entries({ start_utime: Number(params.start_utime ?? 0), end_utime: Number(params.end_utime ?? 0) });
  const span = WITH_SPAN.test(type) ? Object.fromEntries(times.filter(([, time]) => time)) : {};
  const total = /Rewards?Response$/.test(type) ? { total_on_page: "0" } : {};
  const maps = NO_MAPS.includes(type) ? {} : NO_METADATA.test(type) ? { address_book: {} } : { address_book: {}, metadata: {} };
  return { ...span, ...total, [key]: [], ...maps, ...(type === "DNSAuctionsResponse" ? { next_cursor: null } : {}) };
}

function v3(world, options, request) {
  const { verb, query } = request;
  const path = request.path.toLowerCase().replace(/\/$/, "");
  const operation = world.byPath.get(`v3 ${path}`);
  const asGet = verb === "HEAD" ? "GET" : verb;
  if (!operation?.verbs.includes(asGet)) throw new Refusal(500, `internal server error: Cannot ${verb} /api/v3${request.path}`);
  let params = queryParams(operation, query, false);
  if (verb === "POST") {
    try {
      params = parseExact(request.body);
    } catch {
      throw new Refusal(422, "failed to decode: invalid JSON");
    }
  }
  let hit = named(world, operation, request.recording);
  if (!hit) {
    checkRules(operation, params);
    hit = findRecording(world, operation, params, options.network);
  }
  if (hit) return { status: hit.status, headers: JSON_TYPE, body: hit.body };
  for (const spec of operation.params) {
    const values = [params[spec.name] ?? []].flat().flatMap((v) => (spec.comma ? String(v).split(",") : [v]));
    if (spec.required && !values.length) throw new Refusal(LEGACY.includes(operation.path) ? 401 : 422, `${spec.name} is required`);
    const bad = ADDRESS_KINDS.includes(spec.kind) ? values.findIndex((v) => !normalAddress(String(v)) && !(spec.kind === "address_or_null" && v === "null")) : -1;
    if (bad >= 0) throw new Refusal(422, `failed to decode: schema: error converting value for ${values.length > 1 ? `index ${bad} of ` : ""}"${spec.name}"`);
  }
  const rows = answerFromRows(world, operation, query) ?? emptyList(operation, params);
  if (rows) return json(200, rows);
  if (path === "/masterchainblockshards") throw new Refusal(404, "blocks not found");
  throw new Refusal(404, `not found: no recording of ${operation.path.slice(1)}${operation.params.length ? " with these parameters" : ""}`);
}

/**
 * @param {ReturnType<import("./world.mjs").loadWorld>} world @param {{ network: string, variant: "cpp" | "python" }} options
 * @param {{ generation: string, verb: string, path: string, query: URLSearchParams, body: string, recording: string | undefined }} request
 */
export function answer(world, options, request) {
  if (request.generation === "v2") return v2(world, options, request);
  try {
    return v3(world, options, request);
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, { error: error.message });
    throw error;
  }
}
