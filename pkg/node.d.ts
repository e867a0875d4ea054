import type { Gateway, WritableKeyStore } from "ton-edge/gateway";

/** Serves a gateway as a plain Node server. */
export function serve(
  gateway: Gateway,
  options?: {
    /** Default 8080; 0: any free one. */
    port?: number | undefined;
    /** Default `"127.0.0.1"`. */
    host?: string | undefined;
    /** What key functions get; default `process.env`. */
    env?: Record<string, unknown> | undefined;
    /** Milliseconds that running requests may take to end after `close()`; then they are cut off. Default 10000. */
    drain?: number | undefined;
    /** SIGTERM and SIGINT close the server and end the process with 0; default false. */
    exitOnSignal?: boolean | undefined;
    /**
     * A second listener for operators: `/readyz`, `/metrics` and `/healthz` answer there, and the first listener no longer answers
     * `/readyz` and `/metrics`. Port 0: any free one. Default host `"127.0.0.1"`.
     */
    operators?: { port: number; host?: string | undefined } | undefined;
    /** Requests that wait on one connection behind the one that runs; further ones are dropped and the connection ends. Default 16. */
    maxPipelinedRequests?: number | undefined;
    /** Milliseconds in which a piece of an answer, at most 64 KiB, must leave; else the connection ends. Default 30000. */
    writeTimeoutMs?: number | undefined;
    /**
     * Bytes that all connections together hold for slow readers, of unfinished heads and bodies and of waiting requests. Above it, the
     * connection ends that has waited longest without progress. Default 67108864 (64 MiB).
     */
    maxBufferedBytes?: number | undefined;
    /**
     * Bytes of the head of a request, its URL and headers together; more get 431. Default 65536. Raise it with the gateway's
     * `maxUrlBytes` and `maxHeaderBytes` (8192 and 16384), whose refusals say more.
     */
    maxHeadBytes?: number | undefined;
    /** Open connections of each listener; further ones are closed at once. Default 10000. */
    maxConnections?: number | undefined;
    /** Requests on one connection, after which it ends. Default 10000. */
    maxRequestsPerSocket?: number | undefined;
    /** Milliseconds in which the head of a request must arrive. Default 15000. */
    headersTimeoutMs?: number | undefined;
    /** Milliseconds in which a whole request must arrive. Default 60000. */
    requestTimeoutMs?: number | undefined;
  },
): Promise<{
  url: string;
  /** The listener for operators, where the option is set. */
  operatorsUrl: string | undefined;
  /** Takes no new requests, lets the running ones end within `drain`. */
  close(): Promise<void>;
}>;

/** `assets` of a gateway: the files below a folder, but none whose path has a part that begins with a dot (`.well-known` may). */
export function files(folder: string): (request: Request) => Promise<Response>;

/**
 * Keys of callers in a JSON file, read again when it changes: a revoked key works for at most one second more. A file
 * that is missing or broken is answered with 503.
 */
export function fileKeys(path: string): WritableKeyStore;

/** `openapi` of a gateway: the interface's description as this package has it. */
export function openapi(generation: "v2" | "v3"): Promise<Response>;
