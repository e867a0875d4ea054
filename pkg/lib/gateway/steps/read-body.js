// Reads the body of a request, if the verdict depends on it.

import { readStream } from "../../util/body.js";
import { GONE, parseLength } from "../http/reply.js";
import { createResponse } from "../http/response.js";
import { setVerdict } from "./decide-request.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function readBody(context, next) {
  return context.verdict.do === "body" ? readAndDecide(context, next) : next(context);
}

/** @param {RequestContext} context @param {Next} next */
async function readAndDecide(context, next) {
  const { request, record, lookup, verdict } = context;
  record.bytesIn = parseLength(request.headers.get("content-length"));
  let body = "";
  try {
    if (request.body) body = await readStream(request.body, verdict.limit);
  } catch {
    // The caller has disconnected: no response can be sent.
    return createResponse(GONE, record);
  }
  setVerdict(context, { body, lookup, isTooLarge: body === undefined });
  return next(context);
}
