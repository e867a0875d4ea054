import type { Gateway } from "ton-edge/gateway";

/** Serves a gateway as a Bun server. */
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
    /** Milliseconds for which a reader of an answer that is a text may be silent; in whole seconds, at most 255000. Default 30000. */
    writeTimeoutMs?: number | undefined;
    /**
     * Bytes of unfinished request bodies that all connections together hold. Above it, the request ends that has waited longest
     * without progress. Default 67108864 (64 MiB).
     */
    maxBufferedBytes?: number | undefined;
    /** Milliseconds in which the body of a request must arrive. Default 60000. */
    requestTimeoutMs?: number | undefined;
  },
): Promise<{
  url: string;
  /** The listener for operators, where the option is set. */
  operatorsUrl: string | undefined;
  /** Takes no new requests, lets the running ones end within `drain`. */
  close(): Promise<void>;
}>;

/** `openapi` of a gateway: the interface's description as this package has it. */
export function openapi(generation: "v2" | "v3"): Promise<Response>;
