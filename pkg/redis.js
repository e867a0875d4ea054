// ton-edge/gateway/redis: limits of a fleet with Redis or Valkey. Documented in redis.d.ts.

export { redisLimiter } from "./lib/gateway/limits/redis-limiter.js";
