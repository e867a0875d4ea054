// What the devnet answers in generation 2, by path of the endpoint table.
/** @type {Record<string, (params: any, ctx: import("../server.mjs").Context) => unknown>} */
export const HANDLERS = {};
