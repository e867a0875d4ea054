// One attempt of a call: sends the request and reads its response. Errors contain no secrets.

import { redact, redactCause } from "../util/api-key.js";
import { parseJson, readResponseText } from "../util/body.js";
import { fail, isTonEdgeError, TonEdgeError } from "../util/error.js";
import { parseRetryAfter } from "../util/retry-after.js";
import { isBrowser } from "../util/runtime.js";
import { core } from "../wasm/client.js";
import { clock } from "./clock.js";
import { callHook } from "./hooks.js";

/** Resolves to the result, or rejects with the failure; sets `started` synchronously. */
export async function sendAttempt(call, attempt, pacer, startedAt) {
  const { settings, request, url } = call;
  const { method } = call.plan;
  callHook(settings.onRequest, { method, url, attempt });
  let response;
  let status;
  try {
    // Called as a plain function: a browser's `fetch` throws if `this` is another object.
    const fetch = settings.fetch ?? globalThis.fetch;
    // A request with a body can be sent only once, so this sends a copy. A retry needs the original.
    response = await fetch(method === "GET" ? request : request.clone());
    const responseStatus = response?.status;
    if (typeof responseStatus !== "number") throw fail("invalid_response", "`fetch` returned no Response");
    call.headers = response.headers;
    pacer?.learn(readHeader(response, "ratelimit-policy") ?? readHeader(response, "ratelimit-limit"));
    status = responseStatus;
    const text = status === 0 ? "" : await readResponseText(response, settings.maxResponseBytes);
    const result = readOutcome(call, status, text);
    reportResponse(call, { attempt, started: startedAt, response, status });
    return result;
  } catch (error) {
    throw toFailure(call, { attempt, started: startedAt, response, status }, error);
  }
}

const readHeader = (response, name) => response.headers?.get?.(name) ?? undefined;

function readOutcome(call, status, text) {
  const { settings, endpoint, list, url, secrets } = call;
  const { generation, judge } = endpoint;
  const { maxResponseBytes } = settings;
  if (text === undefined || text.length > maxResponseBytes) {
    throw fail("response_too_large", `the response is larger than ${maxResponseBytes} bytes`, { status });
  }
  const { shape, value } = parseJson(text);
  const redactSecrets = (text) => redact(text, secrets);
  if (judge) return judge(status, shape, value, redactSecrets, (error) => removeSecrets(error, url, secrets));
  const result = core.judge(generation, { status, shape, body: value, list }, redactSecrets);
  // The service sends `null` for an empty list.
  if (list === "") return result ?? [];
  if (list !== undefined && result[list] === null) result[list] = [];
  return result;
}

/** Calls `onResponse` for an attempt that had a response; `code` is that of the error, if there is one. */
function reportResponse(call, { attempt, started: startedAt, response, status }, code) {
  const { onResponse } = call.settings;
  if (!onResponse) return;
  callHook(onResponse, {
    method: call.plan.method,
    url: call.url,
    attempt,
    status,
    code,
    apiVersion: readHeader(response, "x-api-version"),
    durationMs: Math.round(clock() - startedAt),
  });
}

/** Makes the error of a failed attempt, with the `status` of its response if there was one. */
function toFailure(call, outcome, error) {
  const { settings, url, secrets } = call;
  const { response, status } = outcome;
  const isOwnError = isTonEdgeError(error);
  if (status !== undefined) {
    reportResponse(call, outcome, isOwnError ? error.code : "connection_failed");
    if (isOwnError) error.retryAfterMs = readRetryDelay(error.status ?? status, (name) => readHeader(response, name));
  }
  if (isOwnError) return removeSecrets(error, url, secrets);
  const corsHint = isBrowser() ? ", or the browser hid the reason (CORS)" : "";
  const message = `no response from ${settings.baseUrl}: the connection failed${corsHint}`;
  const failure = fail("connection_failed", redact(message, secrets), {
    requestUrl: url,
    cause: redactCause(error, secrets),
  });
  // `untaken` is internal: only the retry logic reads it.
  return Object.defineProperty(failure, "untaken", { value: wasConnectionRefused(error) });
}

/** Whether the connection was refused, so that no request arrived. Browsers do not report this. */
function wasConnectionRefused(error) {
  if (isBrowser()) return false;
  try {
    for (
      let errorInChain = error, depth = 0;
      errorInChain && depth < 5;
      errorInChain = errorInChain.cause ?? errorInChain.errors?.[0], depth += 1
    ) {
      if (
        errorInChain.code === "ECONNREFUSED" ||
        errorInChain.code === "ConnectionRefused" ||
        /connection refused/i.test(errorInChain.message)
      )
        return true;
    }
  } catch {
    // A proxy or a getter that throws has no readable code.
  }
  return false;
}

/** Makes an error with its URL, and without the secrets, which a server might echo. */
function removeSecrets(error, requestUrl, secrets) {
  const { code, message, cause } = error;
  const requestedText = code === "not_found" ? `; requested: ${requestUrl}` : "";
  return new TonEdgeError({
    ...error.toJSON(),
    code,
    message: redact(message, secrets) + requestedText,
    requestUrl,
    cause: cause === undefined ? undefined : redactCause(cause, secrets),
  });
}

/**
 * Returns the delay in milliseconds that the service requests: Retry-After in seconds or as a date (RFC 9110, 10.2.3), or the reset of a
 * limit.
 */
function readRetryDelay(status, readHeader) {
  const requestedMs = parseRetryAfter(readHeader("retry-after"));
  if (requestedMs !== undefined) return requestedMs;
  if (status !== 429) return undefined;
  const [, seconds] = /\bt=(\d+)/.exec(readHeader("ratelimit") ?? "") ?? [undefined, readHeader("ratelimit-reset")];
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
