// Single-flight: of equal reads in flight, one goes to the upstream, and the others wait for its outcome.
//
// Requests share numbers and plain data, never a promise or a response: in workerd a promise that another request settles may
// never resolve. A waiting request polls by its own timer, and a leading one records heartbeats:
// workerd can end a request at any point, without notice. A waiting request then takes its place, and its attempt is the next one
// of the same flight: the attempts of a flight are those of one caller, however many callers it has.

import { sleepUnlessAborted } from "../../util/timers.js";

/** The heartbeat interval of a leader, in milliseconds. */
const HEARTBEAT_MS = 200;
/** A leader whose heartbeat is older than this at two consecutive polls counts as dead. */
const LEASE_MS = 700;
const FIRST_POLL_MS = 2;
const MAX_POLL_MS = 25;
/** A flight without a leader for this many milliseconds has no requests left: a waiting one takes the lead at its next poll. */
const ABANDONED_AFTER_MS = 5000;
/** Milliseconds for which an outcome that is not cached is shared: requests sent at once do not all arrive at once. */
const LINGER_MS = 500;

/** @param {() => number} now milliseconds of a clock that is never set back */
export function createSingleFlight(now = () => performance.now()) {
  const flights = new Map();

  function beginFlight(name) {
    removeAbandoned();
    const flight = {
      name,
      /** Number of requests to the upstream so far. */
      attempts: 0,
      /** Number of requests that wait for the flight, including its leader. */
      waiting: 0,
      leader: undefined,
      lastBeat: now(),
      /** Whether the flight is over: `shared` is then the outcome; without one, it is too long to share. */
      isOver: false,
      shared: undefined,
      /** Until when later requests share the outcome, and the function that releases its memory. */
      until: 0,
      release: undefined,
      /** For each slot, the latest time at which the request in it fetches an outcome that is too long to share. */
      slotEnds: [],
      /** Ends the request to the upstream, when no request waits for the flight. */
      stop: undefined,
      /** Whether the flight continues without waiting requests, because its response goes into the cache. */
      isRefresh: false,
    };
    flights.set(name, flight);
    return flight;
  }

  /** Removes the oldest ones first: checking a few for every new flight is enough and costs little. */
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

  /** Ends a turn of the leader; `outcome` is undefined if the leader failed without one. */
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
    // A leader that counted as dead may still bring a response, but not a failure: another request is under way.
    if (!isLeader && outcome.shared?.entry === undefined) return outcome.shared?.release?.();
    flight.isOver = true;
    flight.shared = outcome.shared;
    if (!outcome.shared) return;
    flight.release = outcome.shared.release;
    if (outcome.shared.entry || outcome.shared.isPrivate) return dropFlight(flight);
    flight.until = now() + LINGER_MS;
    // In workerd the timer may never fire: then the next flight cleans up.
    setTimeout(dropFlight, LINGER_MS, flight).unref?.();
  }

  return {
    /** Joins the flight of this name, or begins it. */
    join(name) {
      const earlier = flights.get(name);
      if (earlier !== undefined && isAbandoned(earlier, now())) dropFlight(earlier);
      const flight = flights.get(name) ?? beginFlight(name);
      flight.waiting += 1;
      return flight;
    },
    /** Removes a request that waits no longer. */
    leave(flight) {
      flight.waiting -= 1;
      if (flight.waiting > 0 || flight.isRefresh) return;
      if (!flight.isOver) flight.stop?.abort();
      // The next request begins a new flight, since this one was aborted.
      if (!flight.isOver || isAbandoned(flight, now())) dropFlight(flight);
    },
    isLed: (flight) => flight.isOver || (flight.leader !== undefined && now() - flight.lastBeat < LEASE_MS),
    /**
     * Leads the flight: `work` resolves to what `fetchAndStore` returns. Without an outcome for all, another request takes the lead.
     * `keepAlive` gets its promise as soon as others wait for it: the platform must not end it together with this caller.
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
     * Waits. Resolves to `"over"`, to `"lead"` if the caller must take the lead at once, to `"late"` after `deadline`, to `"stale"` after
     * `staleAt`, or to `"gone"` when the signal aborts.
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
        // Checked twice: after a pause of the whole isolate the leader's timer may fire after this one.
        const wasSilent = isSilent;
        isSilent = time - flight.lastBeat >= LEASE_MS;
        if (isSilent && wasSilent) return claimLead(flight, time);
        await sleepUnlessAborted(Math.min(pollMs, deadline - time));
      }
    },
    /**
     * Waits for one of `maxSlots` slots to fetch without coalescing. The slot expires at `deadline`, together with all attempts of its
     * request. Resolves to a function that frees the slot, or to `"late"` or `"gone"`.
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

/** Takes the lead at once, before another request can. */
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
