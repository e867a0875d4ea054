// A reply: status, headers and body from which a response is made later. A batch collects the replies of its calls.

import { spliceId } from "./splice-id.js";

/**
 * @typedef {{ status: number, headers: [string, string][], body: ReadableStream | string | import("./long-text.js").LongText | null,
 *   recent?: import("../cache/respond.js").Recent, entry?: import("../../../gateway.js").CacheEntry,
 *   forms?: import("./compressed-forms.js").CompressedForms, switching?: Response }} Reply `recent`: remembered headers of a cached response; `entry`: the
 *   cached response that the body comes from; `forms`: its compressed forms; `switching`: the response that
 *   opens a WebSocket
 */

/** Thrown when the caller has disconnected; the upstream did not fail. @type {any} */
export const CLIENT_GONE_REPLY = { status: 499, headers: [], body: null };

/** Statuses whose responses have no body. */
export const isBodyless = (status) => status === 204 || status === 205 || status === 304;

/** Makes a reply from the core's response, with the caller's JSON-RPC id and CORS header. */
export const replyFromCore = ({ status, headers, body }, { tail, origin }) => ({
  status,
  headers: allowOrigin(origin, headers),
  body: tail === undefined ? body : spliceId(body, tail),
});

/** Adds the CORS header that allows only this origin to read the response. */
export function allowOrigin(origin, headers) {
  if (origin !== undefined) headers.push(["access-control-allow-origin", origin]);
  return headers;
}

/** Replaces the NUL in a body from the core, which is a placeholder, with the current time. */
export const insertTime = (body) => body?.replace("\0", (Date.now() / 1000).toFixed(3));

/** Cancels a body that will not be read: otherwise it would keep its connection busy. */
export function discardBody(body) {
  if (body && !body.locked) body.cancel?.().catch(() => {});
}

/** Parses the number of bytes in a header; undefined if it is invalid. */
export const parseLength = (text) => (typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined);
