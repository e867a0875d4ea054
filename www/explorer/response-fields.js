// What a response of an operation contains, before a request is sent: its fields and an example, from the OpenAPI document of the site.

import { el } from "../shared/dom.js";
import { parseExact } from "./exact-json.js";
import { renderJsonTree } from "./json-tree.js";

/** @typedef {Record<string, any>} Schema of OpenAPI 3.1 */

/** The documents that have been requested, by the generation of the API. @type {Map<string, Promise<any>>} */
const pendingDocuments = new Map();

/** @param {string} generation @returns {Promise<any>} */
function loadDocument(generation) {
  const pendingDocument =
    pendingDocuments.get(generation) ??
    fetch(new URL(`../openapi/${generation}.json`, import.meta.url)).then((response) => {
      if (!response.ok)
        throw new Error(`The OpenAPI document did not load: the server responded with ${response.status}.`);
      return response.json();
    });
  pendingDocuments.set(generation, pendingDocument);
  // The next call retries.
  pendingDocument.catch(() => pendingDocuments.delete(generation));
  return pendingDocument;
}

/** Renders the fields of the response of an operation, and an example. @param {import("./catalogue.js").Row} row */
export async function renderResponseFields({ generation, path, verb }) {
  const { paths, components } = await loadDocument(generation);
  const { schema, examples = {} } = paths[path][verb.toLowerCase()].responses["200"].content["application/json"];
  const [example] = Object.values(examples);
  return [
    renderFields(listFields(schema, components), components),
    example &&
      el(
        "details",
        { class: "example" },
        el("summary", {}, "Example"),
        el("p", { class: "quiet" }, `${example.summary}.`),
        renderJsonTree(parseExact(JSON.stringify(example.value))),
      ),
  ].filter(Boolean);
}

/** Returns the schema that a reference names; the description beside the reference is kept. @param {Schema} schema @returns {Schema} */
function resolveReference({ $ref: reference, ...schema }, components) {
  if (reference === undefined) return schema;
  const name = reference.split("/").at(-1);
  return { ...resolveReference(components.schemas[name], components), ...schema, typeName: name };
}

/** Returns the schemas that a value may have, without those of null. @param {Schema} schema @returns {Schema[]} */
function listAlternatives(schema, components) {
  const resolvedSchema = resolveReference(schema, components);
  return (resolvedSchema.anyOf ?? [resolvedSchema])
    .map((alternative) => resolveReference(alternative, components))
    .filter(({ type }) => type !== "null");
}

/**
 * Returns the fields of an object; of a list, those of its items. Of several alternatives, the first one with fields decides.
 * @param {Schema} schema @returns {{ name: string, schema: Schema, isRequired: boolean }[]}
 */
function listFields(schema, components) {
  for (const alternative of listAlternatives(schema, components)) {
    const { properties = {}, required = [], allOf = [], items, additionalProperties } = alternative;
    // A part of `allOf` may describe a field of another part more exactly.
    const fields = new Map(
      [
        ...allOf.flatMap((part) => listFields(part, components)),
        ...Object.entries(properties).map(([name, fieldSchema]) => ({
          name,
          schema: fieldSchema,
          isRequired: required.includes(name),
        })),
      ].map((field) => [field.name, field]),
    );
    if (fields.size > 0) return [...fields.values()];
    if (items) return listFields(items, components);
    // A table, for example accounts by their addresses.
    if (typeof additionalProperties === "object") return listFields(additionalProperties, components);
  }
  return [];
}

/** Describes the type of a field in a few words. @param {Schema} schema @returns {string} */
function describeType(schema, components) {
  const { anyOf } = resolveReference(schema, components);
  const mayBeNull = anyOf?.some(({ type }) => type === "null") ?? false;
  const names = listAlternatives(schema, components).map(
    ({ type, format, typeName, items, const: value, ...others }) => {
      if (items) return `list of ${describeType(items, components)}`;
      if (typeof others.additionalProperties === "object" && !others.properties)
        return `table of ${describeType(others.additionalProperties, components)}`;
      if (value !== undefined) return JSON.stringify(value);
      return [typeName ?? type].flat().join(" or ") + (format ? ` (${format})` : "");
    },
  );
  return [...new Set([...names, ...(mayBeNull ? ["null"] : [])])].filter(Boolean).join(" or ") || "any value";
}

/** @param {ReturnType<typeof listFields>} fields */
function renderFields(fields, components) {
  return el(
    "ul",
    { class: "response-fields", role: "list" },
    fields.map(({ name, schema, isRequired }) => {
      const { description } = resolveReference(schema, components);
      const heading = [
        el("code", {}, name),
        " ",
        el("span", { class: "quiet" }, describeType(schema, components), !isRequired && ", may be absent"),
        description && el("span", { class: "meaning" }, description),
      ];
      const childFields = listFields(schema, components);
      if (childFields.length === 0) return el("li", {}, heading);
      const details = el("details", {}, el("summary", {}, heading));
      // Drawn when it opens, since types can contain themselves.
      details.addEventListener("toggle", () => details.append(renderFields(childFields, components)), { once: true });
      return el("li", {}, details);
    }),
  );
}
