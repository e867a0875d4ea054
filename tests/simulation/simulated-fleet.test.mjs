// Four gateways that share one budget, on a simulated clock. gateway-fleet.test.mjs runs them as processes, with Redis and a Durable Object.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { computeBurst, countWithin, findWorstWindow } from "../fleet/load.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { runFleet, sleep } from "./fleet.mjs";

const isFull = process.env.TESTS_FULL === "1";
const SECOND_MS = 1000;

/** Checks that no window had more than the budget; returns the used part of it. */
function check(t, budget, { times, since: startTime, until: endTime, statuses }, underway = 0) {
  const worstWindow = findWorstWindow(times, budget);
  const usedShare = countWithin(times, startTime, endTime) / ((budget * (endTime - startTime)) / SECOND_MS);
  t.diagnostic(
    `budget ${budget}: ${(usedShare * 100).toFixed(1)} % used; worst window ${worstWindow.count} in ${Math.round(worstWindow.ms)} ms, ${worstWindow.over.toFixed(2)} above the budget of ${computeBurst(budget)}`,
  );
  assert.ok(
    worstWindow.over <= computeBurst(budget) + underway,
    `${worstWindow.count} in ${worstWindow.ms} ms: ${JSON.stringify(statuses)}`,
  );
  return usedShare;
}

describe("four gateways with the Durable Object, at three times their budget", () => {
  for (const [budget, seconds] of [
    [1, 30],
    [10, 30],
    [50, isFull ? 30 : 5],
  ]) {
    test(`a fleet with a budget of ${budget} requests per second for ${seconds} s uses it and never exceeds it`, (t) =>
      onSimulatedClock(async (clock) => {
        const result = await runFleet(clock, budget, () => sleep(seconds * SECOND_MS));
        const usedShare = check(t, budget, result);
        assert.ok(usedShare >= 0.99, `${(usedShare * 100).toFixed(1)} % used: ${JSON.stringify(result.statuses)}`);
        // The other callers got 429 with Retry-After; none got another error.
        for (const statuses of result.statuses)
          assert.deepEqual(
            Object.keys(statuses).filter((status) => !["200", "429"].includes(status)),
            [],
          );
      }));
  }

  test("gateways whose process is stopped and continued send no request twice", (t) =>
    onSimulatedClock(async (clock) => {
      const budget = 20;
      const result = await runFleet(clock, budget, async ({ pause }) => {
        for (let index = 0; index < 3; index += 1) {
          for (let position = 0; position < 4; position += 1) pause(position, 700 + 200 * index);
          await sleep(700 + 200 * index + 600);
        }
      });
      // Each gateway may have had one request in flight when it was stopped.
      check(t, budget, result, 4);
    }));

  for (const budget of isFull ? [1, 10, 50] : [1, 10]) {
    test(`a fleet keeps its budget of ${budget} requests per second while a gateway and the limiter end and the limiter restarts`, (t) =>
      onSimulatedClock(async (clock) => {
        const result = await runFleet(clock, budget, async ({ limiter, end }) => {
          await sleep(3 * SECOND_MS);
          end(0);
          await sleep(6 * SECOND_MS);
          const outageTimes = [clock.time];
          limiter.end();
          await sleep(3 * SECOND_MS);
          outageTimes.push(clock.time);
          limiter.start();
          // The gateways reach the limiter within a second or two; by then earlier leases have expired and a queue has formed.
          await sleep(4 * SECOND_MS);
          const restoredAt = clock.time;
          await sleep(Math.max(6 * SECOND_MS, (10 / budget) * SECOND_MS));
          return { without: outageTimes, back: restoredAt };
        });
        check(t, budget, result);
        const { times, until: endTime, marks, statuses } = result;
        const [from, to] = marks.without;
        // Gateways may still use leases from before the limiter's end; the queue is two seconds long.
        assert.ok(
          countWithin(times, from, to) <= budget * 2.5 + computeBurst(budget),
          "more requests than the budget allows while the limiter is down",
        );
        const usedShare = countWithin(times, marks.back, endTime) / ((budget * (endTime - marks.back)) / SECOND_MS);
        t.diagnostic(`after the limiter came back: ${(usedShare * 100).toFixed(1)} % used`);
        assert.ok(
          usedShare >= 0.99,
          `${(usedShare * 100).toFixed(1)} % used after it came back: ${JSON.stringify(statuses)}`,
        );
        assert.ok(
          statuses.slice(1).every((seenStatuses) => seenStatuses[503] > 0),
          "callers get 503 while the limiter is unreachable",
        );
      }));
  }
});
