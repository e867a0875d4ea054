// The HTTP front of an upstream, like that of the hosted service: loopback listener, keys, networks, rates, CORS, faults on request, and a
// record of the requests. The caller passes the function that makes the responses.
import { createServer } from "node:http";

import { createFaults, send, applyFault } from "./faults.mjs";
import { makeErrorReply, makeJsonReply } from "./reply.mjs";

/** The CORS headers that the hosted service's front sent with 200, 416 and 429 (http_exchanges_v2.json). */
const CORS = {
  "access-control-allow-headers": "User-Agent,Keep-Alive,Content-Type,X-API-Key,X-Ton-Client-Version",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-origin": "*",
};
/** The two published bodies of 429, of which the first is the recorded one, and the text that callers without a key got. */
export const TOO_FAST = {
  result: { ok: false, result: "Ratelimit exceed", code: 429 },
  error: { ok: false, code: 429, error: "Ratelimit exceeded" },
  keyless: { ok: false, result: "Ratelimit without API Key exceed: 1 per second", code: 429 },
};
export const KEYS = { mainnet: ["mainnet-key"], testnet: ["testnet-key"] };
const MAX_REQUESTS = 500;
const MAX_BODY = 1 << 20; // the C++ server's own limit

/** Lets `rps` requests through in any second. @param {number | undefined} rps */
export function createLimiter(rps) {
  /** @type {number[]} */
  let takenNows = [];
  return () => {
    if (!rps) return true;
    const now = performance.now();
    takenNows = takenNows.filter((t) => now - t < 1000);
    return takenNows.length < rps && takenNows.push(now) > 0;
  };
}

/** @param {import("node:http").IncomingMessage} request @returns {Promise<string | null>} null: the body is too large */
async function readBody(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    if ((size += part.length) > MAX_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/**
 * @typedef {{ status: number, headers: Record<string, string>, body: Buffer }} Reply
 * @typedef {{ generation: "v2" | "v3", verb: string, path: string, query: URLSearchParams, body: string,
 *   headers: import("node:http").IncomingHttpHeaders }} Request
 * @typedef {{ port?: number, host?: string, network?: "mainnet" | "testnet", keys?: Record<string, string[]>, rps?: number, keyRps?: number,
 *   variant?: "cpp" | "python", tooFast?: "result" | "error" | "keyless", log?: (line: string) => void, server?: import("node:http").Server }} FrontOptions
 *   `rps`: keyless requests per second (the hosted service has 1; off by default), `keyRps`: requests per second of each key, `tooFast`: the
 *   body of 429, `server`: a server that listens already; from then on the front handles its requests, and ignores `port` and `host`
 */

/** The last good response to each request, for the fault `stale`. */
function createReplyMemory() {
  /** @type {Map<string, Reply>} */
  const goodReplies = new Map();
  return {
    get: (line) => goodReplies.get(line),
    set(line, reply) {
      if (reply.status !== 200) return;
      if (goodReplies.size >= MAX_REQUESTS) goodReplies.delete(goodReplies.keys().next().value);
      goodReplies.set(line, reply);
    },
  };
}

/**
 * @param {string} name for messages, "replay upstream" @param {FrontOptions} options @param {(request: Request) => Reply | Promise<Reply>} respond
 * @param {(path: string) => Reply | undefined} [file] files outside the API, without key and rate; undefined: no file has this path
 * @returns {Promise<{ url: string, port: number, requests: { method: string, url: string, headers: import("node:http").IncomingHttpHeaders,
 *   body: string, status: number }[], faults: ReturnType<typeof createFaults>, close(): Promise<void> }>}
 */
export async function startFront(
  name,
  {
    port = 0,
    host = "127.0.0.1",
    network = "mainnet",
    keys = KEYS,
    rps,
    keyRps,
    variant = "cpp",
    tooFast = "result",
    log,
    // The default of 5 s is shorter than the work on a chain in the same process: a client would then reuse a connection that is being closed.
    server = createServer({ keepAliveTimeout: 75_000 }),
  },
  respond,
  file = () => undefined,
) {
  if (!["127.0.0.1", "::1", "localhost"].includes(host))
    throw new Error(`the ${name} listens on the loopback interface only, not on ${host}`);
  const faults = createFaults();
  const requests = [];
  const timers = new Set();
  const pastReplies = createReplyMemory();
  const keylessLimiter = createLimiter(rps);
  const limitsByKey = new Map(
    Object.values(keys)
      .flat()
      .map((key) => [key, createLimiter(keyRps)]),
  );
  const sleep = (ms) =>
    new Promise((done) => {
      const timer = setTimeout(() => (timers.delete(timer), done(undefined)), ms);
      timers.add(timer);
    });

  /** Checks key and rate before anything else; undefined if the request may pass. */
  function findFrontRefusal(generation, key) {
    if (key !== undefined && !(keys[network] ?? []).includes(key)) {
      return limitsByKey.has(key)
        ? makeErrorReply(generation, "python", 403, "Network not allowed")
        : makeErrorReply(generation, "python", 401, "API key does not exist");
    }
    return (key === undefined ? keylessLimiter : limitsByKey.get(key))()
      ? undefined
      : makeJsonReply(429, TOO_FAST[tooFast]);
  }

  async function handle(request, response) {
    const url = new URL(request.url, "http://upstream");
    const body = await readBody(request);
    const requestRecord = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: body ?? "",
      status: 0,
    };
    if (requests.push(requestRecord) > MAX_REQUESTS) requests.shift();
    const [, generation, path] = /^\/api\/(v2|v3)(\/.*)?$/.exec(url.pathname) ?? [];
    let fault;
    try {
      fault = faults.take(request.url, request.headers["x-fault"]);
    } catch (error) {
      fault = {};
      response.writeHead(400, { "content-type": "text/plain" }).end(`${error.message}\n`);
      return;
    }
    if (fault.delay) await sleep(fault.delay);
    if (fault.reset) return void request.socket.resetAndDestroy();
    if (fault.hang) return;
    const getErrorReply = (status, text) => makeErrorReply(generation ?? "v2", variant, status, text);
    let reply;
    if (request.method === "OPTIONS") reply = { status: 204, headers: {}, body: Buffer.alloc(0) };
    else if (!generation)
      reply =
        file(url.pathname) ??
        applyFault({ status: 404, headers: {}, body: Buffer.alloc(0) }, { html: true, status: 404 }, getErrorReply);
    else if (body === null) reply = getErrorReply(413, "Payload Too Large");
    else if (fault.refused) reply = makeJsonReply(429, TOO_FAST[tooFast]);
    else {
      const key = request.headers["x-api-key"] ?? url.searchParams.get("api_key") ?? undefined;
      const line = `${request.method} ${request.url} ${body}`;
      reply =
        findFrontRefusal(generation, key) ??
        (fault.stale ? pastReplies.get(line) : undefined) ??
        (await respond({
          generation: /** @type {any} */ (generation),
          verb: request.method,
          path: path ?? "/",
          query: url.searchParams,
          body,
          headers: request.headers,
        }));
      if (!fault.stale) pastReplies.set(line, reply);
    }
    if (fault.refused && fault.retryAfter !== undefined)
      reply.headers = { ...reply.headers, "retry-after": String(fault.retryAfter) };
    const version = generation === "v3" && reply.status !== 429 ? { "x-api-version": "1.3.0" } : {};
    reply = applyFault({ ...reply, headers: { ...CORS, ...version, ...reply.headers } }, fault, (status, text) => {
      const refusalReply = getErrorReply(status, text);
      return { ...refusalReply, headers: { ...CORS, ...refusalReply.headers } };
    });
    requestRecord.status = reply.status;
    log?.(`${request.method} ${request.url} ${reply.status}`);
    send(response, reply, fault, request.method === "HEAD");
  }

  server.removeAllListeners("request").on("request", (request, response) => {
    handle(request, response).catch((error) => {
      log?.(`${request.method} ${request.url} failed: ${error.stack}`);
      if (!response.headersSent && !response.destroyed)
        response.writeHead(500, { "content-type": "text/plain" }).end(`${name}: ${error.message}\n`);
      else response.destroy();
    });
  });
  const listen = new Promise((done, fail) => {
    if (server.listening) return done();
    server.once("error", (error) =>
      fail(
        /** @type {any} */ (error).code === "EADDRINUSE"
          ? new Error(`port ${port} of ${host} is in use; give another --port, or 0 for any free one`)
          : error,
      ),
    );
    server.listen(port, host, done);
  });
  await listen;
  const boundPort = server.address().port;
  return {
    url: `http://${host}:${boundPort}`,
    port: boundPort,
    requests,
    faults,
    close() {
      timers.forEach(clearTimeout);
      return new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections(); // also hung and stalled connections
      });
    },
  };
}
