// Reads the settings of a gateway from variables: for the ready-made Worker, and for servers that call `createGateway` themselves.

import { fail } from "../util/error.js";
import {
  GATEWAY_FORMS,
  isReference,
  findNearest,
  nestSettings,
  NETWORKS,
  PREFIX,
  readText,
  UPSTREAM_MEMBERS,
  upstreamVariableName,
  listUpstreamVariables,
  variableName,
} from "./texts.js";

/** Whether a text is not empty. */
export const nonEmptyText = (value) => (typeof value === "string" && value !== "" ? value : undefined);
/** Returns the value of a variable; undefined if it is not set. */
export const readVariable = (form, value) => (nonEmptyText(value) === undefined ? undefined : readText(form, value));

/**
 * Returns the secret to which a reference such as `file:/run/secrets/x` points.
 *
 * @callback Resolve @param {string} variable that has the reference @param {string} reference @returns {string}
 */

/** Refuses references: used as the secret itself, a reference could be guessed by anyone. @type {Resolve} */
function refuseReference(variable) {
  throw fail(
    "config_invalid",
    `the variable \`${variable}\` says where a secret is, and this runtime does not look there: put the secret itself into it`,
  );
}

/**
 * Reads the upstreams of a network. Each has its own variables for its keys, so that no key goes to another operator. Keys are read for
 * every request, so a rotated secret takes effect at once; the target of a reference is read once.
 */
function readUpstreams(env, network, resolve) {
  const upstreamSetting = readVariable("upstreams", env[variableName(network)]);
  if (upstreamSetting === "off") return upstreamSetting;
  const list = Array.isArray(upstreamSetting) ? upstreamSetting : [upstreamSetting];
  const resolveKeys = (keys, variable) => keys.map((key) => (isReference(key) ? resolve(variable, key) : key));
  /** Returns the keys of an upstream, which may be JSON. */
  const readKeys = (ownKeys, name, form) => {
    if (ownKeys) return resolveKeys([ownKeys].flat(), variableName(network));
    const keys = [readVariable(form, env[name]) ?? []].flat();
    return keys.some(isReference) ? resolveKeys(keys, name) : (now) => readVariable(form, now[name]);
  };
  return list.map((upstream, index) => ({
    ...(typeof upstream === "object" ? upstream : { baseUrl: upstream }),
    ...Object.fromEntries(
      Object.entries(UPSTREAM_MEMBERS).flatMap(([member, form]) => {
        const name = upstreamVariableName(network, index, member);
        if (member === "apiKey") return [[member, readKeys(upstream?.apiKey, name, form)]];
        return nonEmptyText(env[name]) ? [[member, readText(form, env[name])]] : [];
      }),
    ),
  }));
}

/** Returns the settings in the form of `createGateway`. @param {Record<string, any>} env @param {Resolve} [resolve] */
export function readGatewaySettings(env, resolve = refuseReference) {
  const config = nestSettings(
    GATEWAY_FORMS.map(([name, form]) => {
      const variable = variableName(name);
      const value = env[variable];
      if (form === "secret" && isReference(value)) return [name, resolve(variable, value)];
      // An empty token is refused, not ignored.
      return [name, name === "adminToken" ? value : readVariable(form, value)];
    }),
  );
  for (const network of NETWORKS) config[network] = readUpstreams(env, network, resolve);
  return config;
}

/**
 * Refuses misspelt variables: an ignored one would silently drop a limit or a restriction.
 *
 * @param {Record<string, unknown>} env @param {string[]} otherNames further variables that have a meaning
 * @param {boolean} [isOurs] whether all variables are for the gateway: then one without its prefix is misspelt, too
 */
export function assertNoneMisspelt(env, otherNames, isOurs = false) {
  const knownNames = [
    ...GATEWAY_FORMS.map(([name]) => variableName(name)),
    ...listUpstreamVariables().map(([variable]) => variable),
    ...otherNames,
  ];
  for (const name of Object.keys(env)) {
    const hasPrefix = name.startsWith(PREFIX);
    if (knownNames.includes(name) || !(hasPrefix || isOurs)) continue;
    const nearestName = knownNames.includes(PREFIX + name) ? PREFIX + name : findNearest(name, knownNames);
    if (nearestName === undefined && !hasPrefix) continue;
    const hint = nearestName === undefined ? "" : `; did you mean \`${nearestName}\`?`;
    throw fail("config_invalid", `the variable \`${name}\` has no meaning here${hint}`);
  }
}
