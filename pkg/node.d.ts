/**
 * `ton-edge/node`: serves a gateway with Node.js, and keeps API keys in a file.
 *
 * @packageDocumentation
 */
import type { Gateway, WritableKeyStore } from "ton-edge/gateway";
import type { PlatformRequest, PlatformResponse } from "./platform.js";
import type { ServeOptions, Server } from "./serving.js";

export { openapi, settingsOf } from "./serving.js";
export type { ServeOptions, Server } from "./serving.js";

/** Options of {@link serve} in Node.js. */
export interface NodeServeOptions extends ServeOptions {
  /**
   * Whether responses of 1 KiB or more, or of unknown length, are compressed, with brotli or gzip, if the client accepts it
   * ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3)): JSON, text, and files without a compressed
   * copy. Turn it off behind a proxy that compresses. Default `true`.
   */
  compress?: boolean | undefined;
  /**
   * File descriptor of a TCP socket that another process has opened, such as systemd (`LISTEN_FDS`): callers who connect while this
   * process restarts wait in it. `port` and `host` then open nothing. Default: none.
   */
  fd?: number | undefined;
  /** The same for the listener of `operators`. */
  operatorsFd?: number | undefined;
  /**
   * Maximum pipelined requests that wait on one connection; the server drops further ones and closes the connection.
   * Default 16.
   */
  maxPipelinedRequests?: number | undefined;
  /**
   * Milliseconds in which the client must read a chunk of a response, at most 64 KiB; then the connection ends.
   * Default 30000.
   */
  writeTimeoutMs?: number | undefined;
  /**
   * Maximum bytes that all requests together hold: unfinished heads and bodies, waiting requests, upstream responses
   * that the gateway reads, and responses until their last byte is written. Above it, the server ends the connection
   * that has made no progress for the longest time, and refuses requests that need more with 503 `overloaded`. Default
   * 67108864 (64 MiB).
   */
  maxBufferedBytes?: number | undefined;
  /**
   * Maximum bytes of a request's URL and headers together; more get 431. Default 163840. Raise it with the gateway's
   * `maxUrlBytes` (131072) and `maxHeaderBytes` (16384).
   */
  maxHeadBytes?: number | undefined;
  /** Maximum open connections per listener; further ones are closed at once. Default 10000. */
  maxConnections?: number | undefined;
  /** Requests per connection, after which it ends. Default 10000. */
  maxRequestsPerSocket?: number | undefined;
  /** Milliseconds in which the request line and headers must arrive. Default 15000. */
  headersTimeoutMs?: number | undefined;
  /** Milliseconds in which the whole request must arrive. Default 60000. */
  requestTimeoutMs?: number | undefined;
  /**
   * Milliseconds that an idle connection stays open. Set it longer than the idle timeout of the load balancer in front
   * (60 s at AWS): a request that the balancer sends on a closing connection gets no response. Default 75000.
   */
  keepAliveTimeoutMs?: number | undefined;
}

/**
 * Starts an HTTP server for a gateway ([node:http](https://nodejs.org/api/http.html)). Resolves once it listens;
 * rejects if an option or the gateway's configuration is invalid, or a port is taken.
 *
 * @example
 * ```js
 * import { createGateway } from "ton-edge/gateway";
 * import { serve } from "ton-edge/node";
 *
 * const gateway = createGateway({ mainnet: { apiKey: (env) => env.API_KEY } });
 * const server = await serve(gateway, { port: 8080, exitOnSignal: true });
 * console.log(server.url); // http://127.0.0.1:8080
 * ```
 */
export function serve(gateway: Pick<Gateway, "fetch"> & Partial<Gateway>, options?: NodeServeOptions): Promise<Server>;

/**
 * Serves the files of a folder; pass the result as `assets` to a gateway. Paths with a segment that starts with a dot
 * are 404, except `.well-known`, and so is `/_headers`. Responses have security headers and an `ETag`, and a browser
 * that has the file gets 304. If `_headers` has a `Content-Security-Policy` for all files, HTML files have it, as the
 * web app requires. If `NAME.br` or `NAME.gz` exists beside `NAME` and is not older, a client that accepts its
 * encoding gets the compressed file. Browsers may cache files whose names end with a hash, such as
 * `view-3f9c0a1b2c4d.js` of the web app, for a year without a request; they revalidate other files each time. A request
 * for a single `Range` gets 206, from the uncompressed file.
 *
 * @example
 * const gateway = createGateway({ assets: files("site", { hstsSeconds: 31_536_000 }) });
 */
export function files(
  folder: string,
  options?: {
    /**
     * Seconds for which browsers use only https for this host, sent as `Strict-Transport-Security` ([RFC
     * 6797](https://www.rfc-editor.org/rfc/rfc6797)), from 0 to 315360000. Sent if the request came over https, or
     * `X-Forwarded-Proto` of a proxy says so. Default 0: the header is not sent.
     */
    hstsSeconds?: number | undefined;
  },
): (request: PlatformRequest) => Promise<PlatformResponse>;

/**
 * API keys of callers in a JSON file, which `npx ton-edge key new --file` writes. The store reads the file again when it
 * changes, so a revoked key is accepted for at most one more second. While the file is missing or invalid, the last
 * valid records stay in use for `staleMs`, with an alert, so a revocation may take effect that much later. After that
 * time, and if the file was never valid, requests with an API key get 503 `key_store_unavailable`.
 */
export function fileKeys(
  path: string,
  options?: {
    /**
     * Milliseconds for which the last valid records stay in use, counted from the last read of a valid file. Default
     * 14400000 (4 hours); 0: 503 at once.
     */
    staleMs?: number | undefined;
  },
): WritableKeyStore;
