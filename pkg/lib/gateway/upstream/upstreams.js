// The upstreams of a network: their base URLs and the upstream keys for them.

import { checkApiKey, isUnencrypted } from "../../util/api-key.js";
import { fail, isList } from "../../util/error.js";
import { isPromise } from "../../util/maybe-promise.js";
import { OPERATOR_TIMEOUT_MS, withOperatorTimeout } from "../../util/operator-timeout.js";
import { upstreamCounts } from "../ops/metrics.js";
import { copyBreaker, createBreakers } from "./breakers.js";

/**
 * The upstreams of a network, in the order of preference.
 *
 * @param {"mainnet" | "testnet"} name @param {unknown} written the setting of that name
 * @param {{ urls: string[], forwardsKeys: boolean, meter: import("../ops/metrics.js").Meter | undefined }} how `urls`: their checked base
 *   URLs; `forwardsKeys`: whether the first one gets callers' keys
 * @param {{ name: string, breakers: Float64Array, upstreams: { url: string, written: unknown, health: any }[] }} [predecessor] the same network
 *   before a reload: upstreams with the same URL and upstream keys go on with their breakers and their health
 */
export function createNetwork(name, written, { urls, forwardsKeys, meter }, predecessor) {
  const names = nameUpstreams(urls);
  const keysOf = readUpstreamKeys(name, written, urls, forwardsKeys);
  const list = isList(written) ? written : [written];
  const breakers = createBreakers(urls.length);
  const healths = urls.map((url, at) => {
    const earlier = predecessor?.upstreams.findIndex((one) => one.url === url && hasSameKeys(one.written, list[at]));
    if (earlier === undefined || earlier < 0) return undefined;
    copyBreaker(predecessor.breakers, earlier, breakers, at);
    return predecessor.upstreams[earlier].health;
  });
  return {
    name,
    urls,
    /** The names of the upstreams, for operators. */
    names,
    upstreams: urls.map((url, at) => ({
      url,
      /** Its setting, as the operator wrote it. */
      written: list[at],
      /** @type {(env: any) => string[] | Promise<string[]>} */
      keys: keysOf[at],
      /** Its counters, if an operator can read the metrics. */
      counts: meter && upstreamCounts(meter, name, names[at]),
      /** The result of the last readiness check. @type {any} */
      health: healths[at],
    })),
    /** Their breakers, in this isolate. */
    breakers,
  };
}

/** Whether two settings of an upstream have the same upstream keys; those of functions are the same if the functions are. */
function hasSameKeys(one, other) {
  const [first, second] = [one?.apiKey, other?.apiKey];
  const isFunction = typeof first === "function" || typeof second === "function";
  return isFunction ? first === second : JSON.stringify(first) === JSON.stringify(second);
}

/** @typedef {ReturnType<typeof createNetwork>} Network */

/** The upstream keys of each upstream, as functions of `env`. */
function readUpstreamKeys(network, written, urls, forwardsKeys) {
  const list = isList(written) ? written : [written];
  return urls.map((url, at) => {
    const clear = isUnencrypted(new URL(url));
    const key = list[at]?.apiKey;
    const listed = (given) => {
      const keys = (isList(given) ? given : [given])
        .filter((one) => one !== undefined && one !== null && one !== "")
        .map(checkApiKey);
      if (clear && keys.length > 0) {
        const place = isList(written) ? `${network}[${at}]` : network;
        throw fail(
          "config_invalid",
          `\`${place}.baseUrl\` must begin with https:// unless it is on this machine: otherwise the upstream key is sent unencrypted`,
        );
      }
      return keys;
    };
    if (clear && forwardsKeys && at === 0)
      throw fail(
        "config_invalid",
        `\`${network}\` must begin with https:// unless it is on this machine: otherwise callers' API keys are sent unencrypted`,
      );
    // Those of a function are checked for every request, and so can be rotated; others once, before anything is served.
    if (typeof key !== "function") listed(key);
    return (env) => currentKeys(key, env, listed);
  });
}

/**
 * The names of the upstreams of a network, for operators: their hosts, since a path may hold a secret. Of several at one host all but
 * the first have a number.
 */
function nameUpstreams(urls) {
  const hosts = urls.map((url) => new URL(url).host);
  return hosts.map((host, at) => {
    const before = hosts.slice(0, at).filter((one) => one === host).length;
    return before === 0 ? host : `${host}#${before + 1}`;
  });
}

/** The upstream keys of one upstream, in the order of their use, or a promise of them. */
function currentKeys(written, env, listed) {
  const given = typeof written === "function" ? written(env) : written;
  // Most keys are available at once; awaiting them would cost every request.
  return isPromise(given) ? awaitKeys(given).then(listed) : listed(given);
}

/** The value of the promise, unless it takes longer than a request may wait. */
async function awaitKeys(given) {
  const result = await withOperatorTimeout(Promise.resolve(given).then((keys) => ({ keys })));
  if (!result)
    throw fail("config_invalid", `a function \`apiKey\` gave no upstream key within ${OPERATOR_TIMEOUT_MS} ms`);
  return result.keys;
}
