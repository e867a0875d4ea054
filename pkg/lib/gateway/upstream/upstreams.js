// The upstreams of a network: their base URLs and the upstream keys for them.

import { checkApiKey, isUnencrypted } from "../../util/api-key.js";
import { fail, isList } from "../../util/error.js";
import { isPromise } from "../../util/maybe-promise.js";
import { OPERATOR_TIMEOUT_MS, withOperatorTimeout } from "../operator-timeout.js";

/** The upstreams of a network: their checked base URLs, each with its upstream keys. The first gets callers' keys, if any does. */
export function readUpstreams(network, written, urls, forwardsKeys) {
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
          `\`${place}.baseUrl\` must begin with https://, or be of this machine: the upstream key would travel in the clear`,
        );
      }
      return keys;
    };
    if (clear && forwardsKeys && at === 0)
      throw fail(
        "config_invalid",
        `\`${network}\` must begin with https://, or be of this machine: callers' API keys would travel in the clear`,
      );
    // Those of a function are checked for every request, and so can be rotated; others once, before anything is served.
    if (typeof key !== "function") listed(key);
    return {
      url,
      keys: (env) => currentKeys(key, env, listed),
      /** What is counted of it, with an operator to read that; what the last readiness check found. */
      counts: undefined,
      health: undefined,
    };
  });
}

/**
 * The names of the upstreams of a network, for operators: their hosts, since a path may hold a secret. Of several at one host all but
 * the first have a number.
 */
export function nameUpstreams(urls) {
  const hosts = urls.map((url) => new URL(url).host);
  return hosts.map((host, at) => {
    const before = hosts.slice(0, at).filter((one) => one === host).length;
    return before === 0 ? host : `${host}#${before + 1}`;
  });
}

/** The upstream keys of one upstream, in the order of their use, or a promise of them. */
function currentKeys(written, env, listed) {
  const given = typeof written === "function" ? written(env) : written;
  // Most are there at once; waiting for nothing costs every request.
  return isPromise(given) ? awaitKeys(given).then(listed) : listed(given);
}

/** What was promised, unless that takes so long that no request can wait for it. */
async function awaitKeys(given) {
  const result = await withOperatorTimeout(Promise.resolve(given).then((keys) => ({ keys })));
  if (!result)
    throw fail("config_invalid", `a function \`apiKey\` gave no upstream key within ${OPERATOR_TIMEOUT_MS} ms`);
  return result.keys;
}
