// Reads the parameters of a request by the endpoint table, for both upstreams. Texts become typed values; an unreadable value is refused
// with the service's text.
import { Cell } from "@ton/core";

import { normalizeAddress, normalizeHash } from "./address.mjs";
import { Refusal } from "./refusal.mjs";

/** @typedef {import("./catalogue.mjs").Operation} Operation */

const BAD = Symbol("cannot be read");
const LT_MAX = (1n << 64n) - 1n;

/** "0x0f8a7ea5" from hexadecimal (with or without 0x), or from a decimal of 32 bits, signed or unsigned. @param {string} text */
export function parseOpcode(text) {
  if (/^(0x)?[0-9a-f]{1,8}$/i.test(text)) return `0x${text.replace(/^0x/i, "").toLowerCase().padStart(8, "0")}`;
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : NaN;
  return number >= -(2 ** 31) && number < 2 ** 32 ? `0x${(number >>> 0).toString(16).padStart(8, "0")}` : undefined;
}

/** Reads hexadecimal first, then signed decimal. v2 reads decimals only. @param {string} text @param {boolean} isDecimal */
function parseShard(text, isDecimal) {
  if (!isDecimal && /^(0x)?[0-9a-f]{1,16}$/i.test(text))
    return text
      .replace(/^0x/i, "")
      .replace(/^0+(?=.)/, "")
      .toUpperCase();
  if (!/^-?\d{1,19}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) return undefined;
  return BigInt.asUintN(64, BigInt(text)).toString(16).toUpperCase();
}

/** @param {string} text @param {number | null} min @param {number | null} max */
function parseInteger(text, min, max) {
  if (!/^-?\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return (min === null || value >= min) && (max === null || value <= max) ? value : undefined;
}

/** @param {string} text */
function parseBoc(text) {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  try {
    const roots = Cell.fromBoc(Buffer.from(text, "base64"));
    return roots.length === 1 ? roots[0] : undefined;
  } catch {
    return undefined;
  }
}

const TRUE = /^(1|t|true|on|y|yes)$/i,
  FALSE = /^(0|f|false|off|n|no)$/i;
const SORTS = { a: "asc", d: "desc" };
const readUnsigned = (text, max) => (/^\d{1,20}$/.test(text) && BigInt(text) <= max ? BigInt(text) : undefined);

/** Readers of each kind of value; undefined if a value cannot be read. For v3, the bounds of numbers are checked elsewhere. */
const KINDS = {
  address: (text) => normalizeAddress(text) ?? undefined,
  address_or_null: (text) => (/^(null|addr_none)$/i.test(text) ? null : (normalizeAddress(text) ?? undefined)),
  hash: (text) => normalizeHash(text) ?? undefined,
  account_hash: (text) => normalizeHash(text) ?? undefined,
  lt: (text, _spec, v3) => (v3 ? readUnsigned(text, LT_MAX) : /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined),
  utime: (text, _spec, v3) =>
    v3 && /^\d{1,10}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : parseInteger(text, 0, 0xffff_ffff),
  int: (text, spec, v3) => (v3 ? parseInteger(text, -(2 ** 31), 2 ** 31 - 1) : parseInteger(text, spec.min, spec.max)),
  bool: (text) => (TRUE.test(text) ? true : FALSE.test(text) ? false : undefined),
  dec: (text) => (/^-?\d{1,80}$/.test(text) ? BigInt(text) : undefined),
  opcode: parseOpcode,
  shard_hex: (text) => parseShard(text, false),
  shard_dec: (text) => parseShard(text, true),
  boc: parseBoc,
  enum: (text) => SORTS[text.toLowerCase()] ?? text.toLowerCase(),
  method: (text) => (/^-?\d{1,10}$/.test(text) ? Number(text) : text),
};
/** Kinds that accept any JSON value or any text. So does the `type` of an event in v3: the list of a type that no event has is empty. */
const UNPARSED_KINDS = new Set(["address_text", "string", "boc_or_hex", "stack", "scalar", "object"]);

/** v3's text for a value that it cannot read. @param {string} name @param {number} [index] of a list */
export const decodeError = (name, index) =>
  new Refusal(
    422,
    index === undefined
      ? `failed to decode: schema: error converting value for "${name}"`
      : `failed to decode: schema: error converting value for index ${index} of "${name}"`,
  );

// If a field is missing, these four respond with 401, the others with 422.
const LEGACY = ["/addressInformation", "/walletInformation", "/message", "/runGetMethod"];

/** @param {Operation} operation @param {any} spec */
export function makeMissingRefusal(operation, spec) {
  if (operation.generation === "v3")
    return new Refusal(LEGACY.includes(operation.path) ? 401 : 422, `${spec.name} is required`);
  return new Refusal(
    422,
    spec.kind === "address"
      ? `empty ${spec.name === "address" ? "" : `${spec.name} `}address`
      : `${spec.name} required`,
  );
}

/**
 * @param {Operation} operation @param {any} spec @param {string} text @param {{ verb: string, variant: "cpp" | "python" }} how
 * @param {number} [index] of a list
 */
export function makeMalformedRefusal(operation, spec, text, { verb, variant }, index) {
  if (operation.generation === "v3") return decodeError(spec.name, index);
  if (spec.kind === "address" && variant === "python") return new Refusal(416, "Incorrect address");
  if (variant === "python") return new Refusal(422, `Validation error: ${spec.name} is not valid`);
  const reason = {
    address: `Failed to parse ton_addr: '${text}'`,
    hash: `invalid hash: '${text}'`,
    account_hash: `invalid hash: '${text}'`,
  }[spec.kind];
  return new Refusal(
    422,
    `failed to parse ${verb === "GET" || verb === "HEAD" ? "get" : "post"} request: ${reason ?? `invalid ${spec.name}: '${text}'`}`,
  );
}

/** The texts of one parameter; lists of addresses and hashes split at commas. @returns {any[]} */
function listValues(spec, sent, first) {
  if (sent === undefined || sent === null) return [];
  const sentValues = [sent].flat();
  if (spec.kind === "stack") return [sent];
  if (spec.array)
    return spec.comma ? sentValues.flatMap((v) => String(v).split(",")).filter((v) => v !== "") : sentValues;
  return [first ? sentValues[0] : sentValues.at(-1)];
}

/** Reads one value as its type. @returns {any} BAD if it cannot be read */
function readTyped(spec, value, v3) {
  if (UNPARSED_KINDS.has(spec.kind) || (v3 && spec.name === "type" && spec.kind === "enum")) return value;
  if (value !== null && typeof value === "object") return BAD;
  const read = KINDS[spec.kind];
  if (!read) throw new Error(`no reader for parameters of kind ${spec.kind}`);
  const readValue = read(String(value).trim(), spec, v3);
  return readValue === undefined ||
    (spec.kind === "enum" && spec.enum && !spec.enum.map((e) => e.toLowerCase()).includes(readValue))
    ? BAD
    : readValue;
}

/**
 * Refuses a limit over the operation's maximum. If the specification allows more than a server's own cap, which is a setting, the maximum of
 * the specification applies.
 * @param {Operation} operation @param {number | bigint} limit
 */
export function checkLimit(operation, limit) {
  const livePage = /** @type {any} */ (operation).live_page;
  const max = Math.max(livePage?.max ?? 0, operation.page?.max ?? 0) || 1000;
  // If two servers differ, the table has a text, "422 (PostgreSQL) or 500 (kvrocks)": the first status is the usual one.
  if (limit > max)
    throw new Refusal(Number.parseInt(livePage?.status_over_max ?? 422, 10), `limit is not allowed: ${limit} > ${max}`);
}

/** v3's limit and offset: below 1 is 1, above the maximum is refused; a negative offset is 0. @param {Operation} operation */
function checkPageBounds(operation, params) {
  if (params.limit !== undefined) {
    params.limit = Math.max(1, params.limit);
    checkLimit(operation, params.limit);
  }
  if (params.offset !== undefined) params.offset = Math.max(0, params.offset);
}

const OPS = {
  exactly_one: (names, rule) => names.length !== 1 && `only one of ${rule.params.join(", ")} should be specified`,
  at_most_one: (givenNames, rule) =>
    givenNames.length > 1 && `only one of ${rule.params.join(", ")} should be specified`,
  at_least_one: (givenNames, rule) =>
    !givenNames.length && `at least one of ${rule.params.join(", ")} should be specified`,
  together: (givenNames, rule) =>
    givenNames.length > 0 &&
    givenNames.length < rule.params.length &&
    `${rule.params.join(" and ")} should be specified together`,
  requires: (givenNames, rule, has) =>
    givenNames.length > 0 && !rule.any_of.some(has) && `${rule.params.join(", ")} requires ${rule.any_of.join(" or ")}`,
  several_need_one: (givenNames, rule, has, params) =>
    givenNames.some((name) => params[name].length > 1) &&
    [params[rule.need] ?? []].flat().length !== 1 &&
    `several ${rule.params.join(", ")} need exactly one ${rule.need}`,
  ordered: (givenNames, rule, has, params) =>
    givenNames.length === 2 &&
    params[rule.params[0]] > params[rule.params[1]] &&
    `${rule.params[0]} should be less than ${rule.params[1]}`,
  cap: (givenNames, rule, has, params) =>
    params[rule.when] === true &&
    params[rule.params[0]] > rule.max &&
    `limit is not allowed: ${params[rule.params[0]]} > ${rule.max}`,
};

/** Checks the rules of an operation that the service enforces; a parameter at its default counts as absent. @param {Operation} operation @param {Record<string, any>} params */
export function checkRules(operation, params) {
  const defaults = Object.fromEntries(operation.params.map((p) => [p.name, String(p.default)]));
  const isSet = (name) => params[name] !== undefined && String(params[name]) !== defaults[name];
  for (const rule of operation.rules ?? []) {
    const reason = rule.enforced && OPS[rule.op]?.(rule.params.filter(isSet), rule, isSet, params);
    if (reason) throw new Refusal(422, reason);
  }
}

/**
 * @param {Operation} operation @param {Record<string, any>} sent texts, lists of texts, or the values of a JSON body
 * @param {{ verb: string, variant: "cpp" | "python" }} request
 * @returns {Record<string, any>} typed values, with defaults; without parameters that are absent and have no default
 */
export function readParameters(operation, sent, request) {
  const v3 = operation.generation === "v3";
  const result = {};
  for (const spec of operation.params) {
    if (spec.in === "header") continue;
    const values = listValues(spec, sent[spec.name], !v3 && request.variant === "cpp");
    // v2 treats an empty text as absent; in v3 an empty limit is 1 and any other empty value is an error.
    const isEmpty = values.length === 1 && values[0] === "";
    if (!values.length || (isEmpty && (!v3 || spec.kind === "string"))) {
      if (spec.required) throw makeMissingRefusal(operation, spec);
      continue;
    }
    const read = values.map((v, i) => {
      const value = isEmpty && spec.name === "limit" ? 1 : readTyped(spec, v, v3);
      if (value === BAD && v3 && spec.name === "sort") throw new Refusal(422, "wrong value for sort parameter");
      if (value === BAD)
        throw makeMalformedRefusal(operation, spec, String(v), request, values.length > 1 ? i : undefined);
      return value;
    });
    result[spec.name] = spec.array && spec.kind !== "stack" ? read : read[0];
  }
  checkRules(operation, result);
  if (v3) checkPageBounds(operation, result);
  for (const spec of operation.params) {
    const fallback = spec.default ?? spec.server_default;
    if (result[spec.name] !== undefined || fallback === null || fallback === undefined || Array.isArray(fallback))
      continue;
    if (UNPARSED_KINDS.has(spec.kind)) result[spec.name] = fallback;
    // In the table, an empty default means that the cell or number is absent.
    else if (fallback !== "") result[spec.name] = readTyped(spec, fallback, v3);
  }
  return result;
}

/**
 * Values of one URL query. All values of a repeated list count; C++ takes the first value of a repeated scalar, Python and v3 take the
 * last.
 * @param {Operation} operation
 */
export function queryParams(operation, query, first) {
  const values = {};
  for (const { name, array } of operation.params) {
    const texts = query.getAll(name);
    if (texts.length) values[name] = array ? texts : first ? texts[0] : texts.at(-1);
  }
  return values;
}
