// A reply: status, headers and body of a response that is still to be written. A batch collects those of its calls.

import { spliceId } from "./splice-id.js";

/**
 * @typedef {{ status: number, headers: [string, string][], body: ReadableStream | string | import("./long-text.js").LongText | null,
 *   recent?: import("../cache/respond.js").Recent, entry?: import("../../../gateway.js").CacheEntry,
 *   forms?: import("./compressed-forms.js").CompressedForms }} Reply `recent`: where the headers of a cached response are remembered;
 *   `entry`: the cached response, whose text the body is; `forms`: its compressed forms
 */

/** Thrown when the caller has disconnected; the upstream did not fail. @type {any} */
export const GONE = { status: 499, headers: [], body: null };

/** Statuses whose responses have no body. */
export const isBodyless = (status) => status === 204 || status === 205 || status === 304;

/** Makes the caller's form of a reply that the core wrote. */
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

/** Puts the time in place of the NUL in a body that the core wrote. */
export const insertTime = (body) => body?.replace("\0", (Date.now() / 1000).toFixed(3));

/** Cancels a body that is not read, which would hold its connection. */
export function discardBody(body) {
  if (body && !body.locked) body.cancel?.().catch(() => {});
}

/** Parses the number of bytes in a header; undefined if it is invalid. */
export const parseLength = (text) => (typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined);
