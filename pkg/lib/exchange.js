// One try: a request, its answer, and what can go wrong between the two, without the key.

import { parse, readText } from "./body.js";
import { fail, isTonEdgeError, TonEdgeError } from "./error.js";
import { tell } from "./hooks.js";
import { isBrowser, redact, safeCause } from "./key.js";
import { core } from "./load/client.js";
import { clock } from "./pace.js";
import { retryAfter } from "./retry-after.js";

export async function exchange(job, attempt, pacer) {
  const { call, settings, request, key, url } = job;
  const { method } = request;
  const started = clock();
  tell(settings.onRequest, { method, url, attempt });
  // Called as a plain function: a browser's fetch refuses any other `this`.
  const fetch = settings.fetch ?? globalThis.fetch;
  try {
    // A body can be sent once.
    const response = await fetch(request.body || method !== "GET" ? request.clone() : request);
    const { status } = response ?? {};
    if (typeof status !== "number") throw fail("invalid_response", "fetch gave no Response");
    const header = (name) => response.headers?.get?.(name) ?? undefined;
    pacer?.told(header("ratelimit-policy") ?? header("ratelimit-limit"));
    const told = (code) =>
      tell(settings.onResponse, { method, url, attempt, status, code, durationMs: Math.round(clock() - started) });
    try {
      const { shape, value } = status === 0 ? parse("") : parse(await readText(response, settings.maxResponseBytes));
      const result = call.judge
        ? call.judge(status, shape, value, (error) => shown(error, url, key))
        : core.settle(call.generation, status, shape, value);
      told(undefined);
      return result;
    } catch (error) {
      const code = isTonEdgeError(error) ? error.code : "connection_failed";
      told(code);
      if (code !== "connection_failed") error.retryAfterMs = restAsked(error.status ?? status, header);
      throw error;
    }
  } catch (error) {
    // After an abort nobody listens here any more; the race has been decided.
    if (isTonEdgeError(error)) throw shown(error, url, key);
    const message = `no answer from ${settings.baseUrl}: the connection failed, or the browser hid the reason (CORS)`;
    const failure = fail("connection_failed", redact(message, key), { requestUrl: url, cause: safeCause(error, key) });
    // Known here and needed by the tries; nothing to show.
    Object.defineProperty(failure, "untaken", { value: wasRefused(error) });
    throw failure;
  }
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

/** An error with the URL it is about, and without the key, which a server might echo. */
function shown(error, requestUrl, key) {
  const { code, message, cause } = error;
  return new TonEdgeError({
    ...error.toJSON(),
    code,
    message: redact(message, key),
    requestUrl,
    cause: cause === undefined ? undefined : safeCause(cause, key),
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
