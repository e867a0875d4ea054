// The order of a form's fields: parameters that most calls need come first, the others are folded.

/** @typedef {import("ton-edge/endpoints").EndpointParam} Param */

/** First the subject of a call, then filters, then the number of rows. */
const COMMON = [
  "account",
  "address",
  "owner_address",
  "contract_address",
  "multisig_address",
  "wallet",
  "wallet_address",
  "domain",
  "pool",
  "nominator",
  "validator",
  "bidder",
  "stake_holder_address",
  "jetton_address",
  "jetton_master",
  "collection_address",
  "item_address",
  "hash",
  "msg_hash",
  "tx_hash",
  "trace_id",
  "ext_msg_hash",
  "source",
  "destination",
  "mc_seqno",
  "method",
  "stack",
  "params",
  "jsonrpc",
  "id",
  "config_id",
  "limit",
  "count",
];
/** Fewer are not folded. */
const WORTH_FOLDING = 3;

/** Rules that a call cannot keep without one of their parameters. */
const NEEDED = ["exactly_one", "at_least_one"];
/** Parameters that come in pairs are for those who page by hand. */
const IN_PAIRS = "together";

/**
 * @param {import("ton-edge/endpoints").EndpointRow} row
 * @returns {{ common: Param[], more: Param[] }}
 */
export function sortParameters({ params = [], rules = [] }) {
  const named = (ops) => new Set(rules.filter(({ op }) => ops.includes(op)).flatMap((rule) => rule.params));
  const needed = named(NEEDED);
  const paired = named([IN_PAIRS]);
  const rank = (/** @type {Param} */ { name, required }) => {
    const at = COMMON.indexOf(name);
    // A subject that is not required comes right behind the required ones.
    return (required ? 0 : needed.has(name) ? 1000 : 2000) + (at < 0 ? COMMON.length : at);
  };
  const isCommon = (param) =>
    param.required ||
    (param.implemented &&
      param.documented &&
      (needed.has(param.name) || (COMMON.includes(param.name) && !paired.has(param.name))));
  const sorted = [...params].sort((a, b) => rank(a) - rank(b));
  const more = sorted.filter((param) => !isCommon(param));
  return more.length < WORTH_FOLDING ? { common: sorted, more: [] } : { common: sorted.filter(isCommon), more };
}

/** The empty value of a required JSON parameter, for a new form. @param {Param} param */
export function prefilled({ kind, default: own, in: place, name }) {
  if (kind === "stack") return "[]";
  if (kind === "object") return JSON.stringify(own ?? {});
  // The published schema of JSON-RPC requires all fields of its body.
  if (place === "body" && kind === "enum" && own !== undefined) return String(own);
  return place === "body" && kind === "scalar" && name === "id" ? "1" : undefined;
}
