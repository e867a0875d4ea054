// Describes parameters and rules of the table in words.

const KINDS = {
  address: "address",
  address_text: "address or other text",
  address_or_null: "address, or null",
  account_hash: "account’s hash, hex or base64",
  hash: "hash, hex or base64",
  lt: "logical time",
  int: "whole number",
  dec: "decimal digits",
  utime: "Unix seconds",
  bool: "true or false",
  enum: "choice",
  string: "text",
  shard_dec: "shard, decimal",
  shard_hex: "shard, hex",
  opcode: "opcode, hex",
  boc: "bag of cells, base64",
  boc_or_hex: "bag of cells, base64 or hex",
  method: "name or number of a get-method",
  stack: "JSON array of stack entries",
  scalar: "text or number",
  object: "JSON object",
};

/** "whole number, 1 to 1000". @param {import("ton-edge/endpoints").EndpointParam} param */
export function describeKind({ kind, array, min, max, maxItems, in: place }) {
  const bounds =
    min !== undefined && max !== undefined
      ? `${min} to ${max}`
      : min !== undefined
        ? `from ${min}`
        : max !== undefined
          ? `at most ${max}`
          : "";
  const many = array && kind !== "stack" ? `one per line${maxItems ? `, at most ${maxItems}` : ""}` : "";
  return [KINDS[kind] ?? kind, bounds, many, place === "header" && "sent as a header"].filter(Boolean).join(", ");
}

/** The default as text, if the table has one. */
export function formatDefault({ default: own, serverDefault }) {
  const value = own ?? serverDefault;
  if (value === undefined || value === "") return undefined;
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? "{}" : String(value);
}

const list = (names, word = "and") =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

const RULES = {
  exactly_one: ({ params }) => `Give exactly one of ${list(params, "or")}.`,
  at_least_one: ({ params }) => `Give at least one of ${list(params, "or")}.`,
  at_most_one: ({ params }) => `Give at most one of ${list(params, "or")}.`,
  together: ({ params }) => `${list(params)} go together.`,
  requires: ({ params, anyOf = [] }) => `${list(params)} needs ${list(anyOf, "or")}.`,
  several_need_one: ({ params, need }) => `Several of ${list(params)} need ${need}.`,
  ordered: ({ params }) => `${params[0]} comes before ${params[1]}.`,
  cap: ({ params, max, when }) => `${list(params)} is at most ${max} with ${when}.`,
};

/** A rule between parameters, as a sentence. @param {import("ton-edge/endpoints").EndpointRule} rule */
export const describeRule = (rule) => RULES[rule.op]?.(rule) ?? `${rule.op}: ${list(rule.params)}.`;
