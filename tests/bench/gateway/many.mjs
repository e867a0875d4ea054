// Contender: the gateway of cached.mjs with many cached responses, in a process of its own. The benchmark requests them before it measures.

export { default } from "./cached.mjs";
