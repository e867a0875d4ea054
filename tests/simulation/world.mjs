// A gateway in simulated time: callers that come, leave and die, upstreams that fail by a schedule, and a record of what each caller saw.

import { createGateway } from "ton-edge/gateway";

import { createSimulatedClock } from "../helpers/simulated-clock.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

export const TIMES = {
  timeout: 400,
  deadline: 1000,
  retries: 2,
  pause: 500,
  probeWaitMs: 300,
  staleAfterMs: 200,
  staleIfErrorMs: 1000,
  fresh: 1000,
  linger: 500,
};
export const MAX_UNSHARED = 2;
/** Longer than the longest shared response. */
const LONG_TEXT = "x".repeat(6000);
const ADDRESSES = ["0:" + "11".repeat(32), "0:" + "22".repeat(32)];

/**
 * @param {{ staleAfterMs?: number, upstreams: { kind: string, ms: number }[][], callers: { at: number, key: number, rpc: boolean, leaves?: number, dies?: number }[], end: number }} schedule
 *   each upstream behaves as its list says, request by request, and responds normally after that
 * @returns {Promise<{ requests: any[], callers: any[] }>}
 */
export async function simulate({ upstreams, callers, end, staleAfterMs = TIMES.staleAfterMs }) {
  const clock = createSimulatedClock();
  const requests = [];
  const records = callers.map((caller) => ({ ...caller, status: undefined }));
  clock.install();
  try {
    const gateway = createGateway({
      mainnet: upstreams.map((_, index) => ({ baseUrl: `https://${index}.example` })),
      timeoutMs: TIMES.timeout,
      deadlineMs: TIMES.deadline,
      retries: TIMES.retries,
      breaker: { failures: 5, openMs: TIMES.pause, probeWaitMs: TIMES.probeWaitMs },
      cache: {
        staleWhileRevalidateMs: 0,
        staleIfErrorMs: TIMES.staleIfErrorMs,
        staleAfterMs,
        maxEntryBytes: 1000,
        maxSharedBytes: 4000,
        maxUnshared: MAX_UNSHARED,
      },
      limits: UNLIMITED,
      logLevel: "off",
      logClient: "off",
      fetch: makeUpstream(clock, upstreams, requests),
    });
    for (const [index, caller] of records.entries()) {
      clock.as(index, () => setTimeout(() => call(clock, gateway, caller, index), caller.at));
      if (caller.dies !== undefined)
        setTimeout(() => endCaller(clock, requests, caller, index), caller.at + caller.dies);
    }
    await clock.run(end);
    return { requests, callers: records };
  } finally {
    clock.uninstall();
  }
}

async function call(clock, gateway, caller, index) {
  const stop = new AbortController();
  if (caller.leaves !== undefined) setTimeout(() => stop.abort(), caller.leaves);
  const address = ADDRESSES[caller.key];
  const request = caller.rpc
    ? {
        method: "POST",
        url: "https://gw.example/api/v2/jsonRPC",
        headers: new Headers({ "content-type": "application/json" }),
        signal: stop.signal,
        body: new Response(
          JSON.stringify({ jsonrpc: "2.0", id: index, method: "getAddressInformation", params: { address } }),
        ).body,
      }
    : {
        method: "GET",
        url: `https://gw.example/api/v2/getAddressInformation?address=${address}`,
        headers: new Headers(),
        body: null,
        signal: stop.signal,
      };
  const response = await gateway.fetch(request, {}, { waitUntil() {} });
  if (clock.isDead(index)) return;
  caller.status = response.status;
  caller.headers = response.headers;
  caller.answered = clock.time;
  try {
    caller.text = await response.text();
  } catch (error) {
    caller.broken = error.message;
  }
  caller.ended = clock.time;
}

/** Ends a request as workerd does: its code stops, and its requests to upstreams are closed. */
function endCaller(clock, requests, caller, index) {
  if (caller.status !== undefined) return;
  caller.isDead = true;
  clock.die(index);
  for (const request of requests) if (request.owner === index) request.end ??= clock.time;
}

function makeUpstream(clock, upstreams, requests) {
  const turnsOfUpstreams = upstreams.map(() => 0);
  return (url, { signal }) => {
    const upstream = Number(new URL(url).hostname.split(".")[0]);
    const { kind, ms } = upstreams[upstream][turnsOfUpstreams[upstream]++] ?? { kind: "ok", ms: 5 };
    const attempt = {
      upstream,
      kind,
      ms,
      key: ADDRESSES.findIndex((address) => decodeURIComponent(url).toLowerCase().includes(address)),
      start: clock.time,
      end: undefined,
      owner: clock.owner,
    };
    requests.push(attempt);
    const endAttempt = () => (attempt.end ??= clock.time);
    return new Promise((resolve, fail) => {
      let controller;
      const onAbort = () => {
        endAttempt();
        const error = Object.assign(new Error("aborted"), { name: "AbortError" });
        fail(error);
        try {
          controller?.error(error);
        } catch {
          // The request has ended.
        }
      };
      if (signal?.aborted) return onAbort();
      signal?.addEventListener("abort", onAbort);
      const writeBody = () => JSON.stringify({ ok: true, result: { madeAt: clock.time, state: "active" } });
      const sendResponse = (status, text, headers = {}) => {
        endAttempt();
        resolve(new Response(text, { status, headers: { "content-type": "application/json", ...headers } }));
      };
      const respondWithStream = (onBody) => {
        const body = new ReadableStream({
          start: (streamController) => (
            (controller = streamController),
            streamController.enqueue(new TextEncoder().encode(writeBody().slice(0, 20)))
          ),
        });
        resolve(new Response(body, { headers: { "content-type": "application/json" } }));
        onBody?.();
      };
      setTimeout(() => {
        if (attempt.end !== undefined) return;
        if (kind === "ok") sendResponse(200, writeBody());
        else if (kind === "long")
          sendResponse(200, JSON.stringify({ ok: true, result: { madeAt: clock.time, state: LONG_TEXT } }));
        else if (kind === "refused") {
          endAttempt();
          fail(new TypeError("fetch failed"));
        } else if (kind === "html") sendResponse(200, "<html></html>");
        else if (kind === "json") sendResponse(200, writeBody().slice(0, 30));
        else if (kind === "unready") sendResponse(200, '{"ok":false,"error":"not ready","code":500}');
        else if (kind === "cut")
          respondWithStream(() => setTimeout(() => (endAttempt(), controller.error(new Error("cut"))), 20));
        else if (kind === "stall") respondWithStream();
        else if (kind === "429") sendResponse(429, "{}", { "retry-after": "1" });
        else if (/^\d+$/.test(kind)) sendResponse(Number(kind), "{}");
      }, ms);
    });
  };
}
