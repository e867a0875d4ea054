// A simulated clock: timers and times of this process, which advance only when everything that could happen has happened.
// Whatever a simulated caller starts ends when the caller dies, as when workerd ends a request: its timers never fire.

import { AsyncLocalStorage } from "node:async_hooks";

const realTimers = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  dateNow: Date.now,
  now: performance.now,
};
/** The caller to which the running code belongs. */
const currentStore = new AsyncLocalStorage();

/** Milliseconds since 1970 at which every simulation begins. */
const START = 1_800_000_000_000;

/** The longest simulated time of one piece of work: after that, it counts as hung. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Runs work of this process on a simulated clock, which goes to the next timer whenever all code waits. The work may wait only for timers
 * and promises of this process, not for sockets; compile WebAssembly before.
 *
 * @template T
 * @param {(clock: ReturnType<typeof createSimulatedClock>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function onSimulatedClock(work) {
  const clock = createSimulatedClock();
  clock.install();
  try {
    let isFinished = false;
    const result = work(clock).finally(() => (isFinished = true));
    result.catch(() => {});
    await clock.run(LONGEST_MS, () => isFinished);
    if (!isFinished) throw new Error("the work waits for something that is not on the simulated clock");
    return await result;
  } finally {
    clock.uninstall();
  }
}

export function createSimulatedClock() {
  let time = 0;
  let next = 1;
  const timers = new Map();
  const deadOwners = new Set();
  /** The times until which the timers of callers are paused. */
  const pauses = new Map();
  const computeDue = ({ at, owner }) => Math.max(at, pauses.get(owner) ?? 0);

  const start = (work, ms, everyMs, args) => {
    const id = next++;
    const timer = {
      id,
      at: time + Math.max(1, Number(ms) || 0),
      every: everyMs,
      work,
      args,
      owner: currentStore.getStore(),
    };
    timers.set(id, timer);
    return { id, ref: () => timer, unref: () => timer, [Symbol.toPrimitive]: () => id };
  };
  const stop = (handle) => timers.delete(handle?.id ?? handle);

  return {
    get time() {
      return time;
    },
    install() {
      globalThis.setTimeout = /** @type {any} */ ((work, ms, ...args) => start(work, ms, undefined, args));
      globalThis.setInterval = /** @type {any} */ ((work, ms, ...args) => start(work, ms, Math.max(1, ms), args));
      globalThis.clearTimeout = stop;
      globalThis.clearInterval = stop;
      // A whole number, as in every runtime.
      Date.now = () => Math.floor(START + time);
      performance.now = () => time;
    },
    uninstall() {
      Object.assign(globalThis, {
        setTimeout: realTimers.setTimeout,
        setInterval: realTimers.setInterval,
        clearTimeout: realTimers.clearTimeout,
        clearInterval: realTimers.clearInterval,
      });
      Date.now = realTimers.dateNow;
      performance.now = realTimers.now;
    },
    /** Runs `work` as a caller of this name. */
    as: (owner, work) => currentStore.run(owner, work),
    get owner() {
      return currentStore.getStore();
    },
    isDead: (owner) => deadOwners.has(owner),
    die(owner) {
      deadOwners.add(owner);
      for (const [id, timer] of timers) if (timer.owner === owner) timers.delete(id);
    },
    /** Pauses a caller for a while, as SIGSTOP stops a process: its timers fire when it continues. */
    pause: (owner, ms) => void pauses.set(owner, time + ms),
    /** Advances the time until `end`, until no timer is left, or until the work is finished. */
    async run(end, finished = () => false) {
      for (;;) {
        await waitImmediate();
        if (finished()) return;
        let first;
        for (const timer of timers.values())
          if (
            !first ||
            computeDue(timer) < computeDue(first) ||
            (computeDue(timer) === computeDue(first) && timer.id < first.id)
          )
            first = timer;
        if (!first || computeDue(first) > end) break;
        time = Math.max(time, computeDue(first));
        if (first.every === undefined) timers.delete(first.id);
        else first.at = time + first.every;
        currentStore.run(first.owner, () => first.work(...first.args));
      }
      time = Math.max(time, end);
    },
  };
}

/** Waits until all code that waits only for promises has run. */
const waitImmediate = () => new Promise((resolve) => realTimers.setImmediate(resolve));
