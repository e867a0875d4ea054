// ton-edge/query: options of queries and mutations for TanStack Query. Documented in query.d.ts.

export { createQueries } from "./lib/query/queries.js";
export { deserializeData, serializeData } from "./lib/query/serialize.js";
