// ton-edge/gateway/limiter: limits of a fleet on Cloudflare, and from elsewhere. Documented in limiter.d.ts.

export { durableObjectLimiter } from "./lib/gateway/limits/durable-object.js";
export { LimiterObject, limiterService } from "./lib/gateway/limits/object.js";
export { remoteLimiter } from "./lib/gateway/limits/remote.js";
