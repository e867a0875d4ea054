// Requests that many scenarios make.

export const READ = "/api/v3/masterchainInfo";
export const V2 = "/api/v2/getMasterchainInfo";
export const RPC = "/api/v2/jsonRPC";
export const JSON_BODY = { "content-type": "application/json" };
export const BOC = "te6cckEBAQEAAgAAAEysuc0=";

/** A JSON-RPC call that reads. */
export const READING = { id: 1, method: "getMasterchainInfo" };

/** Request headers that change an answer which caches may keep. */
export const VARY = "X-No-Address-Book, X-No-Metadata, X-Actions-Version";
