// The settings of a gateway from variables: for the ready-made Worker, and for servers that call `createGateway` themselves.

import { fail } from "../util/error.js";
import {
  GATEWAY_FORMS,
  isReference,
  nearest,
  nest,
  NETWORKS,
  PREFIX,
  readText,
  UPSTREAM_MEMBERS,
  upstreamVariable,
  upstreamVariables,
  variableOf,
} from "./texts.js";

/** A text that is not empty. */
export const text = (value) => (typeof value === "string" && value !== "" ? value : undefined);
/** The value of a variable; undefined where it is not set. */
export const readVariable = (form, value) => (text(value) === undefined ? undefined : readText(form, value));

/**
 * Gives the secret that a reference such as `file:/run/secrets/x` leads to.
 *
 * @callback Resolve @param {string} variable that has it @param {string} reference @returns {string}
 */

/** Taken for the secret itself, a reference would be one that anybody can guess. @type {Resolve} */
function refuseReference(variable) {
  throw fail(
    "config_invalid",
    `the variable \`${variable}\` says where a secret is, and this runtime does not look there: put the secret itself into it`,
  );
}

/**
 * The upstreams of a network. Each has variables of its own for its keys, so that no key goes to another operator. Keys are read for every
 * request, so a rotated secret takes effect at once; what a reference leads to is read once.
 */
function upstreams(env, network, resolve) {
  const written = readVariable("upstreams", env[variableOf(network)]);
  if (written === "off") return written;
  const list = Array.isArray(written) ? written : [written];
  const resolved = (keys, variable) => keys.map((key) => (isReference(key) ? resolve(variable, key) : key));
  /** The keys of an upstream, which JSON may have. */
  const keysOf = (own, name, form) => {
    if (own) return resolved([own].flat(), variableOf(network));
    const keys = [readVariable(form, env[name]) ?? []].flat();
    return keys.some(isReference) ? resolved(keys, name) : (now) => readVariable(form, now[name]);
  };
  return list.map((one, at) => ({
    ...(typeof one === "object" ? one : { baseUrl: one }),
    ...Object.fromEntries(
      Object.entries(UPSTREAM_MEMBERS).flatMap(([member, form]) => {
        const name = upstreamVariable(network, at, member);
        if (member === "apiKey") return [[member, keysOf(one?.apiKey, name, form)]];
        return text(env[name]) ? [[member, readText(form, env[name])]] : [];
      }),
    ),
  }));
}

/** The settings as `createGateway` takes them. @param {Record<string, any>} env @param {Resolve} [resolve] */
export function gatewaySettings(env, resolve = refuseReference) {
  const config = nest(
    GATEWAY_FORMS.map(([name, form]) => {
      const variable = variableOf(name);
      const given = env[variable];
      if (form === "secret" && isReference(given)) return [name, resolve(variable, given)];
      // An empty token is refused, not ignored.
      return [name, name === "adminToken" ? given : readVariable(form, given)];
    }),
  );
  for (const network of NETWORKS) config[network] = upstreams(env, network, resolve);
  return config;
}

/**
 * A misspelt variable would be ignored silently, and with it a limit or a restriction.
 *
 * @param {Record<string, unknown>} env @param {string[]} others variables that mean something, too
 * @param {boolean} [isOurs] whether all variables are for the gateway: then one without its prefix is misspelt, too
 */
export function assertNoneMisspelt(env, others, isOurs = false) {
  const known = [
    ...GATEWAY_FORMS.map(([name]) => variableOf(name)),
    ...upstreamVariables().map(([variable]) => variable),
    ...others,
  ];
  for (const name of Object.keys(env)) {
    const hasPrefix = name.startsWith(PREFIX);
    if (known.includes(name) || !(hasPrefix || isOurs)) continue;
    const near = known.includes(PREFIX + name) ? PREFIX + name : nearest(name, known);
    if (near === undefined && !hasPrefix) continue;
    const hint = near === undefined ? "" : `; did you mean \`${near}\`?`;
    throw fail("config_invalid", `the variable \`${name}\` has no meaning here${hint}`);
  }
}
