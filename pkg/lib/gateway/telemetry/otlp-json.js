// Writes spans and log records as JSON by the protobuf mapping of OTLP: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
// Spans are written piece by piece: `JSON.stringify` of an object takes several times as long.

/** Maximum characters of a value. Only stack traces can be longer. */
const MAX_VALUE_CHARACTERS = 4096;
const SURROGATE = /\p{Surrogate}/gu;
/** Matches texts that need no escaping, as most do. */
const PLAIN_TEXT = /^[\w/.:, -]{0,256}$/;

/** Writes a text as JSON that protobuf accepts: without lone surrogates, which UTF-8 cannot encode. */
const writeText = (text) =>
  PLAIN_TEXT.test(text)
    ? `"${text}"`
    : JSON.stringify(text.slice(0, MAX_VALUE_CHARACTERS).replace(SURROGATE, "\ufffd"));

/** Writes the value of an attribute; 64-bit integers are text. */
function writeValue(value) {
  if (typeof value === "string") return `{"stringValue":${writeText(value)}}`;
  if (typeof value === "boolean") return `{"boolValue":${value}}`;
  return Number.isSafeInteger(value)
    ? `{"intValue":"${value}"}`
    : `{"doubleValue":${Number.isFinite(value) ? value : 0}}`;
}

/**
 * Writes a list of attributes. Their names have no character that JSON escapes. Attributes without a value are not written.
 *
 * @param {Record<string, string | number | boolean | undefined | null>} values
 */
export function writeAttributes(values) {
  let list = "";
  for (const name in values) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    list += `${list === "" ? "" : ","}{"key":"${name}","value":${writeValue(value)}}`;
  }
  return `[${list}]`;
}

/** Converts milliseconds since 1970, with fractions, to nanoseconds as text, exact to a microsecond. */
const writeNanoseconds = (ms) => `${Math.round(ms * 1000)}000`;

/** Values of `SpanKind`. */
export const KINDS = { internal: 1, server: 2, client: 3 };
/** The value of `STATUS_CODE_ERROR`. Spans without an error have no status. */
const STATUS_ERROR = 2;
/** Bits of `SpanFlags`: the span is sampled; the next bit is valid; the parent span is remote. */
const FLAG_SAMPLED = 0x1;
const FLAG_HAS_REMOTE = 0x100;
const FLAG_REMOTE = 0x200;

/**
 * @typedef {{ name: string, kind: number, id: string, start: number, end: number, isError: boolean,
 *   attributes: Record<string, string | number | boolean | undefined | null> }} SpanRecord `start`, `end`: milliseconds since 1970
 */

/**
 * Writes a span. `parentId` is empty for the first span of a trace.
 *
 * @param {SpanRecord} span @param {{ traceId: string, parentId: string, isRemote: boolean, state: string | undefined }} place
 */
export function writeSpan({ name, kind, id, start, end, isError, attributes }, { traceId, parentId, isRemote, state }) {
  const flags = FLAG_SAMPLED | FLAG_HAS_REMOTE | (isRemote ? FLAG_REMOTE : 0);
  return `{"traceId":"${traceId}","spanId":"${id}"${parentId === "" ? "" : `,"parentSpanId":"${parentId}"`}${
    state === undefined ? "" : `,"traceState":${JSON.stringify(state)}`
  },"flags":${flags},"name":${writeText(name)},"kind":${kind},"startTimeUnixNano":"${writeNanoseconds(start)}","endTimeUnixNano":"${writeNanoseconds(
    Math.max(start, end),
  )}","attributes":${writeAttributes(attributes)}${isError ? `,"status":{"code":${STATUS_ERROR}}` : ""}}`;
}

/** Values of `SeverityNumber`. */
const SEVERITIES = { info: 9, warn: 13, error: 17 };

/** Writes a log record from a line that the gateway has written. @param {string} line */
export function writeLogRecord(line) {
  const { time, level, event, trace_id: traceId, span_id: spanId, ...fields } = JSON.parse(line);
  const { method = "", generation, endpoint, status, alert } = fields;
  const body = alert ?? [method, generation, endpoint, status].filter((field) => field !== undefined).join(" ");
  const nanoseconds = `${Date.parse(time)}000000`;
  const trace = traceId === undefined ? "" : `,"traceId":"${traceId}","spanId":"${spanId}"`;
  return `{"timeUnixNano":"${nanoseconds}","observedTimeUnixNano":"${nanoseconds}","severityNumber":${
    SEVERITIES[level]
  },"severityText":"${level.toUpperCase()}","eventName":"${event}","body":${writeValue(body)},"attributes":${writeAttributes(
    alert === undefined ? fields : { ...fields, alert: undefined },
  )}${trace}}`;
}

/** The names of the nested fields of a request body, by signal. */
const FORMS = {
  traces: ["resourceSpans", "scopeSpans", "spans"],
  logs: ["resourceLogs", "scopeLogs", "logRecords"],
};

/**
 * Returns the body of a request with these items, which are already JSON.
 *
 * @param {"traces" | "logs"} signal @param {string} resource its attributes @param {string[]} items
 */
export function writeBatch(signal, resource, items) {
  const [outerName, innerName, list] = FORMS[signal];
  const scope = `{"scope":{"name":"ton-edge/gateway"},"${list}":[${items.join(",")}]}`;
  return `{"${outerName}":[{"resource":{"attributes":${resource}},"${innerName}":[${scope}]}]}`;
}
