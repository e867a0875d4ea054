// One call: the caller's arguments, the request that the core planned, and the data for its attempts.

import { redact, redactCause } from "../util/api-key.js";
import { fail } from "../util/error.js";
import { pickOptions, readPositiveOption, readSignal, requireString } from "../util/options.js";
import { requireGlobal } from "../util/runtime.js";
import { core } from "../wasm/client.js";
import { clock } from "./clock.js";
import { readRetry } from "./settings.js";

const CALL_OPTIONS = ["signal", "timeoutMs", "queueTimeoutMs", "method", "extra", "retry"];

/** The options of a call, read once. */
export const readCallOptions = (rawOptions) =>
  rawOptions === undefined ? {} : pickOptions(rawOptions, CALL_OPTIONS, "a call", ["verb", "method"]);

/**
 * The called operation. Callers set the first three fields, and others only where the values differ from the endpoint table.
 *
 * @typedef {object} Endpoint
 * @property {string} generation `v2` or `v3`
 * @property {string} path of the operation
 * @property {any} params
 * @property {ReturnType<typeof core.plan>} [plan] the core's earlier plan for the parameters
 * @property {boolean} [reads] whether the call changes nothing, so that it may be repeated
 * @property {string} [list] the field of the result that has a list, "" for the result itself
 * @property {string} [body] the body of the request
 * @property {number} [weight] the number of requests that it counts as
 * @property {{ seqno: number }} [page] for a page of a list: the masterchain block that it must show, then the one that it shows
 * @property {(status: number, shape: number, value: any, clean: (text: string) => string, withoutSecrets: (error: any) => any) => any} [judge]
 * returns the result of a response
 */

export class Call {
  /**
   * Reads and checks all arguments now, so that later changes by the caller have no effect.
   *
   * @param {any} settings of the client @param {Endpoint} endpoint @param {any} rawOptions options of the call
   */
  constructor(settings, endpoint, rawOptions) {
    const options = readCallOptions(rawOptions);
    const { method } = options;
    const { generation, path } = endpoint;
    this.settings = settings;
    this.endpoint = endpoint;
    /** The caller's signal, if there is one. */
    this.callerSignal = readSignal(options.signal);
    if (method !== undefined) requireString("invalid_option", "`method`", method);
    requireString("unknown_endpoint", "generation", generation);
    requireString("unknown_endpoint", "path of an operation", path);
    /** Milliseconds for the attempts and the delays between them. */
    this.timeoutMs = readPositiveOption("timeoutMs", options.timeoutMs, settings.timeoutMs);
    /** Milliseconds in the queue, which do not count for `timeoutMs`. */
    this.queueTimeoutMs = readPositiveOption("queueTimeoutMs", options.queueTimeoutMs, settings.queueTimeoutMs, true);
    this.retry = readRetry(options.retry, settings.retry);
    requireGlobal("AbortController");
    /** The request as the core planned it. */
    this.plan = endpoint.plan ?? core.plan({ method, generation, path }, endpoint.params, options.extra);
    /** Whether the call only reads, so that it may be repeated. */
    this.reads = endpoint.reads ?? this.plan.reads;
    /** The field of the result that has a list, "" for the result itself; undefined for neither. */
    this.list = endpoint.list ?? this.plan.list;
    /** The number of requests that the call counts as. */
    this.weight = endpoint.weight ?? 1;
    /** Aborts the request. */
    this.controller = new AbortController();

    /** Aborted when no caller waits for the request any more, or when it timed out. */
    this.signal = this.controller.signal;
    /** The URL without the API key. */
    this.target = settings.baseUrl + this.plan.target;

    // Times by `clock()`, set while the call waits and runs.
    /** Until when the call may wait in the queue. */
    this.queueUntil = Infinity;
    /** When the call's slot begins, as far as known. */
    this.due = 0;
    /** When the call counts as gone, unless its heartbeat sets a later time. */
    this.until = 0;
  }

  /** Builds the request, with the API key if there is one. */
  prepare(key) {
    const { settings, endpoint, plan, target, signal } = this;
    const { method, headers } = plan;
    const { apiKeyIn } = settings;
    this.key = key;
    /** Texts that must not occur in an error. */
    this.secrets = key === undefined ? settings.secrets : [key, ...settings.secrets];
    /** The URL that errors and hooks may show. */
    this.url = redact(target, this.secrets);
    const querySuffix =
      key !== undefined && apiKeyIn === "query"
        ? `${target.includes("?") ? "&" : "?"}api_key=${encodeURIComponent(key)}`
        : "";
    // Checked before any attempt, since a retry would not find these globals either.
    if (!settings.fetch) requireGlobal("fetch");
    requireGlobal("Request");
    try {
      this.request = new Request(target + querySuffix, {
        method,
        redirect: "manual",
        signal,
        headers: headers ? JSON.parse(headers) : undefined,
        body: endpoint.body ?? plan.body,
      });
    } catch (cause) {
      // The error may quote the URL, and with it the key.
      throw fail("invalid_option", `the request to ${this.url} cannot be built`, {
        cause: redactCause(cause, this.secrets),
      });
    }
    for (const [name, value] of settings.headers) this.request.headers.set(name, value);
    if (key !== undefined && apiKeyIn === "header") this.request.headers.set("X-API-Key", key);
    /** When the call's attempts began, by `clock()`. */
    this.made = clock();
  }
}
