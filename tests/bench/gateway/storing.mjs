// Contender: the same where each request is new, in its own process, so that the cost of fetching and storing is not counted as hits.

export { default } from "./cached.mjs";
