// Serves the operator's endpoints (readiness, metrics) and the OpenAPI documents, and checks the admin token.

import { timingSafeEqual } from "../../util/crypto.js";
import { withOperatorTimeout } from "../../util/operator-timeout.js";
import { core } from "../../wasm/gateway.js";
import { getByteCounter } from "../http/byte-counter.js";
import { discardBody } from "../http/reply.js";
import { createResponse } from "../http/response.js";
import { getForms } from "../http/text-body.js";
import { nameError } from "../ops/error-name.js";
import { collectors, processReport } from "../ops/process-collectors.js";
import { getLastSuccess, getOpenUntil, readBreakerState } from "../upstream/breakers.js";
import { listHeights } from "../upstream/heads.js";
import { checkReadiness, refreshHealth } from "../upstream/readiness.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/** Visible ASCII characters: only these pass through a header unchanged. */
const VISIBLE_ASCII = /^[!-~]+$/;
/** Headers that describe a document. The other headers of an asset are dropped. */
const DOCUMENT_HEADERS = [
  "content-type",
  "content-length",
  "content-encoding",
  "cache-control",
  "etag",
  "last-modified",
];

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next */
export function serveOperator(context, next) {
  return context.verdict.do === "ops" ? respondToOperator(context) : next(context);
}

/** @param {RequestContext} context */
async function respondToOperator(context) {
  const { gateway, verdict, record, env, ctx } = context;
  const { operation, headers, refused: refusal, head } = verdict;
  // Does not depend on `refusal`: if that were missing, everybody would count as an operator.
  if (operation !== "openapiv2" && operation !== "openapiv3" && !(await isOperator(context)))
    return createResponse({ ...refusal, body: head ? null : refusal.body }, record);
  if (operation === "ready" || operation === "metrics") {
    const describe = operation === "ready" ? describeReadiness : describeMetrics;
    const { status, type, body } = await describe(context);
    const reply = { status, body: head ? null : body, headers: [...headers, ["content-type", type]] };
    return createResponse(reply, record, { byteCounter: getByteCounter(context) });
  }
  const document = await gateway.openapi(operation === "openapiv2" ? "v2" : "v3", env, ctx);
  const documentHeaders = DOCUMENT_HEADERS.map((name) => [name, document.headers.get(name)]).filter(
    ([, value]) => value !== null,
  );
  if (head) discardBody(document.body);
  const { status, body } = document;
  const reply = { status, headers: [...headers, ...documentHeaders], forms: getForms(document) };
  return createResponse({ ...reply, body: head ? null : body }, record);
}

/** Returns the readiness report with what only operators may see. @param {RequestContext} context */
async function describeReadiness(context) {
  const { gateway } = context;
  const { keyStore } = gateway;
  const [{ status, body }, apiKeys, { completeReport }] = await Promise.all([
    checkReadiness(context),
    // The key store is reported, but does not fail readiness: callers without a key are still served.
    keyStore?.check?.(context.env, context.ctx),
    import("../ops/write-metrics.js"),
  ]);
  const tools = { readBreakerState, getOpenUntil, getLastSuccess, listHeights, processReport, apiKeys };
  const fullReport = completeReport(JSON.parse(body), gateway, tools);
  if (context.ctx?.server?.isDraining)
    return { status: 503, type: "application/json", body: JSON.stringify({ ...fullReport, status: "draining" }) };
  return { status, type: "application/json", body: JSON.stringify(fullReport) };
}

/** @param {RequestContext} context @returns {Promise<{ status: number, type: string, body: any }>} */
async function describeMetrics(context) {
  const { gateway, request, env, ctx } = context;
  const { meter } = gateway;
  await gateway.keyStore?.check?.(env, ctx);
  const { writeMetrics } = await import("../ops/write-metrics.js");
  refreshHealth(context);
  const sums = await meter.fleet?.sendCounts(meter, env, performance.now());
  const tools = { now: Date.now(), resets: core.resets, readBreakerState, listHeights, collectors };
  return { status: 200, ...writeMetrics(gateway, request.headers.get("accept"), tools, sums) };
}

/** Whether the request is from an operator. Without a configured token, no request is. @param {RequestContext} context */
async function isOperator({ gateway: { adminToken, minTokenLength, log }, request, env, record }) {
  const [, sentToken] = /^Bearer +([!-~]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (sentToken === undefined) return false;
  const alertFailure = (problem) =>
    log.alert({ level: "error", code: "admin_token_wrong", message: `the setting \`adminToken\` ${problem}` }, record);
  try {
    const token =
      typeof adminToken === "function" ? await withOperatorTimeout(Promise.resolve(adminToken(env))) : adminToken;
    if (typeof token !== "string" || token === "") return false;
    if (token.length < minTokenLength || !VISIBLE_ASCII.test(token)) {
      alertFailure(
        `returned a token that can be guessed: it must have ${minTokenLength} or more visible ASCII characters`,
      );
      return false;
    }
    return await timingSafeEqual(sentToken, token);
  } catch (error) {
    alertFailure(`failed: ${nameError(error)}`);
    return false;
  }
}
