// ton-edge/worker: a ready-made Cloudflare Worker. Documented in worker.d.ts.

export { default, StreamHub } from "./lib/adapters/worker.js";
export { LimiterObject } from "./lib/gateway/limits/durable-object-server.js";
