// `otlp`: sends traces and logs of a gateway to a collector, by OTLP over HTTP.

import { LEVELS } from "../ops/log.js";
import { createExporter } from "./exporter.js";
import { readOptions } from "./options.js";
import { writeAttributes, writeBatch, writeLogRecord } from "./otlp-json.js";
import { RequestTrace } from "./request-trace.js";
import { isInRatio, extractRandom, extractUuidRandom, readParent } from "./trace-context.js";
import { randomUuid } from "../../util/crypto.js";

/** Milliseconds between two alerts about dropped items. */
const ALERT_INTERVAL_MS = 60_000;

/** @param {Record<string, any>} options @returns {any} */
export function otlp(options) {
  const settings = readOptions(options);
  const { sampleRatio, sampleErrors, followParent } = settings;
  let resource;
  const writeItems = (signal, items) =>
    writeBatch(
      signal,
      // Computed at the first request, because workerd has no random numbers before.
      (resource ??= writeAttributes({
        "service.instance.id": randomUuid(),
        ...settings.resource,
      })),
      items,
    );

  /** Sends alerts of this module to the log of the gateway that connected last. */
  let sendAlert;
  const droppedItems = { traces: 0, logs: 0, reason: "", reportedAt: Number.NEGATIVE_INFINITY };
  function reportDropped(isLast = false) {
    if (
      droppedItems.traces + droppedItems.logs === 0 ||
      (performance.now() - droppedItems.reportedAt < ALERT_INTERVAL_MS && !isLast)
    )
      return;
    const message = `telemetry is incomplete: ${droppedItems.traces} spans and ${droppedItems.logs} log records were dropped (${droppedItems.reason})`;
    Object.assign(droppedItems, { traces: 0, logs: 0, reason: "", reportedAt: performance.now() });
    sendAlert?.(message);
  }
  const createDropCounter = (signal) => (count, reason) => {
    droppedItems[signal] += count;
    droppedItems.reason = reason;
    reportDropped();
  };

  const traces = createExporter(
    settings,
    "traces",
    (items) => writeItems("traces", items),
    createDropCounter("traces"),
  );
  const logs = createExporter(
    settings,
    "logs",
    (lines) => writeItems("logs", lines.map(writeLogRecord)),
    createDropCounter("logs"),
  );
  const addLateSpans = (spans) => {
    traces.add(spans);
    traces.start();
  };

  return {
    /** Connects a gateway that uses this exporter. */
    connect(alert) {
      sendAlert = alert;
    },

    /** Returns the trace of a request if it is recorded; otherwise undefined, without further work. */
    begin(traceparent, headers, record) {
      const parent = traceparent === undefined ? undefined : readParent(traceparent, headers);
      const isSampled =
        parent && followParent
          ? parent.isSampled
          : isInRatio(parent ? extractRandom(parent.traceId) : extractUuidRandom(record.id), sampleRatio);
      if (!isSampled && !sampleErrors) return undefined;
      const trace = new RequestTrace(record, parent, isSampled, addLateSpans);
      record.trace = trace.traceId;
      return trace;
    },

    /** Ends the trace of a request; called when its response begins. */
    end({ record, request, env, ctx }, status) {
      const { span } = record;
      if (span) {
        const isExported = span.isSampled || status >= 500;
        try {
          traces.add(span.end(record, { method: request.method, url: String(request.url), status, isExported }));
        } catch {
          // Caught, because a failing exporter must not fail the request.
          createDropCounter("traces")(1, "a request that cannot be read");
        }
      }
      traces.start(env, ctx);
      logs.start(env, ctx);
      reportDropped();
    },

    /** Exports a log line, which is JSON. */
    log(level, line) {
      if (LEVELS[level] > settings.logs) return;
      logs.add([line]);
      logs.start();
    },

    async flush() {
      await Promise.all([traces.flush(), logs.flush()]);
      reportDropped(true);
    },
  };
}
