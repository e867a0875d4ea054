// The clock that makes blocks. By hand, each step adds some seconds to the chain's time. Once started, the clock follows
// the wall clock and makes a block per interval, even an empty one.

/** Seconds of utime between two blocks made by hand. */
const STEP = 5;

/**
 * @param {import("./chain.mjs").Chain} chain
 * @param {{ traffic?: () => Promise<import("@ton/core").Cell[]>, onError?: (error: Error) => void }} [options] `traffic`: messages for each block of a running clock
 */
export function createClock(
  chain,
  {
    traffic = async () => [],
    onError = (error) => {
      throw error;
    },
  } = {},
) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<void>} */
  let currentWork = Promise.resolve();

  const runTick = async () => {
    try {
      await chain.step({ externals: await traffic() });
    } catch (error) {
      clearInterval(timer);
      onError(/** @type {Error} */ (error));
    }
  };
  const computeNextTime = () => chain.head.mc.gen_utime + STEP;

  return {
    /** Makes one block now. @param {{ seconds?: number }} [options] `seconds` after the last block */
    step: ({ seconds = STEP } = {}) => chain.step({ now: chain.head.mc.gen_utime + seconds }),
    /** Makes blocks until no message is pending. */
    settle: () => chain.settle({ now: computeNextTime }),
    get running() {
      return timer !== undefined;
    },
    /** @param {number} milliseconds between blocks */
    start(milliseconds) {
      if (timer) throw new Error("the clock is running");
      let isIdle = true;
      timer = setInterval(() => {
        if (!isIdle) return; // a round that takes longer than the interval delays the next one, so rounds do not pile up
        isIdle = false;
        currentWork = runTick().finally(() => {
          isIdle = true;
        });
      }, milliseconds);
    },
    /** Begins no more blocks, and waits until the current one is finished. */
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await currentWork;
    },
  };
}
