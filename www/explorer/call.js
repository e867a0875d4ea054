// Checks a call, prepares its request without sending it, or sends it and returns the response unchanged.

import { resolveApiBaseUrl } from "../shared/client.js";
import { withLoadError } from "../shared/errors.js";
import { readFormValues } from "./form-values.js";

/** The timeout of a call in milliseconds. It is long, because some operations are slow. */
const TIMEOUT_MS = 30_000;

/**
 * @typedef {{ method: string, url: string, headers: [string, string][], body: string }} Request exactly as it would be sent
 * @typedef {{ status: number, statusText: string, headers: [string, string][], text: string, ms: number }} Received
 */

/** Makes a client that sends each request once, through the given `fetch`, without retries, a rate limit or a session. */
async function createSingleClient(fetch) {
  const { createClient } = await withLoadError(import("../ton-edge/client.js"));
  return createClient({
    baseUrl: resolveApiBaseUrl(),
    rateLimit: false,
    retry: false,
    coalesce: false,
    sessionConsistency: false,
    timeoutMs: TIMEOUT_MS,
    fetch,
  });
}

const callOptions = ({ id }) => (id.endsWith(".post") ? { method: "POST" } : {});

/**
 * Builds the complete request that the client would send, without sending it.
 * @returns {Promise<{ request?: Request, error?: any }>} one of the two; `error` is the client's error, which names the `parameter`
 */
async function prepareRequest(operation, values) {
  let request;
  const client = await createSingleClient(async (builtRequest) => {
    request = {
      method: builtRequest.method,
      url: builtRequest.url,
      headers: [...builtRequest.headers],
      body: await builtRequest.text(),
    };
    throw new Error("not sent");
  });
  const { generation, path } = operation.row;
  const error = await client.call(generation, path, values, callOptions(operation)).catch((failure) => failure);
  return request ? { request } : { error };
}

/**
 * Checks the values of a form and returns their faults by parameter. The client reports one fault at a time, so the faulty value is removed
 * and the other values are checked again.
 * @returns {Promise<{ values: Record<string, unknown>, request?: Request, faults: Map<string, any> }>} `request` if there are no faults
 */
export async function checkCall(operation, texts) {
  const { values, faults } = readFormValues(operation.row, texts);
  const remainingValues = { ...values };
  for (;;) {
    const { request, error } = await prepareRequest(operation, remainingValues);
    if (request) return { values, faults, request: faults.size > 0 ? undefined : request };
    const { parameter } = error;
    if (parameter === undefined) throw error;
    // Removing a value can break a rule between parameters. That is not a fault of the form.
    const hasValue = Object.hasOwn(remainingValues, parameter);
    if (!faults.has(parameter) && (faults.size === 0 || hasValue)) faults.set(parameter, error);
    if (!hasValue) return { values, faults };
    delete remainingValues[parameter];
  }
}

/**
 * Sends the call. `received` is the response, if one arrived; it is also set if there is an `error`.
 * @returns {Promise<{ received?: Received, error?: any }>}
 */
export async function sendCall(operation, values, signal) {
  let responseData;
  const client = await createSingleClient(
    watchFetch((response) => {
      responseData = response;
    }),
  );
  const { generation, path } = operation.row;
  try {
    await client.call(generation, path, values, { ...callOptions(operation), signal });
    return { received: responseData };
  } catch (error) {
    return { received: responseData, error };
  }
}

/** Reads a list page by page; `onResponse` gets every response. */
export async function paginateCall({ row: { generation, path } }, values, pageSize, signal, onResponse) {
  const client = await createSingleClient(watchFetch(onResponse));
  const method = path
    .slice(1)
    .split("/")
    .reduce((methods, name) => methods[name], client[generation]);
  const { limit, offset, ...params } = values;
  return method.paginate(params, { pageSize, prefetch: 0, signal });
}

/** Makes a `fetch` that passes the whole response to `onResponse` before the client gets it. */
const watchFetch = (onResponse) => async (request) => {
  const startedAt = performance.now();
  // Skips the browser's cache, to show the gateway's response.
  const response = await fetch(request, { cache: "no-store" });
  // A redirect that is not followed is opaque.
  if (response.status === 0) return response;
  const { status, statusText, headers } = response;
  const text = await response.text();
  onResponse({ status, statusText, headers: [...headers], text, ms: performance.now() - startedAt });
  const plainHeaders = new Headers(headers);
  // These headers describe the compressed bytes, but `text` is not compressed.
  for (const name of ["content-encoding", "content-length"]) plainHeaders.delete(name);
  return new Response([204, 205, 304].includes(status) ? null : text, { status, statusText, headers: plainHeaders });
};
