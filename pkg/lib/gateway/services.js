// The services behind the gateway, and our keys for them.

import { fail, isList } from "../error.js";
import { checkKey, isClear } from "../key.js";
import { OPERATOR_TIMEOUT_MS, within } from "./patience.js";

/** The services of a network: their base URLs as checked, each with its keys. */
export function services(network, written, urls) {
  const list = isList(written) ? written : [written];
  return urls.map((url, at) => {
    const clear = isClear(new URL(url));
    const key = list[at]?.key;
    const listed = (given) => {
      const keys = (isList(given) ? given : [given]).filter((one) => one !== undefined && one !== null && one !== "").map(checkKey);
      if (clear && keys.length > 0) {
        const place = isList(written) ? `${network}[${at}]` : network;
        throw fail("config_invalid", `\`${place}.url\` must begin with https://, or be of this machine: the upstream key would travel in the clear`);
      }
      return keys;
    };
    // Those of a function are checked for every request, and so can be rotated; others once, before anything is served.
    if (typeof key !== "function") listed(key);
    return { url, keys: (env) => keysOf(key, env, listed) };
  });
}

/** Keys to a service, in the order in which they are used, or a promise of them. */
function keysOf(written, env, listed) {
  const given = typeof written === "function" ? written(env) : written;
  // Most are there at once; waiting for nothing costs every request.
  return typeof given?.then === "function" ? waited(given).then(listed) : listed(given);
}

/** What was promised, unless that takes so long that no request can wait for it. */
async function waited(given) {
  const answer = await within(OPERATOR_TIMEOUT_MS, Promise.resolve(given).then((keys) => ({ keys })));
  if (!answer) throw fail("config_invalid", `a function \`key\` gave no upstream key within ${OPERATOR_TIMEOUT_MS} ms`);
  return answer.keys;
}
