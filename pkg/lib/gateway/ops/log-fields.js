// The fields of a request's log line, in their order. From each row here follow the JSON line, the text line, the attributes of an
// exported log record, and the table in docs/operate/telemetry.md.

/** @typedef {import("../request-record.js").RequestRecord} RequestRecord */

/** Rounds to tenths of a millisecond. */
const roundToTenths = (ms) => Math.round(ms * 10) / 10;

let lastSecond = { seconds: Number.NaN, text: "" };

/** Formats a time like `toISOString`, which takes longer than the rest of a line, so it is called only once per second. */
function formatTime(now) {
  const seconds = Math.floor(now / 1000);
  if (seconds !== lastSecond.seconds)
    lastSecond = { seconds, text: new Date(seconds * 1000).toISOString().slice(0, -4) };
  return `${lastSecond.text}${String(now - seconds * 1000).padStart(3, "0")}Z`;
}

/** Returns the id of the gateway's span: the second half of the request id, as in src/gateway/dispatch/trace.rs. @param {string} id */
const readSpanId = (id) => id.slice(19).replace("-", "");

/**
 * Returns the ids of the trace and of the gateway's span in it, under OpenTelemetry's names.
 *
 * @param {Partial<RequestRecord>} record
 */
export const traceIdsOf = ({ id, trace }) => (trace === undefined ? {} : { trace_id: trace, span_id: readSpanId(id) });

/**
 * @typedef {object} LogField
 * @property {string} name in the log
 * @property {string} meaning for the documents, with the unit of a number
 * @property {(record: RequestRecord, method: string | undefined, status: number) => string | number | boolean | null | undefined} read
 *   the value for a line; undefined and null leave the field out
 */

/** @type {LogField[]} */
export const LOG_FIELDS = [
  { name: "time", meaning: "when the response started, as ISO 8601", read: () => formatTime(Date.now()) },
  { name: "level", meaning: '`"info"`', read: () => "info" },
  { name: "event", meaning: '`"request"`', read: () => "request" },
  { name: "id", meaning: "the request's id, as in the response header `X-Request-Id`", read: ({ id }) => id },
  {
    name: "trace_id",
    meaning: "trace id of `traceparent`, if the request went upstream or [its trace is recorded](#sampling)",
    read: ({ trace }) => trace,
  },
  {
    name: "span_id",
    meaning: "id of the gateway's first span in the trace `trace_id`",
    read: ({ id, trace }) => (trace === undefined ? undefined : readSpanId(id)),
  },
  { name: "method", meaning: "the HTTP method", read: (_, method) => method },
  {
    name: "network",
    meaning: "`mainnet` or `testnet`; absent if the operation has none",
    read: ({ about }) => about?.network,
  },
  {
    name: "generation",
    meaning: "`v2` or `v3`; absent if the operation has none",
    read: ({ about }) => about?.generation,
  },
  {
    name: "endpoint",
    meaning:
      "the operation's name, such as `jetton/wallets`, as in the label `operation` of the [metrics](metrics.md#labels); absent if this label is `unknown`",
    read: ({ about }) => about?.endpoint,
  },
  { name: "calls", meaning: "number of calls of a JSON-RPC batch", read: ({ calls }) => calls },
  { name: "status", meaning: "HTTP status; 499: the caller disconnected", read: (_, __, status) => status },
  { name: "code", meaning: "error code, as in `X-Ton-Edge-Error`", read: ({ code }) => code },
  {
    name: "ms",
    meaning: "milliseconds until the response started",
    read: (record) => roundToTenths(record.elapsedMs()),
  },
  {
    name: "cost",
    meaning:
      "the number of requests as which it counts against the caller's [limits](limits.md), even if a limit refuses it; absent if no limit applies",
    read: ({ cost }) => (cost === 0 ? undefined : cost),
  },
  {
    name: "cache",
    meaning:
      "`hit`, `stale`, `miss`, `collapsed`, `bypass` or [`local`](../local-get-methods.md#at-your-gateway); absent for batches and without a cache ([caching](caching.md))",
    read: ({ cache }) => cache,
  },
  {
    name: "upstream",
    meaning: "index of the upstream that was used last, in the network's list, from 0",
    read: ({ upstream }) => upstream,
  },
  {
    name: "attempts",
    meaning: "number of attempts at upstreams; 0: the request did not go upstream",
    read: ({ attempts }) => attempts,
  },
  {
    name: "upstreamMs",
    meaning: "milliseconds of `ms` that the gateway waited for upstreams; absent without an attempt",
    read: ({ attempts, upstreamMs }) => (attempts === 0 ? undefined : roundToTenths(upstreamMs)),
  },
  {
    name: "bytesIn",
    meaning: "bytes of the request's body, from `Content-Length`, if present and if the gateway reads the body",
    read: ({ bytesIn }) => bytesIn,
  },
  {
    name: "bytesOut",
    meaning: "bytes of the response's body before this server compresses it, if known when the response starts",
    read: ({ bytesOut }) => bytesOut,
  },
  { name: "caller", meaning: "id of the caller's API key, if callers have API keys", read: ({ caller }) => caller },
  {
    name: "client",
    meaning:
      'which client sent the request: the first 16 hexadecimal digits of a salted SHA-256 of the client IP (of IPv6 its prefix). The digest changes every day at 00:00 UTC. `logClient: "address"` writes the IP itself (of IPv6 its prefix), `"off"` nothing',
    read: ({ digest }) => digest,
  },
];
