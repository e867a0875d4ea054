// Serves the operator's endpoints (readiness, metrics) and the OpenAPI documents, and checks the admin token.

import { timingSafeEqual } from "../../util/crypto.js";
import { core } from "../../wasm/gateway.js";
import { createResponse, discardBody } from "../http/response.js";
import { withOperatorTimeout } from "../operator-timeout.js";
import { failures, openUntil } from "../upstream/breakers.js";
import { nameError } from "./error-name.js";
import { logAlert } from "./log.js";
import { collectors } from "./process-collectors.js";
import { checkReadiness, refreshHealth } from "./readiness.js";

/** Visible ASCII characters: all that a header can carry unchanged. */
const PLAIN = /^[!-~]+$/;
/** Headers of a document that say what it is; nothing else of an asset's is for callers. */
const DESCRIBING = ["content-type", "content-length", "content-encoding", "cache-control", "etag", "last-modified"];

export async function handleOps(ready, verdict, request, env, ctx, seen) {
  const { operation, headers, refused, head } = verdict;
  if (refused && !(await isOperator(ready, request, env, seen))) {
    return createResponse(refused.status, head ? null : refused.body, refused.headers, seen);
  }
  if (operation === "ready" || operation === "metrics") {
    const { status, type, body } =
      operation === "ready"
        ? describeForOperator(ready, await checkReadiness(ready, request, env))
        : await describeMetrics(ready, request, env, ctx);
    return createResponse(status, head ? null : body, [...headers, ["content-type", type]], seen);
  }
  const document = await ready.openapi(operation === "openapiv2" ? "v2" : "v3", env, ctx);
  const described = DESCRIBING.map((name) => [name, document.headers.get(name)]).filter(([, value]) => value !== null);
  if (head) discardBody(document.body);
  return createResponse(document.status, head ? null : document.body, [...headers, ...described], seen);
}

/** The report with what only an operator may see: the hosts of the upstreams, and the alerts of late. */
function describeForOperator(ready, { status, body }) {
  const report = JSON.parse(body);
  for (const [network, { services }] of Object.entries(report.networks))
    for (const [at, service] of services.entries()) service.host = ready.names[network][at];
  return {
    status,
    type: "application/json",
    body: JSON.stringify({ ...report, alerts: ready.meter.alerts.list() }),
  };
}

async function describeMetrics(ready, request, env, ctx) {
  const { writeMetrics } = await import("./write-metrics.js");
  refreshHealth(ready, env, ctx);
  const sums = await ready.meter.fleet?.hand(ready.meter, env, performance.now());
  const tools = { now: Date.now(), resets: core.resets, openUntil, failures, collectors };
  return { status: 200, ...writeMetrics(ready, request.headers.get("accept"), tools, sums) };
}

/** Whether the request is an operator's. Fails closed: no token, no operator. */
async function isOperator(ready, request, env, seen) {
  const [, sent] = /^Bearer +([!-~]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (sent === undefined) return false;
  const failed = (why) =>
    logAlert(ready, seen, { level: "error", code: "admin_token_wrong", message: `the setting \`adminToken\` ${why}` });
  try {
    const token =
      typeof ready.admin === "function" ? await withOperatorTimeout(Promise.resolve(ready.admin(env))) : ready.admin;
    if (typeof token !== "string" || token === "") return false;
    if (token.length < ready.leastToken || !PLAIN.test(token)) {
      failed(`gave a token that can be guessed: it must have ${ready.leastToken} or more visible ASCII characters`);
      return false;
    }
    return await timingSafeEqual(sent, token);
  } catch (error) {
    failed(`failed: ${nameError(error)}`);
    return false;
  }
}
