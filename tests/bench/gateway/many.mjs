// Contender: the gateway of cached.mjs with many cached responses, in its own process. The benchmark requests them before it measures.

export { default } from "./cached.mjs";
