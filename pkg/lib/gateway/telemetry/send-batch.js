// Sends one request to a collector and returns the outcome.

import { readStream } from "../../util/body.js";
import { parseRetryAfter } from "../../util/retry-after.js";
import { withTimeout } from "../../util/timers.js";
import { OPERATOR_TIMEOUT_MS, withOperatorTimeout } from "../../util/operator-timeout.js";
import { nameError } from "../ops/error-name.js";
import { checkHeaders } from "./options.js";

/** Statuses after which the same may be sent again (OTLP, "Retryable Response Codes"). */
const RETRYABLE = [429, 502, 503, 504];
/** Most bytes of a response that is read: it says how much was rejected. */
const MAX_BYTES = 64 * 1024;

/**
 * @typedef {{ lost: number, why: string, isRetryable: boolean, waitMs?: number }} Outcome `lost`: items that the collector
 *   has not; `why`: the reason, which holds nothing that a collector sent
 */

async function headersOf({ headers }, env) {
  if (typeof headers !== "function") return headers;
  const found = await withOperatorTimeout(
    Promise.resolve()
      .then(() => headers(env ?? {}))
      .then((given) => ({ given })),
  );
  if (!found) throw new Error(`no result in ${OPERATOR_TIMEOUT_MS} ms`);
  return checkHeaders(found.given);
}

const gzip = (text) => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();

/**
 * @param {ReturnType<typeof import("./options.js").readOptions>} settings @param {"traces" | "logs"} signal
 * @param {{ body: string, count: number, env: object, timeoutMs: number }} batch `count`: of the items in its body
 * @returns {Promise<Outcome>}
 */
export async function sendBatch(settings, signal, { body, count, env, timeoutMs }) {
  const failed = (why, isRetryable, waitMs) => ({ lost: count, why, isRetryable, waitMs });
  let headers;
  try {
    headers = await headersOf(settings, env);
  } catch (error) {
    return failed(`the function \`headers\` failed: ${nameError(error)}`, true);
  }
  const stop = new AbortController();
  const late = () => {
    stop.abort();
    return failed("no response in time", true);
  };
  return withTimeout(timeoutMs, request(settings, signal, { body, headers, stop: stop.signal, failed, count }), late);
}

async function request({ endpoint, compression, fetch: own }, signal, { body, headers, stop, failed, count }) {
  try {
    const isPacked = compression === "gzip";
    const response = await (own ?? globalThis.fetch)(`${endpoint}/v1/${signal}`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        ...(isPacked && { "content-encoding": "gzip" }),
      },
      body: isPacked ? await gzip(body) : body,
      // It carries credentials.
      redirect: "manual",
      signal: stop,
    });
    const { status } = response;
    if (status === 200)
      return { lost: Math.min(count, await readRejected(response)), why: "rejected", isRetryable: false };
    response.body?.cancel().catch(() => {});
    if (status > 200 && status < 300) return { lost: 0, why: "", isRetryable: false };
    const waitMs = parseRetryAfter(response.headers.get("retry-after"));
    return failed(`HTTP ${status}`, RETRYABLE.includes(status), waitMs);
  } catch (error) {
    return failed(nameError(error), true);
  }
}

/** How many items the collector has rejected, which it does not want again. A response that is not JSON counts as no rejection. */
async function readRejected(response) {
  const text = response.body ? await readStream(response.body, MAX_BYTES).catch(() => undefined) : "";
  try {
    const { rejectedSpans, rejectedLogRecords } = JSON.parse(text).partialSuccess;
    const rejected = Number(rejectedSpans ?? rejectedLogRecords ?? 0);
    return rejected > 0 ? Math.floor(rejected) : 0;
  } catch {
    return 0;
  }
}
