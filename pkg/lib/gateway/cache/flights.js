// Equal reads that are on their way together: one of them asks, the others look what came of it.
//
// Requests share numbers and plain data, never a promise or a response: in workerd a promise that another request settles may
// never be heard of. Whoever follows looks by a timer of its own. Whoever leads says now and then that it is still there; a
// request whose caller has left can end anywhere, without a word, and its place is then taken by one of the others.

/** Milliseconds between two signs of life of who leads. */
const BEAT = 250;
/** Without one for so long, it is gone. */
const LEASE = 1000;
/** Milliseconds between two looks: the first, and the longest. */
const FIRST_LOOK = 2;
const LONGEST_LOOK = 25;

export function flights() {
  const flying = new Map();

  /** A flight that is under way. */
  function of(key) {
    const flight = flying.get(key);
    return flight !== undefined && !flight.over && Date.now() - flight.beat < LEASE ? flight : undefined;
  }

  return {
    of,
    /**
     * Leads: `work` gives `{ shared, ... }`, and `shared`, plain data, is what the others get; without it each asks for
     * itself. When it throws, or says that it is `lost`, another one leads.
     */
    async lead(key, work) {
      const flight = { beat: Date.now(), over: false, lost: true, shared: undefined };
      flying.set(key, flight);
      const timer = setInterval(() => {
        flight.beat = Date.now();
      }, BEAT);
      timer.unref?.();
      try {
        const made = await work();
        flight.lost = made.lost === true;
        flight.shared = made.shared;
        return made;
      } finally {
        clearInterval(timer);
        flight.over = true;
        if (flying.get(key) === flight) flying.delete(key);
      }
    },
    /** What came of a flight: `{ shared, lost }`. Lost, too, when it takes longer than `most` milliseconds. */
    async follow(flight, most, signal) {
      const end = Date.now() + most;
      for (let pause = FIRST_LOOK; !flight.over; pause = Math.min(LONGEST_LOOK, pause * 1.5)) {
        const now = Date.now();
        if (signal?.aborted || now >= end || now - flight.beat >= LEASE) return { lost: true };
        await new Promise((done) => setTimeout(done, pause));
      }
      return flight;
    },
    get size() {
      return flying.size;
    },
  };
}
