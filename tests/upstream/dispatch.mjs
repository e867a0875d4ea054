// Dispatches a request to an operation of the table, for both upstreams: paths, verbs, bodies, JSON-RPC and the refusals of each generation.
// Two functions of the upstream, one per generation, return the response of an operation.
import { parseExact } from "./catalogue.mjs";
import { queryParams } from "./parameters.mjs";
import { Refusal } from "./refusal.mjs";
import { makeEmptyReply, makeErrorReply, makeJsonReply } from "./reply.mjs";

/**
 * @typedef {import("./front.mjs").Reply} Reply
 * @typedef {import("./catalogue.mjs").Operation} Operation
 * @typedef {{ operation: Operation, sent: Record<string, any>, verb: string, request: import("./front.mjs").Request }} Call
 *   `sent`: texts, or the values of a JSON body; `verb`: POST also for JSON-RPC
 * @typedef {{ v2: (call: Call) => Reply | Promise<Reply>, v3: (call: Call) => Reply | Promise<Reply> }} Handlers they may throw a Refusal
 * @typedef {{ catalogue: Operation[], byPath: Map<string, Operation> }} Table
 */

/** The tail `,"id":…,"jsonrpc":…` of some recordings. */
const RPC_TAIL = /(\s*,\s*"(?:id|jsonrpc)"\s*:\s*"[^"]*"){1,2}\s*}\s*$/;

/** @param {Table} table @param {"cpp" | "python"} variant @param {import("./front.mjs").Request} request @param {Handlers} handlers */
async function serveJsonRpc(table, variant, request, handlers) {
  const isCpp = variant === "cpp";
  const refuse = (status, text) => makeErrorReply("v2", variant, status, text);
  let call;
  try {
    call = parseExact(request.body);
  } catch {
    return isCpp ? makeEmptyReply(500) : refuse(422, "Validation error: body is not valid JSON");
  }
  if (call === null || typeof call !== "object" || Array.isArray(call))
    return isCpp ? makeEmptyReply(500) : refuse(422, "Validation error: value is not a valid dict");
  const rpc = call.id === undefined || call.id === null ? { jsonrpc: "2.0" } : { jsonrpc: "2.0", id: String(call.id) };
  const operation = table.catalogue.find(
    (r) =>
      r.generation === "v2" &&
      r.jsonrpc?.callable &&
      (r.path === `/${call.method}` || r.jsonrpc.aliases.includes(call.method)),
  );
  // The C++ server posts the call to its own path, and an unknown path refuses POST with an empty 405.
  if (!operation)
    return isCpp ? makeEmptyReply(405) : makeJsonReply(422, { ok: false, error: "Unknown method", ...rpc });
  const sentParams = call.params ?? {};
  if (Array.isArray(sentParams) && sentParams.length) return refuse(422, "params must contain an object");
  const reply = await handleV2(
    variant,
    {
      operation,
      sent: Array.isArray(sentParams) || typeof sentParams !== "object" ? {} : sentParams,
      verb: "POST",
      request,
    },
    handlers,
  );
  const text = reply.body.toString().replace(RPC_TAIL, "}");
  if (isCpp || reply.status !== 200) return { ...reply, body: Buffer.from(text) };
  return { ...reply, body: Buffer.from(text.replace(/\s*}\s*$/, `,${JSON.stringify(rpc).slice(1)}`)) };
}

/** @param {"cpp" | "python"} variant @param {Call} call @param {Handlers} handlers */
async function handleV2(variant, call, handlers) {
  try {
    return await handlers.v2(call);
  } catch (error) {
    if (error instanceof Refusal) return makeErrorReply("v2", variant, error.status, error.message);
    throw error;
  }
}

/** @param {Table} table @param {"cpp" | "python"} variant @param {import("./front.mjs").Request} request @param {Handlers} handlers */
function serveV2(table, variant, request, handlers) {
  const { verb, path, query } = request;
  const isCpp = variant === "cpp";
  const fail = (status, text) => makeErrorReply("v2", variant, status, text);
  const operation = table.byPath.get(`v2 ${path}`);
  if (!operation) return isCpp && verb !== "GET" ? makeEmptyReply(405) : fail(404, "Not Found");
  const verbs = isCpp ? [...operation.verbs, ...operation.also_verbs] : operation.verbs;
  if (!verbs.includes(verb))
    return operation.path === "/jsonRPC" && isCpp && verb === "GET"
      ? fail(405, "method GET is not supported")
      : isCpp
        ? makeEmptyReply(405)
        : fail(405, "Method Not Allowed");
  if (operation.path === "/jsonRPC") return serveJsonRpc(table, variant, request, handlers);
  let params = queryParams(operation, query, isCpp);
  if (verb === "POST") {
    try {
      params = parseExact(request.body || "{}");
    } catch {
      return fail(422, "failed to parse post request: invalid JSON");
    }
    if (params === null || typeof params !== "object" || Array.isArray(params))
      return fail(422, "failed to validate request: an object is expected");
  }
  return handleV2(variant, { operation, sent: params, verb, request }, handlers);
}

/** @param {Table} table @param {import("./front.mjs").Request} request @param {Handlers} handlers */
function serveV3(table, request, handlers) {
  const { verb, query } = request;
  const path = request.path.toLowerCase().replace(/\/$/, "");
  const operation = table.byPath.get(`v3 ${path}`);
  const readVerb = verb === "HEAD" ? "GET" : verb;
  if (!operation?.verbs.includes(readVerb))
    throw new Refusal(500, `internal server error: Cannot ${verb} /api/v3${request.path}`);
  let params = queryParams(operation, query, false);
  if (verb === "POST") {
    try {
      params = parseExact(request.body);
    } catch {
      throw new Refusal(422, "failed to decode: invalid JSON");
    }
    if (params === null || typeof params !== "object" || Array.isArray(params))
      throw new Refusal(422, "failed to decode: an object is expected");
  }
  return handlers.v3({ operation, sent: params, verb, request });
}

/**
 * @param {Table} table @param {"cpp" | "python"} variant @param {import("./front.mjs").Request} request @param {Handlers} handlers
 * @returns {Promise<Reply>}
 */
export async function dispatch(table, variant, request, handlers) {
  if (request.generation === "v2") return serveV2(table, variant, request, handlers);
  try {
    return await serveV3(table, request, handlers);
  } catch (error) {
    if (error instanceof Refusal) return makeErrorReply("v3", variant, error.status, error.message);
    throw error;
  }
}
