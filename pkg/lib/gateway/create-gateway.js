// `createGateway`: a fetch handler that responds to every request. Each request passes the steps below until one of them responds.

import { Gateway } from "./gateway.js";
import { createFaultResponse, readMethod } from "./http/response.js";
import { createFaultLog } from "./ops/log.js";
import { RequestContext } from "./request-context.js";
import { RequestRecord } from "./request-record.js";
import { admitRequest } from "./steps/admit-request.js";
import { authenticateCaller } from "./steps/authenticate-caller.js";
import { coalesceReads } from "./steps/coalesce-reads.js";
import { computeGetMethod } from "./steps/compute-get-method.js";
import { countCaller } from "./steps/count-caller.js";
import { decideRequest } from "./steps/decide-request.js";
import { describeRequest } from "./steps/describe-request.js";
import { fetchImage } from "./steps/fetch-image.js";
import { forwardRequest } from "./steps/forward-request.js";
import { reachHeight } from "./steps/reach-height.js";
import { openSocket } from "./steps/open-socket.js";
import { openStream } from "./steps/open-stream.js";
import { readBody } from "./steps/read-body.js";
import { reportRequest } from "./steps/report-request.js";
import { respondItself } from "./steps/respond-itself.js";
import { runBatch } from "./steps/run-batch.js";
import { runOwnStep } from "./steps/run-own-step.js";
import { serveAsset } from "./steps/serve-asset.js";
import { serveCached } from "./steps/serve-cached.js";
import { serveOperator } from "./steps/serve-operator.js";
import { serveStoredImage } from "./steps/serve-stored-image.js";
import { storeResponse } from "./steps/store-response.js";
import { writeResponse } from "./steps/write-response.js";

/**
 * @typedef {(context: RequestContext) => any} Next calls the steps that follow; returns their response, or a promise of it
 * @typedef {(context: RequestContext, next: Next) => any} Step responds, or calls `next` and may change its response
 */

/**
 * The steps of a request, in their order. Each wraps those below it: it may act before them, after them, or in their place. Two kinds of
 * responses skip the steps: those to faulty settings (`respondToFault`), and refusals of a server before the gateway
 * (`adapters/refusal.js`).
 *
 * @param {import("../../gateway.js").Step[]} ownSteps the operator's own steps
 */
const listSteps = (ownSteps) => [
  // These steps return a `Response`.
  reportRequest, // to the log, the metrics and the trace, when its response begins; a fault becomes a response
  describeRequest, // writes it for the core: client, headers, trace
  admitRequest, // or refuse it by numbers alone: allowed clients, limits.requests, requests in flight
  decideRequest, // the core's verdict on its text
  authenticateCaller, // where the verdict needs to know whose API key it has
  readBody, // if the verdict needs it
  ...ownSteps.map(runOwnStep), // they know account and caller, and see cache hits and refusals of the steps below
  serveOperator, // readiness, metrics, the OpenAPI documents
  serveAsset, // for paths outside /api
  writeResponse, // from the reply of the steps below; the steps above make responses themselves
  // The steps from here on return a `Reply`, since a batch collects the replies to its calls.
  runBatch, // each of its calls passes the steps below
  respondItself, // if no upstream is needed: refusals, preflights, local utilities
  serveCached, // a fresh or a stale entry
  serveStoredImage, // a picture of a token, with images
  countCaller, // at the limits of the caller
  fetchImage, // from its host, with images
  openSocket, // for events, with streaming
  openStream, // of events, with streaming
  coalesceReads, // with equal reads in flight
  // From here on a cacheable read returns an `Outcome`, which all requests that wait for it share; any other request returns its `Reply`.
  computeGetMethod, // in place of the upstream, with localGetMethods
  storeResponse, // in the cache
  reachHeight, // where the caller requires a block: wait for an upstream that has it
  forwardRequest, // to the upstreams: attempts, retries, hedging
];

/** Composes all steps into one function, once, so that a request needs no closures or promises for them. @param {Step[]} steps */
function composeSteps(steps) {
  /** @type {Next} */
  let next = () => undefined;
  for (const step of steps.toReversed()) {
    const nextStep = next;
    next = (context) => step(context, nextStep);
  }
  return next;
}

/** Composes the last steps, for the requests of a hub of streams, which are not those of a caller. */
export function composeUpstreamSteps() {
  const steps = listSteps([]);
  return composeSteps(steps.slice(steps.indexOf(coalesceReads)));
}

/**
 * @param {object} [settings]
 * @param {(settings: object) => Gateway} [makeGateway] creates the gateway; an adapter that reads settings in another form passes its own
 *   function, whose error messages fit that form
 */
export function createGateway(settings = {}, makeGateway = (settings) => new Gateway(settings)) {
  /** @type {Gateway | undefined} */
  let gateway;
  /** @type {Next | undefined} */
  let runSteps;

  // The gateway is created at the first request, so that invalid settings lead to an error response, not to a module that fails to load.
  function prepare() {
    gateway ??= makeGateway(settings);
    runSteps ??= composeSteps(listSteps(gateway.steps));
    gateway.handle = handle;
  }

  /** @param {{ request: any, env: any, ctx: any }} platform @param {RequestRecord} [record] */
  function handle(platform, record = new RequestRecord()) {
    return /** @type {Next} */ (runSteps)(new RequestContext(/** @type {Gateway} */ (gateway), record, platform));
  }

  async function respondToFault(error, request, record) {
    // Continues on a fresh stack, since the error may be a stack overflow.
    await undefined;
    const log = createFaultLog(settings);
    const response = createFaultResponse(error, { request, record }, log);
    log.writeRequest(record, readMethod(request), response.status);
    return response;
  }

  return {
    check: prepare,

    /** Not `async`: an additional promise would cost time in every request. */
    fetch(request, env = {}, ctx = undefined) {
      const record = new RequestRecord();
      try {
        prepare();
      } catch (error) {
        return respondToFault(error, request, record);
      }
      return handle({ request, env, ctx }, record);
    },

    async flush() {
      await gateway?.telemetry?.flush();
    },
  };
}
