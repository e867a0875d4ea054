// The trace of one request: the span of the gateway, and those of its steps. They are plain records until the request has ended, so a trace
// that is not exported is never serialised.

import { setBounded } from "../../util/bounded-maps.js";
import { isPromise } from "../../util/maybe-promise.js";
import { KINDS, writeSpan } from "./otlp-json.js";
import { createSpanId } from "./trace-context.js";

/** Most spans of a request besides its own: a batch of calls has several for each. */
const MOST_SPANS = 200;

/** Methods that have names in the semantic conventions; any other is `_OTHER`. */
const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE", "QUERY"]);

/** Where upstreams are, by their base URLs, so that these are not parsed for every attempt. */
const places = new Map();
const MOST_PLACES = 64;

/** @param {string} base @returns {{ origin: string, address: string, port: number }} */
function placeOf(base) {
  const known = places.get(base);
  if (known) return known;
  const { origin, protocol, hostname, port } = new URL(base);
  const address = hostname.replace(/^\[|\]$/g, "");
  const place = { origin, address, port: Number(port) || (protocol === "https:" ? 443 : 80) };
  setBounded(places, base, place, MOST_PLACES);
  return place;
}

/** How a request ended, in the words of the metrics. */
const outcomeOf = (status) =>
  status < 400
    ? "success"
    : status >= 500
      ? "failed"
      : status === 429
        ? "limited"
        : status === 499
          ? "cancelled"
          : "invalid";

/** Scheme, and path without its query, of a URL. */
const URL_PARTS = /^(\w+):\/\/[^/?#]*([^?#]*)/;

export class RequestTrace {
  #parent;
  #spanId;
  /** The offset from `performance.now()` to milliseconds since 1970. Setting the system clock meanwhile cannot make a span negative. */
  #epoch;
  /** @type {import("./otlp-json.js").SpanRecord[] | undefined} */
  #spans = [];
  #left = 0;
  #late;

  /**
   * @param {{ id: string, start: number }} record @param {import("./trace-context.js").Parent | undefined} parent
   * @param {boolean} isSampled @param {(spans: string[]) => void} late takes spans that end after their request
   */
  constructor({ id, start }, parent, isSampled, late) {
    const digits = id.replaceAll("-", "");
    this.traceId = parent?.traceId ?? digits;
    this.isSampled = isSampled;
    this.#parent = parent;
    // As the core's, which upstreams get of requests that are not recorded; it is in the log line, too.
    this.#spanId = digits.slice(16);
    this.#epoch = Date.now() - performance.now();
    this.#late = late;
    this.start = start;
  }

  /**
   * Runs a step in a span of its own. `describe` makes attributes of its result.
   *
   * @template T @param {string} name @param {() => T} work
   * @param {(result: Awaited<T>) => Record<string, string | number | boolean | undefined>} [describe] @returns {T}
   */
  run(name, work, describe) {
    const start = performance.now();
    const end = (attributes, isError = false) =>
      this.#add({ name, kind: KINDS.internal, id: createSpanId(), ...this.#times(start), isError, attributes });
    const ended = (result) => {
      end(describe?.(result) ?? {});
      return result;
    };
    const failed = (error) => {
      end({ "error.type": String(error?.code ?? error?.name ?? "_OTHER") }, true);
      throw error;
    };
    let result;
    try {
      result = work();
    } catch (error) {
      return failed(error);
    }
    return isPromise(result)
      ? /** @type {any} */ (/** @type {any} */ (result).then(ended, failed))
      : ended(/** @type {any} */ (result));
  }

  /**
   * Begins the span of a request to an upstream; `traceparent` names it there. `base`: the upstream's base URL, of whose path nothing is
   * shown, since operators of upstreams put keys there. `path`: that of the operation.
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
        const { origin, address, port } = placeOf(base);
        const [template] = path.split("?", 1);
        const isError = status === 0 || status >= 400;
        this.#add({
          name: `${method} ${template}`,
          kind: KINDS.client,
          id,
          ...this.#times(start),
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
   * Ends the span of the request. Returns all spans for the exporter; nothing for a trace that is not exported.
   *
   * @param {import("../request-record.js").RequestRecord} record
   * @param {{ method: string | undefined, url: string, status: number, isExported: boolean }} outcome @returns {string[]}
   */
  end(record, { method, url, status, isExported }) {
    const spans = this.#spans ?? [];
    this.#spans = undefined;
    if (!isExported) {
      this.#late = () => {};
      return [];
    }
    const { route, path } = routeOf(record, url);
    const known = METHODS.has(method) ? method : "_OTHER";
    const parent = this.#parent;
    const isError = status >= 500;
    const own = {
      name: route === undefined ? (known === "_OTHER" ? "HTTP" : known) : `${known} ${route}`,
      kind: KINDS.server,
      id: this.#spanId,
      ...this.#times(this.start),
      isError,
      attributes: {
        "http.request.method": known,
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
        "ton.outcome": outcomeOf(status),
        "ton.code": record.code,
        "ton.attempts": record.attempts,
        "ton.calls": record.calls,
        "ton.cost": record.cost === 0 ? undefined : record.cost,
        "ton.request_id": record.id,
        "ton.caller": record.caller,
        "ton.client": record.digest,
        "ton.spans_left_out": this.#left === 0 ? undefined : this.#left,
      },
    };
    return [
      this.#write(own, parent?.spanId ?? "", parent !== undefined),
      ...spans.map((span) => this.#write(span, this.#spanId, false)),
    ];
  }

  #times(start) {
    return { start: this.#epoch + start, end: this.#epoch + performance.now() };
  }

  #write(span, parentId, isRemote) {
    return writeSpan(span, { traceId: this.traceId, parentId, isRemote, state: this.#parent?.state });
  }

  /** @param {import("./otlp-json.js").SpanRecord} span */
  #add(span) {
    if (this.#spans === undefined) this.#late([this.#write(span, this.#spanId, false)]);
    else if (this.#spans.length < MOST_SPANS) this.#spans.push(span);
    else this.#left += 1;
  }
}

/** The route of a request, and its path where it is one of that route's: any other may hold what a caller took for a safe place. */
function routeOf({ about }, url) {
  const generation = about?.generation;
  const endpoint = about?.endpoint;
  const path = URL_PARTS.exec(url)?.[2] ?? "";
  // Endpoints for operators are named by their paths.
  if (!generation) return path === `/${endpoint}` ? { route: path, path } : { route: undefined, path: undefined };
  if (!endpoint) return { route: undefined, path: undefined };
  const route = `/api/${generation}/${endpoint}`;
  for (const known of [route, "/api/v2/jsonRPC"])
    for (const prefix of ["", "/mainnet", "/testnet"]) if (path === prefix + known) return { route: known, path };
  return { route, path: route };
}
