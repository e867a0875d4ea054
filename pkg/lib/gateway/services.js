// The services behind the gateway, and our keys for them.

import { isList } from "../error.js";
import { checkKey } from "../key.js";

/** The services of a network: their base URLs as checked, each with its keys. */
export function services(written, urls) {
  const list = isList(written) ? written : [written];
  return urls.map((url, at) => ({ url, keys: (env) => keysOf(list[at]?.key, env) }));
}

/** Keys to a service, in the order in which they are used; asked for every request, so they can be rotated. */
async function keysOf(written, env) {
  const given = typeof written === "function" ? await written(env) : written;
  const list = isList(given) ? given : [given];
  return list.filter((key) => key !== undefined && key !== null && key !== "").map(checkKey);
}
