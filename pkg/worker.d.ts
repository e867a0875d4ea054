/**
 * `ton-edge/worker`: a Cloudflare Worker that is a gateway; variables, secrets and bindings configure it.
 *
 * @packageDocumentation
 */
export { LimiterObject } from "./limiter.js";
import type { StreamHubClass } from "./gateway.js";
import type { PlatformRequest, PlatformResponse } from "./platform.js";

/**
 * A Cloudflare Worker that is a gateway, configured by variables, secrets and bindings.
 *
 * The variable of a setting is `TON_EDGE_` and the
 * setting's name in upper case: `limits.keyless` is `TON_EDGE_LIMITS_KEYLESS`. Lists are comma-separated, objects are
 * `name=value` pairs or JSON. Unknown variables and invalid values are configuration errors.
 *
 * - `TON_EDGE_ORIGINS`: origins whose web pages may read responses. Default: every origin.
 * - `TON_EDGE_LIMITS_KEYLESS` (default 1): requests per second per client IP without an API key, or `off`.
 * - `TON_EDGE_MAINNET`, `TON_EDGE_TESTNET`: base URLs of the upstreams, in order of preference, or `off`. Default: the
 *   hosted TON Center. `TON_EDGE_MAINNET_BUDGET`: requests per second to the first one, `TON_EDGE_MAINNET_2_BUDGET` to the
 *   second, and so on. `TON_EDGE_MAINNET_WEIGHT`, `TON_EDGE_MAINNET_2_WEIGHT`: their weights, for a canary.
 * - `TON_EDGE_HSTS_SECONDS`: seconds for which browsers use only https for this host; sent with the web app over https.
 *   Default 31536000, a year; 0 sends no such header.
 *
 * Secrets:
 * - `TON_EDGE_MAINNET_API_KEY`, `TON_EDGE_TESTNET_API_KEY`: API key, or several, for the first upstream of the network;
 *   `TON_EDGE_MAINNET_2_API_KEY` for the second, and so on.
 * - `TON_EDGE_ADMIN_TOKEN`: admin token for `/readyz` and `/metrics`, 16 or more visible ASCII characters. Default: both are
 *   404.
 * - `TON_EDGE_API_KEYS`: records of callers' API keys, as JSON. Ignored if the binding `KEYS` exists.
 * - `TON_EDGE_LOG_SALT`: salt of the client digests in the log.
 *
 * Bindings:
 * - `KEYS`: KV namespace with callers' API keys.
 * - `LIMITER`: Durable Object of the class `LimiterObject`; with it, limits hold for all isolates together.
 * - `STREAM_HUB`: Durable Object of the class `StreamHub`; with it and `TON_EDGE_STREAMING=true`, the streams of all isolates share their upstream requests.
 * - `ASSETS`: static files, served outside `/api`, including `openapi/v2.json` and `openapi/v3.json`.
 */
declare const worker: {
  fetch(request: PlatformRequest, env: object, ctx: unknown): Promise<PlatformResponse>;
};
export default worker;

/** The Durable Object of the streams of a network, configured as the Worker: see `createStreamHub` of `ton-edge/gateway`. */
export const StreamHub: StreamHubClass;
