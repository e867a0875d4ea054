// The names of settings as variables and options, and the conversion of texts to values. A text that cannot be converted stays unchanged,
// and the check of the configuration refuses it.

import { GATEWAY_NAMES } from "./names.js";
import { MAX_UPSTREAMS } from "./numbers.js";

/** Matches a reference to a secret. */
export const REFERENCE = /^(env|file):(.*)$/s;
export const isReference = (value) => typeof value === "string" && REFERENCE.test(value);

/** The prefix of every variable. */
export const PREFIX = "TON_EDGE_";
export const NETWORKS = ["mainnet", "testnet"];

/** Converts `limits.maxCallers` to `LIMITS_MAX_CALLERS`. */
const toVariableSuffix = (name) =>
  name.replace(/[.A-Z]/g, (character) => (character === "." ? "_" : `_${character}`)).toUpperCase();

/** Returns the variable of a setting: `TON_EDGE_LIMITS_MAX_CALLERS`. @param {string} name */
export const variableName = (name) => PREFIX + toVariableSuffix(name);

/** Returns the variable of an upstream's field: `TON_EDGE_MAINNET_API_KEY`, for the second upstream `TON_EDGE_MAINNET_2_API_KEY`. */
export const upstreamVariableName = (network, index, fieldName) =>
  `${variableName(network)}${index === 0 ? "" : `_${index + 1}`}_${toVariableSuffix(fieldName)}`;

/** Fields of an upstream with separate variables, because API keys must not be in one text with URLs, which are shown. */
export const UPSTREAM_MEMBERS = { apiKey: "list", budget: "rate", weight: "number" };

/** Returns the option of a setting: `limits-max-callers`. @param {string} name */
export const optionName = (name) => toVariableSuffix(name).toLowerCase().replaceAll("_", "-");

/** Reads `a, b` as a list. */
const splitList = (text) => text.split(",").map((item) => item.trim());

/** Reads `shop=10, big=50` as an object. An item without `=` gets the value undefined. */
const splitPairs = (text) =>
  Object.fromEntries(
    splitList(text).map((item) => {
      const equalsIndex = item.lastIndexOf("=");
      return equalsIndex < 0
        ? [item, ""]
        : [item.slice(0, equalsIndex).trim(), toNumberIfNumber(item.slice(equalsIndex + 1).trim())];
    }),
  );

const isNumber = (text) => text.trim() !== "" && !Number.isNaN(Number(text));
const toNumberIfNumber = (text) => (isNumber(text) ? Number(text) : text);

/** @type {Record<string, (text: string) => unknown>} */
const READER_BY_FORM = {
  text: (text) => text,
  secret: (text) => text,
  number: toNumberIfNumber,
  rate: toNumberIfNumber,
  flag: (text) => (text === "true" ? true : text === "false" ? false : text),
  list: splitList,
  pairs: splitPairs,
  upstreams: (text) => (text === "off" ? text : splitList(text)),
};

/**
 * Converts a text to a value. A text that begins with `{` or `[` is parsed as JSON, for values without a shorter form.
 *
 * @param {string} form @param {string} text
 */
export function readText(form, text) {
  if (form !== "secret" && /^\s*[[{]/.test(text))
    try {
      return JSON.parse(text);
    } catch {
      // Not JSON: a list may begin with an IPv6 address in brackets.
    }
  return READER_BY_FORM[form](text);
}

/**
 * Returns pairs of the name and the form of each setting.
 *
 * @param {Record<string, string>} table of names.js @returns {[name: string, form: string][]}
 */
export const listForms = (table) =>
  Object.entries(table).flatMap(([form, names]) =>
    names.split(" ").map((name) => /** @type {[string, string]} */ ([name, form])),
  );

/** Returns the variables of single upstreams, each with its setting. @returns {[variable: string, setting: string, form: string][]} */
export const listUpstreamVariables = () =>
  NETWORKS.flatMap((network) =>
    Array.from({ length: MAX_UPSTREAMS }, (_, index) =>
      Object.entries(UPSTREAM_MEMBERS).map(
        ([fieldName, form]) =>
          /** @type {[string, string, string]} */ ([
            upstreamVariableName(network, index, fieldName),
            `${network}[${index}].${fieldName}`,
            form,
          ]),
      ),
    ).flat(),
  );

/** Returns the length of the part in which two names differ, without their common beginning and end. */
function countDifferences(a, b) {
  const shorterLength = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorterLength && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorterLength - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return Math.max(a.length, b.length) - start - end;
}

/** Returns the nearest known name, if it differs in at most two characters. @param {string} name @param {Iterable<string>} knownNames */
export function findNearest(name, knownNames) {
  const [bestMatch] = [...knownNames]
    .map((candidate) => ({ candidate, differences: countDifferences(name, candidate) }))
    .sort((a, b) => a.differences - b.differences);
  return bestMatch?.differences <= 2 ? bestMatch.candidate : undefined;
}

/** Pairs of the name and the form of each setting of a gateway. */
export const GATEWAY_FORMS = listForms(GATEWAY_NAMES);

/**
 * Nests settings as `createGateway` expects them: `a.b` becomes the field `b` of an object `a`. A group that is also a flag, such as
 * `localGetMethods`, is on if one of its fields is set and the flag is not false.
 *
 * @param {Iterable<[name: string, value: unknown]>} values
 */
export function nestSettings(values) {
  /** @type {Record<string, any>} */
  const config = {};
  for (const [name, value] of values) {
    if (value === undefined) continue;
    const dotIndex = name.indexOf(".");
    if (dotIndex < 0) {
      const group = config[name];
      config[name] = value === true && typeof group === "object" && group !== null ? group : value;
      continue;
    }
    const group = name.slice(0, dotIndex);
    if (config[group] === false) continue;
    config[group] = { ...(typeof config[group] === "object" ? config[group] : {}), [name.slice(dotIndex + 1)]: value };
  }
  return config;
}
