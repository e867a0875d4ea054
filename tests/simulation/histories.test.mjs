// A session never reads older state than it has seen: random histories of reads and writes through two gateways, over upstreams that are
// behind, fail and hang, on a simulated clock. A history that breaks this rule is shrunk and printed.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import fc from "fast-check";

import { createGateway } from "ton-edge/gateway";

import { CALM_MS, playHistory, READS } from "./chain-world.mjs";

const full = process.env.TESTS_FULL === "1";
const HISTORIES = Number(process.env.HISTORIES ?? (full ? 2000 : 60));
const OPERATIONS = full ? 500 : 150;
const SEED = Number(process.env.SEED ?? 1);

const fault = fc.record({
  from: fc.nat({ max: CALM_MS }),
  ms: fc.nat({ max: 6000 }),
  kind: fc.constantFrom("hang", "refused", "503"),
});
const upstreamWith = (replicas) =>
  fc.record({
    lags: fc.array(fc.constantFrom(0, 0, 1, 3, 50, 200), { minLength: replicas, maxLength: replicas }),
    indexLag: fc.constantFrom(0, 0, 2, 20, 120),
    delay: fc.nat({ max: 300 }),
    faults: fc.array(fault, { maxLength: 3 }),
  });
const operation = fc.record({
  after: fc.nat({ max: 400 }),
  session: fc.nat({ max: 5 }),
  gateway: fc.nat({ max: 1 }),
  read: fc.constantFrom(.../** @type {(keyof typeof READS)[]} */ (Object.keys(READS))),
  account: fc.nat({ max: 1 }),
  writes: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
});
const historyWith = (replicas) =>
  fc.record({
    upstreams: fc.array(upstreamWith(replicas), { minLength: 2, maxLength: 2 }),
    operations: fc.array(operation, { minLength: 1, maxLength: OPERATIONS }),
    isShared: fc.boolean(),
    hedgeAfterMs: fc.constantFrom(0, 50),
  });

/** Fails on a response that shows an older block than its session had seen, or than the response names. */
function checkShown(responses, { namedOnly }) {
  for (const response of responses) {
    const { status, name, shown, min, named } = response;
    if (status !== 200 || (namedOnly && !READS[name].namesBlock)) continue;
    assert.ok(min === undefined || shown >= min, `the session had seen ${min}: ${JSON.stringify(response)}`);
    assert.ok(
      named === undefined || named <= shown,
      `the response names a newer block than it shows: ${JSON.stringify(response)}`,
    );
  }
}

/** Fails on an error response that comes after all upstreams have all blocks. */
function checkServed(responses) {
  for (const response of responses) {
    if (response.start < CALM_MS + 12_000) continue;
    assert.equal(response.status, 200, JSON.stringify(response));
  }
}

/** Fails on a refusal without a reason, and on a response after the deadline. */
function checkRefusals(responses) {
  for (const response of responses) {
    const { status, error, ms } = response;
    assert.ok(status === 200 || error !== null || status === 503, JSON.stringify(response));
    assert.ok(ms <= 9500, `the response came too late: ${JSON.stringify(response)}`);
  }
}

/** @param {import("fast-check").Arbitrary<any>} history @param {{ requires: boolean, check: (responses: any[]) => void }} settings */
const play = (history, settings) =>
  fc.check(
    fc.asyncProperty(history, async (one) =>
      settings.check(await playHistory({ ...one, requires: settings.requires })),
    ),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: settings.requires === false },
  );

async function holds(history, check) {
  const result = await play(history, { requires: true, check });
  if (result.failed) throw new Error(fc.defaultReportMessage(result), { cause: result.errorInstance });
}

describe("sessions that require the newest block that they have seen", () => {
  // The gateway's wasm module is compiled before the clock is simulated.
  before(() => createGateway({ logLevel: "off" }).fetch(new Request("https://gw.example/healthz")));

  test("sessions never read older state from upstreams that are behind, fail and hang", { timeout: 1_800_000 }, () =>
    holds(historyWith(1), (responses) => {
      checkShown(responses, { namedOnly: false });
      checkRefusals(responses);
      checkServed(responses);
    }),
  );

  test(
    "sessions never read older state from replicas that respond in turn, where the response names its block",
    {
      timeout: 1_800_000,
    },
    () => holds(historyWith(2), (responses) => checkShown(responses, { namedOnly: true })),
  );

  test("the checker finds sessions that read older state without the requirement", { timeout: 1_800_000 }, async () => {
    const { failed } = await play(historyWith(1), {
      requires: false,
      check: (responses) => checkShown(responses, { namedOnly: false }),
    });
    assert.equal(failed, true);
  });
});
