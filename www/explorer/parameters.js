// The order of a form's fields: parameters that most calls need come first, the others are folded away.

/** @typedef {import("ton-edge/endpoints").EndpointParam} Param */

/** First the subject of a call, then filters, then the number of rows. */
const COMMON_NAMES = [
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
/** If fewer parameters than this would be folded away, none are. */
const MIN_FOLDED = 3;

/** Rules that require one of their parameters. */
const NEEDED_RULES = ["exactly_one", "at_least_one"];
/** Parameters that must be given in pairs are for visitors who page manually. */
const PAIR_RULE = "together";

/**
 * @param {import("ton-edge/endpoints").EndpointRow} row
 * @returns {{ common: Param[], more: Param[] }}
 */
export function sortParameters({ params = [], rules = [] }) {
  const collectNames = (ops) => new Set(rules.filter(({ op }) => ops.includes(op)).flatMap((rule) => rule.params));
  const neededNames = collectNames(NEEDED_RULES);
  const pairedNames = collectNames([PAIR_RULE]);
  const rankParameter = (/** @type {Param} */ { name, required }) => {
    const index = COMMON_NAMES.indexOf(name);
    // An optional subject comes directly after the required parameters.
    return (required ? 0 : neededNames.has(name) ? 1000 : 2000) + (index < 0 ? COMMON_NAMES.length : index);
  };
  const isCommon = (param) =>
    param.required ||
    (param.implemented &&
      param.documented &&
      (neededNames.has(param.name) || (COMMON_NAMES.includes(param.name) && !pairedNames.has(param.name))));
  const sortedParameters = [...params].sort((a, b) => rankParameter(a) - rankParameter(b));
  const otherParams = sortedParameters.filter((param) => !isCommon(param));
  return otherParams.length < MIN_FOLDED
    ? { common: sortedParameters, more: [] }
    : { common: sortedParameters.filter(isCommon), more: otherParams };
}

/** Returns the initial value of a parameter in a new form, if it has one. @param {Param} param */
export function prefillValue({ kind, default: tableDefault, in: location, name }) {
  if (kind === "stack") return "[]";
  if (kind === "object") return JSON.stringify(tableDefault ?? {});
  // The published JSON-RPC schema requires all fields of the body, so a field with one possible value is filled in.
  if (location === "body" && kind === "enum" && tableDefault !== undefined) return String(tableDefault);
  return location === "body" && kind === "scalar" && name === "id" ? "1" : undefined;
}
