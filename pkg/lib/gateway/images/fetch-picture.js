// Fetches a picture: follows a few redirects, checks every hop, and limits the bytes while they arrive.

import { hasTooManyParts } from "../../util/part-limit.js";
import { parsePictureUrl } from "./picture-url.js";
import { ImageRefusal } from "./refusal.js";

/** @typedef {import("./fetch-public.js").PictureFetch} PictureFetch */
/** @typedef {import("./fetch-public.js").PictureResponse} PictureResponse */

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers of the request: nothing about the caller. */
const HEADERS = {
  accept: "image/webp,image/png,image/jpeg,image/gif",
  "accept-encoding": "identity",
  "user-agent": "ton-edge",
};
/** Content types of pictures; hosts of files often have no better one than the last two. */
const TYPES = /^(?:image\/(?:png|apng|jpe?g|pjpeg|gif|webp)|(?:application|binary)\/octet-stream)\s*(?:;|$)/i;

/**
 * Returns the bytes at a URL. Throws an `ImageRefusal`, or whatever `send` throws.
 *
 * @param {URL} firstUrl checked by `parsePictureUrl`
 * @param {{ send: PictureFetch, maxBytes: number, ipfsUrl: string, signal: AbortSignal }} options
 * @returns {Promise<Uint8Array>}
 */
export async function fetchPicture(firstUrl, { send, maxBytes, ipfsUrl, signal }) {
  let url = firstUrl;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url.href, { redirect: "manual", headers: HEADERS, signal });
    const { status, headers } = response;
    if (status === 200) return readPicture(response, maxBytes);
    discardBody(response);
    if (!REDIRECTS.has(status)) throw new ImageRefusal("status");
    const target = redirects < MAX_REDIRECTS ? resolveLocation(headers.get("location"), url) : undefined;
    const nextUrl = target && parsePictureUrl(target, ipfsUrl);
    if (!nextUrl) throw new ImageRefusal("redirect");
    url = nextUrl;
  }
}

/** @param {string | null | undefined} location @param {URL} baseUrl */
function resolveLocation(location, baseUrl) {
  try {
    return new URL(location ?? "", baseUrl).href;
  } catch {
    return undefined;
  }
}

/** @param {PictureResponse} response @param {number} maxBytes */
async function readPicture(response, maxBytes) {
  const { headers } = response;
  const refusePicture = (/** @type {import("./refusal.js").Reason} */ reason) => {
    discardBody(response);
    return new ImageRefusal(reason);
  };
  const encoding = headers.get("content-encoding");
  if (!TYPES.test(headers.get("content-type") ?? "application/octet-stream")) throw refusePicture("type");
  if (encoding && encoding.toLowerCase() !== "identity") throw refusePicture("type");
  if (Number(headers.get("content-length")) > maxBytes) throw refusePicture("too-large");
  const length = Number(headers.get("content-length") ?? Number.NaN);
  const bytes = await readBytes(response.body, maxBytes);
  if (length > bytes.length) throw new ImageRefusal("damaged");
  return bytes;
}

/** @param {PictureResponse["body"]} body @param {number} maxBytes */
async function readBytes(body, maxBytes) {
  const parts = [];
  let length = 0;
  // Leaving the loop early ends the response.
  for await (const part of body ?? []) {
    length += part.length;
    parts.push(part);
    if (length > maxBytes || hasTooManyParts(parts.length, length)) throw new ImageRefusal("too-large");
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Ends a response whose body will not be read. @param {any} response */
function discardBody({ body }) {
  if (typeof body?.destroy === "function") body.destroy();
  else body?.cancel?.().catch(() => {});
}
