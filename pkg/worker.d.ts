export { LimiterObject } from "./limiter.js";
import type { PlatformRequest, PlatformResponse } from "./platform.js";

/**
 * A Cloudflare Worker that is a gateway, configured by variables, secrets and bindings. Lists are comma-separated.
 *
 * Variables:
 * - `NETWORK`: network of `/api/...`, `mainnet` (default) or `testnet`.
 * - `HOSTS`: network by host name, `host=network` each.
 * - `UPSTREAM_MAINNET`, `UPSTREAM_TESTNET`: base URLs of the upstreams, in order of preference. Default: the hosted TON
 *   Center.
 * - `BUDGET_MAINNET`, `BUDGET_TESTNET`: requests per second to each upstream, or `off`, in the same order. An empty
 *   entry sets none.
 * - `ALLOWED_ORIGINS`: origins whose web pages may read responses. Default: every origin.
 * - `ALLOWED_HEADERS`: further request headers that web pages may send. Default: none.
 * - `ALLOWED_CLIENTS`, `DENIED_CLIENTS`: client IPs and CIDR ranges. Default: every client.
 * - `DENIED_OPERATIONS`: operations to disable, by name, category or generation. Default: none.
 * - `STRICT`: `true` refuses requests that TON Center corrects (default `false`); `UNKNOWN_PARAMETERS`: `ignore`, `refuse` or `forward`.
 * - `KEYLESS`: requests without an API key, `allow` (default) or `refuse`.
 * - `LIMIT_KEYLESS` (default 1), `LIMIT_GLOBAL`, `LIMIT_REQUESTS`, `LIMIT_BUDGET`: requests per second, or `off`.
 * - `LIMIT_PLANS`: plans of API keys, as JSON.
 * - `RETRIES`: retries of a failed read. Default 2.
 * - `HEDGE`: milliseconds before a hedged request. Default 0: off.
 * - `CACHE`: `memory` (default), `cache-api` or `none`.
 * - `CLIENT_IP`: `cloudflare` (default) or `socket`.
 * - `HSTS_SECONDS`: seconds for which browsers shall use https only for this host; sent with the web app over https.
 *   Default 31536000, a year; 0 sends no such header.
 * - `LOG_LEVEL`: `info` (default), `warn`, `error` or `off`.
 * - `LOG_CLIENT`: `digest` (default), `address` or `off`.
 *
 * A variable that differs from one of these by a letter is a configuration error, and so is a value that is none.
 *
 * Secrets:
 * - `API_KEY_MAINNET`, `API_KEY_TESTNET`: API key, or several, for the first upstream of the network;
 *   `API_KEY_MAINNET_2` for the second, and so on.
 * - `ADMIN_TOKEN`: admin token for `/readyz` and `/metrics`, 16 or more visible ASCII characters. Default: both are
 *   404.
 * - `CALLER_KEYS`: records of callers' API keys, as JSON. Ignored if the binding `KEYS` exists. `forward` in place of records: callers'
 *   API keys go to the first upstream.
 * - `LOG_SALT`: salt of the client digests in the log.
 *
 * Bindings:
 * - `KEYS`: KV namespace with callers' API keys.
 * - `LIMITER`: Durable Object of the class `LimiterObject`; with it, limits hold for all isolates together.
 * - `ASSETS`: static files, served outside `/api`, among them `openapi/v2.json` and `openapi/v3.json`.
 */
declare const worker: {
  fetch(request: PlatformRequest, env: object, ctx: unknown): Promise<PlatformResponse>;
};
export default worker;
