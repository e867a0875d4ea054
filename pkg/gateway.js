// ton-edge/gateway: a fetch handler in front of TON Center. Documented in gateway.d.ts.

export { createGateway } from "./lib/gateway/create-gateway.js";
export { createStreamHub } from "./lib/gateway/create-stream-hub.js";
export { kvKeys } from "./lib/gateway/keys/kv-keys.js";
export { listKeys } from "./lib/gateway/keys/list-keys.js";
