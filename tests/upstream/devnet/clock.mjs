// What makes blocks come. By hand, time is the chain's own and each step adds some seconds; started, it is the wall's,
// and a block comes each interval whether or not there is anything to put in.

/** utime between two blocks made by hand, in seconds. */
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
  let working = Promise.resolve();

  const tick = async () => {
    try {
      await chain.step({ externals: await traffic() });
    } catch (error) {
      clearInterval(timer);
      onError(/** @type {Error} */ (error));
    }
  };
  const next = () => chain.head.mc.gen_utime + STEP;

  return {
    /** One block, now. @param {{ seconds?: number }} [options] how much later than the last it is */
    step: ({ seconds = STEP } = {}) => chain.step({ now: chain.head.mc.gen_utime + seconds }),
    /** Blocks until no message is on its way. */
    settle: () => chain.settle({ now: next }),
    get running() {
      return timer !== undefined;
    },
    /** @param {number} milliseconds between blocks */
    start(milliseconds) {
      if (timer) throw new Error("the clock is running");
      let idle = true;
      timer = setInterval(() => {
        if (!idle) return; // a round that takes longer than the interval delays the next, it does not pile up
        idle = false;
        working = tick().finally(() => {
          idle = true;
        });
      }, milliseconds);
    },
    /** No block begins after this; one that is being made is finished first. */
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await working;
    },
  };
}
