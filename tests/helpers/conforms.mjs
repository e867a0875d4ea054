// Checks results against the schemas of the result types, which the package's OpenAPI documents contain.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import Ajv from "ajv/dist/2020.js";

/** @param {"v2" | "v3"} generation */
function makeCompiler(generation) {
  const file = new URL(`../../pkg/generated/schemas-${generation}.json`, import.meta.url);
  const schemas = JSON.parse(readFileSync(file, "utf8"));
  // The formats int64 and the like are for code generators; JSON Schema does not define them.
  const ajv = new /** @type {any} */ (Ajv)({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ $id: generation, components: { schemas } });
  return (name) => ajv.compile({ $ref: `${generation}#/components/schemas/${name}` });
}

const compilers = { v2: makeCompiler("v2"), v3: makeCompiler("v3") };
const validators = new Map();

/**
 * @param {"v2" | "v3"} generation @param {string} type as in the table of operations: a name, with `[]` for a list; a text type is in lower
 * case
 * @param {any} value
 */
export function assertConforms(generation, type, value) {
  if (!/^[A-Z]/.test(type)) return assert.equal(typeof value, "string");
  const name = type.replace("[]", "");
  const key = `${generation} ${name}`;
  let validate = validators.get(key);
  if (!validate) validators.set(key, (validate = compilers[generation](name)));
  for (const element of type.endsWith("[]") ? value : [value])
    assert.ok(
      validate(element),
      `${type}: ${validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`)}`,
    );
}
