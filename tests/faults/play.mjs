// Runs one case: a fault of the first upstream, its effect on callers and on the upstreams, and the time until recovery.

import http from "node:http";

import { OK, makeService } from "../upstream/service-of.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

/** Milliseconds; the real defaults are some 20 times as long. */
export const TIMES = { timeout: 600, deadline: 1500, staleAfterMs: 300, pause: 400 };
/** The upstreams' response to every kind of read in the healthy state. */
const ANSWER = JSON.stringify({ ok: true, result: { address_state: "active", code: "x".repeat(2000) } });
const ADDRESS = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const CALL = { jsonrpc: "2.0", id: 1, method: "getAddressInformation", params: { address: ADDRESS } };
const postRequest = (value) => ({
  method: "POST",
  path: "/api/v2/jsonRPC",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** Requests that lead to the same upstream request. */
export const KINDS = {
  GET: { method: "GET", path: `/api/v2/getAddressInformation?address=${ADDRESS}` },
  "JSON-RPC": postRequest(CALL),
  "JSON-RPC batch": postRequest([CALL, { ...CALL, id: 2 }]),
};

export const makeConfig = (urls) => ({
  mainnet: urls.map((baseUrl) => ({ baseUrl })),
  timeoutMs: TIMES.timeout,
  deadlineMs: TIMES.deadline,
  retries: 2,
  breaker: { failures: 5, openMs: TIMES.pause },
  limits: UNLIMITED,
  logLevel: "off",
  // The table of operations makes an entry fresh for a second; after that it only serves failures.
  cache: { staleWhileRevalidateMs: 0, staleIfErrorMs: 60_000, staleAfterMs: TIMES.staleAfterMs },
});

/** Upstreams that respond, and that can have a fault. */
export async function startUpstreams(count) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const upstream = { act: undefined, left: Number.POSITIVE_INFINITY };
      const respondOk = (request, response) => response.writeHead(200, OK).end(ANSWER);
      upstream.server = await makeService((request, response) => {
        const handler = upstream.left > 0 ? upstream.act : undefined;
        if (handler) upstream.left -= 1;
        (handler ?? respondOk)(request, response);
      });
      return upstream;
    }),
  );
}

/** Puts the entry of a case into the cache, and resolves when it is stale: a second later. */
export async function prime({ kind, isStale }, url) {
  if (!isStale) return;
  const agent = new http.Agent({ keepAlive: true });
  const { status } = await send(agent, url, kind);
  agent.destroy();
  if (status !== 200) throw new Error(`the cache was not filled: status ${status}`);
  await sleep(1050);
}

/**
 * @returns the effect of the fault on simultaneous `callers`: counts by status, the longest wait in milliseconds,
 * requests to each upstream, milliseconds until recovery
 */
export async function causeFault({ fault, kind, callers }, url, services) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers });
  try {
    const [first] = services;
    const seenBefore = services.map(({ server }) => server.seen.length);
    Object.assign(first, { act: fault.act(ANSWER), left: fault.only ?? Number.POSITIVE_INFINITY });
    const replies = await Promise.all(Array.from({ length: callers }, () => send(agent, url, kind)));
    const requests = services.map(({ server }, at) => server.seen.length - seenBefore[at]);
    first.act = undefined;
    const recoveredTime = performance.now();
    let recovery = Number.POSITIVE_INFINITY;
    while (performance.now() - recoveredTime < 5000) {
      const reply = await send(agent, url, kind);
      if (isGood(reply) && !reply.isStale) {
        recovery = performance.now() - recoveredTime;
        break;
      }
      await sleep(20);
    }
    const statuses = {};
    for (const reply of replies) {
      const name = getName(reply);
      statuses[name] = (statuses[name] ?? 0) + 1;
    }
    return { statuses, wait: Math.max(...replies.map(({ ms }) => ms)), requests, recovery };
  } finally {
    agent.destroy();
  }
}

const isGood = ({ status, isWhole }) => status === 200 && isWhole;

/** The status, marked if the response is stale; a batch is 200, so its worst item counts. */
function getName({ status, isStale, isWhole, text }) {
  if (status !== 200) return String(status);
  if (isStale) return "200, stale";
  if (isWhole) return "200";
  const codes = [...text.matchAll(/"code":(\d+)/g)].map(([, code]) => code);
  return codes.length > 0 ? `200 with code ${[...new Set(codes)].sort().join(", ")}` : "the upstream's 200 unchanged";
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The status of a response, or the reason why there is none. */
function send(agent, url, { method, path, headers, body }) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status, response, text = "") =>
      resolve({
        status,
        text,
        ms: performance.now() - startedAt,
        isStale: (response?.headers["cache-status"] ?? "").includes("fwd=stale"),
        isWhole: text.includes('"address_state":"active"') && isJson(text),
      });
    const request = http.request(url + path, { method, headers, agent }, (response) => {
      const parts = [];
      response
        .on("data", (part) => parts.push(part))
        .on("error", () => end("cut off", response))
        .on("end", () => end(response.statusCode, response, Buffer.concat(parts).toString()));
    });
    request.on("error", (error) => end(`no reply: ${/** @type {any} */ (error).code}`)).end(body);
  });
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
