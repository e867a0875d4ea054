// Requests that many scenarios send.

import { readFileSync } from "node:fs";

export const READ_PATH = "/api/v3/masterchainInfo";
export const V2 = "/api/v2/getMasterchainInfo";
export const RPC = "/api/v2/jsonRPC";
export const JSON_BODY = { "content-type": "application/json" };
export const BOC = "te6cckEBAQEAAgAAAEysuc0=";

/** A JSON-RPC call for a read. */
export const READING = { id: 1, method: "getMasterchainInfo" };

/** Request headers that change a response which caches may store. A golden file of the core lists them. */
export const [, VARY] = /^vary: (.+)$/m.exec(readFileSync(new URL("../../golden/cors.txt", import.meta.url), "utf8"));
