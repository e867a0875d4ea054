// Sends a short request of the gateway itself to one upstream, such as a request for its newest block.

import { readStream } from "../../util/body.js";
import { discardBody } from "../http/reply.js";
import { attemptUpstream } from "./attempt.js";
import { getFirstKeyIndex } from "./breakers.js";

/** Maximum number of milliseconds per request: a probe does not wait for a slow upstream. */
const TIMEOUT_MS = 5000;
/** Maximum number of bytes of a response; a masterchain block has less than 4 kB in v2 and in v3. */
const MAX_BYTES = 65_536;

/** The outcome for an upstream that was not probed because its budget is used up. */
export const NOT_PROBED = Object.freeze({ status: 429, body: "" });

/**
 * Requests a path of an upstream. The probe ignores the breaker and does not change it.
 *
 * @param {import("../request-context.js").RequestContext} context
 * @param {{ network: string, upstream: number, path: string, timeoutMs?: number }} probe
 * @returns {Promise<{ status: number, body: string }>} status 0 if there was no response
 */
export async function probeUpstream(context, { network, upstream, path, timeoutMs = TIMEOUT_MS }) {
  const { urls, breakers } = context.gateway.networks[network];
  const verdict = {
    network,
    generation: path.startsWith("/api/v3/") ? "v3" : "v2",
    verb: "GET",
    url: urls[0] + path,
    headers: { accept: "application/json" },
    body: undefined,
  };
  const pick = { upstream, keyIndex: getFirstKeyIndex(breakers, upstream) };
  const { response, failure, end } = await attemptUpstream(context.derive({ verdict }), { pick, timeout: timeoutMs });
  if (failure === "budget") return NOT_PROBED;
  if (!response) return { status: 0, body: "" };
  try {
    if (response.status === 200 && response.body) {
      const body = await readStream(response.body, MAX_BYTES);
      return body === undefined ? { status: 0, body: "" } : { status: 200, body };
    }
    discardBody(response.body);
    return { status: response.status, body: "" };
  } catch {
    return { status: 0, body: "" };
  } finally {
    // Otherwise the timer of the attempt, and its listener on the caller's signal, would remain until the timeout.
    end?.();
  }
}
