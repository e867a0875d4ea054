// ton-edge/gateway/limiter: limits of a fleet, on Cloudflare and for gateways elsewhere. Documented in limiter.d.ts.

export { LimiterObject, limiterService } from "./lib/gateway/limits/durable-object-server.js";
export { durableObjectLimiter, remoteLimiter } from "./lib/gateway/limits/http-client.js";
