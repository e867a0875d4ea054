// Types that the servers of Node, Deno and Bun share.

import type { GatewayConfig } from "ton-edge/gateway";
import type { PlatformResponse } from "./platform.js";

/** Options of `serve` in every runtime. */
export interface ServeOptions {
  /** Port to listen on; 0 picks a free one. Default 8080. */
  port?: number | undefined;
  /** Address to listen on. Default `"127.0.0.1"`. */
  host?: string | undefined;
  /** Passed to the functions of the gateway's configuration as `env`. Default `process.env`. */
  env?: Record<string, unknown> | undefined;
  /**
   * Milliseconds that requests in flight may take after `close()`; then the server ends their connections. Default
   * 10000.
   */
  drainMs?: number | undefined;
  /**
   * Milliseconds after `close()` in which `/healthz` and `/readyz` respond with 503 and other requests are still served, so that a load
   * balancer stops sending requests. Then `drainMs` begins. Default 0.
   */
  drainDelayMs?: number | undefined;
  /**
   * Whether SIGTERM, SIGINT and SIGHUP close the server and exit the process with 0; a second signal exits it at once,
   * with 1. Default `false`.
   */
  exitOnSignal?: boolean | undefined;
  /**
   * A second listener for operators, with `/readyz`, `/metrics` and `/healthz` only; on the first listener `/readyz`
   * and `/metrics` are then 404. Port 0 picks a free one. Default host `"127.0.0.1"`. Default: no second listener.
   */
  operators?: { port: number; host?: string | undefined } | undefined;
}

/** Options of `serve` in Deno and Bun, whose servers read requests themselves. */
export interface ServeFetchOptions extends ServeOptions {
  /**
   * Maximum bytes that all requests together hold: unfinished request bodies, upstream responses that the gateway reads,
   * and responses until their last byte is read. Above it, the server aborts the request that has made no progress for the longest time,
   * and refuses requests that need more memory with 503 `overloaded`. Default 67108864 (64 MiB).
   */
  maxBufferedBytes?: number | undefined;
  /**
   * Milliseconds in which the client must read the next chunk of a long response, at most 64 KiB; otherwise the server aborts the
   * response and frees its memory. Bun also closes the connection, after this time rounded up to seconds, at most 255. Default 30000.
   */
  writeTimeoutMs?: number | undefined;
  /** Milliseconds in which the request body must arrive. Default 60000. */
  requestTimeoutMs?: number | undefined;
}

/** A server that listens. */
export interface Server {
  /** URL that the server listens on. */
  url: string;
  /** URL of the listener for operators, if `operators` is set. */
  operatorsUrl: string | undefined;
  /**
   * Stops accepting connections, and resolves once the requests in flight have ended, after `drainDelayMs` and
   * `drainMs` at the latest.
   */
  close(): Promise<void>;
}

/** Serves the OpenAPI 3.1 descriptions of this package; pass the function as `openapi` to a gateway. */
export function openapi(generation: "v2" | "v3"): Promise<PlatformResponse>;

/**
 * Reads settings from environment variables, as `npx ton-edge gateway` and the ready-made Worker do: `TON_EDGE_` and the name of the
 * setting in upper case, such as `TON_EDGE_LIMITS_KEYLESS` for `limits.keyless`. Pass the result to `createGateway`. A setting without a
 * variable is absent. A secret may be a reference, `env:NAME` or `file:PATH`, which is read once.
 *
 * @param env such as `process.env`, or `Deno.env.toObject()`
 * @throws TonEdgeError `config_invalid` for a variable that begins with `TON_EDGE_` but names no setting, with the closest name; for one
 *   that only `ton-edge gateway` reads, such as `TON_EDGE_PORT` or `TON_EDGE_API_KEYS`; for a reference whose variable or file is
 *   missing.
 * @example
 * const gateway = createGateway({ origins: ["https://app.example"], ...settingsOf(process.env) });
 */
export function settingsOf(env: Readonly<Record<string, string | undefined>>): GatewayConfig;
