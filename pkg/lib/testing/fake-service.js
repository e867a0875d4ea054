// The fake service: a `fetch` that responds without a network, and lists the requests.

import { EXAMPLES } from "../../dist/examples.js";
import { createClient } from "../client/create-client.js";
import { parseJson } from "../util/body.js";
import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import { isPlainObject, pickOptions, readPositiveOption } from "../util/options.js";
import { core } from "../wasm/client.js";
import { SIMULATED_TIME } from "../actions/time.js";
import { makeChain } from "./chain.js";
import { CHAIN_RESPONSES } from "./chain-responses.js";
import { findOperation, readUrl, requireOperation } from "./operations.js";
import { makeFailure, makeRejection, makeSuccess, writeResponse } from "./responses.js";
import { makeSimulatedTime } from "./simulated-time.js";

/** Names all operations in `fail`. */
const EVERY_OPERATION = "*";

/** The service's status for errors of requests; any other error is about a parameter. */
const STATUS_BY_CODE = { unknown_endpoint: 404, method_not_allowed: 405 };
const UNPROCESSABLE = 422;
/** The status for an operation without an example. */
const NO_EXAMPLE = 501;

/** The operations that send a message. */
const SENDS = ["v2.sendBoc", "v2.sendBocReturnHash", "v2.sendBocReturnHashNoError", "v3.message"];

/** Attempts without delays. */
const NO_DELAYS = { minDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 };

export function createFakeService() {
  const requests = [];
  const chain = makeChain(makeSimulatedTime());
  /** The responses and failures that the test has set, the newest one first. */
  let rules = [];

  /** @param {any} operation @param {any} rawOptions @param {(record: any) => any} respond returns undefined to leave the request to an older rule */
  function addRule(operation, rawOptions, respond) {
    const { times } = pickOptions(rawOptions, ["times"], "a response");
    rules.unshift({ operation, respond, remaining: readPositiveOption("times", times, Infinity) });
  }

  const respondFromChain = ({ operation, params }) =>
    chain.isUsed ? CHAIN_RESPONSES[operation]?.(chain, params) : undefined;

  /** Responds to one operation. @returns {Promise<import("./responses.js").Answer>} */
  async function respondToOperation(record, generation) {
    for (const rule of rules) {
      if (rule.remaining <= 0 || (rule.operation !== EVERY_OPERATION && rule.operation !== record.operation)) continue;
      // The request is counted before its response is ready, since several requests may wait at the same time.
      rule.remaining -= 1;
      const result = await rule.respond(record);
      if (result !== undefined) return result;
      rule.remaining += 1;
    }
    const result = respondFromChain(record);
    if (result?.refusal !== undefined) return makeFailure(generation, makeRejection(result.refusal));
    if (result !== undefined) return makeSuccess(generation, result);
    const example = EXAMPLES[record.operation];
    if (example) return { status: 200, body: example.body };
    const message = `no response of ${record.operation} was recorded: pass one to \`service.respond\``;
    return makeFailure(generation, { status: NO_EXAMPLE, message });
  }

  /** Checks a request as the service does, and responds. */
  /** @param {any} request */
  async function handle({ generation, path, method, isMethodAllowed = true, ...request }) {
    const record = Object.freeze({ method, ...request });
    requests.push(record);
    // The next requests are about this message, even if it does not arrive.
    if (SENDS.includes(record.operation)) chain.start();
    try {
      if (!isMethodAllowed) throw fail("method_not_allowed", `this operation does not accept ${method}`);
      core.plan({ method: path === "decode" ? method : undefined, generation, path }, record.params);
    } catch (error) {
      if (!isTonEdgeError(error)) throw error;
      return makeFailure(generation, { status: STATUS_BY_CODE[error.code] ?? UNPROCESSABLE, message: error.message });
    }
    return respondToOperation(record, generation);
  }

  /** Responds to one call of JSON-RPC. */
  async function handleCall(call, request) {
    const { method, params = {}, id } = isPlainObject(call) ? call : {};
    const path = String(method);
    const reply = await handle({ ...request, generation: "v2", path, operation: findOperation("v2", path), params });
    const { status, body, headers } = reply;
    return { status, body: { ...body, jsonrpc: "2.0", id }, headers };
  }

  async function handleRequest(request) {
    await core.ready();
    const { method, headers, signal } = request;
    const url = new URL(request.url);
    const { generation, path, operation, isMethodAllowed, isRpc, params } = readUrl(url, method);
    const text = method === "GET" ? "" : await request.text();
    const requestParts = { method, url: request.url, headers, signal };
    if (!isRpc)
      return handle({
        ...requestParts,
        generation,
        path,
        isMethodAllowed,
        operation,
        params: { ...params, ...parseObject(text) },
      });
    const calls = parseJson(text).value;
    if (!Array.isArray(calls)) return handleCall(calls, requestParts);
    const responses = await Promise.all(calls.map((call) => handleCall(call, requestParts)));
    return { status: 200, body: responses.map(({ body }) => body) };
  }

  async function fakeFetch(input, init) {
    const request = new Request(input, init);
    return writeResponse(await handleRequest(request));
  }

  fakeFetch[SIMULATED_TIME] = chain.time;
  const clientOptions = { fetch: fakeFetch, rateLimit: false, retry: NO_DELAYS, sessionConsistency: false };

  const service = {
    fetch: fakeFetch,
    clientOptions,
    requests,
    createClient: (options = {}) => createClient({ ...clientOptions, ...options, retry: removeDelays(options.retry) }),
    requestsOf(name) {
      const operation = requireOperation(name);
      return requests.filter((record) => record.operation === operation);
    },
    sentMessages: () => chain.sentMessages.map((message) => ({ ...message })),
    example(name) {
      const operation = requireOperation(name);
      const example = EXAMPLES[operation];
      if (!example) throw fail("not_found", `no response of ${operation} was recorded`);
      // Parsed as the client parses responses: long integers become texts.
      const { params, body } = parseJson(JSON.stringify(example)).value;
      return { params, result: operation.startsWith("v2.") ? body.result : body };
    },
    respond(name, response, options = {}) {
      const operation = requireOperation(name);
      const [generation] = operation.split(".");
      const getResult = typeof response === "function" ? response : () => response;
      addRule(operation, options, async (record) => {
        const result = await getResult(record);
        return result === undefined ? undefined : makeSuccess(generation, result);
      });
      return service;
    },
    fail(name, failure, options = {}) {
      const operation = name === EVERY_OPERATION ? EVERY_OPERATION : requireOperation(name);
      addRule(operation, options, readFailure(failure));
      return service;
    },
    setAccount(address, options = {}) {
      chain.setAccount(address, options);
      return service;
    },
    receive(address, deposit) {
      const { lt, hash } = chain.receive(address, deposit).row;
      return { lt: BigInt(lt), hash };
    },
    setMessageOutcome(outcome, options = {}) {
      chain.setOutcome(outcome, options);
      return service;
    },
    reset() {
      rules = [];
      chain.reset();
      requests.length = 0;
      return service;
    },
  };
  return service;
}

/** Parses the body of a POST. An invalid one has no parameters, so that the check of the parameters reports what is missing. */
function parseObject(text) {
  const { value } = parseJson(text);
  return isPlainObject(value) ? value : {};
}

/** The retry options of a client, without delays unless it sets its own. */
function removeDelays(retry) {
  if (retry === undefined) return NO_DELAYS;
  if (typeof retry === "number" || retry === false) return { ...NO_DELAYS, attempts: retry || 1 };
  return isPlainObject(retry) ? { ...NO_DELAYS, ...retry } : retry;
}

/** Returns the function that responds with a failure. @returns {(record: any) => any} */
function readFailure(failure) {
  if (failure === "network")
    return () => {
      throw new TypeError("fetch failed");
    };
  // The client would throw the same error after its timeout. Throwing it here saves that time.
  if (failure === "timeout")
    return () => {
      throw fail("timeout", "no complete response in time: the test lets this request time out");
    };
  if (!isPlainObject(failure))
    throw fail(
      "invalid_option",
      `a failure is "network", "timeout" or an object with \`status\`, not ${kindOf(failure)}`,
    );
  const { status, ...failureOptions } = pickOptions(failure, ["status", "message", "retryAfterSeconds"], "a failure");
  if (!(Number.isInteger(status) && status >= 300 && status <= 599))
    throw fail("invalid_option", "`status` must be an HTTP status from 300 to 599", { parameter: "status" });
  return ({ operation }) => makeFailure(operation?.startsWith("v3.") ? "v3" : "v2", { status, ...failureOptions });
}
