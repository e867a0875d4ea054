// Contender: the gateway of cached.mjs with only new requests, in its own process, so that fetching and storing are measured without hits.

export { default } from "./cached.mjs";
