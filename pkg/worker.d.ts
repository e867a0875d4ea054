export { LimiterObject } from "./limiter.js";

/**
 * A ready Cloudflare Worker.
 *
 * Variables: `NETWORK`; `HOSTS` (`host=network`, comma-separated); `UPSTREAM_MAINNET`, `UPSTREAM_TESTNET` (comma-separated,
 * the preferred one first); `ALLOWED_ORIGINS` (comma-separated); `KEYLESS` (`allow` or `refuse`);
 * `LIMIT_KEYLESS`, `LIMIT_GLOBAL`, `LIMIT_BUDGET`, `LIMIT_REQUESTS` (requests per second, or `off`), `LIMIT_PLANS` (JSON), `BUDGET_MAINNET`,
 * `BUDGET_TESTNET` (comma-separated, one a service); `RETRIES`; `HEDGE` (milliseconds); `CACHE`
 * (`memory`, `cache-api` or `none`); `ALLOWED_CLIENTS`, `DENIED_CLIENTS` (client IPs and ranges), `DENIED_OPERATIONS` (all comma-separated);
 * `CLIENT_IP` (`cloudflare` or `socket`); `LOG_LEVEL`, `LOG_CLIENT`, `LOG_SALT`.
 * Secrets: `API_KEY_MAINNET`, `API_KEY_TESTNET` for the first service of the network, `API_KEY_MAINNET_2` for the second,
 * and so on (each a key, or several, comma-separated); `CALLER_KEYS` (records of callers' keys as JSON); `ADMIN_TOKEN`, which
 * opens `/readyz` and `/metrics`. Bindings: `KEYS`, a KV namespace with callers' keys, before `CALLER_KEYS`; `LIMITER`, the
 * Durable Object `LimiterObject`, where limits are to hold for all isolates together; `ASSETS`, the page,
 * with `openapi/v2.json` and `openapi/v3.json` in it.
 */
declare const worker: {
  fetch(request: Request, env: object, ctx: unknown): Promise<Response>;
};
export default worker;
