// The record of a request for operators: the source of its log line, its metrics and the attributes of its span. The steps write the
// fields; `ops/log.js`, `ops/metrics.js` and `telemetry/` read them. They skip undefined fields.

import { randomUuid } from "../util/crypto.js";

export class RequestRecord {
  /** @param {string} [id] @param {number} [start] by `performance.now()` */
  constructor(id = randomUuid(), start = performance.now()) {
    /** The request id, which `X-Request-Id` and every log line have; the ids of trace and span are derived from it. */
    this.id = id;
    /** When the request arrived, by `performance.now()`: duration and deadline count from here. */
    this.start = start;
    /** The target of the request: network, generation, operation (`endpoint`) and category. @type {any} */
    this.about = undefined;
    /** The trace id that upstreams get and the log has. @type {string | undefined} */
    this.trace = undefined;
    /** The trace of the request, if it is recorded; the steps are its spans. @type {any} */
    this.span = undefined;
    /**
     * The client, identified by its IP. Limits count per client, and the log shows its digest.
     *
     * @type {(import("./ops/client-digests.js").Client & { allowed: boolean }) | undefined}
     */
    this.client = undefined;
    /** The client's name in the log. @type {string | undefined} */
    this.digest = undefined;
    /** The id of the caller's API key. @type {string | undefined} */
    this.caller = undefined;
    /** The plan of that key, which labels its metrics. @type {string | number | null | undefined} */
    this.plan = undefined;
    /** Bytes of the request's body, from `Content-Length`, if the gateway reads the body. @type {number | undefined} */
    this.bytesIn = undefined;
    /** Bytes of the response's body, if known. @type {number | undefined} */
    this.bytesOut = undefined;
    /** The number of calls of a batch. @type {number | undefined} */
    this.calls = undefined;
    /** The cache's result: a name of `CACHE` in `ops/metrics.js`. @type {string | undefined} */
    this.cache = undefined;
    /** The index of the upstream that was used last. @type {number | undefined} */
    this.upstream = undefined;
    /** The number of attempts at upstreams. */
    this.attempts = 0;
    /** The number of attempts, including those of background work. */
    this.allAttempts = 0;
    /** The record of the request, if this is the record of background work for it. @type {RequestRecord | undefined} */
    this.origin = undefined;
    /** Total milliseconds of the attempts until their responses began. */
    this.upstreamMs = 0;
    /** How many requests this one counts as at the caller's limits. */
    this.cost = 0;
    /** The error code of the response. @type {string | undefined} */
    this.code = undefined;
    /** Whether parameters were ignored, which a metric counts: `ton_edge_ignored_parameters`. */
    this.isIgnoring = false;
  }

  /** Milliseconds since the request arrived. */
  elapsedMs() {
    return performance.now() - this.start;
  }

  /** Records id and plan of the caller's API key. @param {{ id: string, plan?: string | number | null } | undefined} caller */
  noteCaller(caller) {
    if (caller === undefined || this.caller !== undefined) return;
    this.caller = caller.id;
    this.plan = caller.plan;
  }

  /**
   * Returns a record for background work of this request. The request's log line does not include its attempts, but its alerts and spans
   * have the request's id.
   *
   * @param {number} [start] later than the request's own if the work has a separate deadline
   */
  fork(start) {
    const record = new RequestRecord(this.id, start);
    record.trace = this.trace;
    record.client = this.client;
    record.span = this.span;
    record.origin = this.origin ?? this;
    return record;
  }

  /** Returns a record for work that does not belong to the request. Only its alerts have the request's id. */
  detach() {
    return new RequestRecord(this.id);
  }

  /** Whether the request, including all work for it, has made fewer than `maxAttempts` attempts. @param {number} maxAttempts */
  mayAttempt(maxAttempts) {
    return (this.origin ?? this).allAttempts < maxAttempts;
  }

  /** Counts an attempt. */
  countAttempt() {
    this.attempts += 1;
    (this.origin ?? this).allAttempts += 1;
  }

  /** Adds the attempts of forked work for which the request has waited. @param {RequestRecord} record of `fork` */
  addAttempts(record) {
    this.attempts += record.attempts;
    this.upstreamMs += record.upstreamMs;
    this.upstream = record.upstream ?? this.upstream;
  }
}
