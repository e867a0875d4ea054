// Sends the upstream requests of a plain gateway: headers, timeouts, retries of reads, a breaker.

import { BREAKER, FORWARDED_HEADERS, RETRIES, TIMEOUT } from "./policy.mjs";
import { makeTraceparent } from "./line.mjs";

const breaker = { failures: 0, until: 0 };

const FAILURE_STATUSES = [502, 503, 504];
const isRetryable = (status) => status === 408 || status === 425 || status === 429 || status >= 500;

function makeHeadersFor(request, key, record) {
  const headers = new Headers({ accept: "application/json", "x-api-key": key });
  const isNamedByConnection =
    request.headers
      .get("connection")
      ?.toLowerCase()
      .split(",")
      .map((name) => name.trim()) ?? [];
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null && !isNamedByConnection.includes(name)) headers.set(name, value);
  }
  headers.set("traceparent", makeTraceparent(request.headers.get("traceparent"), record));
  const state = request.headers.get("tracestate");
  if (state !== null) headers.set("tracestate", state);
  return headers;
}

/** A response, or the status and text of an error. */
export async function attemptUpstream(send, url, request, { row }, key, seen) {
  const headers = makeHeadersFor(request, key, seen);
  const isRead = row.idempotent && !row.sideEffect;
  for (let attempt = 1; ; attempt += 1) {
    if (breaker.failures >= BREAKER.failures && Date.now() < breaker.until)
      return { status: 503, error: "the breaker is open" };
    seen.attempts = attempt;
    const start = performance.now();
    let response;
    let error;
    try {
      response = await send(url, {
        method: request.method,
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (thrown) {
      error =
        thrown.name === "TimeoutError"
          ? { status: 504, error: "no response in time" }
          : { status: 502, error: "no connection" };
    }
    seen.upstreamMs += performance.now() - start;
    if (!response || FAILURE_STATUSES.includes(response.status)) {
      breaker.failures += 1;
      breaker.until = Date.now() + BREAKER.pause;
    } else {
      breaker.failures = 0;
    }
    if ((response && !isRetryable(response.status)) || !isRead || attempt > RETRIES)
      return response ? checkResponse(response) : error;
    await response?.body?.cancel();
    await new Promise((done) => setTimeout(done, Math.random() * 100 * 2 ** attempt));
  }
}

function checkResponse(response) {
  const { status } = response;
  if (status === 401 || status === 403) return { status: 502, error: "the upstream refused the gateway's API key" };
  if (status >= 300 && status < 400 && status !== 304)
    return { status: 502, error: "the upstream responded with a redirect" };
  return { response };
}
