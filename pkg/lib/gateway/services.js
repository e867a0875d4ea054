// The services behind the gateway, and our keys for them.

import { isList } from "../error.js";
import { checkKey } from "../key.js";

/** The services of a network: their base URLs as checked, each with its keys. */
export function services(written, urls) {
  const list = isList(written) ? written : [written];
  return urls.map((url, at) => ({ url, keys: (env) => keysOf(list[at]?.key, env) }));
}

/** Keys to a service, in the order in which they are used, or a promise of them; asked for every request, so they can be rotated. */
function keysOf(written, env) {
  const given = typeof written === "function" ? written(env) : written;
  // Most are there at once; waiting for nothing costs every request.
  return typeof given?.then === "function" ? Promise.resolve(given).then(listed) : listed(given);
}

function listed(given) {
  const list = isList(given) ? given : [given];
  return list.filter((key) => key !== undefined && key !== null && key !== "").map(checkKey);
}
