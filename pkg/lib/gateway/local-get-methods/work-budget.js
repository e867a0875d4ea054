// Bounds the CPU of computed get-methods: the work of a request with all its calls, and that of this process or isolate per second. Work is
// counted in units of the virtual machine, since clocks stand still in workerd.

/** Units of the core for a byte of a state that is opened: its cells are hashed. */
const STATE_BYTE_UNITS = 2;
/** After so many units other requests get a turn of the event loop. */
const TURN_UNITS = 100_000;

/** Units for a character of a response, and those of a response that turned out too large. */
const CHARACTER_UNITS = 1;
const UNWRITABLE_UNITS = 1_000_000;

/** @param {{ workPerRequest: number, workPerSecond: number }} limits */
export function createWorkBudget({ workPerRequest, workPerSecond }, now = Date.now) {
  /** Units of each request with calls that were computed. @type {WeakMap<object, number>} */
  const unitsOfRequests = new WeakMap();
  let unitsLeft = workPerSecond;
  let refilledAt = now();
  let unitsSinceTurn = 0;
  let turns = 0;

  function refill() {
    const at = now();
    unitsLeft = Math.min(workPerSecond, unitsLeft + (Math.max(0, at - refilledAt) * workPerSecond) / 1000);
    refilledAt = at;
  }

  return {
    /**
     * Returns the units that a call may take, or the reason why it may take none.
     *
     * @param {object} request the same one for all calls of a batch
     */
    findAllowance(request) {
      refill();
      const ofRequest = workPerRequest - (unitsOfRequests.get(request) ?? 0);
      if (ofRequest <= 0) return "work_per_request";
      // A run ends at the limit of its request; what it takes beyond that of the second delays the next ones.
      return unitsLeft > 0 ? ofRequest : "work_per_second";
    },
    /** Counts work that was done, however much was allowed. @param {object} request @param {number} units */
    spend(request, units) {
      unitsOfRequests.set(request, (unitsOfRequests.get(request) ?? 0) + units);
      unitsLeft -= units;
      unitsSinceTurn += units;
    },
    /** Returns the units of opening a state. @param {string} body */
    countState: (body) => STATE_BYTE_UNITS * body.length,
    /** Returns the units of writing a response. @param {string | undefined} text */
    countText: (text) => (text === undefined ? UNWRITABLE_UNITS : CHARACTER_UNITS * text.length),
    /** Whether a call that takes more than these units takes most of what a request may. @param {number} allowance */
    isMost: (allowance) => allowance > workPerRequest / 2,
    /** Resolves once other requests had a turn of the event loop, if much was computed since the last one. */
    async takeTurn() {
      while (unitsSinceTurn >= TURN_UNITS) {
        const turn = turns;
        await new Promise((resolve) => setTimeout(resolve, 0));
        // Timers of several requests may end in the same turn, of which the first one computes.
        if (turn !== turns) continue;
        turns += 1;
        unitsSinceTurn = 0;
      }
    },
  };
}
