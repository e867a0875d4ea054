// ton-edge/gateway/limiter: limits that several gateways share, counted on Cloudflare; gateways elsewhere can use it,
// too. Documented in limiter.d.ts.

export { LimiterObject, limiterService } from "./lib/gateway/limits/durable-object-server.js";
export { durableObjectLimiter, remoteLimiter } from "./lib/gateway/limits/http-client.js";
