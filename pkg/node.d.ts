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
  },
): Promise<{ url: string; close(): Promise<void> }>;

/** `assets` of a gateway: the files below a folder. */
export function files(folder: string): (request: Request) => Promise<Response>;

/**
 * Keys of callers in a JSON file, read again when it changes: a revoked key works for at most one second more. A file
 * that is missing or broken is answered with 503.
 */
export function fileKeys(path: string): WritableKeyStore;
