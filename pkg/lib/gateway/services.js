// The services behind the gateway, and our keys for them.

import { isList } from "../error.js";
import { checkKey } from "../key.js";
import { only } from "../options.js";

/** `"https://..."`, `{ url, key }`, or a list of those, as a list of `{ url, keys }`. */
export function services(network, written) {
  const list = isList(written) ? [...written] : [written];
  return list.map((one, at) => service(list.length > 1 ? `${network}[${at}]` : network, one));
}

function service(name, written) {
  if (written === undefined || typeof written === "string") return { url: written, keys: () => [] };
  const { url, key } = only(written, ["url", "key"], name);
  if (typeof key === "function") return { url, keys: async (env) => checked(await key(env)) };
  const keys = checked(key);
  return { url, keys: () => keys };
}

/** One key, a list, or none; an empty text is none, as a variable that is not set. */
function checked(key) {
  if (key === undefined || key === "") return [];
  const list = isList(key) ? [...key] : [key];
  for (const one of list) checkKey(one);
  return list;
}
