// Sends one request to a collector and returns the outcome.

import { readStream } from "../../util/body.js";
import { parseRetryAfter } from "../../util/retry-after.js";
import { withTimeout } from "../../util/timers.js";
import { OPERATOR_TIMEOUT_MS, withOperatorTimeout } from "../../util/operator-timeout.js";
import { nameError } from "../ops/error-name.js";
import { checkHeaders } from "./options.js";

/** Statuses after which the same batch may be sent again (OTLP, "Retryable Response Codes"). */
const RETRYABLE_STATUSES = [429, 502, 503, 504];
/** Maximum bytes of the collector's response, which reports how many items were rejected. */
const MAX_BYTES = 64 * 1024;

/**
 * @typedef {{ lost: number, reason: string, isRetryable: boolean, waitMs?: number }} Outcome `lost`: the number of items that the
 *   collector did not accept; `reason` never contains text from the collector
 */

async function readHeaders({ headers }, env) {
  if (typeof headers !== "function") return headers;
  const result = await withOperatorTimeout(
    Promise.resolve()
      .then(() => headers(env ?? {}))
      .then((value) => ({ value })),
  );
  if (!result) throw new Error(`no result in ${OPERATOR_TIMEOUT_MS} ms`);
  return checkHeaders(result.value);
}

const compress = (text) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();

/**
 * @param {ReturnType<typeof import("./options.js").readOptions>} settings @param {"traces" | "logs"} signal
 * @param {{ body: string, count: number, env: object, timeoutMs: number }} batch `count`: the number of items in the body
 * @returns {Promise<Outcome>}
 */
export async function sendBatch(settings, signal, { body, count, env, timeoutMs }) {
  const createFailure = (reason, isRetryable, waitMs) => ({ lost: count, reason, isRetryable, waitMs });
  let headers;
  try {
    headers = await readHeaders(settings, env);
  } catch (error) {
    return createFailure(`the function \`headers\` failed: ${nameError(error)}`, true);
  }
  const controller = new AbortController();
  const abortRequest = () => {
    controller.abort();
    return createFailure("no response in time", true);
  };
  return withTimeout(
    timeoutMs,
    sendRequest(settings, signal, { body, headers, stopSignal: controller.signal, createFailure, count }),
    abortRequest,
  );
}

async function sendRequest(
  { endpoint, compression, fetch: customFetch },
  signal,
  { body, headers, stopSignal, createFailure, count },
) {
  try {
    const isCompressed = compression === "gzip";
    const response = await (customFetch ?? globalThis.fetch)(`${endpoint}/v1/${signal}`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        ...(isCompressed && { "content-encoding": "gzip" }),
      },
      body: isCompressed ? await compress(body) : body,
      // A redirect is not followed, since the request carries credentials.
      redirect: "manual",
      signal: stopSignal,
    });
    const { status } = response;
    if (status === 200)
      return { lost: Math.min(count, await countRejectedItems(response)), reason: "rejected", isRetryable: false };
    response.body?.cancel().catch(() => {});
    if (status > 200 && status < 300) return { lost: 0, reason: "", isRetryable: false };
    const waitMs = parseRetryAfter(response.headers.get("retry-after"));
    return createFailure(`HTTP ${status}`, RETRYABLE_STATUSES.includes(status), waitMs);
  } catch (error) {
    return createFailure(nameError(error), true);
  }
}

/** Returns how many items the collector rejected permanently; 0 if the response is not JSON. */
async function countRejectedItems(response) {
  const text = response.body ? await readStream(response.body, MAX_BYTES).catch(() => undefined) : "";
  try {
    const { rejectedSpans, rejectedLogRecords } = JSON.parse(text).partialSuccess;
    const rejectedCount = Number(rejectedSpans ?? rejectedLogRecords ?? 0);
    return rejectedCount > 0 ? Math.floor(rejectedCount) : 0;
  } catch {
    return 0;
  }
}
