// A request on its way through the steps, with the results of the previous steps.

/**
 * @typedef {import("./gateway.js").Gateway} Gateway
 * @typedef {import("./request-record.js").RequestRecord} RequestRecord
 * @typedef {{ signal?: AbortSignal | undefined } & Partial<Request>} CallerRequest the caller's request, or only the signal that aborts
 *   background work
 * @typedef {import("./steps/describe-request.js").Description} Description
 */

export class RequestContext {
  /**
   * @param {Gateway} gateway
   * @param {RequestRecord} record
   * @param {{ request: any, env: any, ctx: any }} platform the arguments of `fetch`
   */
  constructor(gateway, record, { request, env, ctx }) {
    this.gateway = gateway;
    /** The record of the request for the log, the metrics and the trace. */
    this.record = record;
    /** @type {any} */
    this.request = request;
    /** The Worker's variables and bindings, or the server's environment. @type {any} */
    this.env = env;
    /** The platform's execution context, and the server's facts about the connection. @type {any} */
    this.ctx = ctx;
    /** The description of the request for the core. @type {Description | undefined} */
    this.description = undefined;
    /** The slot of the request among those in flight. @type {import("./limits/admission.js").Slot | undefined} */
    this.slot = undefined;
    /** The core's verdict. @type {any} */
    this.verdict = undefined;
    /** An earlier verdict on the same request with the same API key, valid while the record of that key is unchanged. @type {any} */
    this.earlierVerdict = undefined;
    /** The result of looking up the caller's API key, as JSON for the core. @type {string | undefined} */
    this.lookup = undefined;
    /** The context of the batch, if this request is one of its calls. @type {RequestContext | undefined} */
    this.batch = undefined;
    /** The RateLimit headers for the caller. @type {[string, string][] | undefined} */
    this.rateLimitHeaders = undefined;
    /** A cached response that may be served if the upstream fails. @type {import("../../gateway.js").CacheEntry | undefined} */
    this.staleEntry = undefined;
    /** Whether the response only refreshes the cache, after the caller received a stale one. Set in contexts that `derive` made. */
    this.isRefresh = false;
    /**
     * The seqno of the masterchain block that the caller requires: the response must show this block or a newer one. @type {number |
     * undefined}
     */
    this.minSeqno = undefined;
    /** The logical time of a transaction that the response must show, or a later one of the same account. @type {bigint | undefined} */
    this.minLt = undefined;
    /**
     * When the upstream request for the response must have begun, in milliseconds since 1970, because an account of the request was written:
     * see `cache/recent-writes.js`. @type {number | undefined}
     */
    this.notBefore = undefined;
    /** The upstream that a read must use, since it has reached the required block. @type {number | undefined} */
    this.fixedUpstream = undefined;
    /** The single-flight to which the attempts belong, if the read is coalesced. @type {any} */
    this.flight = undefined;
  }

  /**
   * Returns a copy of the context with `changes`, for a part of this request's work.
   *
   * @param {Partial<RequestContext>} changes
   */
  derive(changes) {
    return Object.assign(new RequestContext(this.gateway, this.record, this), this, changes);
  }
}
