// Writes a configuration as a file that reads back the same. Secrets are not in it: each is a reference to where it is.

import { resolve } from "node:path";

import { isReference, REFERENCE, upstreamVariables, variableOf } from "../../settings/texts.js";
import { FORMS } from "./sources.js";

/** @typedef {import("./load.js").Written} Written */

const BARE = /^[\w-]+$/;
/** A TOML basic string: JSON's, where every control character is escaped. */
const textOf = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");
const keyOf = (key) => (BARE.test(key) ? key : textOf(key));

/** @param {any} value @returns {string} */
function tomlOf(value) {
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) return `[${value.map(tomlOf).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, one]) => one !== undefined && one !== null);
    return members.length === 0
      ? "{}"
      : `{ ${members.map(([key, one]) => `${keyOf(key)} = ${tomlOf(one)}`).join(", ")} }`;
  }
  return String(value);
}

/**
 * A secret as a reference. A secret from a variable is shown as that variable; the path of a file is whole, so that it holds in any folder.
 */
function reference(value, source, variable) {
  const [, kind, where] = REFERENCE.exec(value) ?? [];
  if (kind === "file" && source) return `file:${resolve(source.folder, where)}`;
  return source?.holdsSecrets && kind === undefined ? `env:${variable}` : value;
}

/** @param {Map<string, Written>} settings */
export function printConfiguration(settings) {
  const top = [];
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  const tables = [];
  for (const name of [...FORMS.keys(), "apiKeys"].filter((one, at, all) => all.indexOf(one) === at)) {
    const found = settings.get(name);
    if (found === undefined) continue;
    const { value, source } = found;
    const from = ` # ${nameSource(source, name)}`;
    if (FORMS.get(name) === "upstreams" && Array.isArray(value)) tables.push(...upstreamTables(name, value));
    else {
      const shown = FORMS.get(name) === "secret" ? reference(value, source, variableOf(name)) : value;
      const [group, member] = name.split(".");
      const line = `${member ?? group} = ${tomlOf(shown)}${from}`;
      if (member === undefined) top.push(line);
      else groups.set(group, [...(groups.get(group) ?? []), line]);
    }
  }
  const parts = [top.join("\n"), ...[...groups].map(([group, lines]) => `[${group}]\n${lines.join("\n")}`), ...tables];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Where a setting is written: its place in the file, the name of the variable or of the option. */
const nameSource = (source, name) =>
  source === undefined ? "default of the command" : source.placeOf(name).replace(/: $/, "") || source.nameOf(name);

function upstreamTables(network, upstreams) {
  return upstreams.map(({ members, source, written }, at) => {
    const variable = upstreamVariables().find(([, setting]) => setting === `${network}[${at}].apiKey`)?.[0];
    const lines = Object.entries(members)
      .filter(([, one]) => one !== undefined && one !== null)
      .map(([key, one]) => {
        const from = written[key] ?? source;
        // The keys in a variable with JSON have no variable of their own, which a reference could name.
        if (key === "apiKey" && !written[key] && source?.holdsSecrets && ![one].flat().every(isReference))
          return `# apiKey: in ${variableOf(network)}; put it into ${variable}`;
        const shown = key === "apiKey" ? keysOf(one, from, variable) : one;
        return `${keyOf(key)} = ${tomlOf(shown)} # ${nameSource(from, `${network}[${at}].${key}`)}`;
      });
    return `[[${network}]]\n${lines.join("\n")}`.trimEnd();
  });
}

const keysOf = (keys, source, variable) => {
  const shown = (Array.isArray(keys) ? keys : [keys]).map((one) => reference(one, source, variable));
  const distinct = [...new Set(shown)];
  return distinct.length === 1 ? distinct[0] : distinct;
};
