// Single-flight, breakers and the cache on a simulated clock, with random schedules of faults, callers that leave and callers whose
// isolate ends. A schedule that breaks a bound is shrunk and printed.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { checkBounds } from "./bounds.mjs";
import { simulate, TIMES } from "./world.mjs";

const isFull = process.env.TESTS_FULL === "1";
const SCHEDULES = Number(process.env.SCHEDULES ?? (isFull ? 20_000 : 300));
const calmMs = 4000;
const END = 12_000;

const FAULTS = [
  "ok",
  "ok",
  "hang",
  "stall",
  "cut",
  "refused",
  "html",
  "json",
  "unready",
  "500",
  "502",
  "503",
  "504",
  "429",
  "404",
];
const makeFaultArbitrary = (kinds) => fc.record({ kind: fc.constantFrom(...kinds), ms: fc.nat({ max: 500 }) });
const caller = fc.record({
  at: fc.nat({ max: 3000 }),
  key: fc.nat({ max: 1 }),
  rpc: fc.boolean(),
  leaves: fc.option(fc.nat({ max: 800 }), { nil: undefined, freq: 4 }),
  dies: fc.option(fc.nat({ max: 800 }), { nil: undefined, freq: 6 }),
});
const schedule = (kinds) =>
  fc.record({
    staleAfterMs: fc.constantFrom(0, TIMES.staleAfterMs),
    upstreams: fc.array(fc.array(makeFaultArbitrary(kinds), { maxLength: 12 }), { minLength: 1, maxLength: 2 }),
    callers: fc.array(caller, { minLength: 1, maxLength: 8 }),
  });

/** Callers for both keys that come after all others. */
const LATER_CALLERS = [0, 1].map((key) => ({ at: END - 2000, key, rpc: false, leaves: undefined, dies: undefined }));

/** @param {{ upstreams: any[][], callers: any[], staleAfterMs?: number }} schedule */
async function playTestCase({ upstreams, callers, staleAfterMs }) {
  // The later callers meet the faults that no earlier request has used up.
  const simulation = await simulate({ upstreams, callers: [...callers, ...LATER_CALLERS], end: END, staleAfterMs });
  return { ...simulation, upstreams };
}

const checkProperty = (kinds, check) =>
  fc.assert(
    fc.asyncProperty(schedule(kinds), async (program) => check(await playTestCase(program))),
    { numRuns: SCHEDULES, seed: Number(process.env.SEED ?? 1), includeErrorInReport: true },
  );

test(`under any faults: one upstream request at a time per key, and responses that are complete, in time and not too old`, {
  timeout: 1_800_000,
}, async () => {
  await checkProperty(FAULTS, checkBounds);
});

test("many callers together cost the attempts of one, whichever of them dies", { timeout: 1_800_000 }, async () => {
  const quickFault = fc.record({
    kind: fc.constantFrom("refused", "500", "503", "html", "cut", "unready", "stall"),
    ms: fc.nat({ max: 30 }),
  });
  const nearCallers = caller.map((item) => ({ ...item, at: item.at % 900, key: 0, leaves: undefined }));
  const crowd = fc.record({
    upstreams: fc.array(fc.array(quickFault, { minLength: 20, maxLength: 20 }), { minLength: 1, maxLength: 2 }),
    callers: fc.array(nearCallers, { minLength: 2, maxLength: 16 }),
  });
  await fc.assert(
    fc.asyncProperty(crowd, async (program) => checkBounds(await playTestCase(program))),
    { numRuns: SCHEDULES, seed: Number(process.env.SEED ?? 3), includeErrorInReport: true },
  );
});

test("responses too long to share are requested by few callers at once", { timeout: 1_800_000 }, async () => {
  await checkProperty([...FAULTS, "long", "long", "long", "long"], checkBounds);
});

test("a caller's turn to request a response too long to share lasts as long as its attempts", {
  timeout: 60_000,
}, async () => {
  const hangFault = { kind: "hang", ms: 0 };
  const upstreams = [[{ kind: "long", ms: 50 }, ...Array.from({ length: 20 }, () => hangFault)]];
  const callers = [0, 10, 500, 510, 520].map((startTime) => ({
    at: startTime,
    key: 0,
    rpc: false,
    leaves: undefined,
    dies: undefined,
  }));
  checkBounds(await playTestCase({ upstreams, callers, staleAfterMs: 0 }));
});

test("a healthy second upstream serves every read", { timeout: 1_800_000 }, async () => {
  const faults = fc.array(makeFaultArbitrary(FAULTS.filter((kind) => kind !== "404" && kind !== "unready")), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(faults, fc.array(caller, { minLength: 1, maxLength: 8 }), async (first, callers) => {
      const simulation = await playTestCase({ upstreams: [first, []], callers });
      checkBounds(simulation);
      for (const caller of simulation.callers) {
        // A caller that takes over from another one may have no time left before its own deadline.
        const hasLeft = simulation.callers.some(({ isDead, leaves }) => isDead || leaves !== undefined);
        if (!caller.isDead && caller.leaves === undefined && !hasLeft)
          assert.equal(caller.status, 200, JSON.stringify(caller));
      }
    }),
    { numRuns: SCHEDULES, seed: Number(process.env.SEED ?? 2), includeErrorInReport: true },
  );
});

test("when the faults are over, the next caller gets a response", { timeout: 1_800_000 }, async () => {
  await checkProperty(FAULTS, ({ callers, requests }) => {
    // A good response that comes after the timeout of its attempt also counts as a fault.
    const lastEnd = Math.max(
      0,
      ...requests.filter(({ kind, ms }) => kind !== "ok" || ms >= TIMES.timeout).map(({ start }) => start),
    );
    if (lastEnd > END - 2000 - calmMs) return;
    for (const caller of callers.slice(-LATER_CALLERS.length)) assert.equal(caller.status, 200, JSON.stringify(caller));
  });
});
