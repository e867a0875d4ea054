// Requests that several calls share in workerd, where a call must not wait for a promise of another incoming request. In Node, with the name of
// workerd.

import assert from "node:assert/strict";
import { test } from "node:test";

// The modules read the runtime's name when they are loaded.
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Cloudflare-Workers" }, configurable: true });
const { shareRequest } = await import("../../pkg/lib/actions/shared-requests.js");

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Three calls at once that share a request, and how often it was sent. */
async function callThrice(start) {
  const clientState = { requests: new Map(), settings: {} };
  let requestCount = 0;
  const send = (options) => {
    requestCount += 1;
    return start(options);
  };
  const calls = [1, 2, 3].map(() => shareRequest(clientState, "state", {}, send));
  const outcomes = await Promise.allSettled(calls);
  return { outcomes, requestCount: requestCount, left: clientState.requests.size };
}

test("all calls get the result of the request that they share", async () => {
  const value = { seqno: 7 };
  const { outcomes, requestCount, left: abandonedCount } = await callThrice(() => sleep(20).then(() => value));
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === "fulfilled" && outcome.value),
    [value, value, value],
  );
  assert.deepEqual([requestCount, abandonedCount], [1, 0]);
});

test("all calls get the error of the request that they share", async () => {
  const { TonEdgeError } = /** @type {any} */ (await import("ton-edge"));
  const error = new TonEdgeError({ code: "not_found", message: "no such account" });
  const {
    outcomes,
    requestCount,
    left: abandonedCount,
  } = await callThrice(() => sleep(20).then(() => Promise.reject(error)));
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason),
    [error, error, error],
  );
  assert.deepEqual([requestCount, abandonedCount], [1, 0]);
});
