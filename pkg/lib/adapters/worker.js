// The ready-made Cloudflare Worker: configures a gateway from the variables and bindings of its environment.

import { createGateway } from "../gateway/create-gateway.js";
import { Gateway } from "../gateway/gateway.js";
import { kvKeys } from "../gateway/keys/kv-keys.js";
import { listKeys } from "../gateway/keys/list-keys.js";
import { GATEWAY_FORMS, UPSTREAM_MEMBERS, upstreamVariable, variableOf } from "../settings/texts.js";
import { assertNoneMisspelt, gatewaySettings, readVariable, text } from "../settings/variables.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { readHstsSeconds } from "./security-headers.js";
import { workerAssets } from "./worker-assets.js";

let gateway;

/** Seconds for which browsers shall use https only; of the web app, so no setting of the gateway. */
const HSTS = variableOf("hstsSeconds");
/** Records of API keys, where no KV namespace is bound. */
const RECORDS = variableOf("apiKeys");

/** The settings as the gateway takes them. */
function settings(env) {
  const config = gatewaySettings(env);
  if (env.LIMITER) config.limits = { ...config.limits, scope: "durable-object" };
  if (env.KEYS) config.apiKeys = kvKeys();
  else if (text(env[RECORDS])) config.apiKeys = listKeys((now) => now[RECORDS]);
  return config;
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
    return readHstsSeconds(HSTS, readVariable("number", env[HSTS]));
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
    assertNoneMisspelt(env, [HSTS, RECORDS], true);
    hstsSeconds = readHsts(env);
    try {
      return new Gateway(config);
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
