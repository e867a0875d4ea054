/**
 * `ton-edge/bun`: serves a gateway with Bun.
 *
 * @packageDocumentation
 */
import type { Gateway } from "ton-edge/gateway";
import type { ServeFetchOptions, Server } from "./serving.js";

export { openapi, settingsOf } from "./serving.js";
export type { ServeFetchOptions, ServeOptions, Server } from "./serving.js";

/**
 * Starts an HTTP server for a gateway ([Bun.serve](https://bun.com/docs/api/http)). Resolves once it listens; rejects
 * if an option or the gateway's configuration is invalid, or a port is taken.
 */
export function serve(gateway: Pick<Gateway, "fetch"> & Partial<Gateway>, options?: ServeFetchOptions): Promise<Server>;
