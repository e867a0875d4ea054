// Describes parameters and rules of the table in words.

const KIND_TEXTS = {
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

/** Describes a kind of value: "whole number, 1 to 1000". @param {import("ton-edge/endpoints").EndpointParam} param */
export function describeKind({ kind, array, min, max, maxItems, in: location }) {
  const bounds =
    min !== undefined && max !== undefined
      ? `${min} to ${max}`
      : min !== undefined
        ? `from ${min}`
        : max !== undefined
          ? `at most ${max}`
          : "";
  const listText = array && kind !== "stack" ? `one per line${maxItems ? `, at most ${maxItems}` : ""}` : "";
  return [KIND_TEXTS[kind] ?? kind, bounds, listText, location === "header" && "sent as a header"]
    .filter(Boolean)
    .join(", ");
}

/** Returns the default value as text; undefined if the table has no default. */
export function formatDefault({ default: tableDefault, serverDefault }) {
  const value = tableDefault ?? serverDefault;
  if (value === undefined || value === "") return undefined;
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? "{}" : String(value);
}

const joinNames = (names, conjunction = "and") =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${conjunction} ${names.at(-1)}`;

const DESCRIBE_RULE = {
  exactly_one: ({ params }) => `Give exactly one of ${joinNames(params, "or")}.`,
  at_least_one: ({ params }) => `Give at least one of ${joinNames(params, "or")}.`,
  at_most_one: ({ params }) => `Give at most one of ${joinNames(params, "or")}.`,
  together: ({ params }) => `${joinNames(params)} go together.`,
  requires: ({ params, anyOf = [] }) => `${joinNames(params)} needs ${joinNames(anyOf, "or")}.`,
  several_need_one: ({ params, need }) => `Several of ${joinNames(params)} need ${need}.`,
  ordered: ({ params }) => `${params[0]} comes before ${params[1]}.`,
  cap: ({ params, max, when }) => `${joinNames(params)} is at most ${max} with ${when}.`,
};

/** Describes a rule between parameters in a sentence. @param {import("ton-edge/endpoints").EndpointRule} rule */
export const describeRule = (rule) => DESCRIBE_RULE[rule.op]?.(rule) ?? `${rule.op}: ${joinNames(rule.params)}.`;

/** Whether a note describes how the API's servers, written in C++ and Python, differ. Such a note does not help to fill in a form. */
export const isAboutServers = (/** @type {string} */ note) => /\b(C\+\+|Python)/.test(note);
