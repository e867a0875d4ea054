/**
 * A ready Cloudflare Worker.
 *
 * Variables: `NETWORK`, `UPSTREAM_MAINNET`, `UPSTREAM_TESTNET`, `ALLOWED_ORIGINS` (comma-separated).
 * Secrets: `API_KEY_MAINNET`, `API_KEY_TESTNET`. Binding `ASSETS`: the page.
 */
declare const worker: {
  fetch(request: Request, env: object, ctx: unknown): Promise<Response>;
};
export default worker;
