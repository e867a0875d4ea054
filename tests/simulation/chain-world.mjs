// Plays a program on a simulated clock: two gateways in front of two upstreams of one chain, and sessions that use them. Records what each
// response shows, and what each gateway stores.

import { createGateway } from "ton-edge/gateway";

import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { createSimulatedClock } from "../helpers/simulated-clock.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { createChain, createUpstream } from "./fake-chain.mjs";
import { describeProgram, shrinkProgram } from "./program.mjs";
import { describeEntry, findViolation } from "./rules.mjs";
import { createSession, runOperation } from "./sessions.mjs";

/** Milliseconds between blocks. */
const BLOCK_MS = 500;
/** Milliseconds for which a history continues after its last operation. */
const PAUSE_MS = 40_000;

/**
 * A store of cache entries, which records what gateways put into it and get from it.
 *
 * @param {import("./rules.mjs").Put[]} puts @param {number} delayMs
 */
function createRecordingStore(puts, delayMs) {
  const storedEntries = new Map();
  const timeOf = new WeakMap();
  const wait = () => (delayMs > 0 ? new Promise((resolve) => setTimeout(resolve, delayMs)) : undefined);
  const getUsableUntil = (entry) => entry.stored - START + entry.fresh + Math.max(entry.stale, entry.failing);
  const START = Date.now() - performance.now();
  const record = (gateway, key, entry, overrides) =>
    puts.push({
      time: performance.now(),
      gateway,
      key,
      seqno: entry.seqno,
      usableUntil: getUsableUntil(entry),
      ...overrides,
    });
  return (gateway) => ({
    async get(key) {
      await wait();
      const entry = storedEntries.get(key);
      if (entry) record(gateway, key, entry, { isOwn: false });
      return entry;
    },
    async put(key, entry) {
      await wait();
      const earlierEntry = storedEntries.get(key);
      const replacedEntry = earlierEntry && {
        seqno: earlierEntry.seqno,
        usableUntil: getUsableUntil(earlierEntry),
        time: timeOf.get(earlierEntry),
      };
      record(gateway, key, entry, { isOwn: true, replaced: replacedEntry });
      storedEntries.set(key, entry);
      timeOf.set(entry, performance.now());
    },
  });
}

/**
 * @param {import("./program.mjs").Program} program `cache`: "own", "shared" or "none"
 * @param {{ isOn?: boolean }} [settings] `isOn`: whether sessions require what they have seen
 * @returns {Promise<import("./rules.mjs").History>}
 */
async function playOnSimulatedClock(program, { isOn = true } = {}) {
  const { upstreams, operations, sessions, cache, storeMs, hedgeAfterMs, calmMs } = program;
  const clock = createSimulatedClock();
  clock.install();
  const { random } = Math;
  const { next } = createSeededRandom(1);
  // The delays of retries are the same in each replay.
  Math.random = () => next() / 2 ** 32;
  try {
    const now = () => performance.now();
    const chain = createChain({ blockMs: BLOCK_MS, now });
    const backends = upstreams.map((behaviour) => createUpstream(chain, behaviour, { now, blockMs: BLOCK_MS, calmMs }));
    const puts = [];
    const createShared = createRecordingStore(puts, storeMs);
    const gateways = [0, 1].map((index) =>
      createGateway({
        mainnet: backends.map((_, index) => ({ baseUrl: `https://${index}.example` })),
        timeoutMs: 1000,
        deadlineMs: 8000,
        hedgeAfterMs,
        breaker: { failures: 3, openMs: 1000 },
        cache: {
          adapter:
            cache === "none"
              ? "none"
              : (cache === "shared" ? createShared : createRecordingStore(puts, storeMs))(index),
        },
        limits: UNLIMITED,
        logLevel: "off",
        fetch: async (url, { method = "GET", body, signal }) => {
          const { status, body: result } = await backends[Number(new URL(url).host[0])]({ method, url, body }, signal);
          return Response.json(result, { status });
        },
      }),
    );
    const entries = [];
    const world = {
      now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      send: (gateway, request) => gateways[gateway].fetch(request),
      getBaseUrl: () => "https://gw.example",
    };
    const sessionRuns = sessions.map((plan, session) => createSession(world, { session, plan, isOn, entries, chain }));
    const failures = [];
    // The chain uses one timer at a time, because the clock checks all timers at each step.
    const start = (index) => {
      const operation = operations[index];
      if (operation === undefined) return;
      setTimeout(() => {
        runOperation(sessionRuns[operation.session], operation).catch((error) => failures.push(error));
        start(index + 1);
      }, operation.at - now());
    };
    start(0);
    await clock.run((operations.at(-1)?.at ?? 0) + PAUSE_MS);
    if (failures.length > 0) throw failures[0];
    const hasReplicas = upstreams.some(({ lags }) => lags.length > 1);
    return { entries, puts, chain, calmMs, storeMs, hasReplicas, hasCache: cache !== "none" };
  } finally {
    Math.random = random;
    clock.uninstall();
  }
}

/**
 * Finds the first violation of a program; returns the smallest program that breaks the same rule, as far as it was found, with its history.
 *
 * @param {import("./program.mjs").Program} program @param {{ isOn?: boolean, rules?: string[] }} [settings]
 */
export async function findSmallest(program, { isOn = true, rules } = {}) {
  const findViolationOf = async (candidate, names) => {
    const history = await playOnSimulatedClock(candidate, { isOn });
    return { history, violation: findViolation(history, names) };
  };
  const { history, violation: first } = await findViolationOf(program, rules);
  if (!first) return { history };
  const end = first.entry.end ?? first.entry.time;
  const startedProgram = { ...program, operations: program.operations.filter(({ at: endTime }) => endTime <= end) };
  const isBreakingRule = async (candidate) => (await findViolationOf(candidate, [first.rule])).violation !== undefined;
  const smallestProgram = await shrinkProgram(
    (await isBreakingRule(startedProgram)) ? startedProgram : program,
    isBreakingRule,
  );
  const { history: smallHistory, violation } = await findViolationOf(smallestProgram, [first.rule]);
  const text = [
    `${violation.rule}: ${violation.text}`,
    describeEntry(violation.entry),
    describeProgram(smallestProgram),
    ...smallHistory.entries.map(describeEntry),
  ].join("\n");
  return { history, violation, smallest: smallestProgram, text };
}
