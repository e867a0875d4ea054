// Checks parameters against the endpoint table, in plain JavaScript: returns an error, or the query for the upstream.

import { parse } from "./address.mjs";
import { CALLER_KEYS } from "./policy.mjs";

const CONTROL = ["x_no_address_book", "x_no_metadata", "x_timeout"];
const INTEGER = /^-?\d+$/;
const HASH = /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$/;

function isValid(param, value) {
  switch (param.kind) {
    case "int":
    case "utime":
      return (
        INTEGER.test(value) && Number(value) >= (param.min ?? -Infinity) && Number(value) <= (param.max ?? Infinity)
      );
    case "lt":
      return INTEGER.test(value) && BigInt(value) >= BigInt(param.min ?? 0);
    case "address":
      return parse(value) !== undefined;
    case "hash":
      return HASH.test(value);
    case "enum":
      return param.choices.includes(value);
    case "bool":
      return value === "true" || value === "false";
    default:
      return value !== "";
  }
}

/** @returns {{ error?: string, search?: string }} either an error or a query */
export function checkQuery({ row, params }, sentParams) {
  const forwardedParams = new URLSearchParams();
  for (const [name, value] of sentParams) {
    if (CALLER_KEYS.includes(name.toLowerCase())) continue;
    const param = params.get(name);
    if (!param && !CONTROL.includes(name)) return { error: `unknown parameter \`${name}\`` };
    const values = param?.comma ? value.split(",") : [value];
    if (param && !values.every((item) => isValid(param, item)))
      return { error: `\`${name}\` must be of kind ${param.kind}` };
    if (param && !param.array && forwardedParams.has(name)) return { error: `\`${name}\` is given twice` };
    forwardedParams.append(name, value);
  }
  for (const { name, required } of row.params ?? []) {
    if (required && !forwardedParams.has(name)) return { error: `\`${name}\` is required` };
  }
  for (const {
    op,
    params: [name],
    anyOf,
  } of row.rules ?? []) {
    if (op === "requires" && forwardedParams.has(name) && !anyOf.some((otherParam) => forwardedParams.has(otherParam)))
      return { error: `\`${name}\` needs ${anyOf.join(" or ")}` };
  }
  const text = forwardedParams.toString();
  return { search: text === "" ? "" : `?${text}` };
}
