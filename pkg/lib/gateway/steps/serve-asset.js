// Serves paths outside `/api`: assets of the web app.

import { createTextResponse, adoptResponse } from "../http/response.js";
import { nameError } from "../ops/error-name.js";

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export function serveAsset(context, next) {
  return context.verdict.do === "asset" ? fetchAsset(context) : next(context);
}

/** @param {import("../request-context.js").RequestContext} context */
async function fetchAsset({ gateway, request, env, ctx, record }) {
  if (!gateway.assets) return createTextResponse(404, "Not Found: the API is under /api/v2 and /api/v3\n", record);
  try {
    return adoptResponse(await gateway.assets(request, env, ctx), record);
  } catch (error) {
    // A fault of the file system; any other one is a fault of the function.
    if (typeof error?.syscall !== "string") throw error;
    const message = `a file of the web app cannot be read: ${nameError(error)}`;
    gateway.log.alert({ level: "error", code: "assets_unavailable", message }, record);
    const response = createTextResponse(503, "Service Unavailable: this file cannot be read\n", record);
    response.headers.set("cache-control", "no-store");
    return response;
  }
}
