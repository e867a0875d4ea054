// Repeats tests with timed steps if the machine stalled or was busy during them.

import { readFileSync } from "node:fs";

/** A timer that is this many milliseconds late shows that the machine stalled. */
const LATE_MS = 100;
const INTERVAL_MS = 20;
const TURNS = 3;
/** If some program waits for a processor for at least this share of the time, the machine is busy, and a gateway's process may stall. */
const BUSY_SHARE = 0.8;

/**
 * Runs `work`, and repeats it if it failed while the machine stalled or was busy; a failure on a calm machine is final.
 * @param {import("node:test").TestContext} t gets a diagnostic for each repetition
 * @param {(turn: number) => Promise<void>} work starts from nothing each time
 * @param {() => string | undefined} [disturbance] another cause of the last failure, if there was one, for example a process that was killed
 */
export async function retryWhenDisturbed(t, work, disturbance = () => undefined) {
  for (let index = 0; ; index += 1) {
    const clock = monitorStandstills();
    const share = measureBusyShare();
    try {
      return await work(index);
    } catch (error) {
      const standstillMs = clock.longest();
      const busyShare = share();
      const lateReason =
        standstillMs >= LATE_MS
          ? `the machine stalled for ${Math.round(standstillMs)} ms`
          : busyShare >= BUSY_SHARE
            ? `programs waited for a processor in ${Math.round(100 * busyShare)} % of the time`
            : disturbance();
      if (lateReason === undefined || index + 1 === TURNS) throw error;
      t.diagnostic(`repeated, because ${lateReason}: ${String(error.message).split("\n")[0]}`);
    } finally {
      clock.stop();
    }
  }
}

/** Milliseconds in which some program waited for a processor, by Linux; NaN if the system does not say. */
function readWaitedMs() {
  try {
    return Number(/^some .*total=(\d+)$/m.exec(readFileSync("/proc/pressure/cpu", "utf8"))?.[1]) / 1000;
  } catch {
    return NaN;
  }
}

/** Returns the share of the time since now in which some program waited for a processor. */
function measureBusyShare() {
  const [start, waited] = [performance.now(), readWaitedMs()];
  return () => (readWaitedMs() - waited) / (performance.now() - start);
}

function monitorStandstills() {
  let lastTime = performance.now();
  let longestMs = 0;
  const checkTime = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastTime - INTERVAL_MS);
    lastTime = now;
  };
  const timer = setInterval(checkTime, INTERVAL_MS);
  return {
    longest() {
      checkTime();
      return longestMs;
    },
    stop: () => clearInterval(timer),
  };
}
