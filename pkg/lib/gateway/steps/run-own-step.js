// Runs a step of the operator. The step gets a read-only view of the request, and a `next` that it may call once. If it misbehaves, the
// response is an error.

import { fail } from "../../util/error.js";
import { OPERATOR_TIMEOUT_MS } from "../../util/operator-timeout.js";
import { discardBody } from "../http/reply.js";
import { adoptResponse } from "../http/response.js";
import { nameError } from "../ops/error-name.js";

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("../create-gateway.js").Next} Next
 */

/**
 * Converts an operator's step to a step for the list of `createGateway`.
 *
 * @param {import("../../../gateway.js").Step} step @param {number} index its index in the setting `steps`
 * @returns {import("../create-gateway.js").Step}
 */
export const runOwnStep = (step, index) => (context, next) =>
  new StepRun(step, index, () => next(context)).respond(context);

/** One run of an operator's step. */
class StepRun {
  #step;
  #index;
  #next;
  /** `#endWait` ends the wait for the step; `#timer` calls it when the step takes too long. */
  #endWait;
  #timer;
  #isCalled = false;
  #isOver = false;
  /** The result of the steps after this one. */
  #followingReply;
  /** The error of a later step, which is not reported as a fault of this step. */
  #followingFault;
  #fault;

  constructor(step, index, next) {
    this.#step = step;
    this.#index = index;
    this.#next = next;
  }

  /** @param {RequestContext} context @returns {Promise<any>} */
  async respond(context) {
    let response;
    try {
      const timeout = new Promise((_, reject) => (this.#endWait = reject));
      this.#startTimer();
      response = await Promise.race([timeout, this.#callStep(context)]);
      if (!isResponse(response)) throw this.#createFault("returned no Response");
      if (this.#fault) throw this.#fault;
    } catch (error) {
      discardBody(this.#followingReply?.body);
      throw error;
    } finally {
      this.#isOver = true;
      clearTimeout(this.#timer);
    }
    return response === this.#followingReply ? response : completeResponse(response, context);
  }

  /** Returns the step's result; an error that it throws becomes `step_failed`. */
  async #callStep(context) {
    try {
      return await this.#step(new StepContext(context), () => this.#callNext());
    } catch (error) {
      if (error === this.#followingFault || error === this.#fault) throw error;
      // The message of the error is not logged, since it may contain a secret.
      throw this.#createFault(`threw ${nameError(error)}`, error);
    }
  }

  /** The step's `next`. It throws errors synchronously, since a rejected promise that the step never awaits can end a server. */
  #callNext() {
    if (this.#isOver) throw this.#createFault("called `next` after its response");
    if (this.#isCalled) throw (this.#fault = this.#createFault("called `next` twice"));
    this.#isCalled = true;
    clearTimeout(this.#timer);
    const response = this.#runFollowing();
    // Marks the rejection as handled, since the step may not await the result.
    response.catch(() => {});
    return response;
  }

  async #runFollowing() {
    try {
      this.#followingReply = await this.#next();
      if (this.#isOver) discardBody(this.#followingReply.body);
      return this.#followingReply;
    } catch (error) {
      this.#followingFault = error;
      throw error;
    } finally {
      if (!this.#isOver) this.#startTimer();
    }
  }

  /** Limits the time of the step itself: until it calls `next`, and again after `next` has responded. */
  #startTimer() {
    this.#timer = setTimeout(
      () => this.#endWait(this.#createFault(`took longer than ${OPERATOR_TIMEOUT_MS} ms`)),
      OPERATOR_TIMEOUT_MS,
    );
  }

  #createFault(problem, cause = undefined) {
    return fail("step_failed", `\`steps[${this.#index}]\` ${problem}`, { cause });
  }
}

/** Whether a value is a response. Checked by its properties, because a runtime may have several `Response` classes. */
const isResponse = (value) => Number.isInteger(value?.status) && typeof value.headers?.get === "function";

/** Completes the step's response: adds the request id and, except for assets, the base headers. */
function completeResponse(stepResponse, { gateway, record, verdict }) {
  const response = adoptResponse(stepResponse, record);
  if (verdict.do === "asset" || response.status < 200) return response;
  const { headers } = response;
  for (const [name, value] of gateway.baseHeaders.headers) if (!headers.has(name)) headers.set(name, value);
  const origin = verdict.origin ?? findOrigin(verdict);
  if (origin !== undefined && !headers.has(ALLOW_ORIGIN)) headers.set(ALLOW_ORIGIN, origin);
  return response;
}

const ALLOW_ORIGIN = "access-control-allow-origin";
/** Returns the allowed origin in the headers of a verdict, if there is one. */
const findOrigin = ({ headers }) =>
  Array.isArray(headers) ? headers.find(([name]) => name === ALLOW_ORIGIN)?.[1] : undefined;

/** The view of a request that a step gets. Documented in gateway.d.ts. */
class StepContext {
  #verdict;
  #record;
  #calls;

  /** @param {RequestContext} context */
  constructor({ request, env, ctx, record, verdict }) {
    this.request = request;
    this.env = env;
    this.ctx = ctx;
    this.requestId = record.id;
    this.#verdict = verdict;
    this.#record = record;
  }

  get calls() {
    this.#calls ??= Object.freeze(listCalls(this.#verdict).map(describeCall));
    return this.#calls;
  }

  get caller() {
    const [call] = listCalls(this.#verdict);
    if (call?.caller) return { id: call.caller.id, plan: call.caller.plan ?? undefined };
    const { caller: id, plan } = this.#record;
    return id === undefined ? undefined : { id, plan: plan ?? undefined };
  }
}

/** Returns the verdicts of the calls that may go upstream. */
const listCalls = (verdict) =>
  (verdict.do === "batch" ? verdict.items : [verdict]).filter((item) => item.do === "forward");

/** @returns {import("../../../gateway.js").StepCall} */
function describeCall({ network, generation, endpoint: operation, url, body }) {
  // Without a prototype, because callers choose the names, and one of them may be `__proto__`.
  /** @type {Record<string, unknown>} */
  const parameters = Object.create(null);
  const { searchParams } = new URL(url);
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    parameters[name] = values.length === 1 ? values[0] : values;
  }
  if (body !== undefined) Object.assign(parameters, JSON.parse(body));
  return { network, generation, operation, parameters };
}
