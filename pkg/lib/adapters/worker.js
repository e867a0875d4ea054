// The ready-made Cloudflare Worker: configures a gateway from the variables and bindings of its environment.

import { createGateway } from "../gateway/create-gateway.js";
import { kvKeys } from "../gateway/keys/kv-keys.js";
import { listKeys } from "../gateway/keys/list-keys.js";
import { prepareGateway } from "../gateway/settings.js";
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
} from "../settings/texts.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { readHstsSeconds } from "./security-headers.js";
import { workerAssets } from "./worker-assets.js";

let gateway;

/** Seconds for which browsers shall use https only; of the web app, so no setting of the gateway. */
const HSTS = variableOf("hstsSeconds");
/** Records of API keys, where no KV namespace is bound. */
const RECORDS = variableOf("apiKeys");

const text = (value) => (typeof value === "string" && value !== "" ? value : undefined);
const read = (form, value) => (text(value) === undefined ? undefined : readText(form, value));

/**
 * The upstreams of a network. Each has variables of its own for its keys, so that no key goes to another operator. Keys are read for every
 * request, so a rotated secret takes effect at once.
 */
function upstreams(env, network) {
  const written = read("upstreams", env[variableOf(network)]);
  if (written === "off") return written;
  const list = Array.isArray(written) ? written : [written];
  return list.map((one, at) => ({
    ...(typeof one === "object" ? one : { baseUrl: one }),
    ...Object.fromEntries(
      Object.entries(UPSTREAM_MEMBERS).flatMap(([member, form]) => {
        const name = upstreamVariable(network, at, member);
        if (member === "apiKey") return one?.apiKey ? [] : [[member, (now) => read(form, now[name])]];
        return text(env[name]) ? [[member, readText(form, env[name])]] : [];
      }),
    ),
  }));
}

/** The settings as the gateway takes them. */
function settings(env) {
  const config = nest(
    GATEWAY_FORMS.map(([name, form]) => [
      name,
      // An empty token is refused, not ignored.
      name === "adminToken" ? env[variableOf(name)] : read(form, env[variableOf(name)]),
    ]),
  );
  for (const network of NETWORKS) config[network] = upstreams(env, network);
  if (env.LIMITER) config.limits = { ...config.limits, scope: "durable-object" };
  if (env.KEYS) config.apiKeys = kvKeys();
  else if (text(env[RECORDS])) config.apiKeys = listKeys((now) => now[RECORDS]);
  return config;
}

/** A misspelt variable would be ignored silently, and with it a limit or a restriction. So would one without its prefix. */
function assertNoneMisspelt(env) {
  const known = [...GATEWAY_FORMS.map(([name]) => variableOf(name)), HSTS, RECORDS];
  const members = upstreamVariables().map(([variable]) => variable);
  for (const name of Object.keys(env)) {
    if (known.includes(name) || members.includes(name)) continue;
    const near = [...known, ...members].includes(PREFIX + name) ? PREFIX + name : nearest(name, [...known, ...members]);
    if (near === undefined && !name.startsWith(PREFIX)) continue;
    const hint = near === undefined ? "" : `; did you mean \`${near}\`?`;
    throw fail("config_invalid", `the variable \`${name}\` has no meaning here${hint}`);
  }
}

/** The fault with the names of variables for those of settings. */
function explain(error) {
  if (!isTonEdgeError(error, "config_invalid")) return error;
  const names = [...GATEWAY_FORMS.map(([name]) => name), "apiKeys"];
  const message = error.message.replace(/`([^`]+)`/g, (all, setting) => {
    const [, network, at, member] = /^(mainnet|testnet)(?:\[(\d+)\])?\.(\w+)/.exec(setting) ?? [];
    if (member in UPSTREAM_MEMBERS) return `\`${upstreamVariable(network, Number(at ?? 0), member)}\``;
    if (network) return `\`${variableOf(network)}${at === undefined ? "" : `[${at}]`}\``;
    const name = names.find((one) => setting.startsWith(one) && /^([.[]|$)/.test(setting.slice(one.length)));
    return name ? `\`${variableOf(name)}${setting.slice(name.length)}\`` : all;
  });
  return fail(error.code, message, { cause: error.cause });
}

function readHsts(env) {
  try {
    return readHstsSeconds(HSTS, read("number", env[HSTS]));
  } catch (error) {
    throw fail("config_invalid", error.message);
  }
}

function make(env) {
  let hstsSeconds;
  const config = {
    ...settings(env),
    openapi: env.ASSETS
      ? (generation, now) => now.ASSETS.fetch(`https://assets.local/openapi/${generation}.json`)
      : undefined,
    assets: env.ASSETS ? workerAssets(() => hstsSeconds) : undefined,
  };
  return createGateway(config, () => {
    assertNoneMisspelt(env);
    hstsSeconds = readHsts(env);
    try {
      return prepareGateway(config);
    } catch (error) {
      throw explain(error);
    }
  });
}

export default {
  fetch(request, env, ctx) {
    // Variables other than keys do not change during the life of an isolate.
    gateway ??= make(env);
    return gateway.fetch(request, env, ctx);
  },
};
