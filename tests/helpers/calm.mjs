// Tests whose steps have their times, on machines that have other work.

/** A timer so many milliseconds late tells that the machine stood still. */
const LATE = 100;
const EVERY = 20;
const TURNS = 3;

/**
 * Does `work`, and does it anew where it failed while the machine stood still; what fails on a calm one has failed.
 * @param {import("node:test").TestContext} t is told of it
 * @param {(turn: number) => Promise<void>} work begins from nothing each time
 */
export async function calmly(t, work) {
  for (let turn = 0; ; turn += 1) {
    const clock = standstills();
    try {
      return await work(turn);
    } catch (error) {
      if (clock.longest() < LATE || turn + 1 === TURNS) throw error;
      t.diagnostic(
        `done anew, as the machine stood still for ${Math.round(clock.longest())} ms: ${String(error.message).split("\n")[0]}`,
      );
    } finally {
      clock.stop();
    }
  }
}

function standstills() {
  let last = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - EVERY);
    last = now;
  };
  const timer = setInterval(look, EVERY);
  return {
    longest() {
      look();
      return longest;
    },
    stop: () => clearInterval(timer),
  };
}
