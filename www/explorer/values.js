// From the texts of a form to the values of a call.

import { parseExact } from "./exact.js";

const JSON_KINDS = ["stack", "object"];
/** Kinds that the client takes as numbers, too. */
const NUMBERS = ["int", "utime"];

export const isJson = ({ kind }) => JSON_KINDS.includes(kind);
export const isList = (param) => Boolean(param.array) && !isJson(param);

/**
 * The values of a call, and what cannot even be read. Whether a value is right is the client's to say.
 * @param {import("ton-edge/endpoints").EndpointRow} row
 * @param {Record<string, string>} texts by name of the parameter
 * @returns {{ values: Record<string, unknown>, faults: Map<string, string> }}
 */
export function valuesOf({ params = [] }, texts) {
  const values = {};
  const faults = new Map();
  for (const param of params) {
    const text = (texts[param.name] ?? "").trim();
    if (text === "") {
      if (param.required) faults.set(param.name, "This is required.");
      continue;
    }
    try {
      values[param.name] = isList(param) ? listed(param, text) : isJson(param) ? json(text) : single(param, text);
    } catch (error) {
      faults.set(param.name, `This is not JSON: ${error.message}.`);
    }
  }
  return { values, faults };
}

/** No value of a list has a comma or a line break in it. */
const listed = (param, text) => text.split(/[\n,]/).map((part) => part.trim()).filter(Boolean).map((part) => single(param, part));

const json = (text) => parseExact(text, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits)));

function single({ kind }, text) {
  if (kind === "bool" && (text === "true" || text === "false")) return text === "true";
  if (NUMBERS.includes(kind) && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}
