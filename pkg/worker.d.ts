/**
 * A ready Cloudflare Worker.
 *
 * Variables: `NETWORK`; `HOSTS` (`host=network`, comma-separated); `UPSTREAM_MAINNET`, `UPSTREAM_TESTNET`, further services
 * with `_2`, `_3`; `ALLOWED_ORIGINS` (comma-separated); `KEYLESS` (`allow` or `refuse`). Secrets: `API_KEY_MAINNET`,
 * `API_KEY_TESTNET`, for further services with `_2`, `_3` (each a key, or several, comma-separated); `CALLER_KEYS` (records
 * of callers' keys as JSON). Bindings: `KEYS`, a KV namespace with callers' keys, before `CALLER_KEYS`; `ASSETS`, the page.
 */
declare const worker: {
  fetch(request: Request, env: object, ctx: unknown): Promise<Response>;
};
export default worker;
