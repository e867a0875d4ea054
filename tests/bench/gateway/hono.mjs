// Contender: Hono with the same features, using its own middleware where it exists.

import { Hono } from "hono";
import { cors } from "hono/cors";
import { proxy } from "hono/proxy";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { endTime, startTime, timing } from "hono/timing";

import { detect } from "./address.mjs";
import { beginRecord, logRequest } from "./line.mjs";
import { ALLOWED_HEADERS, EXPOSED_HEADERS, RETURNED_HEADERS, MAX_HEADERS, MAX_URL, ORIGINS } from "./policy.mjs";
import { checkQuery } from "./query.mjs";
import { routes } from "./table.mjs";
import { attemptUpstream } from "./upstream.mjs";

const app = new Hono();

app.use(requestId({ limitLength: 0, generator: () => crypto.randomUUID() }));
app.use(async (c, next) => {
  const record = { ...beginRecord(), id: c.get("requestId") };
  c.set("seen", record);
  await next();
  logRequest(record, c.req.method, c.res);
});
app.use(timing({ total: true, totalDescription: "" }));
app.use(
  secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    xContentTypeOptions: true,
    referrerPolicy: "no-referrer",
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);
app.use(cors({ origin: ORIGINS, allowHeaders: ALLOWED_HEADERS, exposeHeaders: EXPOSED_HEADERS, maxAge: 7200 }));
app.use(async (c, next) => {
  if (c.req.url.length > MAX_URL) return c.json({ error: "the URL is too long" }, 414);
  let bytes = 0;
  for (const [name, value] of c.req.raw.headers) bytes += name.length + value.length + 4;
  if (bytes > MAX_HEADERS) return c.json({ error: "the headers are too large" }, 431);
  await next();
});

for (const [path, route] of routes) {
  for (const [method, entry] of route) {
    // Hono handles HEAD by the handler of GET.
    if (method === "HEAD") continue;
    app.on(method, path, async (c) => {
      const record = c.get("seen");
      record.row = entry.row;
      const searchParams = new URL(c.req.url).searchParams;
      const { error, search } = checkQuery(entry, searchParams);
      if (error) return c.json({ error }, 422);
      if (entry.row.name === "detectAddress") {
        return c.json({
          ok: true,
          result: detect(searchParams.get("address")),
          "@extra": `${Date.now() / 1000}:_:0`,
        });
      }
      startTime(c, "upstream");
      const {
        response,
        status,
        error: why,
      } = await attemptUpstream(proxy, c.env.UPSTREAM + path + search, c.req.raw, entry, c.env.API_KEY, record);
      endTime(c, "upstream");
      if (!response) return c.json({ error: why }, status);
      const headers = new Headers();
      for (const name of RETURNED_HEADERS) {
        const value = response.headers.get(name);
        if (value !== null) headers.set(name, value);
      }
      return new Response(response.body, { status: response.status, headers });
    });
  }
}

export default app;
