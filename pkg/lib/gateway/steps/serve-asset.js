// Serves paths outside `/api`: assets of the web app.

import { createTextResponse, adoptResponse } from "../http/response.js";

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export function serveAsset(context, next) {
  return context.verdict.do === "asset" ? fetchAsset(context) : next(context);
}

/** @param {import("../request-context.js").RequestContext} context */
async function fetchAsset({ gateway, request, env, ctx, record }) {
  if (gateway.assets) return adoptResponse(await gateway.assets(request, env, ctx), record);
  return createTextResponse(404, "Not Found: the interface is under /api/v2 and /api/v3\n", record);
}
