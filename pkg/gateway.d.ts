/** A gateway: what a Worker, Deno, Bun or Node server calls for every request. */
export interface Gateway {
  /** `env` is what key functions get: the variables and bindings of a Worker, `process.env`. */
  fetch(request: Request, env?: object, ctx?: unknown): Promise<Response>;
}

/** A service behind the gateway. */
export interface Service {
  /** Base URL; default the hosted service of that network. */
  url?: string | undefined;
  /**
   * The key to inject as `X-API-Key`, or where to find it; asked for every request, so it can be rotated. What the
   * function gives, or promises, is checked then: a string, or undefined for none.
   */
  key?: string | ((env: Record<string, unknown>) => unknown) | undefined;
}

export interface GatewayConfig {
  /** The network of `/api/...`; `/mainnet/api/...` and `/testnet/api/...` name theirs. Default `"mainnet"`. */
  network?: "mainnet" | "testnet" | undefined;
  mainnet?: string | Service | undefined;
  testnet?: string | Service | undefined;
  /** Origins that may read answers in a browser; default every one. */
  origins?: readonly string[] | undefined;
  /** What to do with parameters that an operation does not have; default `"refuse"`, with the near name. */
  unknownParameters?: "refuse" | "forward" | undefined;
  /** Default 8192. */
  maxUrlBytes?: number | undefined;
  /** Default 1048576. */
  maxBodyBytes?: number | undefined;
  /** Most calls of a JSON-RPC batch; default 20. */
  maxBatch?: number | undefined;
  /** Milliseconds to wait for the service; default 15000. */
  timeout?: number | undefined;
  /** Answers whatever is not under `/api`: a page. Default: 404. */
  assets?: ((request: Request, env: Record<string, unknown>, ctx: unknown) => Response | Promise<Response>) | undefined;
  /** Instead of the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Takes one line of JSON an event; default `console.error`. */
  log?: ((line: string) => void) | undefined;
}

/**
 * Makes a gateway. A configuration that cannot be used answers every request with 500 naming the fields.
 *
 * ```js
 * import { createGateway } from "ton-edge/gateway";
 * export default createGateway({ mainnet: { key: (env) => env.API_KEY }, origins: ["https://app.example"] });
 * ```
 */
export function createGateway(config?: GatewayConfig): Gateway;
