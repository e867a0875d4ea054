// Writes a configuration as a file from which the same configuration can be read. It contains no secrets, only references to their files
// or variables.

import { resolve } from "node:path";

import { isReference, REFERENCE, listUpstreamVariables, variableName } from "../../settings/texts.js";
import { FORMS } from "./sources.js";

/** @typedef {import("./load.js").Written} Written */

const BARE_KEY = /^[\w-]+$/;
/** Writes a TOML basic string: a JSON string in which U+007F is escaped, too. */
const writeString = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");
const writeKey = (key) => (BARE_KEY.test(key) ? key : writeString(key));

/** @param {any} value @returns {string} */
function writeToml(value) {
  if (typeof value === "string") return writeString(value);
  if (Array.isArray(value)) return `[${value.map(writeToml).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(
      ([, memberValue]) => memberValue !== undefined && memberValue !== null,
    );
    return members.length === 0
      ? "{}"
      : `{ ${members.map(([key, memberValue]) => `${writeKey(key)} = ${writeToml(memberValue)}`).join(", ")} }`;
  }
  return String(value);
}

/**
 * Writes a secret as a reference: to its variable, or to its file, whose path is made absolute so that it is valid in any folder.
 */
function writeReference(value, source, variable) {
  const [, kind, path] = REFERENCE.exec(value) ?? [];
  if (kind === "file" && source) return `file:${resolve(source.folder, path)}`;
  return source?.holdsSecrets && kind === undefined ? `env:${variable}` : value;
}

/** @param {Map<string, Written>} settings */
export function printConfiguration(settings) {
  const topLines = [];
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  const tables = [];
  for (const name of [...FORMS.keys(), "apiKeys"].filter(
    (candidate, index, names) => names.indexOf(candidate) === index,
  )) {
    const setting = settings.get(name);
    if (setting === undefined) continue;
    const { value, source } = setting;
    const sourceComment = ` # ${nameSource(source, name)}`;
    if (FORMS.get(name) === "upstreams" && Array.isArray(value)) tables.push(...writeUpstreamTables(name, value));
    else {
      const printedValue = FORMS.get(name) === "secret" ? writeReference(value, source, variableName(name)) : value;
      const [group, fieldName] = name.split(".");
      const line = `${fieldName ?? group} = ${writeToml(printedValue)}${sourceComment}`;
      if (fieldName === undefined) topLines.push(line);
      else groups.set(group, [...(groups.get(group) ?? []), line]);
    }
  }
  const parts = [
    topLines.join("\n"),
    ...[...groups].map(([group, lines]) => `[${group}]\n${lines.join("\n")}`),
    ...tables,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Returns the source of a setting as text: its position in the file, or the name of its variable or option. */
const nameSource = (source, name) =>
  source === undefined ? "default of the command" : source.positionOf(name).replace(/: $/, "") || source.nameOf(name);

function writeUpstreamTables(network, upstreams) {
  return upstreams.map(({ members, source, written: writtenFields }, index) => {
    const variable = listUpstreamVariables().find(([, setting]) => setting === `${network}[${index}].apiKey`)?.[0];
    const lines = Object.entries(members)
      .filter(([, memberValue]) => memberValue !== undefined && memberValue !== null)
      .map(([key, memberValue]) => {
        const memberSource = writtenFields[key] ?? source;
        // Keys in a variable with JSON have no separate variable that a reference could name.
        if (key === "apiKey" && !writtenFields[key] && source?.holdsSecrets && ![memberValue].flat().every(isReference))
          return `# apiKey: in ${variableName(network)}; put it into ${variable}`;
        const printedValue = key === "apiKey" ? writeKeys(memberValue, memberSource, variable) : memberValue;
        return `${writeKey(key)} = ${writeToml(printedValue)} # ${nameSource(memberSource, `${network}[${index}].${key}`)}`;
      });
    return `[[${network}]]\n${lines.join("\n")}`.trimEnd();
  });
}

const writeKeys = (keys, source, variable) => {
  const references = (Array.isArray(keys) ? keys : [keys]).map((key) => writeReference(key, source, variable));
  const distinctReferences = [...new Set(references)];
  return distinctReferences.length === 1 ? distinctReferences[0] : distinctReferences;
};
