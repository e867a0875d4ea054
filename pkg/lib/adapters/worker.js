// The ready-made Cloudflare Worker: configures a gateway from the variables and bindings of its environment.

import { createGateway } from "../gateway/create-gateway.js";
import { createStreamHubClass } from "../gateway/create-stream-hub.js";
import { Gateway } from "../gateway/gateway.js";
import { kvKeys } from "../gateway/keys/kv-keys.js";
import { listKeys } from "../gateway/keys/list-keys.js";
import { GATEWAY_FORMS, UPSTREAM_MEMBERS, upstreamVariableName, variableName } from "../settings/texts.js";
import { assertNoneMisspelt, readGatewaySettings, readVariable, nonEmptyText } from "../settings/variables.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { readHstsSeconds } from "./security-headers.js";
import { createWorkerAssets } from "./worker-assets.js";

let gateway;

/**
 * The variable with the seconds for which browsers use https only. The header belongs to the web app, so the gateway has no
 * such setting.
 */
const HSTS_VARIABLE = variableName("hstsSeconds");
/** The variable with API key records, used without a KV namespace. */
const KEYS_VARIABLE = variableName("apiKeys");

/** Converts variables to the settings of the gateway. */
function readSettings(env) {
  const config = readGatewaySettings(env);
  if (env.LIMITER) config.limits = { ...config.limits, scope: "durable-object" };
  if (env.STREAM_HUB && config.streaming) config.streaming = { scope: "durable-object", ...config.streaming };
  if (env.KEYS) config.apiKeys = kvKeys();
  else if (nonEmptyText(env[KEYS_VARIABLE])) config.apiKeys = listKeys((currentEnv) => currentEnv[KEYS_VARIABLE]);
  return config;
}

/** Rewrites a configuration error with the names of variables instead of those of settings. */
function nameVariables(error) {
  if (!isTonEdgeError(error, "config_invalid")) return error;
  const names = [...GATEWAY_FORMS.map(([name]) => name), "apiKeys"];
  const message = error.message.replace(/`([^`]+)`/g, (match, setting) => {
    const [, network, index, property] = /^(mainnet|testnet)(?:\[(\d+)\])?\.(\w+)/.exec(setting) ?? [];
    if (property in UPSTREAM_MEMBERS) return `\`${upstreamVariableName(network, Number(index ?? 0), property)}\``;
    if (network) return `\`${variableName(network)}${index === undefined ? "" : `[${index}]`}\``;
    const name = names.find(
      (candidate) => setting.startsWith(candidate) && /^([.[]|$)/.test(setting.slice(candidate.length)),
    );
    return name ? `\`${variableName(name)}${setting.slice(name.length)}\`` : match;
  });
  return fail(error.code, message, { cause: error.cause });
}

function readHsts(env) {
  try {
    return readHstsSeconds(HSTS_VARIABLE, readVariable("number", env[HSTS_VARIABLE]));
  } catch (error) {
    throw fail("config_invalid", error.message);
  }
}

function createFromEnv(env) {
  let hstsSeconds;
  const config = {
    ...readSettings(env),
    openapi: env.ASSETS
      ? (generation, currentEnv) => currentEnv.ASSETS.fetch(`https://assets.local/openapi/${generation}.json`)
      : undefined,
    assets: env.ASSETS ? createWorkerAssets(() => hstsSeconds) : undefined,
  };
  return createGateway(config, () => {
    assertNoneMisspelt(env, [HSTS_VARIABLE, KEYS_VARIABLE], true);
    hstsSeconds = readHsts(env);
    try {
      return new Gateway(config);
    } catch (error) {
      throw nameVariables(error);
    }
  });
}

/** The class of the Durable Object that holds the streams, behind the binding `STREAM_HUB`. */
export const StreamHub = createStreamHubClass((env) => new Gateway(readSettings(env)));

export default {
  fetch(request, env, ctx) {
    // The gateway is created once: variables other than keys do not change during the life of an isolate.
    gateway ??= createFromEnv(env);
    return gateway.fetch(request, env, ctx);
  },
};
