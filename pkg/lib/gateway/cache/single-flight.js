// Single-flight: of several equal reads, one goes to the upstream, and the others wait for its outcome. A flight is such a group; its
// leader is the request that fetches.
//
// Requests share numbers and plain data, never a promise or a response: in workerd a promise that another request settles may never
// resolve. A waiting request polls by its own timer, and the leader records heartbeats, because workerd can end a request at any point,
// without notice. A waiting request then becomes the leader and makes the next attempt: a flight has as many attempts as one caller,
// however many callers wait.

import { sleepUnlessAborted } from "../../util/timers.js";

/** The heartbeat interval of a leader, in milliseconds. */
const HEARTBEAT_MS = 200;
/** A leader whose heartbeat is older than this at two consecutive polls counts as dead. */
const LEASE_MS = 700;
const FIRST_POLL_MS = 2;
const MAX_POLL_MS = 25;
/** A flight without a leader for this many milliseconds has no requests left: a waiting one takes the lead at its next poll. */
const ABANDONED_AFTER_MS = 5000;
/**
 * Milliseconds for which an outcome that is not cached is shared, because requests that are sent at the same time arrive one after the
 * other.
 */
const LINGER_MS = 500;

/** @param {() => number} now milliseconds of a monotonic clock */
export function createSingleFlight(now = () => performance.now()) {
  const flights = new Map();

  function beginFlight(name) {
    removeAbandonedFlights();
    const flight = {
      name,
      /** Number of requests to the upstream so far. */
      attempts: 0,
      /** Number of requests that wait for the flight, including its leader. */
      waiting: 0,
      leader: undefined,
      /** When the leader began, in milliseconds since 1970. */
      began: 0,
      lastBeat: now(),
      /** Whether the flight has ended. Then `shared` is the outcome, or undefined if the outcome is too long to share. */
      isOver: false,
      shared: undefined,
      /** Until when later requests share the outcome, and the function that releases its memory. */
      until: 0,
      release: undefined,
      /** For each slot, the deadline of the request in it, which fetches a response that is too long to share. */
      slotEnds: [],
      /** Aborts the upstream request; called when no request waits for the flight any more. */
      stop: undefined,
      /** Whether the flight continues without waiting requests, because its response refreshes the cache. */
      isRefresh: false,
    };
    flights.set(name, flight);
    return flight;
  }

  /** Removes abandoned flights, the oldest first. Checking a few at every new flight is enough and costs little. */
  function removeAbandonedFlights() {
    const time = now();
    let checksLeft = 4;
    for (const [name, flight] of flights) {
      if (checksLeft-- === 0) return;
      if (isAbandoned(flight, time)) dropFlight(flight);
    }
  }

  function dropFlight(flight) {
    flight.release?.();
    flight.release = undefined;
    if (flights.get(flight.name) === flight) flights.delete(flight.name);
  }

  /** Handles the end of a leader's attempts; `outcome` is undefined if the leader failed without one. */
  function endFlight(flight, leader, outcome) {
    if (flight.isOver) return outcome?.shared?.release?.();
    const isLeader = flight.leader === leader;
    // If the leader's deadline has passed, a waiting request with a later deadline makes the next attempt.
    const hasNextLeader = outcome === undefined || outcome.lost || (outcome.late && flight.waiting > 1);
    if (hasNextLeader) {
      if (isLeader) flight.leader = undefined;
      flight.lastBeat = now();
      if (flight.waiting === 0) dropFlight(flight);
      return;
    }
    // A leader that counted as dead may still deliver a response, but its failure is ignored, because another leader is fetching.
    if (!isLeader && outcome.shared?.entry === undefined) return outcome.shared?.release?.();
    flight.isOver = true;
    flight.shared = outcome.shared;
    if (!outcome.shared) return;
    flight.release = outcome.shared.release;
    if (outcome.shared.entry || outcome.shared.isPrivate) return dropFlight(flight);
    flight.until = now() + LINGER_MS;
    // In workerd the timer may never fire: then the next flight removes this one.
    setTimeout(dropFlight, LINGER_MS, flight).unref?.();
  }

  return {
    /** Joins the flight of this name, or begins it. */
    join(name) {
      const earlierFlight = flights.get(name);
      if (earlierFlight !== undefined && isAbandoned(earlierFlight, now())) dropFlight(earlierFlight);
      const flight = flights.get(name) ?? beginFlight(name);
      flight.waiting += 1;
      return flight;
    },
    /** Leaves a flight that has ended, and joins the next one. */
    joinNextFlight(flight) {
      this.leave(flight);
      if (flights.get(flight.name) === flight) dropFlight(flight);
      return this.join(flight.name);
    },
    /** Removes a request that no longer waits. */
    leave(flight) {
      flight.waiting -= 1;
      if (flight.waiting > 0 || flight.isRefresh) return;
      if (!flight.isOver) flight.stop?.abort();
      // The flight is dropped, so that the next request begins a new one instead of joining this aborted one.
      if (!flight.isOver || isAbandoned(flight, now())) dropFlight(flight);
    },
    isLed: (flight) => flight.isOver || (flight.leader !== undefined && now() - flight.lastBeat < LEASE_MS),
    /**
     * Leads the flight. `work` resolves to the outcome of `fetchAndStore`. If that outcome is not for all callers, another request takes
     * the lead. As soon as others wait, `keepAlive` gets the promise, so that the platform does not end the work together with this
     * caller.
     */
    async lead(flight, work, keepAlive) {
      const leader = {};
      flight.leader = leader;
      flight.lastBeat = now();
      flight.began = Date.now();
      let runningWork;
      let isKeptAlive = keepAlive === undefined;
      const timer = setInterval(() => {
        if (flight.leader === leader) flight.lastBeat = now();
        if (isKeptAlive || flight.waiting < 2) return;
        isKeptAlive = true;
        keepAlive(runningWork.catch(() => {}));
      }, HEARTBEAT_MS);
      timer.unref?.();
      let outcome;
      try {
        runningWork = work();
        outcome = await runningWork;
        return outcome;
      } finally {
        clearInterval(timer);
        endFlight(flight, leader, outcome);
      }
    },
    /**
     * Waits for the flight. Resolves to `"over"`, to `"lead"` if the caller must take the lead at once, to `"late"` after `deadline`, to
     * `"stale"` after `staleAt`, or to `"gone"` when the signal aborts.
     */
    async follow(flight, { deadline, staleAt, signal }) {
      let isSilent = false;
      for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * 1.5)) {
        if (flight.isOver) return "over";
        if (signal?.aborted) return "gone";
        const time = now();
        if (time >= deadline) return "late";
        if (time >= staleAt) return "stale";
        if (flight.leader === undefined) return claimLeadership(flight, time);
        // Two consecutive checks are needed, because after a pause of the whole isolate the leader's timer may fire after this one.
        const wasSilent = isSilent;
        isSilent = time - flight.lastBeat >= LEASE_MS;
        if (isSilent && wasSilent) return claimLeadership(flight, time);
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
    /** Takes a slot even if all slots are in use. */
    takeSlot,
    get size() {
      return flights.size;
    },
  };

  function takeSlot(flight, slotEnd) {
    flight.slotEnds.push(slotEnd);
    return () => {
      const index = flight.slotEnds.indexOf(slotEnd);
      if (index >= 0) flight.slotEnds.splice(index, 1);
      if (flight.waiting === 0 && flight.slotEnds.length === 0) dropFlight(flight);
    };
  }
}

/** Takes the lead at once, before another request can. */
function claimLeadership(flight, now) {
  flight.leader = {};
  flight.lastBeat = now;
  return "lead";
}

function isAbandoned(flight, now) {
  if (!flight.isOver) return now - flight.lastBeat > ABANDONED_AFTER_MS;
  return flight.shared ? now >= flight.until : flight.waiting === 0 && !areSlotsTaken(flight, now, 1);
}

function areSlotsTaken(flight, now, maxSlots) {
  const slotEnds = flight.slotEnds.filter((slotEnd) => slotEnd > now);
  if (slotEnds.length < flight.slotEnds.length) flight.slotEnds = slotEnds;
  return slotEnds.length >= maxSlots;
}
