// The names of settings as variables and options, and how a text becomes a value. A text that cannot be converted is passed on unchanged,
// and the check of the configuration refuses it.

import { GATEWAY_NAMES } from "./names.js";
import { MOST_UPSTREAMS } from "./numbers.js";

/** A text with this prefix is a reference to a secret, not the secret. */
export const REFERENCE = /^(env|file):(.*)$/s;
export const isReference = (value) => typeof value === "string" && REFERENCE.test(value);

/** Begins the name of every variable. */
export const PREFIX = "TON_EDGE_";
export const NETWORKS = ["mainnet", "testnet"];

/** `limits.maxCallers` as `LIMITS_MAX_CALLERS`. */
const upper = (name) => name.replace(/[.A-Z]/g, (at) => (at === "." ? "_" : `_${at}`)).toUpperCase();

/** The variable of a setting: `TON_EDGE_LIMITS_MAX_CALLERS`. @param {string} name */
export const variableOf = (name) => PREFIX + upper(name);

/** The variable of a member of an upstream: `TON_EDGE_MAINNET_API_KEY`, of the second one `TON_EDGE_MAINNET_2_API_KEY`. */
export const upstreamVariable = (network, at, member) =>
  `${variableOf(network)}${at === 0 ? "" : `_${at + 1}`}_${upper(member)}`;

/** Fields of an upstream that have their own variables: API keys must not be next to URLs, which are shown. */
export const UPSTREAM_MEMBERS = { apiKey: "list", budget: "rate" };

/** The option of a setting: `limits-max-callers`. @param {string} name */
export const optionOf = (name) => upper(name).toLowerCase().replaceAll("_", "-");

/** `a, b` as a list. */
const partsOf = (text) => text.split(",").map((one) => one.trim());

/** `shop=10, big=50` as an object. An item that is not a pair gets no value. */
const pairsOf = (text) =>
  Object.fromEntries(
    partsOf(text).map((one) => {
      const at = one.lastIndexOf("=");
      return at < 0 ? [one, ""] : [one.slice(0, at).trim(), numberOr(one.slice(at + 1).trim())];
    }),
  );

const isNumber = (text) => text.trim() !== "" && !Number.isNaN(Number(text));
const numberOr = (text) => (isNumber(text) ? Number(text) : text);

/** @type {Record<string, (text: string) => unknown>} */
const READERS = {
  text: (text) => text,
  secret: (text) => text,
  number: numberOr,
  rate: numberOr,
  flag: (text) => (text === "true" ? true : text === "false" ? false : text),
  list: partsOf,
  pairs: pairsOf,
  upstreams: (text) => (text === "off" ? text : partsOf(text)),
};

/** The value of a text. One that begins with `{` or `[` is JSON, for what has no shorter form. @param {string} form @param {string} text */
export function readText(form, text) {
  if (form !== "secret" && /^\s*[[{]/.test(text))
    try {
      return JSON.parse(text);
    } catch {
      // A list may begin with an IPv6 address in brackets.
    }
  return READERS[form](text);
}

/** The forms of settings by their names. @param {Record<string, string>} table of names.js @returns {[name: string, form: string][]} */
export const formsOf = (table) =>
  Object.entries(table).flatMap(([form, names]) =>
    names.split(" ").map((name) => /** @type {[string, string]} */ ([name, form])),
  );

/** The upstreams' own variables, and the setting that each is. @returns {[variable: string, setting: string, form: string][]} */
export const upstreamVariables = () =>
  NETWORKS.flatMap((network) =>
    Array.from({ length: MOST_UPSTREAMS }, (_, at) =>
      Object.entries(UPSTREAM_MEMBERS).map(
        ([member, form]) =>
          /** @type {[string, string, string]} */ ([
            upstreamVariable(network, at, member),
            `${network}[${at}].${member}`,
            form,
          ]),
      ),
    ).flat(),
  );

/** How many letters side by side differ between two names. */
function countDifferences(a, b) {
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return Math.max(a.length, b.length) - start - end;
}

/** The known name that was meant: the nearest one, if it differs by two letters at most. @param {string} name @param {Iterable<string>} known */
export function nearest(name, known) {
  const [best] = [...known]
    .map((candidate) => ({ candidate, differences: countDifferences(name, candidate) }))
    .sort((a, b) => a.differences - b.differences);
  return best?.differences <= 2 ? best.candidate : undefined;
}

/** The variables of a gateway, by their settings' forms. */
export const GATEWAY_FORMS = formsOf(GATEWAY_NAMES);

/**
 * The settings as `createGateway` takes them: `a.b` is the member `b` of an object `a`. A group that is a flag, too, as `localGetMethods`,
 * is on with its members, unless it is switched off.
 *
 * @param {Iterable<[name: string, value: unknown]>} values
 */
export function nest(values) {
  /** @type {Record<string, any>} */
  const config = {};
  for (const [name, value] of values) {
    if (value === undefined) continue;
    const dot = name.indexOf(".");
    if (dot < 0) {
      const group = config[name];
      config[name] = value === true && typeof group === "object" && group !== null ? group : value;
      continue;
    }
    const group = name.slice(0, dot);
    if (config[group] === false) continue;
    config[group] = { ...(typeof config[group] === "object" ? config[group] : {}), [name.slice(dot + 1)]: value };
  }
  return config;
}
