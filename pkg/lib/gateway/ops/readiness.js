// `/readyz`: probes every upstream and reports whether the gateway is ready.

import { readStream } from "../../util/body.js";
import { callCore } from "../core.js";
import { discardBody } from "../http/response.js";
import { attemptUpstream } from "../upstream/attempt.js";
import { firstKey } from "../upstream/breakers.js";
import { startRecord } from "./log.js";

/** Most milliseconds per request; a probe waits for no slow upstream. */
const TIMEOUT_MS = 5000;
/** Most bytes of a response; a masterchain block has less than 4 kB in either generation. */
const MAX_BYTES = 65_536;

/** The outcome for an upstream that was not probed, since its budget is used up. */
const BUSY = Object.freeze({ status: 429, body: "" });

/** The report as `{ status, body }`, remembered as plain data: in workerd a promise must not be shared between requests. */
export async function checkReadiness(ready, request, env) {
  const { last } = ready.readiness;
  const now = Date.now();
  ready.readiness.probed = now;
  if (last && now >= last.at && now - last.at < ready.readiness.ttlMs) return last.report;
  const [mainnet, testnet] = await Promise.all(
    ["mainnet", "testnet"].map((network) =>
      Promise.all(
        ready.upstream[network].map((_, upstream) => probeUpstream(ready, { network, upstream }, request, env)),
      ),
    ),
  );
  for (const [network, found] of Object.entries({ mainnet, testnet }))
    for (const [at, one] of found.entries()) if (one !== BUSY) noteHealth(ready.upstream[network][at], one, now);
  // Callers use the budget up, so the upstreams are in use: the last report still holds.
  if (last && [...mainnet, ...testnet].includes(BUSY)) return last.report;
  const report = callCore(ready, "report", JSON.stringify({ mainnet, testnet }));
  ready.readiness.last = { at: now, report };
  return report;
}

/** What metrics say of an upstream: while it does not respond, its newest block that was seen grows older. */
function noteHealth(upstream, { ready, seqno, headAge }, now) {
  upstream.health = {
    ready,
    seqno: seqno ?? upstream.health?.seqno,
    made: headAge === undefined ? upstream.health?.made : now - headAge * 1000,
  };
}

/** Least milliseconds between the checks that scrapes of the metrics begin. */
const LEAST_MS = 1000;

/**
 * Begins to check the upstreams of networks that requests have used, unless that was done a short time ago. A scrape does not wait for it:
 * the next one has the result.
 */
export function refreshHealth(ready, env, ctx) {
  const { probed = -Infinity, ttlMs } = ready.readiness;
  const now = Date.now();
  const used = Object.entries(ready.upstream).filter(([, list]) =>
    list.some(({ counts }) => counts.attempts.some((count) => count > 0)),
  );
  if (used.length === 0 || now - probed < Math.max(ttlMs, LEAST_MS)) return;
  ready.readiness.probed = now;
  const check = async (network, upstream, one) => {
    // Not for the scrape's request, which ends before.
    const found = await probeUpstream(ready, { network, upstream }, {}, env);
    if (found !== BUSY) noteHealth(one, found, now);
  };
  const all = used.flatMap(([network, list]) => list.map((one, at) => check(network, at, one).catch(() => {})));
  ctx?.waitUntil?.(Promise.all(all));
}

/** Probes one upstream with the requests that the core names. Its breaker neither prevents this nor learns of it. */
async function probeUpstream(ready, { network, upstream }, request, env) {
  const responses = [];
  for (;;) {
    const step = callCore(ready, "checkReadiness", network === "testnet", JSON.stringify(responses), Date.now());
    if (step.known) return step.known;
    const response = await requestUpstream(ready, { network, upstream, path: step.request }, request, env);
    if (response === BUSY && ready.readiness.last) return BUSY;
    responses.push(response);
  }
}

async function requestUpstream(ready, { network, upstream, path }, request, env) {
  const verdict = {
    network,
    verb: "GET",
    url: ready.urls[network][0] + path,
    headers: { accept: "application/json" },
    body: undefined,
  };
  const pick = { upstream, key: firstKey(ready.states[network], upstream) };
  const { response, failure } = await attemptUpstream(
    ready,
    verdict,
    { pick, timeout: TIMEOUT_MS },
    request,
    env,
    startRecord(),
  );
  if (failure === "budget") return BUSY;
  if (!response) return { status: 0, body: "" };
  if (response.status !== 200 || !response.body) {
    discardBody(response.body);
    return { status: response.status, body: "" };
  }
  const body = await readStream(response.body, MAX_BYTES).catch(() => undefined);
  return body === undefined ? { status: 0, body: "" } : { status: 200, body };
}
