// Describes a request as text for the core, begins its trace, and finds its client.

/**
 * @typedef {{ text: string, bytes: number, client: string, traceparent: string | undefined, key: string | undefined,
 *   minSeqno: number | undefined, minLt: bigint | number | undefined }} Description
 *   `text`: the description; `bytes`: the size of the headers; `client`: the lines about the client; `key`: the API key in the header, if
 *   callers have API keys; `minSeqno`: the masterchain block that the response must show, NaN if the header is not a seqno; `minLt`: the logical
 *   time of the transaction that it must show, NaN if the header is not a logical time
 */

/**
 * The headers by which a caller requires a masterchain block or a transaction. The core does not read them, so that requests that differ only in
 * these headers share one verdict.
 */
const MIN_SEQNO_HEADER = "x-ton-edge-min-seqno";
const MIN_LT_HEADER = "x-ton-edge-min-lt";
/** At most nine digits: such a number fits into the 32 bits of a seqno. */
const SEQNO = /^\d{1,9}$/;
/** A number below 10^19, which fits into the 64 bits of a logical time. */
const LOGICAL_TIME = /^\d{1,19}$/;

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export function describeRequest(context, next) {
  const { gateway, request, ctx, record } = context;
  const description = describeForCore(gateway, request, ctx);
  context.description = description;
  record.span = gateway.telemetry?.begin(description.traceparent, request.headers, record);
  record.client = gateway.clients.find(description.client);
  return next(context);
}

/**
 * Describes the request as one text, which is faster to pass than its parts (src/gateway/request/wire_request.rs). The text is cut beyond
 * `maxUrlLength` and `maxHeaderBytes`, since the core refuses longer URLs and headers anyway.
 *
 * @param {import("../gateway.js").Gateway} gateway @returns {Description}
 */
function describeForCore({ readHeaders, maxUrlLength, maxHeaderBytes, clients, lookUpKey }, request, ctx) {
  const { method, url, headers } = request;
  let bytes = 0;
  let traceparent;
  let key;
  let minSeqno;
  let minLt;
  let lines = ctx?.listener === undefined ? "" : `@listener: ${ctx.listener}\n`;
  if (ctx?.socket) lines += `@socket: ${ctx.socket.isPaid ? "paid" : "unpaid"}\n`;
  const clientHeaders = {};
  headers.forEach?.((value, name) => {
    // Counts a header line as HTTP/1.1 writes it.
    bytes += name.length + value.length + 4;
    if (bytes > maxHeaderBytes) return;
    if (readHeaders.has(name)) {
      lines += `${name}: ${value}\n`;
      if (name === "traceparent") traceparent = value;
      else if (name === "x-api-key" && lookUpKey) key = value;
    }
    if (name === MIN_SEQNO_HEADER) minSeqno = SEQNO.test(value) ? Number(value) : Number.NaN;
    else if (name === MIN_LT_HEADER) minLt = LOGICAL_TIME.test(value) ? BigInt(value) : Number.NaN;
    if (clients.isClientHeader(name)) clientHeaders[name] = value;
  });
  const client = clients.describe(clientHeaders, request, ctx);
  const text = `${method}\n${client}${lines}\n${typeof url === "string" ? url.slice(0, maxUrlLength + 1) : url}`;
  return { text, bytes, client, traceparent, key, minSeqno, minLt };
}
