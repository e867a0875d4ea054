// Puts a configuration together from its sources: options win over variables, variables over the file.

import { readFileSync } from "node:fs";

import { resolveSecret } from "../../settings/references.js";
import { nest, NETWORKS } from "../../settings/texts.js";
import { FORMS, readFile, readVariables } from "./sources.js";

/** @typedef {import("./sources.js").Source} Source @typedef {{ value: any, source: Source | undefined }} Written without a source: the command's own default */

/** This machine, as browsers and their pages name it. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const SCHEMA = new URL("../../../ton-edge.schema.json", import.meta.url);
/** What `createGateway` does not take. */
const OF_COMMAND = [
  "port",
  "host",
  "admin",
  "drainMs",
  "drainDelayMs",
  "keepAliveTimeoutMs",
  "assets",
  "hstsSeconds",
  "apiKeys",
  "apiKeysStaleMs",
  "telemetry",
];

/**
 * @typedef {object} Configuration
 * @property {Map<string, Written>} settings what was written, and by which source
 * @property {Map<string, unknown>} values the settings, secrets resolved
 * @property {any} config of `createGateway`, without what is a function there
 * @property {{ port: number, host: string, admin: { port?: number, host?: string }, drainMs: number, drainDelayMs: number,
 *   keepAliveTimeoutMs: number, assets?: string, hstsSeconds: number,
 *   apiKeys?: string, apiKeysStaleMs: number, redis?: string, telemetry?: Record<string, any> }} own `telemetry`: the options of `otlp`, with `headers` as a text
 * @property {string[]} files that were read
 * @property {boolean} isFileEmpty whether the file has no setting
 * @property {string[]} faults
 * @property {(message: string) => string[]} place the faults that `createGateway` found, each with its place
 */

/**
 * @param {{ options: Source, file?: string, env: Record<string, string | undefined> }} from
 * @param {string} [listens] where the gateway listens already, whatever is written now
 * @returns {Configuration}
 */
export function loadConfiguration({ options, file, env }, listens) {
  const sources = [...(file === undefined ? [] : [readFile(file)]), readVariables(env), options];
  const faults = sources.flatMap((source) => source.faults);
  const files = file === undefined ? [] : [file];
  const settings = merge(sources, faults);
  addDefaults(settings, listens);

  /** @type {Map<string, unknown>} */
  const values = new Map();
  const resolved = (path, value, source) => {
    if (!source) return value;
    const { secret, fault, file: read } = /** @type {any} */ (resolveSecret(value, source, env));
    if (read) files.push(read);
    if (fault) faults.push(`${source.placeOf(path)}\`${source.nameOf(path)}\` ${fault}`);
    return secret;
  };
  for (const [name, { value, source }] of settings) {
    const form = FORMS.get(name);
    // Every origin, which is what `createGateway` does without the setting.
    if (name === "origins" && Array.isArray(value) && value.includes("*")) continue;
    if (form === "secret") values.set(name, resolved(name, value, source));
    else if (form === "upstreams") values.set(name, withKeys(name, /** @type {Upstreams} */ (value), resolved));
    else values.set(name, value);
  }
  const own = ownOf(values, settings, faults);
  const all = new Map(values);
  // Taken out, since the gateway would report its faults again.
  const redis = values.get("limits.redis");
  values.delete("limits.redis");
  const config = nest([...values].filter(([name]) => !OF_COMMAND.includes(name.split(".")[0])));
  return {
    settings,
    values: all,
    config,
    own: { ...own, redis: /** @type {string | undefined} */ (redis) },
    files,
    isFileEmpty: file !== undefined && sources[0].values.size === 0,
    faults,
    place: (message) => placed(message, settings),
  };
}

/** Members of an upstream, each with the source that wrote it. @typedef {"off" | { members: Record<string, any>, source: Source | undefined }[]} Upstreams */

/** The settings by name, each of the source that wins. @param {Source[]} sources the last one wins @param {string[]} faults */
function merge(sources, faults) {
  /** @type {Map<string, Written>} */
  const settings = new Map();
  for (const source of sources)
    for (const [name, value] of source.values) {
      if (/^(mainnet|testnet)\[/.test(name)) continue;
      settings.set(name, { value, source });
      // A group that is switched off is off with its members, unless a stronger source writes some.
      if (value === false)
        for (const other of settings.keys()) if (other.startsWith(`${name}.`)) settings.delete(other);
    }
  for (const network of NETWORKS) {
    const { value, source } = settings.get(network) ?? {};
    if (value === "off") continue;
    const list = Array.isArray(value) ? value : [value];
    /** @type {any[]} */
    const upstreams = list.map((one) => ({
      members: typeof one === "object" && one !== null ? { ...one } : { baseUrl: one },
      source,
      written: {},
    }));
    let isWritten = source !== undefined;
    for (const stronger of sources)
      for (const [name, member] of stronger.values) {
        const [, of, at, field] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
        if (of !== network) continue;
        isWritten = true;
        const upstream = upstreams[Number(at)];
        if (upstream) {
          upstream.members[field] = member;
          upstream.written[field] = stronger;
        } else
          faults.push(
            `${stronger.placeOf(name)}\`${stronger.nameOf(name)}\` is of an upstream that there is not: \`${network}\` has ${list.length}`,
          );
      }
    if (isWritten) settings.set(network, { value: upstreams, source });
  }
  return settings;
}

/** The upstreams as `createGateway` takes them, their keys resolved. */
function withKeys(network, upstreams, resolved) {
  if (!Array.isArray(upstreams)) return upstreams;
  return upstreams.map((/** @type {any} */ { members, source, written }, at) => {
    const { apiKey, ...rest } = members;
    if (apiKey === undefined || apiKey === null) return rest;
    const from = written.apiKey ?? source;
    const keys = (Array.isArray(apiKey) ? apiKey : [apiKey]).map((one) =>
      resolved(`${network}[${at}].apiKey`, one, from),
    );
    return { ...rest, apiKey: keys.filter((one) => one !== undefined) };
  });
}

/**
 * The same browser that uses the gateway shows pages of strangers: by default, only pages of this machine may spend its upstream keys,
 * under this machine's own names.
 *
 * @param {Map<string, Written>} settings @param {string} [listens]
 */
function addDefaults(settings, listens) {
  const origins = settings.get("origins")?.value;
  const preset = (name, value) => settings.has(name) || settings.set(name, { value, source: undefined });
  if (Array.isArray(origins) && origins.includes("*")) return;
  preset(
    "origins",
    LOOPBACK.flatMap((name) => [`http://${name}:*`, `https://${name}:*`]),
  );
  preset("enforceOrigins", true);
  // The requests of a proxy, which `clientIp` names, have the public name of the gateway.
  const isBehindProxy = (settings.get("clientIp")?.value ?? "socket") !== "socket";
  const host = listens ?? settings.get("host")?.value ?? "127.0.0.1";
  if ([...LOOPBACK, "::1"].includes(host) && !isBehindProxy) preset("allowedHosts", LOOPBACK);
}

/** The command's own settings, checked by the bounds that the schema has. */
function ownOf(values, settings, faults) {
  const { properties } = JSON.parse(readFileSync(SCHEMA, "utf8"));
  const must = (name, words) => {
    const { source } = settings.get(name);
    faults.push(`${source?.placeOf(name) ?? ""}\`${source?.nameOf(name) ?? name}\` must be ${words}`);
  };
  const whole = (name) => {
    const schema = name.split(".").reduce((at, key) => (at.properties ?? at)[key], properties);
    const value = values.get(name);
    if (value === undefined) return schema.default;
    if (Number.isInteger(value) && value >= schema.minimum && value <= schema.maximum) return value;
    must(name, `a whole number from ${schema.minimum} to ${schema.maximum}`);
    return undefined;
  };
  const text = (name, otherwise) => {
    const value = values.get(name) ?? otherwise;
    if (value === undefined || (typeof value === "string" && value !== "")) return value;
    must(name, "a text");
    return undefined;
  };
  const admin = { port: whole("admin.port"), host: text("admin.host") };
  if (admin.host !== undefined && admin.port === undefined && !faults.length)
    must("admin.host", "left out, or `admin.port` be given");
  if (admin.port !== undefined && !settings.has("adminToken"))
    must("admin.port", "left out, or `adminToken` be given: without a token there are no operators");
  return {
    port: whole("port"),
    host: text("host", "127.0.0.1"),
    admin,
    drainMs: whole("drainMs"),
    drainDelayMs: whole("drainDelayMs"),
    keepAliveTimeoutMs: whole("keepAliveTimeoutMs"),
    hstsSeconds: whole("hstsSeconds"),
    assets: text("assets"),
    apiKeys: text("apiKeys"),
    apiKeysStaleMs: whole("apiKeysStaleMs"),
    telemetry: telemetryOf(values, must),
  };
}

/** The settings of telemetry; undefined if nothing is exported. */
function telemetryOf(values, must) {
  const { telemetry } = nest([...values].filter(([name]) => name.startsWith("telemetry.")));
  if (telemetry === undefined) return undefined;
  if (telemetry.endpoint !== undefined) return telemetry;
  must(`telemetry.${Object.keys(telemetry)[0]}`, "left out, or `telemetry.endpoint` be given");
  return undefined;
}

/** The faults of `createGateway`, each with its place and the name that its source has for the setting. */
function placed(message, settings) {
  const sourceOf = (path) => {
    const name = [...settings.keys()]
      .filter((one) => path === one || path.startsWith(`${one}[`) || path.startsWith(`${one}.`))
      .sort((a, b) => b.length - a.length)[0];
    const { value, source } = settings.get(name) ?? {};
    const [, , at, member] = /^(mainnet|testnet)(?:\[(\d+)\])?\.(\w+)/.exec(path) ?? [];
    return (member && Array.isArray(value) && value[Number(at ?? 0)]?.written[member]) || source;
  };
  return message.split(/; (?=`|and \d+ more faults)/).map((fault) => {
    const [, path] = /^`([^`]+)`/.exec(fault) ?? [];
    const source = path === undefined ? undefined : sourceOf(path);
    if (source === undefined) return fault;
    return `${source.placeOf(path)}\`${source.nameOf(path) ?? path}\`${fault.slice(path.length + 2)}`;
  });
}
