// Contender: the same with many cached responses, in a process of its own. The benchmark requests them before it measures.

export { default } from "./cached.mjs";
