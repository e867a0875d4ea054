// Reads the settings of a gateway from variables, for the ready-made Worker and for servers that call `createGateway` themselves.

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

/** Returns a non-empty text; undefined for anything else. */
export const nonEmptyText = (value) => (typeof value === "string" && value !== "" ? value : undefined);
/** Returns the value of a variable; undefined if it is not set. */
export const readVariable = (form, value) => (nonEmptyText(value) === undefined ? undefined : readText(form, value));

/**
 * Resolves a reference such as `file:/run/secrets/x` to the secret.
 *
 * @callback Resolve @param {string} variable the variable that contains the reference @param {string} reference @returns {string}
 */

/** Refuses references: if a reference were used as the secret itself, anyone could guess it. @type {Resolve} */
function refuseReference(variable) {
  throw fail(
    "config_invalid",
    `the variable \`${variable}\` contains a reference, which this runtime cannot resolve: put the secret itself into it`,
  );
}

/**
 * Reads the upstreams of a network. Each has separate variables for its keys, so that no key is sent to another operator. Keys are read
 * at every request, so that a rotated secret takes effect at once; a reference is resolved only once.
 */
function readUpstreams(env, network, resolve) {
  const upstreamSetting = readVariable("upstreams", env[variableName(network)]);
  if (upstreamSetting === "off") return upstreamSetting;
  const list = Array.isArray(upstreamSetting) ? upstreamSetting : [upstreamSetting];
  const resolveKeys = (keys, variable) => keys.map((key) => (isReference(key) ? resolve(variable, key) : key));
  /** Returns the upstream keys of one upstream, which may be JSON. */
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

/** Returns the settings as `createGateway` expects them. @param {Record<string, any>} env @param {Resolve} [resolve] */
export function readGatewaySettings(env, resolve = refuseReference) {
  const config = nestSettings(
    GATEWAY_FORMS.map(([name, form]) => {
      const variable = variableName(name);
      const value = env[variable];
      if (form === "secret" && isReference(value)) return [name, resolve(variable, value)];
      // An empty admin token is refused, not ignored.
      return [name, name === "adminToken" ? value : readVariable(form, value)];
    }),
  );
  for (const network of NETWORKS) config[network] = readUpstreams(env, network, resolve);
  return config;
}

/**
 * Refuses misspelt variables: if one were ignored, a limit or a restriction would silently be missing.
 *
 * @param {Record<string, unknown>} env @param {string[]} otherNames further known variables
 * @param {boolean} [isOurs] whether all variables are for the gateway: then one without the prefix is also misspelt
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
