// The log: one line per request, and one per alert. Documented in docs/operate/telemetry.md. A line contains no text from a caller (no URL, no
// header, no API key) except a checked trace id. The client appears as a salted digest, unless `logClient` says otherwise.

import { escapeControls } from "../../util/escape-controls.js";
import { mapMaybePromise } from "../../util/maybe-promise.js";
import { LOG_FIELDS, traceIdsOf } from "./log-fields.js";
import { logLosses, MAX_WAITING_BYTES } from "./log-losses.js";

/** @typedef {import("../request-record.js").RequestRecord} RequestRecord */

/** Log levels: a line is written if its level is not above the configured one. */
export const LEVELS = { off: 0, error: 1, warn: 2, info: 3 };

/** Operations that load balancers and scrapers call every few seconds. */
const PROBES = new Set(["healthz", "readyz", "metrics"]);

/**
 * The fields, each with the JSON before its value, and with its last text and the JSON of that text, since most texts repeat in the
 * next line.
 */
const WRITERS = LOG_FIELDS.map(({ name, read: readValue }, index) => ({
  read: readValue,
  prefix: `${index === 0 ? "{" : ","}"${name}":`,
  text: "",
  json: '""',
}));

/** Writes the line of a request piece by piece: `JSON.stringify` of an object takes four times as long. */
function writeRequestLine(record, method, status) {
  let line = "";
  for (const writer of WRITERS) {
    const value = writer.read(record, method, status);
    if (typeof value === "number" || typeof value === "boolean") line += writer.prefix + value;
    else if (typeof value === "string") {
      if (value !== writer.text) {
        writer.text = value;
        writer.json = writeText(value);
      }
      line += writer.prefix + writer.json;
    }
  }
  return `${line}}`;
}

/** Writes a text as JSON. Most texts need no escaping. */
const writeText = (text) => (PLAIN_VALUE.test(text) ? `"${text}"` : escapeControls(JSON.stringify(text)));
const PLAIN_VALUE = /^[\w/.:-]*$/;

/** Formats lines as text; lines wait until this function is loaded. */
let formatLine;

/** The log of a gateway. */
export class Log {
  #write;
  #level;
  #format;
  #sampling;
  #skipsProbes;
  #telemetry;
  #alerts;
  #digestClient;

  /**
   * @param {{ log?: (line: string) => void, logLevel?: string, logFormat?: string, logSampling?: number, logProbes?: boolean,
   *   telemetry?: any }} settings
   * @param {{ alerts?: ReturnType<typeof import("./recent-alerts.js").createRecentAlerts>,
   *   digestClient?: ReturnType<typeof import("./client-digests.js").createClientDigests> }} [parts] `alerts`: collects the recent
   *   alerts, for operators; `digestClient`: returns the client's name for lines
   */
  constructor(
    { log, logLevel, logFormat, logSampling, logProbes, telemetry },
    { alerts, digestClient = () => undefined } = {},
  ) {
    this.#write = log;
    this.#level = LEVELS[logLevel] ?? LEVELS.info;
    this.#format = logFormat ?? "auto";
    this.#sampling = logSampling ?? 1;
    this.#skipsProbes = logProbes === false;
    this.#telemetry = telemetry;
    this.#alerts = alerts;
    this.#digestClient = digestClient;
  }

  /** Returns the client's name for log lines; a promise at the client's first request of a day. */
  digestClient(record) {
    return this.#digestClient(record.client);
  }

  /** Writes the line of a request when its response begins. @param {RequestRecord} record */
  writeRequest(record, method, status) {
    if (this.#level < LEVELS.info) return;
    if (status < 500 && Math.random() >= this.#sampling) return;
    if (this.#skipsProbes && status < 400 && PROBES.has(record.about?.endpoint)) return;
    this.#print("info", writeRequestLine(record, method, status));
  }

  /**
   * Reports an event to the operator.
   *
   * @param {{ level: string, code: string, message: string, [field: string]: any }} alert
   * @param {Partial<RequestRecord>} [record] of the request in question
   */
  alert({ level, code, message, ...fields }, record = {}) {
    const time = new Date().toISOString();
    const { upstream } = fields;
    this.#alerts?.add({ time, level, code, alert: message, network: record.about?.network, upstream });
    if (this.#level < LEVELS[level]) return;
    const writeWithClient = (client) => {
      const allFields = { time, level, event: "alert", id: record.id, code, alert: message, client, ...fields };
      this.#print(level, escapeControls(JSON.stringify({ ...allFields, ...traceIdsOf(record) })));
    };
    mapMaybePromise(this.#digestClient(record.client), writeWithClient);
  }

  #print(level, line) {
    const isInfo = level === "info";
    const stream = this.#write ? undefined : globalThis.process?.[isInfo ? "stdout" : "stderr"];
    const isTerminal = stream?.isTTY === true;
    const printLine = (isText) => {
      if (stream?.writableLength > MAX_WAITING_BYTES) {
        logLosses.count += 1;
        return;
      }
      try {
        // By default, lines of level `info` go to standard output, all others to standard error.
        (this.#write ?? console[isInfo ? "log" : level])(isText ? formatLine(line, isTerminal, escapeControls) : line);
      } catch {
        // A log that fails must not fail a request.
      }
    };
    const isText = this.#format === "text" || (this.#format === "auto" && isTerminal);
    if (!isText || formatLine) printLine(isText);
    else
      import("../text-log/format-line.js")
        .then((module) => ({ formatLine } = module))
        // If the text formatter cannot be loaded, the JSON line is written.
        .then(printLine, () => printLine(false));
    this.#telemetry?.log(level, line);
  }
}

/** Returns the log for configuration errors: the configured log if its own settings are valid, otherwise the default one. */
export function createFaultLog(settings) {
  try {
    const { log, logLevel, logFormat } = settings;
    return new Log({ log: typeof log === "function" ? log : undefined, logLevel, logFormat });
  } catch {
    return new Log({});
  }
}
