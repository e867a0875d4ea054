// Limits the CPU time of computed get-methods: the work of a request with all calls of its batch, and that of this process or isolate per
// second. Work is counted in units of the virtual machine, since clocks stand still in workerd.

/** Units of a character of a state that is opened: its cells are decoded and hashed. */
const STATE_UNITS = 2;
/** Units of a character of a response, and those of a response that turned out too large. */
const CHARACTER_UNITS = 1;
const TOO_LARGE_UNITS = 1_000_000;
/** The gateway yields the thread to other requests after this many units. */
const SLICE_UNITS = 100_000;

/** @param {{ workPerRequest: number, workPerSecond: number }} limits */
export function createWorkBudget({ workPerRequest, workPerSecond }, now = Date.now) {
  /** Units of each request with computed calls. @type {WeakMap<object, number>} */
  const unitsByRequest = new WeakMap();
  let remainingUnits = workPerSecond;
  let refilledAt = now();
  let sliceUnits = 0;
  let slices = 0;

  function refill() {
    const time = now();
    const refilledUnits = (Math.max(0, time - refilledAt) * workPerSecond) / 1000;
    remainingUnits = Math.min(workPerSecond, remainingUnits + refilledUnits);
    refilledAt = time;
  }

  return {
    /**
     * Returns the maximum units of a call, or the reason why it must go upstream.
     *
     * @param {object} request the same object for all calls of a batch
     */
    findLimit(request) {
      refill();
      const limit = workPerRequest - (unitsByRequest.get(request) ?? 0);
      if (limit <= 0) return "work_per_request";
      // A run may exceed the limit per second: this delays the next runs, and ends none that a caller waits for.
      return remainingUnits > 0 ? limit : "work_per_second";
    },
    /** Counts work that was done. @param {object} request @param {number} units */
    spend(request, units) {
      unitsByRequest.set(request, (unitsByRequest.get(request) ?? 0) + units);
      remainingUnits -= units;
      sliceUnits += units;
    },
    /** Returns the units of opening a state. @param {string} body */
    countState: (body) => STATE_UNITS * body.length,
    /** Returns the units of writing a response; `undefined`: it was too large. @param {string | undefined} text */
    countText: (text) => (text === undefined ? TOO_LARGE_UNITS : CHARACTER_UNITS * text.length),
    /** Whether a call with this limit could take most of the work of a request. @param {number} limit */
    isMost: (limit) => limit > workPerRequest / 2,
    /** Yields the thread to other requests if much was computed since the last time. */
    async yieldThread() {
      while (sliceUnits >= SLICE_UNITS) {
        const slice = slices;
        await new Promise((resolve) => setTimeout(resolve, 0));
        // Timers of several calls may fire one after the other: only the first of these calls computes, and the others yield again.
        if (slice !== slices) continue;
        slices += 1;
        sliceUnits = 0;
      }
    },
  };
}
