// Reads the body of a request, if the verdict depends on it.

import { readStream } from "../../util/body.js";
import { BodyInMemory, getByteCounter } from "../http/byte-counter.js";
import { CLIENT_GONE_REPLY, parseLength } from "../http/reply.js";
import { createResponse } from "../http/response.js";
import { OVERLOAD_REFUSAL } from "../limits/admission.js";
import { readAnyText } from "../upstream/body.js";
import { refuseRequest } from "./admit-request.js";
import { setVerdict } from "./decide-request.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function readBody(context, next) {
  if (context.verdict.do !== "body") return next(context);
  // The servers of this package count the bodies that they receive.
  return context.ctx?.server ? readAndDecide(context, next) : countAndDecide(context, next);
}

/** Counts the body from its first bytes until the response begins. @param {RequestContext} context @param {Next} next */
async function countAndDecide(context, next) {
  const memory = new BodyInMemory(getByteCounter(context), false);
  try {
    return await readAndDecide(context, next, memory);
  } finally {
    memory.forget();
  }
}

/** @param {RequestContext} context @param {Next} next @param {BodyInMemory} [memory] counts the body */
async function readAndDecide(context, next, memory) {
  const { request, record, lookup, verdict } = context;
  record.bytesIn = parseLength(request.headers.get("content-length"));
  /** @type {{ text?: string, isRefused?: boolean }} */
  let bodyRead = { text: "" };
  try {
    if (request.body)
      bodyRead = memory
        ? await readAnyText(request.body, verdict.limit, memory)
        : { text: await readStream(request.body, verdict.limit) };
  } catch {
    // The caller has disconnected: no response can be sent.
    return createResponse(CLIENT_GONE_REPLY, record);
  }
  if (bodyRead.isRefused) return refuseRequest(context, OVERLOAD_REFUSAL);
  const body = bodyRead.text;
  setVerdict(context, { body, lookup, isTooLarge: body === undefined });
  return next(context);
}
