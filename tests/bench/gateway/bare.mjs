// Contender: the smallest gateway. It allows listed paths, replaces the caller's API key by its own, adds CORS headers, and streams the body.

import { ORIGINS } from "./policy.mjs";
import { routes } from "./table.mjs";

const makeJson = (status, error, headers) => Response.json({ error }, { status, headers });

export default {
  async fetch(request, { UPSTREAM, API_KEY }) {
    const url = new URL(request.url);
    const origin = request.headers.get("origin");
    const cors = { vary: "Origin" };
    if (ORIGINS.includes(origin)) cors["access-control-allow-origin"] = origin;
    const route = routes.get(url.pathname);
    if (!route) return makeJson(404, "no such operation", cors);
    if (!route.has(request.method)) return makeJson(405, "method not allowed", cors);
    url.searchParams.delete("api_key");
    const headers = new Headers({ accept: "application/json", "x-api-key": API_KEY });
    const response = await fetch(UPSTREAM + url.pathname + url.search, {
      method: request.method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(15_000),
    });
    const responseHeaders = new Headers(cors);
    for (const name of ["content-type", "content-encoding", "content-length", "retry-after"]) {
      const value = response.headers.get(name);
      if (value !== null) responseHeaders.set(name, value);
    }
    return new Response(response.body, { status: response.status, headers: responseHeaders });
  },
};
