// Contender: the gateway of cached.mjs where each request is new, in its own process, so that fetching and storing are not counted as hits.

export { default } from "./cached.mjs";
