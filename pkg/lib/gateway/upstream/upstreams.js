// The upstreams of a network, with their base URLs and upstream keys.

import { checkApiKey, isUnencrypted } from "../../util/api-key.js";
import { fail, isList } from "../../util/error.js";
import { isPromise } from "../../util/maybe-promise.js";
import { OPERATOR_TIMEOUT_MS, withOperatorTimeout } from "../../util/operator-timeout.js";
import { getUpstreamCounts } from "../ops/metrics.js";
import { copyBreaker, createBreakers } from "./breakers.js";
import { createLatencies } from "./first-byte.js";
import { copyHead, createHeads } from "./heads.js";

/**
 * Creates the upstreams of a network, in order of preference.
 *
 * @param {"mainnet" | "testnet"} name @param {unknown} setting the setting with that name
 * @param {{ urls: string[], forwardsKeys: boolean, meter: import("../ops/metrics.js").Meter | undefined }} parts `urls`: the checked base
 *   URLs; `forwardsKeys`: whether the first upstream gets callers' keys
 * @param {{ name: string, breakers: Float64Array, breakerChanges: Float64Array, latencies: Float64Array, heads: import("./heads.js").Heads,
 *   upstreams: { url: string, setting: unknown, health: any }[] }} [predecessor] the same network before a reload: upstreams with the same URL
 * and upstream keys take over their breakers, latencies, heads and health
 */
export function createNetwork(name, setting, { urls, forwardsKeys, meter }, predecessor) {
  const names = nameUpstreams(urls);
  const keyReaders = createKeyReaders(name, setting, urls, forwardsKeys);
  /** @type {any} */
  const list = isList(setting) ? setting : [setting];
  const breakers = createBreakers(urls.length);
  const breakerChanges = new Float64Array(urls.length);
  const latencies = createLatencies(urls.length);
  const heads = createHeads(urls.length);
  const healthReports = urls.map((url, index) => {
    const earlierIndex = predecessor?.upstreams.findIndex(
      (upstream) => upstream.url === url && hasSameKeys(upstream.setting, list[index]),
    );
    if (earlierIndex === undefined || earlierIndex < 0) return undefined;
    copyBreaker(predecessor.breakers, earlierIndex, breakers, index);
    breakerChanges[index] = predecessor.breakerChanges[earlierIndex];
    latencies.set(predecessor.latencies.subarray(2 * earlierIndex, 2 * earlierIndex + 2), 2 * index);
    copyHead(predecessor.heads, earlierIndex, heads, index);
    return predecessor.upstreams[earlierIndex].health;
  });
  return {
    name,
    urls,
    /** The names of the upstreams, for operators. */
    names,
    upstreams: urls.map((url, index) => ({
      url,
      /** The upstream's setting, as the operator wrote it. */
      setting: list[index],
      /** @type {(env: any) => string[] | Promise<string[]>} */
      keys: keyReaders[index],
      /** The upstream's counters, if an operator can read the metrics. */
      counts: meter && getUpstreamCounts(meter, name, names[index]),
      /** The result of the last readiness check. @type {any} */
      health: healthReports[index],
    })),
    /** Whether a request's first upstream is drawn by weights. */
    isWeighted: list.some((upstream) => typeof upstream?.weight === "number"),
    /** The breakers of the upstreams, in this isolate. */
    breakers,
    /** When the breakers opened or closed; see `noteBreakerChange`. */
    breakerChanges,
    /** Estimates of the time until the upstreams' responses begin, in this isolate. */
    latencies,
    /** The newest blocks that the upstreams have shown to this isolate. */
    heads,
  };
}

/** Whether two settings of an upstream have equal upstream keys; functions are equal if they are the same function. */
function hasSameKeys(a, b) {
  const [firstKey, secondKey] = [a?.apiKey, b?.apiKey];
  const isFunction = typeof firstKey === "function" || typeof secondKey === "function";
  return isFunction ? firstKey === secondKey : JSON.stringify(firstKey) === JSON.stringify(secondKey);
}

/** @typedef {ReturnType<typeof createNetwork>} Network */

/** Returns the upstream keys of each upstream, as functions of `env`. */
function createKeyReaders(network, setting, urls, forwardsKeys) {
  const list = isList(setting) ? setting : [setting];
  return urls.map((url, index) => {
    const isPlainHttp = isUnencrypted(new URL(url));
    const key = list[index]?.apiKey;
    const checkKeys = (value) => {
      const keys = (isList(value) ? value : [value])
        .filter((key) => key !== undefined && key !== null && key !== "")
        .map(checkApiKey);
      if (isPlainHttp && keys.length > 0) {
        const settingName = isList(setting) ? `${network}[${index}]` : network;
        throw fail(
          "config_invalid",
          `\`${settingName}.baseUrl\` must begin with https:// unless it is on this machine: otherwise the upstream key is sent unencrypted`,
        );
      }
      return keys;
    };
    if (isPlainHttp && forwardsKeys && index === 0)
      throw fail(
        "config_invalid",
        `\`${network}\` must begin with https:// unless it is on this machine: otherwise callers' API keys are sent unencrypted`,
      );
    // Keys from a function can be rotated, so they are checked at every request; other keys are checked once, before the gateway serves
    // requests.
    if (typeof key !== "function") checkKeys(key);
    return (env) => readKeys(key, env, checkKeys);
  });
}

/**
 * Returns the names of a network's upstreams for operators: their hosts, since a path may contain a secret. If several have the same host, all
 * but the first get a number.
 */
function nameUpstreams(urls) {
  const hosts = urls.map((url) => new URL(url).host);
  return hosts.map((host, index) => {
    const sameHostCount = hosts.slice(0, index).filter((otherHost) => otherHost === host).length;
    return sameHostCount === 0 ? host : `${host}#${sameHostCount + 1}`;
  });
}

/** Returns the upstream keys of one upstream in order of preference, or a promise of them. */
function readKeys(apiKey, env, checkKeys) {
  const value = typeof apiKey === "function" ? apiKey(env) : apiKey;
  // Most keys are available at once, and awaiting them would cost time in every request.
  return isPromise(value) ? awaitKeys(value).then(checkKeys) : checkKeys(value);
}

/** Returns the value of the promise; throws if it takes too long. */
async function awaitKeys(promise) {
  const result = await withOperatorTimeout(Promise.resolve(promise).then((keys) => ({ keys })));
  if (!result)
    throw fail("config_invalid", `the function \`apiKey\` returned no upstream key within ${OPERATOR_TIMEOUT_MS} ms`);
  return result.keys;
}
