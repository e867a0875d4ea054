// Random programs of reads, sends and walks by sessions, from a seed; and the smallest part of a program that still breaks a rule.

import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { ACCOUNTS } from "./fake-chain.mjs";
import { READ_NAMES } from "./sessions.mjs";

/** One operation in this many is a send, and one in this many a walk. */
const SEND_IN = 20;
const WALK_IN = 25;
/** Maximum number of replays with which a program is made smaller. */
const MAX_REPLAYS = 100;

/**
 * @typedef {{ at: number, session: number, gateway: number, kind: "read" | "send" | "walk", name: string, account: number, number: number }} Operation
 *   `at`: milliseconds since the start; `number`: of the message that a send creates
 * @typedef {{ kind: "headers" | "client" | "plain", generation: "v2" | "v3" }} SessionPlan a program that sends the header itself, a client of this
 *   package, or a program without a session; `generation`: by which it follows what it sent
 * @typedef {{ upstreams: import("./fake-chain.mjs").Behaviour[], cache: string, storeMs: number, hedgeAfterMs: number, sessions: SessionPlan[],
 *   operations: Operation[], calmMs: number }} Program `cache`: the cache of the gateways; `storeMs`: the time that a shared store takes
 */

/**
 * @param {number} seed
 * @param {{ operations: number, everyMs: number, caches: string[], replicas?: number, maxIndexLagMs?: number, kinds?: SessionPlan["kind"][],
 *   sessions?: number, longestFaultMs?: number }} size `everyMs`: average milliseconds between operations; `replicas` of each upstream
 * @returns {Program}
 */
export function createProgram(seed, size) {
  const {
    operations: count,
    everyMs,
    caches,
    replicas: replicaCount = 1,
    maxIndexLagMs = 60_000,
    longestFaultMs = 6000,
  } = size;
  const { kinds = ["headers", "client", "plain"], sessions: sessionCount } = size;
  const { below, pick } = createSeededRandom(seed);
  const calmMs = Math.floor(count * everyMs * 0.8);
  const createFault = () => ({
    from: below(calmMs),
    ms: below(longestFaultMs),
    kind: pick(["hang", "refused", "503"]),
  });
  // One upstream is up to 200 blocks behind, the other one hardly.
  const laggingUpstream = below(2);
  const upstreams = [0, 1].map((index) => ({
    lags: Array.from({ length: replicaCount }, () =>
      index === laggingUpstream ? pick([1, 3, 50, below(201)]) : pick([0, 0, 0, 1]),
    ),
    indexLagMs: pick([0, 0, 0, 500, 2000, below(maxIndexLagMs + 1)].map((ms) => Math.min(ms, maxIndexLagMs))),
    delay: below(300),
    // A fault for every 5 s on average.
    faults: Array.from({ length: below(Math.ceil(calmMs / 2500) + 1) }, createFault),
  }));
  const sessions = Array.from({ length: sessionCount ?? 1 + below(20) }, () => ({
    kind: pick(kinds),
    generation: pick(/** @type {const} */ (["v3", "v3", "v2"])),
  }));
  let index = 0;
  const operations = Array.from({ length: count }, (_, number) => {
    index += below(2 * everyMs + 1);
    return {
      ...{ at: index, number, session: below(sessions.length), gateway: below(2), account: below(ACCOUNTS.length) },
      kind: below(SEND_IN) === 0 ? "send" : below(WALK_IN) === 0 ? "walk" : "read",
      name: pick(READ_NAMES),
    };
  });
  return {
    ...{ upstreams, sessions, calmMs },
    cache: pick(caches),
    storeMs: pick([0, 1, 20]),
    hedgeAfterMs: pick([0, 50]),
    operations: /** @type {Operation[]} */ (operations),
  };
}

/**
 * Returns the smallest program found that still breaks the rule: with parts of the operations left out, and with fewer faults.
 *
 * @param {Program} program @param {(program: Program) => Promise<boolean>} isBroken
 */
export async function shrinkProgram(program, isBroken) {
  let smallestProgram = program;
  let replayCount = 0;
  const tryProgram = async (smallerProgram) => {
    if (replayCount >= MAX_REPLAYS) return false;
    replayCount += 1;
    if (!(await isBroken(smallerProgram))) return false;
    smallestProgram = smallerProgram;
    return true;
  };
  // Parts of the list are left out, of half its length at first, then of a quarter, and so on.
  const shrinkList = async (read, write) => {
    for (let size = Math.ceil(read(smallestProgram).length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let from = 0; from < read(smallestProgram).length; ) {
        const list = read(smallestProgram);
        const isRemoved = await tryProgram(write(smallestProgram, list.toSpliced(from, size)));
        if (!isRemoved) from += size;
      }
  };
  const withOperations = (candidate, operations) => ({ ...candidate, operations });
  await shrinkList(({ operations }) => operations, withOperations);
  for (const index of [0, 1]) {
    const withUpstream = (candidate, change) => ({
      ...candidate,
      upstreams: candidate.upstreams.with(index, { ...candidate.upstreams[index], ...change }),
    });
    await shrinkList(
      ({ upstreams }) => upstreams[index].faults,
      (candidate, faults) => withUpstream(candidate, { faults }),
    );
    for (const change of [
      { lags: smallestProgram.upstreams[index].lags.map(() => 0) },
      { indexLagMs: 0 },
      { delay: 0 },
    ])
      await tryProgram(withUpstream(smallestProgram, change));
  }
  for (const change of [{ hedgeAfterMs: 0 }, { storeMs: 0 }]) await tryProgram({ ...smallestProgram, ...change });
  await shrinkList(({ operations }) => operations, withOperations);
  return smallestProgram;
}

/** Describes a program in lines. @param {Program} program */
export function describeProgram({ operations, upstreams, sessions, ...settings }) {
  const usedSessions = new Set(operations.map(({ session }) => session));
  return [
    `${JSON.stringify(settings)}`,
    ...upstreams.map((upstream, index) => `upstream ${index}: ${JSON.stringify(upstream)}`),
    ...[...usedSessions].map((session) => `session ${session}: ${JSON.stringify(sessions[session])}`),
    ...operations.map(({ at, session, gateway, kind, name, account, number }) => {
      const subject = kind === "send" ? `message ${number} to` : `${name} of`;
      return `${at} ms: session ${session}, gateway ${gateway}: ${kind} ${subject} account ${account}`;
    }),
  ].join("\n");
}
