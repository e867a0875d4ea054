// The three sources of a configuration: a file, variables, options. Each returns settings by name, with their positions.

import { readFileSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";

import { COMMAND_NAMES, GATEWAY_NAMES } from "../../settings/names.js";
import {
  listForms,
  findNearest,
  NETWORKS,
  optionName,
  PREFIX,
  readText,
  listUpstreamVariables,
  variableName,
} from "../../settings/texts.js";
import { FileFault, parseConfigFile } from "./parse-file.js";

/** Every setting of the command with its form, which decides how its text is parsed. */
export const FORMS = new Map([...listForms(COMMAND_NAMES), ...listForms(GATEWAY_NAMES)]);
/** Settings that are paths. */
const PATH_SETTINGS = ["apiKeys", "assets"];
const GROUPS = new Set([...FORMS.keys()].filter((name) => name.includes(".")).map((name) => name.split(".")[0]));
/** Fields of upstreams that have their own variables and options. */
const UPSTREAM_MEMBERS = listUpstreamVariables();
/** Converts `TON_EDGE_MAINNET_API_KEY` to the option `mainnet-api-key`. */
const nameMemberOption = (variable) => variable.slice(PREFIX.length).toLowerCase().replaceAll("_", "-");

/**
 * @typedef {{
 *   values: Map<string, unknown>, faults: string[], nameOf(path: string): string | undefined, positionOf(path: string): string,
 *   folder: string, holdsSecrets: boolean,
 * }} Source
 *   `values` by setting, fields of upstreams as `mainnet[0].apiKey`; `nameOf`: the name of a setting in error messages; `positionOf`: the
 *   position that precedes the name; `folder`: the base of relative paths; `holdsSecrets`: whether the source may contain secrets
 *   themselves, not only references
 */

/** Maximum bytes of a configuration file; a larger one is probably the wrong file. */
const MAX_FILE_BYTES = 8_000_000;
/** Texts read from pipes, which can be read only once: `--config <(sops -d ton-edge.toml)`. @type {Map<string, string>} */
const pipedTexts = new Map();

function readFileText(path) {
  const stats = statSync(path);
  if (stats.isFile()) {
    if (stats.size > MAX_FILE_BYTES) throw new FileFault(`it has more than ${MAX_FILE_BYTES} bytes`);
    return readFileSync(path, "utf8");
  }
  const text = pipedTexts.get(path) ?? readFileSync(path, "utf8");
  if (stats.isFIFO()) pipedTexts.set(path, text);
  return text;
}

/** @param {string} path @returns {Source} */
export function readFile(path) {
  const name = basename(path);
  /** @type {Source & { values: Map<string, unknown> }} */
  const source = {
    values: new Map(),
    faults: [],
    nameOf: (setting) => setting,
    positionOf: () => `${name}: `,
    folder: dirname(resolve(path)),
    holdsSecrets: false,
  };
  let parsedFile;
  try {
    parsedFile = parseConfigFile(readFileText(path), name);
  } catch (error) {
    const position =
      error instanceof FileFault && error.position ? `${error.position.line}:${error.position.column}: ` : " ";
    source.faults.push(`${name}:${position}${error.code ? `it cannot be read: ${error.code}` : error.message}`);
    return source;
  }
  const { values, positions: positionByPath } = parsedFile;
  source.positionOf = (setting) => {
    for (let parent = setting; parent !== ""; parent = parent.replace(/(\.|\[)?[^.[]*$/, "")) {
      const position = positionByPath.get(parent);
      if (position) return `${name}:${position.line}:${position.column}: `;
    }
    return `${name}: `;
  };
  const addSetting = (setting, value, candidates) => {
    if (FORMS.has(setting) || setting === "apiKeys") {
      if (value !== null) source.values.set(setting, resolvePath(setting, value, source.folder));
      return;
    }
    const closestSetting = findNearest(setting, candidates);
    source.faults.push(
      `${source.positionOf(setting)}\`${setting.slice(0, 60)}\` is not a setting${closestSetting ? `; did you mean \`${closestSetting}\`?` : ""}`,
    );
  };
  const topLevelNames = new Set([...FORMS.keys()].map((name) => name.split(".")[0]));
  for (const [key, value] of Object.entries(values)) {
    if (key === "$schema") continue;
    if (GROUPS.has(key) && typeof value === "object" && value !== null && !Array.isArray(value))
      for (const [member, memberValue] of Object.entries(value))
        addSetting(`${key}.${member}`, memberValue, FORMS.keys());
    else if (GROUPS.has(key) && !FORMS.has(key))
      source.faults.push(`${source.positionOf(key)}\`${key}\` must be a table of settings`);
    else addSetting(key, value, topLevelNames);
  }
  return source;
}

const resolvePath = (setting, value, folder) =>
  PATH_SETTINGS.includes(setting) && typeof value === "string" && value !== "" ? resolve(folder, value) : value;

/** @param {Record<string, string | undefined>} env @returns {Source} */
export function readVariables(env) {
  const names = new Map([
    ...[...FORMS].map(([name, form]) => /** @type {const} */ ([variableName(name), { setting: name, form }])),
    ...UPSTREAM_MEMBERS.map(([variable, setting, form]) => /** @type {const} */ ([variable, { setting, form }])),
  ]);
  /** @type {Source} */
  const source = {
    values: new Map(),
    faults: [],
    nameOf: (setting) => nameSetting(setting, variableName, (variable) => variable),
    positionOf: () => "",
    folder: process.cwd(),
    holdsSecrets: true,
  };
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || name === CONFIG_VARIABLE) continue;
    const variable = names.get(name);
    if (variable === undefined) {
      const closestName = findNearest(name, names.keys());
      source.faults.push(
        `the variable \`${name}\` has no meaning here${closestName ? `; did you mean \`${closestName}\`?` : ""}`,
      );
    } else if (text !== undefined && text !== "") {
      const value = readText(variable.form, text);
      source.values.set(variable.setting, resolvePath(variable.setting, value, source.folder));
    }
  }
  return source;
}

/** The variable that names the configuration file if no option does. */
export const CONFIG_VARIABLE = `${PREFIX}CONFIG`;

/** The names of settings, the longest first, since the name of a flag can be a prefix of names in a group. */
const LONGEST_FIRST = [...FORMS.keys()].sort((a, b) => b.length - a.length);

/** Converts the name of a setting to that of its variable or option, and keeps the rest of the path. */
function nameSetting(setting, nameTopLevel, nameMember) {
  const upstreamField = UPSTREAM_MEMBERS.find(
    ([, memberSetting]) => setting === memberSetting || setting.startsWith(`${memberSetting}[`),
  );
  const networkName = NETWORKS.find((network) => setting.startsWith(`${network}.`));
  if (upstreamField) return nameMember(upstreamField[0]);
  if (networkName) return nameSetting(setting.replace(networkName, `${networkName}[0]`), nameTopLevel, nameMember);
  const name = LONGEST_FIRST.find(
    (candidate) => setting === candidate || setting.startsWith(`${candidate}[`) || setting.startsWith(`${candidate}.`),
  );
  // `.baseUrl` is removed: a variable or option with one URL is not an object.
  return name && nameTopLevel(name) + setting.slice(name.length).replace(/\.baseUrl$/, "");
}

/** Options of the command that are not settings. */
const COMMAND_OPTIONS = /** @type {const} */ ({
  config: { type: "string" },
  check: { type: "boolean" },
  "print-config": { type: "boolean" },
});

/** The setting of each option. @type {Record<string, { setting: string, form: string, value?: boolean }>} */
const SETTING_OPTIONS = {};
for (const [setting, form] of FORMS) {
  SETTING_OPTIONS[optionName(setting)] = { setting, form, value: true };
  if (form === "flag") SETTING_OPTIONS[`no-${optionName(setting)}`] = { setting, form, value: false };
}
for (const [variable, setting, form] of UPSTREAM_MEMBERS)
  SETTING_OPTIONS[nameMemberOption(variable)] = { setting, form };

/** The names of the options of `ton-edge gateway`. */
export const OPTION_NAMES = [...Object.keys(COMMAND_OPTIONS), ...Object.keys(SETTING_OPTIONS)];

/** @param {string[]} args @returns {{ source: Source, config: string | undefined, check: boolean, print: boolean }} */
export function readOptions(args) {
  const options = Object.fromEntries(
    Object.entries(SETTING_OPTIONS).map(([name, { form }]) => [
      name,
      form === "flag"
        ? { type: /** @type {const} */ ("boolean") }
        : { type: /** @type {const} */ ("string"), multiple: true },
    ]),
  );
  // A repeated option becomes a list, which the setting may refuse.
  const { values } = parseArgs({ args, options: { ...COMMAND_OPTIONS, ...options }, allowPositionals: false });
  /** @type {Source} */
  const source = {
    values: new Map(),
    faults: [],
    nameOf: (setting) =>
      nameSetting(
        setting,
        (name) => `--${optionName(name)}`,
        (variable) => `--${nameMemberOption(variable)}`,
      ),
    positionOf: () => "",
    folder: process.cwd(),
    holdsSecrets: false,
  };
  for (const [name, { setting, form, value }] of Object.entries(SETTING_OPTIONS)) {
    const texts = /** @type {any} */ (values)[name];
    if (texts === undefined) continue;
    if (form === "flag") source.values.set(setting, value);
    else if (texts.length > 1 && !["list", "upstreams", "pairs"].includes(form))
      source.faults.push(`\`--${name}\` is given ${texts.length} times: pass it once`);
    else source.values.set(setting, resolvePath(setting, readText(form, texts.join(",")), source.folder));
  }
  return {
    source,
    config: /** @type {string | undefined} */ (values.config),
    check: values.check === true,
    print: values["print-config"] === true,
  };
}
