/**
 * A ready Cloudflare Worker.
 *
 * Variables: `NETWORK`, `UPSTREAM_MAINNET`, `UPSTREAM_TESTNET` (comma-separated, the preferred one first),
 * `ALLOWED_ORIGINS` (comma-separated), `RETRIES`, `LOG_LEVEL`. Secrets: `API_KEY_MAINNET`, `API_KEY_TESTNET` for the first
 * service of the network, `API_KEY_MAINNET_2` for the second, and so on; several keys of one, comma-separated. Binding
 * `ASSETS`: the page.
 */
declare const worker: {
  fetch(request: Request, env: object, ctx: unknown): Promise<Response>;
};
export default worker;
