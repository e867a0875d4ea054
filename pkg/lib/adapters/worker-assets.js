// Serves the static assets of a Worker as the web app: precompressed if such copies exist, and cached according to their names.

import { listAcceptedCodings, addEncodingToVary } from "./accept-encoding.js";
import { getCacheControl, mayBePrecompressed, NOT_FOUND, PLAIN_TEXT, getContentType } from "./file-headers.js";
import { setSecurityHeaders } from "./security-headers.js";

/**
 * Returns the codings that the browser accepts. Cloudflare replaces `Accept-Encoding`, and passes the browser's own header in `cf`. It
 * does not change bodies that a Worker has compressed.
 */
const listCodings = ({ cf, headers }) =>
  listAcceptedCodings(cf?.clientAcceptEncoding ?? headers.get("accept-encoding"));

/** Returns a function for the setting `assets` of a gateway. @param {() => number} hstsSeconds */
export const createWorkerAssets = (hstsSeconds) => async (request, env) => {
  const { pathname } = new URL(request.url);
  const isVarying = mayBePrecompressed(pathname);
  const { response, coding } = (isVarying && (await fetchCompressedFile(request, env))) || {
    response: await env.ASSETS.fetch(request),
    coding: undefined,
  };
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  setSecurityHeaders(headers, request, hstsSeconds());
  if (isVarying) headers.set("vary", addEncodingToVary(headers.get("vary")));
  if (response.ok || status === 304) headers.set("cache-control", getCacheControl(pathname));
  // The rules of `_headers` also apply to missing files: without this, browsers would cache the 404 of a file that a later deployment
  // adds.
  else headers.delete("cache-control");
  if (coding && status !== 304) headers.set("content-encoding", coding);
  // Cloudflare derives the content type from the file name, which may end in `.br`, so it is set again.
  if (response.ok && (coding || !headers.has("content-type"))) headers.set("content-type", getContentType(pathname));
  if (status === 404 && !headers.has("content-type")) {
    headers.set("content-type", PLAIN_TEXT);
    return new Response(request.method === "HEAD" ? null : NOT_FOUND, { status, headers });
  }
  // "manual" tells workerd that the body is already compressed.
  const encodeBody = coding ? { encodeBody: "manual" } : {};
  return new Response(response.body, { status, statusText, headers, ...encodeBody });
};

/** Returns the precompressed copy of the asset that the caller prefers, if one exists. */
async function fetchCompressedFile(request, env) {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  // A range refers to the uncompressed asset.
  if (request.headers.has("range")) return undefined;
  for (const [coding, extension] of listCodings(request)) {
    const url = new URL(request.url);
    url.pathname += extension;
    const response = await env.ASSETS.fetch(new Request(url, request));
    // With some settings, Cloudflare returns an HTML page for a missing file.
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    if ((response.ok && !isPage) || response.status === 304) return { response, coding };
    await response.body?.cancel();
  }
  return undefined;
}
