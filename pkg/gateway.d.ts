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
   * The key to inject as `X-API-Key`, a list of such, or where to find them. A function is asked for every request, so
   * keys can be rotated; what it gives, or promises, is checked then: a string, a list, or undefined for none. The next
   * of a list is used where the service refuses one with 401 or 403.
   */
  key?: string | readonly string[] | ((env: Record<string, unknown>) => unknown) | undefined;
}

/** When a service is left alone, in each isolate by what it has seen itself. */
export interface Breaker {
  /** Failures in a row (no connection, no answer in time, 502, 503, 504) that open it; 1 to 1000, default 5. */
  failures?: number | undefined;
  /** Milliseconds that it stays open before one request may try; 1 to 600000, default 10000. */
  pause?: number | undefined;
}

export interface GatewayConfig {
  /** The network of `/api/...`; `/mainnet/api/...` and `/testnet/api/...` name theirs. Default `"mainnet"`. */
  network?: "mainnet" | "testnet" | undefined;
  /** Base URL, service, or up to 8 of those: the preferred one first, the others where it fails. */
  mainnet?: string | Service | readonly (string | Service)[] | undefined;
  testnet?: string | Service | readonly (string | Service)[] | undefined;
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
  /** Milliseconds that one attempt to ask the service may take, to the last byte; 1 to 600000, default 15000. */
  timeout?: number | undefined;
  /** Milliseconds that a request's attempts and the waits between them may take; 1 to 600000, default 30000. */
  deadline?: number | undefined;
  /** How often a read that failed is asked again, besides once of every service; 0 to 10, default 2. Sends never are. */
  retries?: number | undefined;
  breaker?: Breaker | undefined;
  /** Answers whatever is not under `/api`: a page. Default: 404. */
  assets?: ((request: Request, env: Record<string, unknown>, ctx: unknown) => Response | Promise<Response>) | undefined;
  /** Instead of the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Takes one line of JSON a request, and one an alert; default `console.error`. */
  log?: ((line: string) => void) | undefined;
  /** `"info"`: every request (default). `"warn"`: what was got round. `"error"`: what somebody must look at. */
  logLevel?: "info" | "warn" | "error" | "off" | undefined;
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
