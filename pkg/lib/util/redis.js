// Scripts and keys in Redis or Valkey, through the operator's own client: `redis`, `ioredis` or `iovalkey`.

import { requireSubtle } from "./crypto.js";
import { fail } from "./error.js";
import { encodeUtf8 } from "./utf8.js";

/** Returns a function that adds a prefix to a key. @param {unknown} prefix @param {string} owner the function whose option it is */
export function createPrefix(prefix, owner) {
  // Redis ignores an empty hash tag, and a cluster then refuses scripts with several keys.
  if (typeof prefix !== "string" || prefix === "" || prefix.startsWith("}"))
    throw fail(
      "invalid_option",
      `\`prefix\` of ${owner} must be a text that is not empty and does not begin with \`}\``,
      {
        parameter: "prefix",
      },
    );
  // The braces are a hash tag: they place all keys of a request in one slot of a cluster.
  return (/** @type {string} */ key) => `{${prefix}}:${key}`;
}

/**
 * Runs a script by its hash; sends the script to a server that does not have it yet.
 *
 * @param {import("../../redis.js").NodeRedis | import("../../redis.js").IoRedis | any} client @param {string} script
 * @returns {(keys: string[], values: unknown[]) => Promise<any>}
 */
export function createRunner(client, script) {
  const isNodeRedis = typeof client.evalSha === "function";
  let hash;
  return async (keys, values) => {
    const texts = values.map(String);
    hash ??= toHex(await requireSubtle().digest("SHA-1", encodeUtf8(script)));
    try {
      return await (isNodeRedis
        ? client.evalSha(hash, { keys, arguments: texts })
        : client.evalsha(hash, keys.length, ...keys, ...texts));
    } catch (error) {
      if (!String(error?.message).startsWith("NOSCRIPT")) throw error;
      return isNodeRedis
        ? client.eval(script, { keys, arguments: texts })
        : client.eval(script, keys.length, ...keys, ...texts);
    }
  };
}

const toHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
