// Opens a stream of events, with the setting `streaming`.

import { getByteCounter } from "../http/byte-counter.js";
import { allowOrigin } from "../http/reply.js";

/** If a caller is refused because of the number of streams, it may try again after this many seconds. */
const RETRY_AFTER = "5";
/** Statuses of refusals because of the number of streams. */
const RETRYABLE_STATUSES = [429, 503];

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export async function openStream(context, next) {
  const { gateway, verdict, record } = context;
  if (verdict.do !== "stream") return next(context);
  record.noteCaller(verdict.caller);
  const openedStream = await gateway.streams.open(context, next, getByteCounter(context));
  if ("body" in openedStream)
    return {
      status: 200,
      // Compression would delay events, and an encoder per stream takes more memory than the stream.
      headers: allowOrigin(verdict.origin, [
        ["content-type", "text/event-stream"],
        ["cache-control", "no-store, no-transform"],
        // Without this header, nginx would delay events until its buffer is full.
        ["x-accel-buffering", "no"],
      ]),
      body: openedStream.body,
    };
  return refuseStream(openedStream, verdict.origin);
}

/**
 * The response to a request for a stream that cannot be opened.
 *
 * @param {import("../streaming/streams.js").Refusal} refusal @param {string | undefined} origin that may read it
 */
export function refuseStream({ code, status, message }, origin) {
  /** @type {[string, string][]} */
  const headers = [
    ["content-type", "application/json"],
    ["cache-control", "no-store"],
    ["x-ton-edge-error", code],
  ];
  if (RETRYABLE_STATUSES.includes(status)) headers.push(["retry-after", RETRY_AFTER]);
  return { status, headers: allowOrigin(origin, headers), body: JSON.stringify({ error: message }) };
}
