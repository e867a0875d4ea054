// Builds a configuration from its sources: options take precedence over variables, variables over the file.

import { readFileSync } from "node:fs";

import { resolveSecret } from "../../settings/references.js";
import { nestSettings, NETWORKS } from "../../settings/texts.js";
import { FORMS, readFile, readVariables } from "./sources.js";

/**
 * @typedef {import("./sources.js").Source} Source @typedef {{ value: any, source: Source | undefined }} Written a setting as written; without a
 * source it is the command's own default
 */

/** The host names by which browsers reach this machine. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const SCHEMA_URL = new URL("../../../ton-edge.schema.json", import.meta.url);
/** Default of `limits.requests` per client IP: far more than people need, and less than would occupy a CPU core. */
const REQUESTS = { rate: 200, burst: 1000 };
/** Settings of the command alone, which `createGateway` does not have. */
const COMMAND_SETTINGS = [
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
 * @property {Map<string, Written>} settings as written, with their sources
 * @property {Map<string, unknown>} values the settings, with secrets resolved
 * @property {any} config the argument of `createGateway`, still without functions
 * @property {{ port: number, host: string, admin: { port?: number, host?: string }, drainMs: number, drainDelayMs: number,
 *   keepAliveTimeoutMs: number, assets?: string, hstsSeconds: number,
 *   apiKeys?: string, apiKeysStaleMs: number, redis?: string, telemetry?: Record<string, any> }} own `telemetry`: the options of `otlp`, with `headers` as a text
 * @property {string[]} files that were read
 * @property {boolean} isFileEmpty whether the file has no setting
 * @property {string[]} faults
 * @property {(message: string) => string[]} locateErrors returns the errors that `createGateway` found, each with its position
 */

/**
 * @param {{ options: Source, file?: string, env: Record<string, string | undefined> }} from
 * @param {string} [currentHost] the host on which the gateway already listens, which a reload does not change
 * @returns {Configuration}
 */
export function loadConfiguration({ options, file, env }, currentHost) {
  const sources = [...(file === undefined ? [] : [readFile(file)]), readVariables(env), options];
  const faults = sources.flatMap((source) => source.faults);
  const files = file === undefined ? [] : [file];
  const settings = mergeSources(sources, faults);
  addDefaults(settings, currentHost);

  /** @type {Map<string, unknown>} */
  const values = new Map();
  const resolveValue = (path, value, source) => {
    if (!source) return value;
    const { secret, fault, file: secretFile } = /** @type {any} */ (resolveSecret(value, source, env));
    if (secretFile) files.push(secretFile);
    if (fault) faults.push(`${source.positionOf(path)}\`${source.nameOf(path)}\` ${fault}`);
    return secret;
  };
  for (const [name, { value, source }] of settings) {
    const form = FORMS.get(name);
    // `*` means every origin, which is the default of `createGateway`.
    if (name === "origins" && Array.isArray(value) && value.includes("*")) continue;
    if (form === "secret") values.set(name, resolveValue(name, value, source));
    else if (form === "upstreams") values.set(name, resolveKeys(name, /** @type {Upstreams} */ (value), resolveValue));
    else values.set(name, value);
  }
  const ownSettings = readOwnSettings(values, settings, faults);
  const allValues = new Map(values);
  // Removed, because `createGateway` has no such setting: this command creates the limiter from the Redis URL.
  const redis = values.get("limits.redis");
  values.delete("limits.redis");
  const config = nestSettings([...values].filter(([name]) => !COMMAND_SETTINGS.includes(name.split(".")[0])));
  return {
    settings,
    values: allValues,
    config,
    own: { ...ownSettings, redis: /** @type {string | undefined} */ (redis) },
    files,
    isFileEmpty: file !== undefined && sources[0].values.size === 0,
    faults,
    locateErrors: (message) => addPositions(message, settings),
  };
}

/**
 * The fields of each upstream, with the source that defines it. @typedef {"off" | { members: Record<string, any>, source: Source | undefined }[]}
 * Upstreams
 */

/**
 * Returns the settings by name, each from the source with the highest precedence. @param {Source[]} sources in the order of precedence, the highest
 * last @param {string[]} faults
 */
function mergeSources(sources, faults) {
  /** @type {Map<string, Written>} */
  const settings = new Map();
  for (const source of sources)
    for (const [name, value] of source.values) {
      if (/^(mainnet|testnet)\[/.test(name)) continue;
      settings.set(name, { value, source });
      // A group that is switched off loses its fields, unless a source with higher precedence sets one of them.
      if (value === false)
        for (const otherName of settings.keys()) if (otherName.startsWith(`${name}.`)) settings.delete(otherName);
    }
  for (const network of NETWORKS) {
    const { value, source } = settings.get(network) ?? {};
    if (value === "off") continue;
    const list = Array.isArray(value) ? value : [value];
    /** @type {any[]} */
    const upstreams = list.map((upstream) => ({
      members: typeof upstream === "object" && upstream !== null ? { ...upstream } : { baseUrl: upstream },
      source,
      written: {},
    }));
    let isInSource = source !== undefined;
    for (const strongerSource of sources)
      for (const [name, fieldName] of strongerSource.values) {
        const [, upstreamNetwork, index, field] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
        if (upstreamNetwork !== network) continue;
        isInSource = true;
        const upstream = upstreams[Number(index)];
        if (upstream) {
          upstream.members[field] = fieldName;
          upstream.written[field] = strongerSource;
        } else
          faults.push(
            `${strongerSource.positionOf(name)}\`${strongerSource.nameOf(name)}\` belongs to an upstream that does not exist: \`${network}\` has ${list.length}`,
          );
      }
    if (isInSource) settings.set(network, { value: upstreams, source });
  }
  return settings;
}

/** Returns the upstreams in the form that `createGateway` accepts, with their keys resolved. */
function resolveKeys(network, upstreams, resolveValue) {
  if (!Array.isArray(upstreams)) return upstreams;
  return upstreams.map((/** @type {any} */ { members, source, written: writtenFields }, index) => {
    const { apiKey, ...otherMembers } = members;
    if (apiKey === undefined || apiKey === null) return otherMembers;
    const keySource = writtenFields.apiKey ?? source;
    const keys = (Array.isArray(apiKey) ? apiKey : [apiKey]).map((key) =>
      resolveValue(`${network}[${index}].apiKey`, key, keySource),
    );
    return { ...otherMembers, apiKey: keys.filter((key) => key !== undefined) };
  });
}

/**
 * Adds secure defaults. All requests of one client are limited, since every request costs CPU. The browser that uses this gateway also shows
 * pages of other sites, so only pages of this machine may use the gateway, and only under this machine's own host names.
 *
 * @param {Map<string, Written>} settings @param {string} [currentHost]
 */
function addDefaults(settings, currentHost) {
  const origins = settings.get("origins")?.value;
  const setDefault = (name, value) => settings.has(name) || settings.set(name, { value, source: undefined });
  setDefault("limits.requests", REQUESTS);
  if (Array.isArray(origins) && origins.includes("*")) return;
  setDefault(
    "origins",
    LOOPBACK.flatMap((name) => [`http://${name}:*`, `https://${name}:*`]),
  );
  setDefault("enforceOrigins", true);
  // Behind a proxy (`clientIp` is set), the `Host` header has the public name of the gateway.
  const isBehindProxy = (settings.get("clientIp")?.value ?? "socket") !== "socket";
  const host = currentHost ?? settings.get("host")?.value ?? "127.0.0.1";
  if ([...LOOPBACK, "::1"].includes(host) && !isBehindProxy) setDefault("allowedHosts", LOOPBACK);
}

/** Reads the command's own settings, and checks them against the bounds in the schema. */
function readOwnSettings(values, settings, faults) {
  const { properties } = JSON.parse(readFileSync(SCHEMA_URL, "utf8"));
  const addFault = (name, requirement) => {
    const { source } = settings.get(name);
    faults.push(`${source?.positionOf(name) ?? ""}\`${source?.nameOf(name) ?? name}\` must be ${requirement}`);
  };
  const readWholeNumber = (name) => {
    const schema = name.split(".").reduce((node, key) => (node.properties ?? node)[key], properties);
    const value = values.get(name);
    if (value === undefined) return schema.default;
    if (Number.isInteger(value) && value >= schema.minimum && value <= schema.maximum) return value;
    addFault(name, `a whole number from ${schema.minimum} to ${schema.maximum}`);
    return undefined;
  };
  const readText = (name, fallback) => {
    const value = values.get(name) ?? fallback;
    if (value === undefined || (typeof value === "string" && value !== "")) return value;
    addFault(name, "a text");
    return undefined;
  };
  const admin = { port: readWholeNumber("admin.port"), host: readText("admin.host") };
  if (admin.host !== undefined && admin.port === undefined && !faults.length)
    addFault("admin.host", "left out, or `admin.port` be set");
  if (admin.port !== undefined && !settings.has("adminToken"))
    addFault("admin.port", "left out, or `adminToken` be set: only callers with the token may use that port");
  return {
    port: readWholeNumber("port"),
    host: readText("host", "127.0.0.1"),
    admin,
    drainMs: readWholeNumber("drainMs"),
    drainDelayMs: readWholeNumber("drainDelayMs"),
    keepAliveTimeoutMs: readWholeNumber("keepAliveTimeoutMs"),
    hstsSeconds: readWholeNumber("hstsSeconds"),
    assets: readText("assets"),
    apiKeys: readText("apiKeys"),
    apiKeysStaleMs: readWholeNumber("apiKeysStaleMs"),
    telemetry: readTelemetry(values, addFault),
  };
}

/** Reads the settings of telemetry; undefined if nothing is exported. */
function readTelemetry(values, addFault) {
  const { telemetry } = nestSettings([...values].filter(([name]) => name.startsWith("telemetry.")));
  if (telemetry === undefined) return undefined;
  if (telemetry.endpoint !== undefined) return telemetry;
  addFault(`telemetry.${Object.keys(telemetry)[0]}`, "left out, or `telemetry.endpoint` must be set");
  return undefined;
}

/** Returns the errors of `createGateway`, each with its position and the name that its source uses for the setting. */
function addPositions(message, settings) {
  const findSource = (path) => {
    const name = [...settings.keys()]
      .filter((candidate) => path === candidate || path.startsWith(`${candidate}[`) || path.startsWith(`${candidate}.`))
      .sort((a, b) => b.length - a.length)[0];
    const { value, source } = settings.get(name) ?? {};
    const [, , index, fieldName] = /^(mainnet|testnet)(?:\[(\d+)\])?\.(\w+)/.exec(path) ?? [];
    return (fieldName && Array.isArray(value) && value[Number(index ?? 0)]?.written[fieldName]) || source;
  };
  return message.split(/; (?=`|and \d+ more faults)/).map((fault) => {
    const [, path] = /^`([^`]+)`/.exec(fault) ?? [];
    const source = path === undefined ? undefined : findSource(path);
    if (source === undefined) return fault;
    return `${source.positionOf(path)}\`${source.nameOf(path) ?? path}\`${fault.slice(path.length + 2)}`;
  });
}
