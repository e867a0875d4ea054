// Makes the reply from the last upstream attempt.

import { WORKERD } from "../../util/runtime.js";
import { BodyInMemory, getByteCounter } from "../http/byte-counter.js";
import { allowOrigin, discardBody, replyFromCore, isBodyless } from "../http/reply.js";
import { spliceId } from "../http/splice-id.js";
import { readAnyText, watchStream } from "./body.js";
import { recordSuccess } from "./breakers.js";
import { beginAlert } from "./heads.js";
import { failBrokenResponse, judgeAttempt } from "./judge-attempt.js";
import { isWatched } from "./response.js";

/** Whether `fetch` decompresses bodies. In workerd compressed bodies pass through unchanged. */
const DECODES_BODIES = !WORKERD;
/** Maximum bytes of an error response that are read to insert the caller's id. */
const MAX_FAILURE_BYTES = 1024 * 1024;

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {{ pick: import("./attempt.js").UpstreamPick, attempts: number, keys?: number, began?: number }} CountedAttempt
 * @typedef {import("../http/reply.js").Reply & { response?: import("./attempt.js").Attempted["response"], attempt?: CountedAttempt,
 *   isLate?: boolean, read?: import("./attempt.js").Attempted, reason?: string }} UpstreamReply `attempt`: the attempt that it comes
 *   from; `isLate`: the deadline passed before the attempts ended; `read`: the body, if it was read whole; `reason`: why it was not
 */

/** Returns the names of the upstream's response headers that the caller gets. @param {RequestContext} context */
const listReturnedHeaders = ({ gateway, verdict }) =>
  verdict.caller === undefined ? gateway.returnedHeaders : gateway.headersForKeys;

/**
 * Returns the reply of the last attempt; synchronously if the body is streamed.
 *
 * @param {RequestContext} context @param {import("./attempt.js").Attempted} result @param {any} decision the core's decision on the
 *   attempt
 * @param {{ pick: import("./attempt.js").UpstreamPick, attempts: number }} counted
 */
export function deliverResponse(context, result, decision, { pick, attempts }) {
  const { gateway, verdict } = context;
  const { response, text, stream, end, keys, began } = result;
  if (typeof decision.body === "string") {
    discardBody(response?.body);
    result.release?.();
    end?.();
    return { ...replyFromCore(decision, verdict), isLate: decision.late };
  }
  const attempt = { pick, attempts, keys, began };
  if (verdict.tail !== undefined) return deliverSplicedText(context, result, decision, attempt);
  const { status } = decision;
  const isRead = text !== undefined || stream !== undefined;
  const headers = allowOrigin(verdict.origin, selectHeaders(listReturnedHeaders(context), response, isRead));
  for (const header of decision.headers) headers.push(header);
  headers.push(...nameHeight(context, result, status, pick.upstream));
  const reply = { status, headers, response, attempt, isLate: decision.late };
  const body = text ?? stream ?? response.body;
  if (verdict.head || isBodyless(status) || body === null) {
    discardBody(body);
    result.release?.();
    end();
    return { ...reply, body: null };
  }
  if (text !== undefined) return { ...reply, body, read: result };
  if (!isRead && !isWatched(response)) return { ...reply, body };
  return {
    ...reply,
    body: watchStream(body, (endReason) => recordStreamEnd(context, result, attempt, endReason)),
    reason: result.reason,
  };
}

/** Minimum milliseconds between two alerts that an upstream is behind. */
const ALERT_INTERVAL_MS = 60_000;

/**
 * Returns the headers about the height of a response: the block that it shows, and the number of blocks that it is behind. Counts a response
 * that is behind, and alerts the operator.
 *
 * @param {RequestContext} context @param {import("./attempt.js").Attempted} result @param {number} status @param {number} upstream
 * @returns {[string, string][]}
 */
function nameHeight({ gateway, verdict, record }, result, status, upstream) {
  const headers = [];
  const seqno = status === 200 ? getShownSeqno(result) : undefined;
  if (seqno !== undefined) headers.push(["x-ton-edge-seqno", String(seqno)]);
  const { behind: blocksBehind } = result;
  if (!(blocksBehind > 0) || (status !== 200 && status !== 404)) return headers;
  const { network, generation } = verdict;
  const { heads, names, upstreams } = gateway.networks[network];
  const { counts } = upstreams[upstream];
  if (counts) counts.behind[generation === "v3" ? 1 : 0] += 1;
  if (beginAlert(heads, { upstream, generation }, ALERT_INTERVAL_MS)) {
    const message = `${network}: callers get responses of ${generation} that are ${blocksBehind} blocks behind, from upstream ${upstream} (${names[upstream]})`;
    gateway.log.alert({ level: "warn", code: "upstream_behind", message, upstream }, record);
  }
  headers.push(["x-ton-edge-behind", String(blocksBehind)]);
  return headers;
}

/**
 * Returns the seqno of a masterchain block that the response certainly shows: the block that the response names, or else the newest block
 * that its upstream had shown before the request; undefined if neither is known.
 *
 * @param {import("./attempt.js").Attempted} result
 */
export const getShownSeqno = ({ seqno, headBefore }) => seqno ?? (headBefore > 0 ? headBefore : undefined);

/** Returns the upstream's headers that the gateway passes on. If `isRead`, without the headers about length and coding. */
function selectHeaders(names, { headers }, isRead) {
  const selectedHeaders = [];
  const isDecoded = isRead || (DECODES_BODIES && headers.has("content-encoding"));
  // Headers that `Connection` names are not passed on (RFC 9110, section 7.6.1).
  const hopHeaders = headers
    .get("connection")
    ?.toLowerCase()
    .split(",")
    .map((name) => name.trim());
  for (const name of names) {
    const value = headers.get(name);
    if (value === null || hopHeaders?.includes(name)) continue;
    if (isDecoded && (name === "content-encoding" || name === "content-length")) continue;
    selectedHeaders.push([name, value]);
  }
  return selectedHeaders;
}

/**
 * Handles the end of a streamed response, which shows whether the response was whole.
 *
 * @param {RequestContext} context @param {import("./attempt.js").Attempted} result @param {CountedAttempt} attempt @param {string} endReason
 */
function recordStreamEnd(context, { response, end }, attempt, endReason) {
  end();
  if (!response.ok || endReason === "cancelled") return;
  const { breakers, upstreams } = context.gateway.networks[context.verdict.network];
  const { upstream } = attempt.pick;
  if (endReason === "whole") return recordSuccess(breakers, upstream, Date.now());
  const { counts: upstreamCounts } = upstreams[upstream];
  if (upstreamCounts) upstreamCounts.cuts += 1;
  const counts = !context.verdict.hurried;
  judgeAttempt(context, { failure: "broken-off", ...attempt }, { ...attempt, reads: false, counts });
}

/**
 * Reads the text of a body into which the caller's id is inserted; no text if the body breaks off or is longer than `maxBytes`.
 *
 * @param {RequestContext} context @param {ReadableStream<Uint8Array> | null} body @param {number} maxBytes
 * @returns {Promise<{ text?: string, isRefused?: boolean }>}
 */
export async function readSplicedText(context, body, maxBytes) {
  if (body === null) return {};
  const memory = new BodyInMemory(getByteCounter(context), !context.verdict.reads);
  try {
    return await readAnyText(body, maxBytes, memory);
  } catch {
    return {};
  } finally {
    memory.forget();
  }
}

/** Makes the reply to a JSON-RPC call, with the caller's id in it. */
async function deliverSplicedText(context, result, { status, headers: coreHeaders, late: isLate }, attempt) {
  const { tail, origin } = context.verdict;
  const { response, end } = result;
  const headers = allowOrigin(origin, [...coreHeaders, ...selectHeaders(listReturnedHeaders(context), response, true)]);
  headers.push(...nameHeight(context, result, status, attempt.pick.upstream));
  const { text, isRefused } =
    result.text === undefined ? await readSplicedText(context, response.body, MAX_FAILURE_BYTES) : result;
  end();
  // A call always gets a response with its id, so an empty body counts as a failure.
  const body = text ? spliceId(text, tail) : undefined;
  if (body !== undefined) return { status, headers, body, isLate };
  return failBrokenResponse(context, attempt, isRefused ? "overloaded" : undefined);
}
