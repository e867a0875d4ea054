// A reply: status, headers and body of a response that is still to be written. A batch collects those of its calls.

import { spliceId } from "./splice-id.js";

/**
 * @typedef {{ status: number, headers: [string, string][], body: ReadableStream | string | import("./long-text.js").LongText | null,
 *   recent?: import("../cache/respond.js").Recent, entry?: import("../../../gateway.js").CacheEntry }} Reply `recent`: where the headers of
 *   a cached response are remembered; `entry`: the cached response, whose text the body is
 */

/** The caller has disconnected; the upstream did not fail. @type {any} */
export const GONE = { status: 499, headers: [], body: null };

/** Statuses whose responses have no body. */
export const isBodyless = (status) => status === 204 || status === 205 || status === 304;

/** A reply that the core wrote, in the form of the caller. */
export const replyFromCore = ({ status, headers, body }, { tail, origin }) => ({
  status,
  headers: allowOrigin(origin, headers),
  body: tail === undefined ? body : spliceId(body, tail),
});

/** Adds the CORS header of a response that only this origin may read. */
export function allowOrigin(origin, headers) {
  if (origin !== undefined) headers.push(["access-control-allow-origin", origin]);
  return headers;
}

/** A body that the core wrote, with the time in place of a NUL. */
export const insertTime = (body) => body?.replace("\0", (Date.now() / 1000).toFixed(3));

/** An unread body holds its connection. */
export function discardBody(body) {
  if (body && !body.locked) body.cancel?.().catch(() => {});
}

/** Bytes as a header counts them, or undefined. */
export const parseLength = (text) => (typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined);
