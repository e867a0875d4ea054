// Puts the OpenAPI documents of the package together, from the files in pkg/generated: the document of each generation, and the
// schemas of its types. Fields are in the order in which people read them, paths in that of the endpoint table.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
/** A folder of its own, which a Worker can have as its assets. */
const to = new URL("pkg/dist/assets/openapi/", root);
const ORDER = ["openapi", "info", "externalDocs", "servers", "tags", "security", "paths", "components"];

const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8").replace(TOKEN, exact));

/** A text, or an integer of 16 digits and more, which a JavaScript number would round. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const MARK = "\u0000exact ";
const exact = (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token));
/** JSON with the integers that `exact` has marked. */
const write = (value) => JSON.stringify(value).replace(/"\\u0000exact (-?\d+)"/g, "$1");

/** The fields of an object in that order; all of them, and no other. */
function ordered(object, names) {
  const others = Object.keys(object).filter((name) => !names.includes(name));
  const missing = names.filter((name) => !(name in object));
  if (others.length + missing.length > 0)
    throw new Error(`pkg/generated is outdated, run cargo xtask generate: ${[...others, ...missing].join(" ")}`);
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

const rows = read("pkg/dist/endpoints.json");
mkdirSync(to, { recursive: true });
for (const generation of ["v2", "v3"]) {
  const document = ordered(read(`pkg/generated/openapi-${generation}.json`), ORDER);
  const of = rows.filter((row) => row.generation === generation);
  const paths = [...new Set(of.flatMap((row) => [row.path, ...(row.aliases ?? [])]))];
  document.paths = ordered(document.paths, paths);
  Object.assign(document.components.schemas, read(`pkg/generated/schemas-${generation}.json`));
  writeFileSync(new URL(`${generation}.json`, to), `${write(document)}\n`);
}
