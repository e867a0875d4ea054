// ton-edge/gateway/redis: what several gateways share in Redis or Valkey: the counts of limits, and what streams have read. Documented in redis.d.ts.

export { redisLimiter } from "./lib/gateway/limits/redis-limiter.js";
export { redisStreams } from "./lib/gateway/streaming/redis-streams.js";
