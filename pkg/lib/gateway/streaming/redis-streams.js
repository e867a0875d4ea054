// `redisStreams`: the store in Redis or Valkey by which several gateways share the rows that their streams have read.

import { createPrefix, createRunner } from "../../util/redis.js";

/**
 * Reads all keys but the first two. If the value of one is missing, takes the turn (the first key) for the gateway, unless another gateway has it. In
 * this case the second key names the gateway whose turn is next: the first one that waited.
 */
const READ_SCRIPT = `
local gateway, ms = ARGV[1], tonumber(ARGV[2])
local texts = redis.call("MGET", unpack(KEYS, 3))
local isWhole, hasTurn = true, false
for _, text in ipairs(texts) do isWhole = isWhole and text ~= false end
if not isWhole then
  local next = redis.call("GET", KEYS[2])
  hasTurn = (not next or next == gateway) and redis.call("SET", KEYS[1], gateway, "NX", "PX", ms)
  if hasTurn then redis.call("DEL", KEYS[2]) else redis.call("SET", KEYS[2], gateway, "NX", "PX", 2 * ms) end
end
table.insert(texts, 1, hasTurn and "1" or "0")
return texts
`;
const SAVE_SCRIPT = `
for at, key in ipairs(KEYS) do redis.call("SET", key, ARGV[at + 1], "PX", ARGV[1]) end
`;

/** @param {{ client: import("../../../redis.js").NodeRedis | import("../../../redis.js").IoRedis, prefix?: string }} options @returns {import("../../../gateway.js").StreamStore} */
export function redisStreams({ client, prefix = "ton-edge" }) {
  const addPrefix = createPrefix(prefix, "redisStreams");
  const name = (key) => addPrefix(`streams:${key}`);
  const readEntries = createRunner(client, READ_SCRIPT);
  const save = createRunner(client, SAVE_SCRIPT);
  return {
    async look(keys, { turn, gateway, ms }) {
      const [hasTurn, ...texts] = await readEntries([turn, `${turn}:next`, ...keys].map(name), [
        gateway,
        Math.ceil(ms),
      ]);
      return { texts: texts.map((text) => text ?? null), hasTurn: hasTurn === "1" };
    },

    async save(texts, ms) {
      await save(
        texts.map(([key]) => name(key)),
        [Math.ceil(ms), ...texts.map(([, text]) => text)],
      );
    },
  };
}
