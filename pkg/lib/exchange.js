// One try: a request, its answer, and what can go wrong between the two, without the secrets.

import { parse, readText } from "./body.js";
import { fail, isTonEdgeError, TonEdgeError } from "./error.js";
import { tell } from "./hooks.js";
import { redact, safeCause } from "./key.js";
import { core } from "./load/client.js";
import { clock } from "./pace.js";
import { retryAfter } from "./retry-after.js";
import { isBrowser } from "./runtime.js";

/** The result, or what failed is thrown; `started` now. */
export async function exchange(job, attempt, pacer, started) {
  const { settings, request, method, url } = job;
  tell(settings.onRequest, { method, url, attempt });
  let response;
  let status;
  try {
    // Called as a plain function: a browser's fetch refuses any other `this`.
    const fetch = settings.fetch ?? globalThis.fetch;
    // A body can be sent once.
    response = await fetch(request.body || method !== "GET" ? request.clone() : request);
    const given = response?.status;
    if (typeof given !== "number") throw fail("invalid_response", "fetch gave no Response");
    pacer?.told(header(response, "ratelimit-policy") ?? header(response, "ratelimit-limit"));
    status = given;
    const text = status === 0 ? "" : await readText(response, settings.maxResponseBytes);
    const result = judge(job, status, text);
    answered(job, attempt, started, status);
    return result;
  } catch (error) {
    throw failure(job, attempt, started, response, status, error);
  }
}

const header = (response, name) => response.headers?.get?.(name) ?? undefined;

function judge({ call, settings: { maxResponseBytes }, url, secrets }, status, text) {
  if (text === undefined || text.length > maxResponseBytes) {
    throw fail("response_too_large", `the answer is larger than ${maxResponseBytes} bytes`, { status });
  }
  const { shape, value } = parse(text);
  const clean = (said) => redact(said, secrets);
  if (call.judge) return call.judge(status, shape, value, clean, (error) => shown(error, url, secrets));
  return core.settle(call.generation, status, shape, value, clean);
}

function answered({ settings: { onResponse }, method, url }, attempt, started, status, code) {
  tell(onResponse, { method, url, attempt, status, code, durationMs: Math.round(clock() - started) });
}

/** What a try failed with: `status` when it was answered. After an abort nobody listens to it any more. */
function failure(job, attempt, started, response, status, error) {
  const { settings, url, secrets } = job;
  const ours = isTonEdgeError(error);
  if (status !== undefined) {
    answered(job, attempt, started, status, ours ? error.code : "connection_failed");
    if (ours) error.retryAfterMs = restAsked(error.status ?? status, (name) => header(response, name));
  }
  if (ours) return shown(error, url, secrets);
  const message = `no answer from ${settings.baseUrl}: the connection failed, or the browser hid the reason (CORS)`;
  const failed = fail("connection_failed", redact(message, secrets), { requestUrl: url, cause: safeCause(error, secrets) });
  // Known here and needed by the tries; nothing to show.
  return Object.defineProperty(failed, "untaken", { value: wasRefused(error) });
}

/** Whether nobody listened at the other end, so that nothing was taken. A browser does not tell. */
function wasRefused(error) {
  if (isBrowser()) return false;
  try {
    for (let at = error, depth = 0; at && depth < 5; at = at.cause ?? at.errors?.[0], depth += 1) {
      if (at.code === "ECONNREFUSED" || at.code === "ConnectionRefused" || /connection refused/i.test(at.message)) return true;
    }
  } catch {
    // A proxy or a getter that throws tells nothing.
  }
  return false;
}

/** An error with the URL it is about, and without the secrets, which a server might echo. */
function shown(error, requestUrl, secrets) {
  const { code, message, cause } = error;
  return new TonEdgeError({
    ...error.toJSON(),
    code,
    message: redact(message, secrets),
    requestUrl,
    cause: cause === undefined ? undefined : safeCause(cause, secrets),
  });
}

/** Milliseconds that the service wants to rest: Retry-After in seconds or as a date (RFC 9110, 10.2.3), or of a limit its reset. */
function restAsked(status, header) {
  const asked = retryAfter(header("retry-after"));
  if (asked !== undefined) return asked;
  if (status !== 429) return undefined;
  const [, seconds] = /\bt=(\d+)/.exec(header("ratelimit") ?? "") ?? [undefined, header("ratelimit-reset")];
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
