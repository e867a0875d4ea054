// Single-flight: of equal reads in flight one goes to the upstream, and the others wait for its outcome.
//
// Requests share numbers and plain data, never a promise or a response: in workerd a promise that another request settles may
// never resolve. A waiting request polls by its own timer, and a leading one records heartbeats:
// workerd can end a request anywhere, without notice. A waiting request then takes its place, and its attempt is the next one
// of the same flight: the attempts of a flight are those of one caller, however many callers it has.

import { sleepUnlessAborted } from "../../util/timers.js";

/** The heartbeat interval of a leader. */
const HEARTBEAT_MS = 200;
/** A leader whose heartbeat is older than this at two consecutive polls counts as dead. */
const LEASE_MS = 700;
const FIRST_POLL_MS = 2;
const MAX_POLL_MS = 25;
/** A flight without a leader for this long has no requests left: a waiting one takes the lead at its next poll. */
const ABANDONED_AFTER_MS = 5000;
/** How long an outcome that is not cached is shared: requests sent at once do not all arrive at once. */
const LINGER_MS = 500;

/** @param {() => number} now milliseconds of a clock that is never set back */
export function createSingleFlight(now = () => performance.now()) {
  const flights = new Map();

  function beginFlight(name) {
    removeAbandoned();
    const flight = {
      name,
      /** Requests to the upstream so far. */
      attempts: 0,
      /** Requests that wait for the flight, including its leader. */
      waiting: 0,
      leader: undefined,
      lastBeat: now(),
      /** Nothing more comes: `shared` is the outcome, without one it is too long to share. */
      isOver: false,
      shared: undefined,
      /** Until when later requests share the outcome, and the function that releases its memory. */
      until: 0,
      release: undefined,
      /** The latest ends of the requests that fetch an outcome too long to share, each in its slot. */
      slotEnds: [],
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
    let remaining = 4;
    for (const [name, flight] of flights) {
      if (remaining-- === 0) return;
      if (isAbandoned(flight, time)) dropFlight(flight);
    }
  }

  function dropFlight(flight) {
    flight.release?.();
    flight.release = undefined;
    if (flights.get(flight.name) === flight) flights.delete(flight.name);
  }

  /** `outcome` is undefined where the leader failed without an outcome. */
  function landFlight(flight, leader, outcome) {
    if (flight.isOver) return outcome?.shared?.release?.();
    const isLeader = flight.leader === leader;
    // Its deadline has passed; a waiting request with a later deadline makes the next attempt.
    const isHandedOn = outcome === undefined || outcome.lost || (outcome.late && flight.waiting > 1);
    if (isHandedOn) {
      if (isLeader) flight.leader = undefined;
      flight.lastBeat = now();
      if (flight.waiting === 0) dropFlight(flight);
      return;
    }
    // A leader that was taken for dead may still bring a response, but no failure: another request is under way.
    if (!isLeader && outcome.shared?.entry === undefined) return outcome.shared?.release?.();
    flight.isOver = true;
    flight.shared = outcome.shared;
    if (!outcome.shared) return;
    flight.release = outcome.shared.release;
    if (outcome.shared.entry || outcome.shared.isPrivate) return dropFlight(flight);
    flight.until = now() + LINGER_MS;
    // In workerd it may never fire: then the next flight sees to it.
    setTimeout(dropFlight, LINGER_MS, flight).unref?.();
  }

  return {
    /** The flight of this name, with one more request that waits. */
    join(name) {
      const earlier = flights.get(name);
      if (earlier !== undefined && isAbandoned(earlier, now())) dropFlight(earlier);
      const flight = flights.get(name) ?? beginFlight(name);
      flight.waiting += 1;
      return flight;
    },
    /** A request waits no longer. */
    leave(flight) {
      flight.waiting -= 1;
      if (flight.waiting > 0 || flight.isRefresh) return;
      if (!flight.isOver) flight.stop?.abort();
      // The next request begins a new flight: this one has been aborted.
      if (!flight.isOver || isAbandoned(flight, now())) dropFlight(flight);
    },
    isLed: (flight) => flight.isOver || (flight.leader !== undefined && now() - flight.lastBeat < LEASE_MS),
    /**
     * Leads: `work` resolves to what `fetchAndStore` does. Without an outcome for all, another request takes the lead.
     * `keepAlive` gets its promise once others wait for it: the platform must not end it with this caller.
     */
    async lead(flight, work, keepAlive) {
      const leader = {};
      flight.leader = leader;
      flight.lastBeat = now();
      let running;
      let isKeptAlive = keepAlive === undefined;
      const timer = setInterval(() => {
        if (flight.leader === leader) flight.lastBeat = now();
        if (isKeptAlive || flight.waiting < 2) return;
        isKeptAlive = true;
        keepAlive(running.catch(() => {}));
      }, HEARTBEAT_MS);
      timer.unref?.();
      let outcome;
      try {
        running = work();
        outcome = await running;
        return outcome;
      } finally {
        clearInterval(timer);
        landFlight(flight, leader, outcome);
      }
    },
    /**
     * Waits until `"over"`, or `"lead"`: the caller must take the lead at once; `"late"` from time `deadline` on, `"stale"` from
     * `staleAt` on, `"gone"` with the signal.
     */
    async follow(flight, { deadline, staleAt, signal }) {
      let isSilent = false;
      for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * 1.5)) {
        if (flight.isOver) return "over";
        if (signal?.aborted) return "gone";
        const time = now();
        if (time >= deadline) return "late";
        if (time >= staleAt) return "stale";
        if (flight.leader === undefined) return claimLead(flight, time);
        // Seen twice: after a pause of the whole isolate the leader's timer may come after this one.
        const wasSilent = isSilent;
        isSilent = time - flight.lastBeat >= LEASE_MS;
        if (isSilent && wasSilent) return claimLead(flight, time);
        await sleepUnlessAborted(Math.min(pollMs, deadline - time));
      }
    },
    /**
     * Waits for one of `maxSlots` slots to fetch without coalescing. The slot expires at `deadline`, with all attempts of its request. Resolves to a
     * function that frees the slot, or to `"late"` or `"gone"`.
     */
    async waitForSlot(flight, { deadline, signal, maxSlots }) {
      for (;;) {
        if (signal?.aborted) return "gone";
        const time = now();
        if (time >= deadline) return "late";
        if (!areSlotsTaken(flight, time, maxSlots)) return takeSlot(flight, deadline);
        await sleepUnlessAborted(Math.min(MAX_POLL_MS, deadline - time));
      }
    },
    /** Takes a slot even if all are in use. */
    takeSlot,
    get size() {
      return flights.size;
    },
  };

  function takeSlot(flight, until) {
    flight.slotEnds.push(until);
    return () => {
      const index = flight.slotEnds.indexOf(until);
      if (index >= 0) flight.slotEnds.splice(index, 1);
      if (flight.waiting === 0 && flight.slotEnds.length === 0) dropFlight(flight);
    };
  }
}

/** Takes the lead at once, so that no other request takes it too. */
function claimLead(flight, now) {
  flight.leader = {};
  flight.lastBeat = now;
  return "lead";
}

function isAbandoned(flight, now) {
  if (!flight.isOver) return now - flight.lastBeat > ABANDONED_AFTER_MS;
  return flight.shared ? now >= flight.until : flight.waiting === 0 && !areSlotsTaken(flight, now, 1);
}

function areSlotsTaken(flight, now, maxSlots) {
  const slotEnds = flight.slotEnds.filter((until) => until > now);
  if (slotEnds.length < flight.slotEnds.length) flight.slotEnds = slotEnds;
  return slotEnds.length >= maxSlots;
}
