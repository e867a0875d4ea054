// Reads the texts of a form as the values of a call.

import { parseExact } from "./exact-json.js";

const JSON_KINDS = ["stack", "object"];
/** Kinds that the client also accepts as numbers. */
const NUMBER_KINDS = ["int", "utime"];

export const isJsonParam = ({ kind }) => JSON_KINDS.includes(kind);
export const isListParam = (param) => Boolean(param.array) && !isJsonParam(param);

/**
 * Returns the values of a call, and the faults of texts that are not JSON or are missing. The client checks the values
 * later.
 * @param {import("ton-edge/endpoints").EndpointRow} row
 * @param {Record<string, string>} texts by name of the parameter
 * @returns {{ values: Record<string, unknown>, faults: Map<string, string> }}
 */
export function readFormValues({ params = [] }, texts) {
  const values = {};
  const faults = new Map();
  for (const param of params) {
    const text = (texts[param.name] ?? "").trim();
    if (text === "") {
      if (param.required) faults.set(param.name, "This is required.");
      continue;
    }
    try {
      values[param.name] = isListParam(param)
        ? readList(param, text)
        : isJsonParam(param)
          ? readJson(text)
          : readSingleValue(param, text);
    } catch (error) {
      faults.set(param.name, `This is not JSON: ${error.message}.`);
    }
  }
  return { values, faults };
}

/** Splits a list, whose values contain neither commas nor line breaks. */
const readList = (param, text) =>
  text
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => readSingleValue(param, part));

const readJson = (text) => parseExact(text, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits)));

function readSingleValue({ kind }, text) {
  if (kind === "bool" && (text === "true" || text === "false")) return text === "true";
  if (NUMBER_KINDS.includes(kind) && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}
