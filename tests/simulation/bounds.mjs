// The bounds that every simulation must keep, whatever its schedule.

import assert from "node:assert/strict";

import { MAX_UNSHARED, TIMES } from "./world.mjs";

/** Milliseconds that a response may be late: the length of a check, and the time between two timers. */
const TOLERANCE = 60;

/** @param {Awaited<ReturnType<typeof import("./world.mjs").simulate>> & { upstreams: object[][] }} made */
export function checkBounds({ requests, callers, upstreams }) {
  const maxRequestCount = upstreams.length + TIMES.retries;
  for (const caller of callers) {
    if (caller.isDead) continue;
    const wait = caller.ended - caller.at;
    assert.ok(caller.ended !== undefined, `a caller has no response: ${JSON.stringify(caller)}`);
    assert.ok(wait <= TIMES.deadline + TOLERANCE, `a caller waited ${wait} ms`);
    assert.equal(caller.broken, undefined);
    if (caller.status !== 200) continue;
    const { ok, result } = JSON.parse(caller.text);
    if (!ok) continue;
    assert.ok(result.state === "active" || result.state.length === 6000, "the response is complete");
    const age = caller.ended - result.madeAt;
    assert.ok(age <= TIMES.fresh + TIMES.staleIfErrorMs, `a response is ${age} ms old`);
  }
  for (const key of [0, 1]) {
    const requestsOfKey = requests.filter((request) => request.key === key);
    const isLong = requestsOfKey.some(({ kind }) => kind === "long");
    // A shared request ends when all of its callers have left, and the next caller starts a new one. If only its leader dies, the request continues.
    const leftCount = callers.filter((caller) => caller.key === key && caller.leaves !== undefined).length;
    for (const request of requestsOfKey) {
      const simultaneousRequests = requestsOfKey.filter(
        (otherRequest) =>
          otherRequest.start <= request.start &&
          (otherRequest.end ?? Infinity) > request.start &&
          otherRequest !== request,
      );
      assert.ok(
        simultaneousRequests.length < (isLong ? MAX_UNSHARED : 1),
        `${simultaneousRequests.length + 1} requests at once for one key at ${request.start} ms`,
      );
      if (isLong) continue;
      const window = requestsOfKey.filter(
        ({ start }) => start >= request.start && start < request.start + TIMES.linger,
      );
      assert.ok(
        window.length <= maxRequestCount * (1 + leftCount),
        `${window.length} requests within ${TIMES.linger} ms for one key`,
      );
    }
  }
}
