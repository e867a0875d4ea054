// Makes the reply of the last attempt at the upstreams.

import { readStream } from "../../util/body.js";
import { WORKERD } from "../../util/runtime.js";
import { allowOrigin, discardBody, replyFromCore, isBodyless } from "../http/reply.js";
import { spliceId } from "../http/splice-id.js";
import { watchStream } from "./body.js";
import { recordSuccess } from "./breakers.js";
import { failBrokenOff, judgeAttempt } from "./judge-attempt.js";
import { isWatched } from "./response.js";

/** workerd hands compressed bodies through as they are; the other runtimes have decoded them. */
const DECODES = !WORKERD;
/** Most bytes of a failure's body that is read, to put the caller's id into it. */
const MAX_FAILURE_BYTES = 1024 * 1024;

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {{ pick: import("./attempt.js").UpstreamPick, attempts: number, keys?: number, began?: number }} CountedAttempt
 * @typedef {import("../http/reply.js").Reply & { response?: import("./attempt.js").Attempted["response"], made?: CountedAttempt,
 *   isLate?: boolean, read?: import("./attempt.js").Attempted, reason?: string }} UpstreamReply `made`: the attempt it is of; `isLate`: its
 *   time was up before its attempts were; `read`: what was read whole; `reason`: why it was not
 */

/**
 * The last attempt's reply; at once where its body passes through.
 *
 * @param {RequestContext} context @param {import("./attempt.js").Attempted} attempted @param {any} finish what the core made of it
 * @param {{ pick: import("./attempt.js").UpstreamPick, attempts: number }} counted
 */
export function deliverResponse(context, attempted, finish, { pick, attempts }) {
  const { gateway, verdict } = context;
  const { response, text, stream, end, keys, began } = attempted;
  if (typeof finish.body === "string") {
    discardBody(response?.body);
    end?.();
    return { ...replyFromCore(finish, verdict), isLate: finish.late };
  }
  const made = { pick, attempts, keys, began };
  if (verdict.tail !== undefined) return deliverSpliced(context, attempted, finish, made);
  const { status } = finish;
  const isRead = text !== undefined || stream !== undefined;
  const headers = allowOrigin(verdict.origin, passedHeaders(gateway.returnedHeaders, response, isRead));
  for (const header of finish.headers) headers.push(header);
  const reply = { status, headers, response, made, isLate: finish.late };
  const body = text ?? stream ?? response.body;
  if (verdict.head || isBodyless(status) || body === null) {
    discardBody(body);
    end();
    return { ...reply, body: null };
  }
  if (text !== undefined) return { ...reply, body, read: attempted };
  if (!isRead && !isWatched(response)) return { ...reply, body };
  return {
    ...reply,
    body: watchStream(body, (how) => recordStreamEnd(context, attempted, made, how)),
    reason: attempted.reason,
  };
}

/** The upstream's headers that the gateway returns, by their names; of a body that was `read`, not those about its bytes. */
function passedHeaders(names, { headers }, read) {
  const all = [];
  const decoded = read || (DECODES && headers.has("content-encoding"));
  // Headers that this connection's ends agreed on are for them alone (RFC 9110, section 7.6.1).
  const hop = headers
    .get("connection")
    ?.toLowerCase()
    .split(",")
    .map((name) => name.trim());
  for (const name of names) {
    const value = headers.get(name);
    if (value === null || hop?.includes(name)) continue;
    if (decoded && (name === "content-encoding" || name === "content-length")) continue;
    all.push([name, value]);
  }
  return all;
}

/**
 * A streamed response has ended: only now it is known whether the response is whole.
 *
 * @param {RequestContext} context @param {import("./attempt.js").Attempted} attempted @param {CountedAttempt} made @param {string} how
 */
function recordStreamEnd(context, { response, end }, made, how) {
  end();
  if (!response.ok || how === "cancelled") return;
  const { breakers, upstreams } = context.gateway.networks[context.verdict.network];
  const { upstream } = made.pick;
  if (how === "whole") return recordSuccess(breakers, upstream, Date.now());
  const { counts } = upstreams[upstream];
  if (counts) counts.cuts += 1;
  judgeAttempt(context, { failure: "broken-off", ...made, reads: false, counts: !context.verdict.hurried });
}

/** The reply to a JSON-RPC call, with the caller's id in it. */
async function deliverSpliced(context, attempted, { status, headers: further, late }, made) {
  const { tail, origin } = context.verdict;
  const { response, end } = attempted;
  const headers = allowOrigin(origin, [...further, ...passedHeaders(context.gateway.returnedHeaders, response, true)]);
  const text =
    attempted.text ?? (response.body && (await readStream(response.body, MAX_FAILURE_BYTES).catch(() => undefined)));
  end();
  // A call always gets a response with its id, so an empty body is a failure.
  const body = text ? spliceId(text, tail) : undefined;
  if (body !== undefined) return { status, headers, body, isLate: late };
  return failBrokenOff(context, made);
}
