import type { Gateway } from "ton-edge/gateway";

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
