// The reply to a request for a picture.

import { describeImageRefusal } from "../core/gateway-core.js";
import { allowOrigin, replyFromCore } from "../http/reply.js";

/**
 * @param {import("../request-context.js").RequestContext} context @param {{ failureTtlMs: number }} images
 * @param {import("./picture-store.js").Picture | import("./refusal.js").Reason} outcome @param {string} cacheStatus
 */
export function replyWithImage({ verdict, request, record }, images, outcome, cacheStatus) {
  if (typeof outcome === "string") return createRefusal(verdict, outcome, images.failureTtlMs);
  const { body, size, type, tag, until: expiresAt } = outcome;
  const isNotModified = request.headers.get("if-none-match")?.includes(tag) === true;
  const maxAge = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
  /** @type {[string, string][]} */
  const headers = [
    ["content-type", type],
    ["cache-control", `public, max-age=${maxAge}, immutable`],
    ["etag", tag],
    ["content-disposition", `inline; filename="picture.${type.slice("image/".length)}"`],
    ["cache-status", `ton-edge; ${cacheStatus}`],
  ];
  if (!isNotModified) {
    headers.push(["content-length", String(size)]);
    record.bytesOut = size;
  }
  return {
    status: isNotModified ? 304 : 200,
    headers: allowOrigin(verdict.origin, headers),
    body: isNotModified || verdict.head ? null : body,
  };
}

/** @param {any} verdict @param {import("./refusal.js").Reason} reason @param {number} ttlMs */
function createRefusal(verdict, reason, ttlMs) {
  const reply = replyFromCore(describeImageRefusal(verdict, reason), verdict);
  // The page caches the failure for some minutes, so that it does not request the picture again with each view.
  if (reply.status === 502)
    reply.headers = reply.headers.map(([name, value]) =>
      name === "cache-control" ? [name, `public, max-age=${Math.floor(ttlMs / 1000)}`] : [name, value],
    );
  return { ...reply, body: verdict.head ? null : reply.body };
}
