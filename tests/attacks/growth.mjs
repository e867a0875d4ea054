// Measures how the CPU time of some work grows with the size of its input. Not the time itself counts, but how much more a byte costs in a
// large input than in a small one.

const isFull = process.env.TESTS_FULL === "1";
/** Number of times that the size doubles, from the smallest to the largest. */
const DOUBLINGS = 8;
/** Doublings from one measured size to the next. */
const STEP = isFull ? 1 : 2;
/** Each size is compared with the one four doublings below it. */
const LEVEL_DISTANCE = 4 / STEP;
/** Limit of the ratio between the costs per byte of these two sizes: linear work has about 1, `n log n` at most 2, quadratic work 16. */
const MAX_RATIO = 4;
/** Measurements per size; the fastest counts. */
const ROUNDS = isFull ? 3 : 2;
/**
 * Number of repeated measurements before a ratio above `MAX_RATIO` fails: the CPU time includes the engine's compiler and garbage collector. The
 * fastest counts, so a program that evicts large inputs from the CPU's caches would have to disturb all of them.
 */
const RETRIES = 24;
/** Least milliseconds of a sample, so that the clock is precise enough; and milliseconds after which one sample is enough. */
const MIN_SAMPLE_MS = 0.4;
const LONG_SAMPLE = 30;
/** Most runs in a sample. */
const MAX_SAMPLE_RUNS = 1024;

/**
 * Work that takes input of any size.
 * @typedef {{ largest: number, make: (size: number) => any, start?: (input: any) => any, run: (started: any) => any }} Shape
 *   `make` returns an input of about `size` bytes, `start` the input of one run; neither is measured. `run` may return a promise.
 */

/** Milliseconds of CPU time that this process has used. Other programs do not count. */
export function readCpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of a run: the fastest of a few samples. */
async function measureFastest({ start = (input) => input, run }, input) {
  let bestMs = Infinity;
  let runCount = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedRuns = Array.from({ length: runCount }, () => start(input));
    const cpuBefore = readCpuMs();
    for (const input of startedRuns) await run(input);
    const ms = readCpuMs() - cpuBefore;
    bestMs = Math.min(bestMs, ms / runCount);
    if (ms > LONG_SAMPLE) break;
    if (ms < MIN_SAMPLE_MS && runCount < MAX_SAMPLE_RUNS) {
      runCount *= 4;
      round = -1;
    }
  }
  return bestMs;
}

/**
 * Measures a shape up to its largest input, or until it grows faster than linear.
 * @param {Shape} shape
 * @returns {Promise<{ ratio: number, size: number, linear: boolean, times: [number, number][] }>} the greatest ratio and its size;
 *   `times`: size and milliseconds
 */
export async function measureGrowth(shape) {
  const sizes = Array.from({ length: DOUBLINGS / STEP + 1 }, (_, index) =>
    Math.max(1, Math.round(shape.largest / 2 ** (DOUBLINGS - index * STEP))),
  );
  const inputs = sizes.map((size) => shape.make(size));
  const times = [];
  let worstGrowth = { ratio: 0, size: 0 };
  for (let index = 0; index < sizes.length; index += 1) {
    times.push(await measureFastest(shape, inputs[index]));
    if (index < LEVEL_DISTANCE) continue;
    const baseIndex = index - LEVEL_DISTANCE;
    const computeRatio = () => times[index] / sizes[index] / (times[baseIndex] / sizes[baseIndex]);
    for (let retry = 0; retry < RETRIES && computeRatio() > MAX_RATIO; retry += 1) {
      for (const size of [baseIndex, index])
        times[size] = Math.min(times[size], await measureFastest(shape, inputs[size]));
    }
    if (computeRatio() > worstGrowth.ratio) worstGrowth = { ratio: computeRatio(), size: sizes[index] };
    // Larger inputs would take long and have the same result.
    if (worstGrowth.ratio > MAX_RATIO) break;
  }
  return {
    ...worstGrowth,
    linear: worstGrowth.ratio <= MAX_RATIO,
    times: times.map((ms, index) => [sizes[index], ms]),
  };
}

/** A line that describes a result. */
export const summarizeGrowth = ({ ratio, size, times }) =>
  `a byte costs ${ratio.toFixed(1)} times more at ${size}: ${times.map(([bytes, ms]) => `${bytes}: ${ms.toFixed(3)} ms`).join(", ")}`;

/** The time of the fastest of a few runs, measured by `clock`. */
async function fastestOf(work, clock) {
  let bestMs = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = clock();
    await work();
    bestMs = Math.min(bestMs, clock() - startedAt);
  }
  return bestMs;
}

/**
 * Fails if `measureAttack` takes more than `maxRatio` times as long as `measureOther`, in milliseconds of `clock`. It repeats the measurement before it fails, because
 * other programs may be running.
 */
export async function assertWithin(maxRatio, measureAttack, measureOther, clock) {
  let [attackMs, validMs] = [Infinity, Infinity];
  for (let retry = 0; retry < 12; retry += 1) {
    validMs = Math.min(validMs, await fastestOf(measureOther, clock));
    attackMs = Math.min(attackMs, await fastestOf(measureAttack, clock));
    if (attackMs <= maxRatio * validMs) return;
  }
  throw new Error(`${attackMs.toFixed(1)} ms are more than ${maxRatio} times ${validMs.toFixed(1)} ms`);
}
