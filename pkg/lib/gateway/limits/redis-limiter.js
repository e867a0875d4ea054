// `redisLimiter`: a limiter that several gateways share in Redis or Valkey, through the operator's own client: `redis`, `ioredis` or
// `iovalkey`.

import { createPrefix, createRunner } from "../../util/redis.js";
import { computeLeaseTerms } from "./core.js";

/** Milliseconds that a call to Redis may take. A clock that is ahead by less counts as correct. */
const LATENCY_MS = 1000;
/** Milliseconds until an unused budget expires. Long, because the expiry depends on a system clock that may be changed. */
const EXPIRY_MS = 7 * 86_400_000;

/**
 * The formulas of the core (src/gateway/limits/gcra.rs, policy.rs, lease.rs) as one script, which Redis runs atomically and by its own
 * clock. A test compares the script with the core. Numbers are passed as text, since Redis would truncate their decimals.
 */
export const SCRIPT = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local function text(number) return string.format("%.17g", number) end
local function readArrival(key) return tonumber(redis.call("GET", key) or "0") end
local function store(key, arrival)
  redis.call("SET", key, text(arrival), "PX", math.max(1, math.ceil(arrival - now)))
end

if ARGV[1] == "lease" then
  local interval, want, most, ahead, farthest = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
  local idle = tonumber(ARGV[8])
  local horizon = math.min(tonumber(ARGV[4]), farthest)
  local count = math.max(1, math.min(want, most))
  -- When the budget's next request is due, and when it was last leased, by the clock of then.
  local due, last = string.match(redis.call("GET", KEYS[1]) or "0 0", "^(%S+) (%S+)$")
  due, last = tonumber(due) or 0, tonumber(last) or 0
  -- The clock was set since, if it went back, or on by more than the time since this gateway last leased: what is due moves with it.
  local passed = now - last
  if last > 0 and passed < 0 then due = due + passed end
  if last > 0 and idle >= 0 and passed > idle + ${LATENCY_MS} then due = due + passed - idle end
  due = math.min(math.max(due, now), now + farthest + ahead + math.max(interval, 50))
  local wait = due - now
  local leased = wait <= horizon
  local after = leased and due + count * interval or due
  redis.call("SET", KEYS[1], text(after) .. " " .. text(now), "PX", ${EXPIRY_MS})
  if leased then return { text(now), text(count), text(wait) } end
  return { text(now), "0", text(wait - horizon) }
end

local cost = tonumber(ARGV[2])
local all, found = true, {}
local function rate(key, interval, burst)
  local room = burst * interval
  local from = math.min(math.max(readArrival(key), now), now + room)
  local after = from + math.min(cost, burst) * interval
  local wait = after - room - now
  if wait > 0.001 then all = false else wait = 0 end
  return { interval = interval, burst = burst, room = room, from = from, after = math.min(after, now + room), wait = wait }
end
-- The count of a quota's window, stored for an hour after its end: a gateway whose clock is behind still counts in it.
local function quota(key, burst, ends)
  local latest = now + 32 * 86400000
  local count, last = string.match(redis.call("GET", key) or "0 0", "^(%S+) (%S+)$")
  count, last = tonumber(count), tonumber(last)
  if ends > last or last > latest then count, last = 0, ends end
  local after = count + math.min(cost, burst)
  local rest, wait = math.max(1, math.min(last, latest) - now), 0
  if after > burst or ends > latest then all, wait = false, rest end
  return { quota = true, burst = burst, count = count, after = after, ends = last, rest = rest, wait = wait }
end
for at, key in ipairs(KEYS) do
  local interval, burst, ends = tonumber(ARGV[3 * at]), tonumber(ARGV[3 * at + 1]), tonumber(ARGV[3 * at + 2])
  if ends > 0 then found[at] = quota(key, burst, ends) else found[at] = rate(key, interval, burst) end
end
local result = { text(now), all and "1" or "0" }
for at, one in ipairs(found) do
  local remaining, following, reset
  if one.quota then
    if all then redis.call("SET", KEYS[at], text(one.after) .. " " .. text(one.ends), "PX", math.ceil(math.max(0, one.ends - now)) + 3600000) end
    local count = all and one.after or one.count
    remaining = math.max(0, math.floor(one.burst - count))
    reset = count > 0 and one.rest or 0
    following = reset
  else
    local arrival = one.from
    if all then
      arrival = one.after
      store(KEYS[at], arrival)
    end
    reset = arrival - now
    remaining = math.max(0, math.floor((one.room - reset) / one.interval + 1e-9))
    following = 0
    if remaining < one.burst then following = math.max(0, reset - (one.burst - remaining - 1) * one.interval) end
  end
  table.insert(result, text(remaining))
  table.insert(result, text(following))
  table.insert(result, text(reset))
  table.insert(result, text(one.wait))
end
return result
`;

/** Numbers per limit in the script's result. */
const NUMBERS_PER_LIMIT = 4;

/** @param {{ client: import("../../../redis.js").NodeRedis | import("../../../redis.js").IoRedis, prefix?: string }} options */
export function redisLimiter({ client, prefix = "ton-edge" }) {
  const addPrefix = createPrefix(prefix, "redisLimiter");
  const runScript = createRunner(client, SCRIPT);
  /** When this gateway last leased from each budget, by a monotonic clock. */
  const leasedAt = new Map();
  return {
    async take(rules, cost) {
      const [, allowedFlag, ...numbers] = await runScript(
        rules.map(({ key }) => addPrefix(key)),
        ["take", cost, ...rules.flatMap(({ intervalMs, burst, until = 0 }) => [intervalMs, burst, until])],
      );
      return rules.map((_, index) => {
        const [remaining, nextMs, resetMs, waitMs] = numbers
          .slice(index * NUMBERS_PER_LIMIT, (index + 1) * NUMBERS_PER_LIMIT)
          .map(Number);
        return { allowed: allowedFlag === "1", remaining, nextMs, resetMs, waitMs };
      });
    },

    async lease({ key, intervalMs, want, horizonMs }) {
      const { most: maxRequests, ahead: maxAhead, farthest: maxHorizonMs } = computeLeaseTerms(1000 / intervalMs);
      const now = performance.now();
      const idleMs = leasedAt.has(key) ? now - leasedAt.get(key) : -1;
      leasedAt.set(key, now);
      const [, count, wait] = await runScript(
        [addPrefix(`budget:${key}`)],
        ["lease", intervalMs, want, horizonMs, maxRequests, maxAhead, maxHorizonMs, idleMs],
      );
      return { count: Number(count), waitMs: Number(wait) };
    },
  };
}
