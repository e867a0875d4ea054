// ton-edge: the client, and everything of ton-edge/address. Documented in client.d.ts.

export * from "./address.js";
export { createClient } from "./lib/client/create-client.js";
