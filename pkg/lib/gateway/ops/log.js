// The log: one line per request, and one per alert. Documented in docs/gateway.md. A line holds nothing that a caller sent but a
// checked trace id: no URL, no header, no API key; of the client a salted digest, unless `logClient` says otherwise.

import { escapeControls } from "../../util/escape-controls.js";
import { mapMaybe } from "../../util/maybe-promise.js";

/** A line is written when its level is not above that of the configuration. */
export const LEVELS = { off: 0, error: 1, warn: 2, info: 3 };

/** Where to write, and what, under a configuration that cannot be used: its own log, if that much of it is good. */
export function loggerOf(config) {
  try {
    const { log, logLevel, logFormat } = config;
    return { log: typeof log === "function" ? log : undefined, level: LEVELS[logLevel], format: logFormat };
  } catch {
    return undefined;
  }
}

/** What is known of a request; every part of the shell adds its own. */
export const startRecord = () => ({
  id: crypto.randomUUID(),
  start: performance.now(),
  about: undefined,
  endpoint: undefined,
  trace: undefined,
  /** Of a request whose trace is recorded, what records it. */
  span: undefined,
  bytesIn: undefined,
  calls: undefined,
  /** The id of the caller's API key, and its plan. */
  caller: undefined,
  plan: undefined,
  /** `{ name }` of the client, by its IP, and what the log says of it. */
  client: undefined,
  digest: undefined,
  /** What admission remembers of it. */
  isReserved: false,
  beat: 0,
  timer: undefined,
  cache: undefined,
  upstream: undefined,
  attempts: 0,
  upstreamMs: 0,
  cost: 0,
  limit: undefined,
  /** Further headers of its response, and whether one of them names parameters that were ignored. */
  notes: undefined,
  isIgnoring: false,
  code: undefined,
  bytesOut: undefined,
});

/** Notes whose API key a request has. @param {{ id: string, plan?: string | number | null } | undefined} caller */
export function noteCaller(seen, caller) {
  if (caller === undefined || seen.caller !== undefined) return;
  seen.caller = caller.id;
  seen.plan = caller.plan;
}

export const elapsedMs = (seen) => performance.now() - seen.start;

const tenths = (ms) => Math.round(ms * 10) / 10;

/** The header Server-Timing: of the time until the response began, the part spent on upstreams. */
export function serverTiming(seen) {
  const ours = `gateway;dur=${tenths(Math.max(0, elapsedMs(seen) - seen.upstreamMs))}`;
  return seen.attempts === 0 ? ours : `upstream;dur=${tenths(seen.upstreamMs)}, ${ours}`;
}

/**
 * The ids of the trace and of the gateway's span in it, by the names of OpenTelemetry: JSON of two members. The span is the second half
 * of the request id; src/gateway/upstream/trace.rs.
 */
const traceIds = ({ id, trace }) =>
  trace === undefined ? "" : `,"trace_id":"${trace}","span_id":"${id.slice(19).replace("-", "")}"`;

/** Writes the line of a request when its response begins. Written piece by piece: JSON of an object costs four times as much. */
export function logRequest(ready, seen, method, response) {
  if ((ready?.level ?? LEVELS.info) < LEVELS.info) return;
  if (response.status < 500 && Math.random() >= (ready?.sampling ?? 1)) return;
  const { about, attempts, cost } = seen;
  write(
    ready,
    "info",
    `{"time":"${timeOf(Date.now())}","level":"info","event":"request","id":"${seen.id}"${traceIds(seen)}${text(
      "method",
      method,
    )}${text("network", about?.network)}${text("generation", about?.generation)}${text(
      "endpoint",
      seen.endpoint ?? about?.endpoint,
    )}${number("calls", seen.calls)}${number("status", response.status)}${text("code", seen.code)}${number(
      "ms",
      tenths(elapsedMs(seen)),
    )}${number("cost", cost === 0 ? undefined : cost)}${text("cache", seen.cache)}${number(
      "upstream",
      seen.upstream,
    )},"attempts":${attempts}${number("upstreamMs", attempts === 0 ? undefined : tenths(seen.upstreamMs))}${number(
      "bytesIn",
      seen.bytesIn,
    )}${number("bytesOut", seen.bytesOut)}${text("caller", seen.caller)}${text("client", seen.digest)}}`,
  );
}

const number = (name, value) => (value === undefined ? "" : `,"${name}":${value}`);

/** Most are plain; what is not is a code or a name that others have made. */
const text = (name, value) => {
  if (value === undefined || value === null) return "";
  return PLAIN.test(value) ? `,"${name}":"${value}"` : `,"${name}":${escapeControls(JSON.stringify(value))}`;
};
const PLAIN = /^[\w/.:-]*$/;

let second = { at: Number.NaN, text: "" };

/** The same as `toISOString`, which costs more than all the rest of a line and is called once per second. */
function timeOf(now) {
  const at = Math.floor(now / 1000);
  if (at !== second.at) second = { at, text: new Date(at * 1000).toISOString().slice(0, -4) };
  return `${second.text}${String(now - at * 1000).padStart(3, "0")}Z`;
}

/** Something for the operator. */
export function logAlert(ready, seen, { level, code, message, ...more }) {
  const time = new Date().toISOString();
  ready?.meter?.alerts.add({
    time,
    level,
    code,
    alert: message,
    network: seen.about?.network,
    upstream: more.upstream,
  });
  if ((ready?.level ?? LEVELS.info) < LEVELS[level]) return;
  const line = (client) => {
    const fields = JSON.stringify({ time, level, event: "alert", id: seen.id, code, alert: message, client, ...more });
    write(ready, level, escapeControls(`${fields.slice(0, -1)}${traceIds(seen)}}`));
  };
  mapMaybe(ready?.clientOf?.(seen.client), line);
}

/** Bytes as a header counts them, or undefined. */
export const parseLength = (text) => (typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Writes lines for people; lines that come before it is loaded wait for it. */
let formatLine;

function write(ready, level, line) {
  const { log, format = "auto", telemetry } = ready ?? {};
  const isInfo = level === "info";
  const isSeen = !log && globalThis.process?.[isInfo ? "stdout" : "stderr"]?.isTTY === true;
  const print = (isText) => {
    try {
      // By themselves lines of requests go to standard output, all others to standard error.
      (log ?? console[isInfo ? "log" : level])(isText ? formatLine(line, isSeen, escapeControls) : line);
    } catch {
      // A log that fails must not fail a request.
    }
  };
  const isText = format === "text" || (format === "auto" && isSeen);
  if (!isText || formatLine) print(isText);
  else
    import("../text-log/format-line.js")
      .then((loaded) => ({ formatLine } = loaded))
      // A line that has no other form is written as it is.
      .then(print, () => print(false));
  telemetry?.log(level, line);
}
