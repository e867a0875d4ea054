// `otlp`: traces and logs of a gateway for a collector, by OTLP over HTTP.

import { LEVELS } from "../ops/log.js";
import { createExporter } from "./exporter.js";
import { readOptions } from "./options.js";
import { attributesOf, writeBatch, writeLogRecord } from "./otlp-json.js";
import { RequestTrace } from "./request-trace.js";
import { isInRatio, randomOf, randomOfUuid, readParent } from "./trace-context.js";

/** Milliseconds between two alerts about what was dropped. */
const ALERT_MS = 60_000;

/** @param {Record<string, any>} options @returns {any} */
export function otlp(options) {
  const settings = readOptions(options);
  const { sampleRatio, sampleErrors, followParent } = settings;
  let resource;
  const batch = (signal, items) =>
    writeBatch(
      signal,
      // Not before the first request: workerd has no randomness until then.
      (resource ??= attributesOf({
        "service.instance.id": crypto.randomUUID(),
        ...settings.resource,
      })),
      items,
    );

  /** Where alerts of this module go: the log of the gateway that used it last. */
  let alert;
  const lost = { traces: 0, logs: 0, why: "", at: Number.NEGATIVE_INFINITY };
  function report(isLast = false) {
    if (lost.traces + lost.logs === 0 || (performance.now() - lost.at < ALERT_MS && !isLast)) return;
    const message = `telemetry is incomplete: ${lost.traces} spans and ${lost.logs} log records were dropped (${lost.why})`;
    Object.assign(lost, { traces: 0, logs: 0, why: "", at: performance.now() });
    alert?.(message);
  }
  const drop = (signal) => (count, why) => {
    lost[signal] += count;
    lost.why = why;
    report();
  };

  const traces = createExporter(settings, "traces", (items) => batch("traces", items), drop("traces"));
  const logs = createExporter(settings, "logs", (lines) => batch("logs", lines.map(writeLogRecord)), drop("logs"));
  const late = (spans) => {
    traces.add(spans);
    traces.start();
  };

  return {
    /** Called by each gateway that uses it. */
    connect(tell) {
      alert = tell;
    },

    /** The trace of a request that is recorded; undefined for the others, of which this is all. */
    begin(traceparent, headers, record) {
      const parent = traceparent === undefined ? undefined : readParent(traceparent, headers);
      const isSampled =
        parent && followParent
          ? parent.isSampled
          : isInRatio(parent ? randomOf(parent.traceId) : randomOfUuid(record.id), sampleRatio);
      if (!isSampled && !sampleErrors) return undefined;
      const trace = new RequestTrace(record, parent, isSampled, late);
      record.trace = trace.traceId;
      return trace;
    },

    /** After each request, when its response begins. */
    end({ record, request, env, ctx }, status) {
      const { span } = record;
      if (span) {
        const isExported = span.isSampled || status >= 500;
        try {
          traces.add(span.end(record, { method: request.method, url: String(request.url), status, isExported }));
        } catch {
          // Whatever the request is, its response is ready.
          drop("traces")(1, "a request that cannot be read");
        }
      }
      traces.start(env, ctx);
      logs.start(env, ctx);
      report();
    },

    /** A line of the log, as JSON. */
    log(level, line) {
      if (LEVELS[level] > settings.logs) return;
      logs.add([line]);
      logs.start();
    },

    async flush() {
      await Promise.all([traces.flush(), logs.flush()]);
      report(true);
    },
  };
}
