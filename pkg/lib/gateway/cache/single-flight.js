// Single-flight: of equal reads in flight one goes to the upstream, and the others wait for its outcome.
//
// Requests share numbers and plain data, never a promise or a response: in workerd a promise that another request settles may
// never resolve. A request that waits looks by a timer of its own, and one that leads writes down now and then that it is alive:
// workerd can end a request anywhere, without a word. A request that waits then takes its place, and its attempt is the next one
// of the same flight: the attempts of a flight are those of one caller, however many callers it has.

import { sleepUnlessAborted } from "../../util/timers.js";

/** The heartbeat interval of a leader. */
const BEAT_MS = 200;
/** A leader that has not for so long, at two looks, is dead. */
const LEASE_MS = 700;
const FIRST_LOOK_MS = 2;
const LONGEST_LOOK_MS = 25;
/** A flight without a leader for so long has no requests left: one that waits takes the lead at its next look. */
const ABANDONED_MS = 5000;
/** An outcome that is not cached is shared for so long: requests sent at once do not all arrive at once. */
const LINGER_MS = 500;

/** @param {() => number} now milliseconds of a clock that is never set back */
export function singleFlight(now = () => performance.now()) {
  const flights = new Map();

  function begin(name) {
    removeAbandoned();
    const flight = {
      name,
      /** Requests to the upstream so far. */
      attempts: 0,
      /** Requests that wait for the flight, including its leader. */
      waiting: 0,
      leader: undefined,
      beat: now(),
      /** Nothing more comes: `shared` is the outcome, without one it is too long to share. */
      over: false,
      shared: undefined,
      /** Until when later requests share the outcome, and what gives back its memory. */
      until: 0,
      release: undefined,
      /** When the requests in turn for an outcome too long to share have ended at the latest. */
      turns: [],
      /** Ends the request to the upstream: for a flight without waiting requests. */
      stop: undefined,
      /** The flight continues without waiting requests, because its response goes into the cache. */
      isRefresh: false,
    };
    flights.set(name, flight);
    return flight;
  }

  /** The oldest first: checking a few for every new flight is enough and costs little. */
  function removeAbandoned() {
    const time = now();
    let looks = 4;
    for (const [name, flight] of flights) {
      if (looks-- === 0) return;
      if (isAbandoned(flight, time)) drop(flight);
    }
  }

  function drop(flight) {
    flight.release?.();
    flight.release = undefined;
    if (flights.get(flight.name) === flight) flights.delete(flight.name);
  }

  /** `made` is undefined where the leader failed without an outcome. */
  function land(flight, leader, made) {
    if (flight.over) return made?.shared?.give?.();
    const leads = flight.leader === leader;
    // Its deadline has passed; a waiting request with a later deadline makes the next attempt.
    const isHandedOn = made === undefined || made.lost || (made.late && flight.waiting > 1);
    if (isHandedOn) {
      if (leads) flight.leader = undefined;
      flight.beat = now();
      if (flight.waiting === 0) drop(flight);
      return;
    }
    // A leader that was taken for dead may still bring a response, but no failure: another request is under way.
    if (!leads && made.shared?.entry === undefined) return made.shared?.give?.();
    flight.over = true;
    flight.shared = made.shared;
    if (!made.shared) return;
    flight.release = made.shared.give;
    if (made.shared.entry || made.shared.isPrivate) return drop(flight);
    flight.until = now() + LINGER_MS;
    // In workerd it may never fire: then the next flight sees to it.
    setTimeout(drop, LINGER_MS, flight).unref?.();
  }

  return {
    /** The flight of this name, with one more request that waits. */
    join(name) {
      const found = flights.get(name);
      if (found !== undefined && isAbandoned(found, now())) drop(found);
      const flight = flights.get(name) ?? begin(name);
      flight.waiting += 1;
      return flight;
    },
    /** A request waits no longer. */
    leave(flight) {
      flight.waiting -= 1;
      if (flight.waiting > 0 || flight.isRefresh) return;
      if (!flight.over) flight.stop?.abort();
      // The next request begins a new flight: this one has been aborted.
      if (!flight.over || isAbandoned(flight, now())) drop(flight);
    },
    isLed: (flight) => flight.over || (flight.leader !== undefined && now() - flight.beat < LEASE_MS),
    /**
     * Leads: `work` resolves to what `fetchAndStore` does. Without an outcome for all, another request takes the lead.
     * `keepAlive` gets its promise once others wait for it: the platform must not end it with this caller.
     */
    async lead(flight, work, keepAlive) {
      const leader = {};
      flight.leader = leader;
      flight.beat = now();
      let running;
      let isKept = keepAlive === undefined;
      const timer = setInterval(() => {
        if (flight.leader === leader) flight.beat = now();
        if (isKept || flight.waiting < 2) return;
        isKept = true;
        keepAlive(running.catch(() => {}));
      }, BEAT_MS);
      timer.unref?.();
      let made;
      try {
        running = work();
        made = await running;
        return made;
      } finally {
        clearInterval(timer);
        land(flight, leader, made);
      }
    },
    /**
     * Waits until `"over"`, or `"lead"`: the caller must take the lead at once; `"late"` from time `end` on, `"stale"` from
     * `staleAt` on, `"gone"` with the signal.
     */
    async follow(flight, { end, staleAt, signal }) {
      let isSilent = false;
      for (let look = FIRST_LOOK_MS; ; look = Math.min(LONGEST_LOOK_MS, look * 1.5)) {
        if (flight.over) return "over";
        if (signal?.aborted) return "gone";
        const time = now();
        if (time >= end) return "late";
        if (time >= staleAt) return "stale";
        if (flight.leader === undefined) return claim(flight, time);
        // Seen twice: after a pause of the whole isolate the leader's timer may come after this one.
        const wasSilent = isSilent;
        isSilent = time - flight.beat >= LEASE_MS;
        if (isSilent && wasSilent) return claim(flight, time);
        await sleepUnlessAborted(Math.min(look, end - time));
      }
    },
    /**
     * Waits for one of `most` slots to fetch without coalescing. The slot expires at `end`, with all attempts of its request. Resolves to a
     * function that frees the slot, or to `"late"` or `"gone"`.
     */
    async turn(flight, { end, signal, most }) {
      for (;;) {
        if (signal?.aborted) return "gone";
        const time = now();
        if (time >= end) return "late";
        if (!isTaken(flight, time, most)) return take(flight, end);
        await sleepUnlessAborted(Math.min(LONGEST_LOOK_MS, end - time));
      }
    },
    /** Takes a slot even if all are in use. */
    takeTurn: (flight, end) => take(flight, end),
    get size() {
      return flights.size;
    },
  };

  function take(flight, until) {
    flight.turns.push(until);
    return () => {
      const at = flight.turns.indexOf(until);
      if (at >= 0) flight.turns.splice(at, 1);
      if (flight.waiting === 0 && flight.turns.length === 0) drop(flight);
    };
  }
}

/** Takes the lead at once, so that no other request takes it too. */
function claim(flight, now) {
  flight.leader = {};
  flight.beat = now;
  return "lead";
}

function isAbandoned(flight, now) {
  if (!flight.over) return now - flight.beat > ABANDONED_MS;
  return flight.shared ? now >= flight.until : flight.waiting === 0 && !isTaken(flight, now, 1);
}

function isTaken(flight, now, most) {
  const turns = flight.turns.filter((until) => until > now);
  if (turns.length < flight.turns.length) flight.turns = turns;
  return turns.length >= most;
}
