// Calls of the explorer: checked, looked at, or really made, and what came back as it came.

import { GATEWAY } from "../page/client.js";
import { loaded } from "../page/errors.js";
import { valuesOf } from "./values.js";

/** Milliseconds; some answers of the service take long. */
const TIMEOUT = 30_000;

/**
 * @typedef {{ method: string, url: string, headers: [string, string][], body: string }} Request as it would be sent
 * @typedef {{ status: number, statusText: string, headers: [string, string][], text: string, ms: number }} Received
 */

/** A client that leaves everything as it is: one try, no pace; `fetch` is the caller's. */
async function clientOf(fetch) {
  const { createClient } = await loaded(import("../ton-edge/client.js"));
  return createClient({ baseUrl: GATEWAY, rateLimit: false, retry: false, coalesce: false, timeoutMs: TIMEOUT, fetch });
}

const options = ({ id }) => (id.endsWith(".post") ? { verb: "POST" } : {});

/**
 * What the client would send; it is made to the last byte and goes nowhere.
 * @returns {Promise<{ request: Request } | { error: any }>} `error` is the client's own, with its `parameter`
 */
async function prepare(operation, values) {
  let request;
  const client = await clientOf(async (given) => {
    request = { method: given.method, url: given.url, headers: [...given.headers], body: await given.text() };
    throw new Error("not sent");
  });
  const { generation, path } = operation.row;
  const error = await client.call(generation, path, values, options(operation)).catch((failure) => failure);
  return request ? { request } : { error };
}

/**
 * The values of a form, and all that is wrong with them by parameter. The client tells one fault at a time: what it complains
 * of is left out, and it is asked again.
 * @returns {Promise<{ values: Record<string, unknown>, request?: Request, faults: Map<string, any> }>} `request` when nothing is wrong
 */
export async function check(operation, texts) {
  const { values, faults } = valuesOf(operation.row, texts);
  const rest = { ...values };
  for (;;) {
    const { request, error } = await prepare(operation, rest);
    if (request) return { values, faults, request: faults.size > 0 ? undefined : request };
    const { parameter } = error;
    if (parameter === undefined) throw error;
    // Without a value that was refused, rules may break that held.
    const given = Object.hasOwn(rest, parameter);
    if (!faults.has(parameter) && (faults.size === 0 || given)) faults.set(parameter, error);
    if (!given) return { values, faults };
    delete rest[parameter];
  }
}

/**
 * Makes the call. `received` is there whenever something answered, also when `error` says what is wrong with it.
 * @returns {Promise<{ received?: Received, error?: any }>}
 */
export async function send(operation, values, signal) {
  let received;
  const client = await clientOf(watched((one) => { received = one; }));
  const { generation, path } = operation.row;
  try {
    await client.call(generation, path, values, { ...options(operation), signal });
    return { received };
  } catch (error) {
    return { received, error };
  }
}

/** Reads a list page by page; every answer is told to `tell`. */
export async function paginate({ row: { generation, path } }, values, pageSize, signal, tell) {
  const client = await clientOf(watched(tell));
  const method = path.slice(1).split("/").reduce((at, name) => at[name], client[generation]);
  const { limit, offset, ...params } = values;
  return method.paginate(params, { pageSize, prefetch: 0, signal });
}

/** `fetch` that tells what came, whole, before the client gets it. */
const watched = (tell) => async (request) => {
  const started = performance.now();
  // What the gateway says now, not what the browser kept.
  const response = await fetch(request, { cache: "no-store" });
  // A redirect that is not followed shows nothing of itself.
  if (response.status === 0) return response;
  const { status, statusText, headers } = response;
  const text = await response.text();
  tell({ status, statusText, headers: [...headers], text, ms: performance.now() - started });
  const told = new Headers(headers);
  // They are about the bytes on the wire.
  for (const name of ["content-encoding", "content-length"]) told.delete(name);
  return new Response([204, 205, 304].includes(status) ? null : text, { status, statusText, headers: told });
};
