// Handles a request to the devnet: reads its parameters by the table, runs the operation's handler, wraps the result.
import { dispatch } from "../dispatch.mjs";
import { readParameters } from "../parameters.mjs";
import { Refusal } from "../refusal.mjs";
import { makeJsonReply } from "../reply.mjs";
import { HANDLERS as V2 } from "./v2/index.mjs";
import { HANDLERS as V3, refuse } from "./v3/index.mjs";

/**
 * @typedef {{ chain: import("./chain.mjs").Chain, db: import("./database.mjs").Store, network: "mainnet" | "testnet", variant: "cpp" | "python",
 *   operation: import("../catalogue.mjs").Operation, headers: import("node:http").IncomingHttpHeaders, query: URLSearchParams, raw: Record<string, any> }} Context
 *   what a handler gets besides its parameters; `raw`: the parameters as they were sent
 * @typedef {Record<string, (params: any, context: Context) => unknown>} Handlers by path of the table
 */

/** The C++ server adds its timing to each response: `<unix seconds>:<workers>:<elapsed ms>`. */
const writeExtraText = (started) => `${(Date.now() / 1000).toFixed(0)}:_:${(performance.now() - started).toFixed(3)}`;

/**
 * @param {import("../catalogue.mjs").Operation[]} catalogue of which every row has a handler, even if it only refuses
 * @returns {string[]} "v2 /getMasterchainBlockSignatures": rows without a handler, for the documents
 */
export const listRowsWithoutHandler = (catalogue) =>
  catalogue
    .filter((row) => row.path !== "/jsonRPC" && !(row.generation === "v2" ? V2 : V3)[row.path])
    .map((row) => `${row.generation} ${row.path}`);

/**
 * @param {{ catalogue: any[], byPath: Map<string, any> }} table @param {Omit<Context, "operation" | "headers" | "query" | "raw">} parts
 * @param {import("../front.mjs").Request} request
 */
export function handle(table, parts, request) {
  const { variant } = parts;
  /** @param {Handlers} handlers @param {import("../dispatch.mjs").Call} call */
  const runHandler = (handlers, { operation, sent, verb, request: { headers, query } }) => {
    const params = readParameters(operation, sent, { verb, variant });
    const handler = handlers[operation.path];
    if (!handler)
      throw new Refusal(500, `LITE_SERVER_NOTREADY: ${operation.path.slice(1)} is not supported by this node`);
    return handler(params, { ...parts, operation, headers, query, raw: sent });
  };
  return dispatch(table, variant, request, {
    async v2(call) {
      const startedAt = performance.now();
      const result = await runHandler(V2, call);
      return makeJsonReply(200, {
        ok: true,
        result,
        ...(variant === "cpp" && { "@extra": writeExtraText(startedAt) }),
      });
    },
    async v3(call) {
      refuse(call.operation.path, call.sent);
      return makeJsonReply(200, await runHandler(V3, call));
    },
  });
}
