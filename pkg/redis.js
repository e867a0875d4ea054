// ton-edge/gateway/redis: limits that several gateways share, counted in Redis or Valkey. Documented in redis.d.ts.

export { redisLimiter } from "./lib/gateway/limits/redis-limiter.js";
