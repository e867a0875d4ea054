// The settings of a gateway from variables: for the ready-made Worker, and for servers that call `createGateway` themselves.

import { fail } from "../util/error.js";
import {
  GATEWAY_FORMS,
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
 * The upstreams of a network. Each has variables of its own for its keys, so that no key goes to another operator. Keys are read for every
 * request, so a rotated secret takes effect at once.
 */
function upstreams(env, network) {
  const written = readVariable("upstreams", env[variableOf(network)]);
  if (written === "off") return written;
  const list = Array.isArray(written) ? written : [written];
  return list.map((one, at) => ({
    ...(typeof one === "object" ? one : { baseUrl: one }),
    ...Object.fromEntries(
      Object.entries(UPSTREAM_MEMBERS).flatMap(([member, form]) => {
        const name = upstreamVariable(network, at, member);
        if (member === "apiKey") return one?.apiKey ? [] : [[member, (now) => readVariable(form, now[name])]];
        return text(env[name]) ? [[member, readText(form, env[name])]] : [];
      }),
    ),
  }));
}

/** The settings as `createGateway` takes them. */
export function gatewaySettings(env) {
  const config = nest(
    GATEWAY_FORMS.map(([name, form]) => [
      name,
      // An empty token is refused, not ignored.
      name === "adminToken" ? env[variableOf(name)] : readVariable(form, env[variableOf(name)]),
    ]),
  );
  for (const network of NETWORKS) config[network] = upstreams(env, network);
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

/** Variables of the command and of the Worker that a server reads itself. */
const OF_SERVERS = ["port", "host", "drainMs", "admin.port", "admin.host", "apiKeys", "assets", "hstsSeconds"].map(
  variableOf,
);

/** Documented in node.d.ts. */
export function settingsOf(env) {
  assertNoneMisspelt(env, OF_SERVERS);
  const { adminToken, ...settings } = gatewaySettings(env);
  // A network that no variable names is left to the program.
  for (const network of NETWORKS)
    if (!Object.keys(env).some((name) => name === variableOf(network) || name.startsWith(`${variableOf(network)}_`)))
      delete settings[network];
  return text(adminToken) === undefined ? settings : { ...settings, adminToken };
}
