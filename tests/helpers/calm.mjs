// Repeats tests with timed steps when the machine stood still during them.

/** A timer that is this many milliseconds late shows that the machine stood still. */
const LATE = 100;
const EVERY = 20;
const TURNS = 3;

/**
 * Runs `work`, and repeats it if it failed while the machine stood still; a failure on a calm machine is final.
 * @param {import("node:test").TestContext} t gets a diagnostic for each repetition
 * @param {(turn: number) => Promise<void>} work starts from nothing each time
 * @param {() => string | undefined} [disturbance] what else disturbed the last turn, for example a process that was given up
 */
export async function calmly(t, work, disturbance = () => undefined) {
  for (let turn = 0; ; turn += 1) {
    const clock = standstills();
    try {
      return await work(turn);
    } catch (error) {
      const stood = clock.longest();
      const why = stood < LATE ? disturbance() : `the machine stood still for ${Math.round(stood)} ms`;
      if (why === undefined || turn + 1 === TURNS) throw error;
      t.diagnostic(`repeated, because ${why}: ${String(error.message).split("\n")[0]}`);
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
