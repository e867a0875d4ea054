// What the devnet answers in generation 3, by path of the endpoint table.
/** @type {Record<string, (params: any, ctx: import("../server.mjs").Context) => unknown>} */
export const HANDLERS = {};
