// Contender: the same with many responses in memory, in a process of its own: the bench requests them before it measures.

export { default } from "./cached.mjs";
