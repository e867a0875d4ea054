// Makes the reply from the last attempt at the upstreams.

import { WORKERD } from "../../util/runtime.js";
import { BodyInMemory, getByteCounter } from "../http/byte-counter.js";
import { allowOrigin, discardBody, replyFromCore, isBodyless } from "../http/reply.js";
import { spliceId } from "../http/splice-id.js";
import { readAnyText, watchStream } from "./body.js";
import { recordSuccess } from "./breakers.js";
import { failBrokenOff, judgeAttempt } from "./judge-attempt.js";
import { isWatched } from "./response.js";

/** workerd passes compressed bodies through unchanged; the other runtimes have decoded them. */
const DECODES_BODIES = !WORKERD;
/** Most bytes of a failure's body that are read, to put the caller's id into it. */
const MAX_FAILURE_BYTES = 1024 * 1024;

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {{ pick: import("./attempt.js").UpstreamPick, attempts: number, keys?: number, began?: number }} CountedAttempt
 * @typedef {import("../http/reply.js").Reply & { response?: import("./attempt.js").Attempted["response"], attempt?: CountedAttempt,
 *   isLate?: boolean, read?: import("./attempt.js").Attempted, reason?: string }} UpstreamReply `attempt`: its attempt; `isLate`: its
 * deadline passed before its attempts ended; `read`: its body, if that was read whole; `reason`: why it was not
 */

/** Returns the names of the upstream's headers that the caller gets. @param {RequestContext} context */
const listReturned = ({ gateway, verdict }) =>
  verdict.caller === undefined ? gateway.returnedHeaders : gateway.headersForKeys;

/**
 * Returns the reply of the last attempt; synchronously if its body passes through.
 *
 * @param {RequestContext} context @param {import("./attempt.js").Attempted} result @param {any} decision the core's decision on it
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
  if (verdict.tail !== undefined) return deliverSpliced(context, result, decision, attempt);
  const { status } = decision;
  const isRead = text !== undefined || stream !== undefined;
  const headers = allowOrigin(verdict.origin, selectHeaders(listReturned(context), response, isRead));
  for (const header of decision.headers) headers.push(header);
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
    body: watchStream(body, (ending) => recordStreamEnd(context, result, attempt, ending)),
    reason: result.reason,
  };
}

/** Returns the upstream's headers that the gateway passes on, by name; without those about its bytes if `isRead`. */
function selectHeaders(names, { headers }, isRead) {
  const selectedHeaders = [];
  const isDecoded = isRead || (DECODES_BODIES && headers.has("content-encoding"));
  // Headers that belong to this connection are not passed on (RFC 9110, section 7.6.1).
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
 * Handles the end of a streamed response: only now it is known whether the response is whole.
 *
 * @param {RequestContext} context @param {import("./attempt.js").Attempted} result @param {CountedAttempt} attempt @param {string} ending
 */
function recordStreamEnd(context, { response, end }, attempt, ending) {
  end();
  if (!response.ok || ending === "cancelled") return;
  const { breakers, upstreams } = context.gateway.networks[context.verdict.network];
  const { upstream } = attempt.pick;
  if (ending === "whole") return recordSuccess(breakers, upstream, Date.now());
  const { counts } = upstreams[upstream];
  if (counts) counts.cuts += 1;
  judgeAttempt(context, { failure: "broken-off", ...attempt, reads: false, counts: !context.verdict.hurried });
}

/**
 * Returns the text of a body that gets the caller's id; undefined if it breaks off or is longer than `maxBytes`.
 *
 * @param {RequestContext} context @param {ReadableStream<Uint8Array> | null} body @param {number} maxBytes
 * @returns {Promise<{ text?: string, isRefused?: boolean }>}
 */
export async function readToSplice(context, body, maxBytes) {
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
async function deliverSpliced(context, result, { status, headers: coreHeaders, late: isLate }, attempt) {
  const { tail, origin } = context.verdict;
  const { response, end } = result;
  const headers = allowOrigin(origin, [...coreHeaders, ...selectHeaders(listReturned(context), response, true)]);
  const { text, isRefused } =
    result.text === undefined ? await readToSplice(context, response.body, MAX_FAILURE_BYTES) : result;
  end();
  // A call always gets a response with its id, so an empty body is a failure.
  const body = text ? spliceId(text, tail) : undefined;
  if (body !== undefined) return { status, headers, body, isLate };
  return failBrokenOff(context, attempt, isRefused ? "overloaded" : undefined);
}
