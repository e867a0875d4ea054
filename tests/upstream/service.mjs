// Makes the replay upstream's response to one request, without the front (front.mjs: keys, rate, CORS).
// Order: a recording with the same parameters, its bytes unchanged; the recorded rows (tables.mjs); an error of the service, or its empty
// list. No data is invented. Where no recording exists, the error text says so:
//   v2, no recording with these parameters   404 (tryLocate*: "transaction was not found", as the service)
//   v2, operation never recorded             500
//   v3, list without rows                    200, the empty list of that operation
//   v3, single object without recording      404
// The header `X-Recording: v2/getMasterchainInfo/7.json` chooses one of several recordings of one request.
import { normalizeAddress } from "./address.mjs";
import { dispatch } from "./dispatch.mjs";
import { checkLimit, checkRules, makeMalformedRefusal, makeMissingRefusal } from "./parameters.mjs";
import { Refusal } from "./refusal.mjs";
import { JSON_TYPE, makeJsonReply } from "./reply.mjs";
import { makeBody } from "./tables.mjs";
import { findRecording } from "./world.mjs";

/** The recording that the header names, if it is of this operation. */
function findNamedRecording(world, operation, request) {
  const name = request.headers["x-recording"];
  return (
    name &&
    world.recordings.find(
      (r) => r.name === name && r.generation === operation.generation && r.operation === operation.path,
    )
  );
}

const ADDRESS_KINDS = ["address", "address_or_null"];

/** v2 getTransactions: the recorded rows of one account, from `lt` (inclusive) down to `to_lt`. */
function findHistory(world, params) {
  const account = normalizeAddress(String(params.address));
  const rows = new Map();
  for (const r of world.recordings) {
    if (
      r.operation !== "/getTransactions" ||
      r.status !== 200 ||
      normalizeAddress(String(r.params.address)) !== account
    )
      continue;
    for (const tx of JSON.parse(r.body.toString()).result) rows.set(tx.transaction_id.lt, tx);
  }
  if (!rows.size) return undefined;
  const sortedRows = [...rows.values()].sort((a, b) =>
    BigInt(a.transaction_id.lt) < BigInt(b.transaction_id.lt) ? 1 : -1,
  );
  if (params.lt !== undefined && !rows.has(String(params.lt)))
    throw new Refusal(500, "LITE_SERVER_UNKNOWN: cannot compute block with specified transaction: lt not in db");
  const rowsBelow = sortedRows.filter(
    (tx) =>
      (params.lt === undefined || BigInt(tx.transaction_id.lt) <= BigInt(params.lt)) &&
      BigInt(tx.transaction_id.lt) > BigInt(params.to_lt ?? 0),
  );
  return makeJsonReply(200, { ok: true, result: rowsBelow.slice(0, Number(params.limit ?? 10)) });
}

function respondV2(world, options, { operation, sent: params, verb, request }) {
  const recording =
    findNamedRecording(world, operation, request) ??
    findRecording(world, operation, params, options.network, ["archival"]);
  if (recording) return { status: recording.status, headers: JSON_TYPE, body: recording.body };
  for (const spec of operation.params) {
    const value = params[spec.name];
    const isAbsent = value === undefined || value === "";
    const refusal = isAbsent
      ? spec.required && makeMissingRefusal(operation, spec)
      : spec.kind === "address" &&
        !normalizeAddress(String(value)) &&
        makeMalformedRefusal(operation, spec, String(value), { verb, variant: options.variant });
    if (refusal) throw refusal;
  }
  const historyRows = operation.path === "/getTransactions" ? findHistory(world, params) : undefined;
  if (historyRows) return historyRows;
  if (operation.path.startsWith("/tryLocate")) throw new Refusal(404, "transaction was not found");
  const isRecorded = world.recordings.some(
    (r) => r.generation === "v2" && r.operation === operation.path && r.status === 200,
  );
  throw isRecorded
    ? new Refusal(404, `not found: no recording of ${operation.path.slice(1)} with these parameters`)
    : new Refusal(500, `LITE_SERVER_NOTREADY: ${operation.path.slice(1)} was never recorded`);
}

// Fields of an envelope besides its rows: most envelopes have both maps, these do not.
const TYPES_WITHOUT_MAPS = ["BlocksResponse"];
const TYPES_WITHOUT_METADATA =
  /^(Transactions|DNSRecords|Multisig|MultisigOrder|VestingContracts|Nominator\w*|Validator\w*)Response$/;
const ROWS_KEY = {
  ActionsResponse: "actions",
  AccountStatesResponse: "accounts",
  WalletStatesResponse: "wallets",
  NFTSalesResponse: "nft_sales",
  NominatorPoolsResponse: "nominator_pools",
};
const TYPES_WITH_SPAN = /^Nominator(PoolEvents|Rewards|PoolValidator\w+)Response$|^ValidatorEventsResponse$/;
const NOT_FOUND_WHEN_EMPTY = ["/masterchainBlockShards", "/masterchainBlockShardState", "/pendingTransactions"];
/** The empty list of an operation, or undefined if its result is one object. */
function makeEmptyList(operation, params) {
  const type = operation.result_type;
  if (type === "TopAccountsByBalanceResponse") return [];
  const key = operation.page?.rows_key ?? operation.live_page?.rows_key ?? ROWS_KEY[type];
  if (!key || NOT_FOUND_WHEN_EMPTY.includes(operation.path)) return undefined;
  checkLimit(operation, Number(params.limit));
  // A field that was not requested is absent, never null.
  const times = Object.entries({
    start_utime: Number(params.start_utime ?? 0),
    end_utime: Number(params.end_utime ?? 0),
  });
  const spanFields = TYPES_WITH_SPAN.test(type) ? Object.fromEntries(times.filter(([, time]) => time)) : {};
  const total = /Rewards?Response$/.test(type) ? { total_on_page: "0" } : {};
  const maps = TYPES_WITHOUT_MAPS.includes(type)
    ? {}
    : TYPES_WITHOUT_METADATA.test(type)
      ? { address_book: {} }
      : { address_book: {}, metadata: {} };
  return {
    ...spanFields,
    ...total,
    [key]: [],
    ...maps,
    ...(type === "DNSAuctionsResponse" ? { next_cursor: null } : {}),
  };
}

function respondV3(world, options, { operation, sent: params, verb, request }) {
  let hit = findNamedRecording(world, operation, request);
  if (!hit) {
    checkRules(operation, params);
    hit = findRecording(world, operation, params, options.network);
  }
  if (hit) return { status: hit.status, headers: JSON_TYPE, body: hit.body };
  for (const spec of operation.params) {
    const values = [params[spec.name] ?? []].flat().flatMap((v) => (spec.comma ? String(v).split(",") : [v]));
    if (spec.required && !values.length) throw makeMissingRefusal(operation, spec);
    const badIndex = ADDRESS_KINDS.includes(spec.kind)
      ? values.findIndex((v) => !normalizeAddress(String(v)) && !(spec.kind === "address_or_null" && v === "null"))
      : -1;
    if (badIndex >= 0)
      throw makeMalformedRefusal(
        operation,
        spec,
        "",
        { verb, variant: options.variant },
        values.length > 1 ? badIndex : undefined,
      );
  }
  const rows = makeBody(world, operation, request.query) ?? makeEmptyList(operation, params);
  if (rows) return makeJsonReply(200, rows);
  if (operation.path === "/masterchainBlockShards") throw new Refusal(404, "blocks not found");
  throw new Refusal(
    404,
    `not found: no recording of ${operation.path.slice(1)}${operation.params.length ? " with these parameters" : ""}`,
  );
}

/**
 * @param {ReturnType<typeof import("./world.mjs").loadWorld>} world @param {{ network: string, variant: "cpp" | "python" }} options
 * @param {import("./front.mjs").Request} request
 */
export function respond(world, options, request) {
  return dispatch(world, options.variant, request, {
    v2: (call) => respondV2(world, options, call),
    v3: (call) => respondV3(world, options, call),
  });
}
