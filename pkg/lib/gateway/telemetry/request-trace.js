// The trace of one request: the gateway's span, and the spans of its steps. The spans are plain records until the request has ended, so a
// trace that is not exported is never serialized.

import { setBounded } from "../../util/bounded-maps.js";
import { isPromise } from "../../util/maybe-promise.js";
import { KINDS, writeSpan } from "./otlp-json.js";
import { createSpanId } from "./trace-context.js";

/** Maximum spans of a request besides the gateway's: each call of a batch has several. */
const MAX_SPANS = 200;

/** Methods that OpenTelemetry's semantic conventions list; any other becomes `_OTHER`. */
const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE", "QUERY"]);

/** Addresses of upstreams by base URL, cached so that a URL is not parsed for every attempt. */
const addresses = new Map();
const MAX_ADDRESSES = 64;

/** @param {string} baseUrl @returns {{ origin: string, address: string, port: number }} */
function parseAddress(baseUrl) {
  const knownAddress = addresses.get(baseUrl);
  if (knownAddress) return knownAddress;
  const { origin, protocol, hostname, port } = new URL(baseUrl);
  const address = hostname.replace(/^\[|\]$/g, "");
  const parsedAddress = { origin, address, port: Number(port) || (protocol === "https:" ? 443 : 80) };
  setBounded(addresses, baseUrl, parsedAddress, MAX_ADDRESSES);
  return parsedAddress;
}

/** Returns the outcome of a request by its status, with the same names as in the metrics. */
const nameOutcome = (status) =>
  status < 400
    ? "success"
    : status >= 500
      ? "failed"
      : status === 429
        ? "limited"
        : status === 499
          ? "cancelled"
          : "invalid";

/** Matches the scheme of a URL and its path without the query. */
const URL_PARTS = /^(\w+):\/\/[^/?#]*([^?#]*)/;

export class RequestTrace {
  #parent;
  #spanId;
  /**
   * The offset from `performance.now()` to milliseconds since 1970. Computed once, so that a change of the system clock cannot make a
   * span's duration negative.
   */
  #epoch;
  /** @type {import("./otlp-json.js").SpanRecord[] | undefined} */
  #spans = [];
  #omittedCount = 0;
  #addLateSpans;

  /**
   * @param {{ id: string, start: number }} record @param {import("./trace-context.js").Parent | undefined} parent
   * @param {boolean} isSampled @param {(spans: string[]) => void} addLateSpans exports spans that end after their request
   */
  constructor({ id, start }, parent, isSampled, addLateSpans) {
    const digits = id.replaceAll("-", "");
    this.traceId = parent?.traceId ?? digits;
    this.isSampled = isSampled;
    this.#parent = parent;
    // The same id as the core's, which upstreams receive if the request is not recorded; the log line has it, too.
    this.#spanId = digits.slice(16);
    this.#epoch = Date.now() - performance.now();
    this.#addLateSpans = addLateSpans;
    this.start = start;
  }

  /**
   * Runs a step in its own span. `describe` returns attributes for its result.
   *
   * @template T @param {string} name @param {() => T} work
   * @param {(result: Awaited<T>) => Record<string, string | number | boolean | undefined>} [describe] @returns {T}
   */
  run(name, work, describe) {
    const start = performance.now();
    const endSpan = (attributes, isError = false) =>
      this.#addSpan({
        name,
        kind: KINDS.internal,
        id: createSpanId(),
        ...this.#computeTimes(start),
        isError,
        attributes,
      });
    const endWithResult = (result) => {
      endSpan(describe?.(result) ?? {});
      return result;
    };
    const recordError = (error) => {
      endSpan({ "error.type": String(error?.code ?? error?.name ?? "_OTHER") }, true);
      throw error;
    };
    let result;
    try {
      result = work();
    } catch (error) {
      return recordError(error);
    }
    return isPromise(result)
      ? /** @type {any} */ (/** @type {any} */ (result).then(endWithResult, recordError))
      : endWithResult(/** @type {any} */ (result));
  }

  /**
   * Begins the span of an upstream request, whose id `traceparent` carries. `base`: the upstream's base URL. Its path is not recorded,
   * since it may contain a key. `path`: the path of the operation.
   *
   * @param {any} verdict @param {{ base: string, path: string, upstream: number, attempts: number }} attempt
   */
  attempt({ verb: method, network, endpoint: operation }, { base, path, upstream, attempts }) {
    const start = performance.now();
    const id = createSpanId();
    return {
      traceparent: `00-${this.traceId}-${id}-${this.isSampled ? "01" : "00"}`,
      /** @param {number} status 0 without a usable response @param {string | undefined} failure why there is no usable response */
      end: (status, failure) => {
        const { origin, address, port } = parseAddress(base);
        const [template] = path.split("?", 1);
        const isError = status === 0 || status >= 400;
        this.#addSpan({
          name: `${method} ${template}`,
          kind: KINDS.client,
          id,
          ...this.#computeTimes(start),
          isError,
          attributes: {
            "http.request.method": method,
            "http.request.resend_count": attempts > 1 ? attempts - 1 : undefined,
            "http.response.status_code": status === 0 ? undefined : status,
            "error.type": isError ? (failure ?? (status === 0 ? "_OTHER" : String(status))) : undefined,
            "server.address": address,
            "server.port": port,
            "url.full": origin + template,
            "url.template": template,
            "network.protocol.name": "http",
            "ton.network": network,
            "ton.operation": operation,
            "ton.upstream": upstream,
          },
        });
      },
    };
  }

  /**
   * Ends the span of the request. Returns all spans for the exporter, or an empty list if the trace is not exported.
   *
   * @param {import("../request-record.js").RequestRecord} record
   * @param {{ method: string | undefined, url: string, status: number, isExported: boolean }} outcome @returns {string[]}
   */
  end(record, { method, url, status, isExported }) {
    const spans = this.#spans ?? [];
    this.#spans = undefined;
    if (!isExported) {
      this.#addLateSpans = () => {};
      return [];
    }
    const { route, path } = findRoute(record, url);
    const methodName = METHODS.has(method) ? method : "_OTHER";
    const parent = this.#parent;
    const isError = status >= 500;
    const requestSpan = {
      name: route === undefined ? (methodName === "_OTHER" ? "HTTP" : methodName) : `${methodName} ${route}`,
      kind: KINDS.server,
      id: this.#spanId,
      ...this.#computeTimes(this.start),
      isError,
      attributes: {
        "http.request.method": methodName,
        "http.route": route,
        "http.response.status_code": status,
        "http.request.body.size": record.bytesIn,
        "http.response.body.size": record.bytesOut,
        "url.scheme": URL_PARTS.exec(url)?.[1],
        "url.path": path,
        "network.protocol.name": "http",
        "error.type": isError ? (record.code ?? String(status)) : undefined,
        "ton.network": record.about?.network,
        "ton.generation": record.about?.generation,
        "ton.operation": record.about?.endpoint,
        "ton.cache": record.cache,
        "ton.outcome": nameOutcome(status),
        "ton.code": record.code,
        "ton.attempts": record.attempts,
        "ton.calls": record.calls,
        "ton.cost": record.cost === 0 ? undefined : record.cost,
        "ton.request_id": record.id,
        "ton.caller": record.caller,
        "ton.client": record.digest,
        "ton.spans_left_out": this.#omittedCount === 0 ? undefined : this.#omittedCount,
      },
    };
    return [
      this.#writeSpan(requestSpan, parent?.spanId ?? "", parent !== undefined),
      ...spans.map((span) => this.#writeSpan(span, this.#spanId, false)),
    ];
  }

  #computeTimes(start) {
    return { start: this.#epoch + start, end: this.#epoch + performance.now() };
  }

  #writeSpan(span, parentId, isRemote) {
    return writeSpan(span, { traceId: this.traceId, parentId, isRemote, state: this.#parent?.state });
  }

  /** @param {import("./otlp-json.js").SpanRecord} span */
  #addSpan(span) {
    if (this.#spans === undefined) this.#addLateSpans([this.#writeSpan(span, this.#spanId, false)]);
    else if (this.#spans.length < MAX_SPANS) this.#spans.push(span);
    else this.#omittedCount += 1;
  }
}

/** Returns the route of a request, and its path if it matches the route; any other path may contain a caller's secret. */
function findRoute({ about }, url) {
  const generation = about?.generation;
  const endpoint = about?.endpoint;
  const path = URL_PARTS.exec(url)?.[2] ?? "";
  // Operators' endpoints are identified by their paths.
  if (!generation) return path === `/${endpoint}` ? { route: path, path } : { route: undefined, path: undefined };
  if (!endpoint) return { route: undefined, path: undefined };
  const route = `/api/${generation}/${endpoint}`;
  for (const knownRoute of [route, "/api/v2/jsonRPC"])
    for (const prefix of ["", "/mainnet", "/testnet"])
      if (path === prefix + knownRoute) return { route: knownRoute, path };
  return { route, path: route };
}
