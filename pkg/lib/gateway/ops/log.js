// The log: one line per request, and one per alert. Documented in docs/gateway.md. No text of a caller enters a line, but for a checked
// trace id: no URL, no header, no API key; of the client a salted digest, unless `logClient` says otherwise.

import { escapeControls } from "../../util/escape-controls.js";
import { mapMaybePromise } from "../../util/maybe-promise.js";
import { LOG_FIELDS, traceIdsOf } from "./log-fields.js";

/** @typedef {import("../request-record.js").RequestRecord} RequestRecord */

/** A line is written when its level is not above that of the configuration. */
export const LEVELS = { off: 0, error: 1, warn: 2, info: 3 };

/** Operations that balancers and scrapers send every few seconds. */
const PROBES = new Set(["healthz", "readyz", "metrics"]);

/** The fields with the JSON before each value, and with the last text and its JSON: most texts are those of the line before. */
const WRITERS = LOG_FIELDS.map(({ name, read }, index) => ({
  read,
  prefix: `${index === 0 ? "{" : ","}"${name}":`,
  text: "",
  json: '""',
}));

/** The line of a request. Written piece by piece: JSON of an object costs four times as much. */
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

/** A text as JSON. Most need no escaping; the others are codes or names from outside. */
const writeText = (text) => (PLAIN_VALUE.test(text) ? `"${text}"` : escapeControls(JSON.stringify(text)));
const PLAIN_VALUE = /^[\w/.:-]*$/;

/** Writes lines for people; lines wait until this writer is loaded. */
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
   *   digestClient?: ReturnType<typeof import("./client-digests.js").createClientDigests> }} [parts] `alerts`: the recent ones, for
   *   operators; `digestClient`: the client's name in lines
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

  /** The client's name in log lines; a promise for its first request of a day. */
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
   * Tells the operator something.
   *
   * @param {{ level: string, code: string, message: string, [field: string]: any }} alert
   * @param {Partial<RequestRecord>} [record] of the request that it is about
   */
  alert({ level, code, message, ...fields }, record = {}) {
    const time = new Date().toISOString();
    const { upstream } = fields;
    this.#alerts?.add({ time, level, code, alert: message, network: record.about?.network, upstream });
    if (this.#level < LEVELS[level]) return;
    const write = (client) => {
      const allFields = { time, level, event: "alert", id: record.id, code, alert: message, client, ...fields };
      this.#print(level, escapeControls(JSON.stringify({ ...allFields, ...traceIdsOf(record) })));
    };
    mapMaybePromise(this.#digestClient(record.client), write);
  }

  #print(level, line) {
    const isInfo = level === "info";
    const isTerminal = !this.#write && globalThis.process?.[isInfo ? "stdout" : "stderr"]?.isTTY === true;
    const printLine = (isText) => {
      try {
        // By themselves lines of requests go to standard output, all others to standard error.
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
        // A line that has no other form is written as it is.
        .then(printLine, () => printLine(false));
    this.#telemetry?.log(level, line);
  }
}

/** The log for configuration errors: the configured log if its own settings are valid, else the default. */
export function createFaultLog(settings) {
  try {
    const { log, logLevel, logFormat } = settings;
    return new Log({ log: typeof log === "function" ? log : undefined, logLevel, logFormat });
  } catch {
    return new Log({});
  }
}
