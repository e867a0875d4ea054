// The pace of every origin and key, shared by all clients of this realm. Only numbers are kept: what starts when is
// decided in wasm (src/pace.rs), everybody sleeps on a timer of his own, and nobody wakes anybody. In workerd a request
// that waits for another one is killed.

import { fail } from "./error.js";
import { core } from "./load/client.js";

/** Steps of the export `pace`. */
const NEW = 0;
const RESERVE = 1;
const TURN = 2;
const RELEASE = 3;
const SUCCEEDED = 4;
const REFUSED = 5;
const TOLD = 6;
/** How many numbers there are, and which of them are read here, see `Pacer` in src/pace.rs. */
const LENGTH = 34;
const INTERVAL = 2;
const FASTEST = 23;
const STREAK = 31;
const COLD = 32;
const TICKET = 33;

/** So many origins and keys are remembered; the one unused for longest is forgotten. */
const MOST = 256;
/** Milliseconds after which a sleeper looks whether the pace has changed. */
const LOOK = 250;
/** Milliseconds between two looks for a free seat. */
const SEAT = 5;

export const clock = () => performance.now();

/** @type {Map<string, object>} */
const pacers = /* @__PURE__ */ new Map();
/** So that what is kept of a key tells nothing about it. */
let salt;

/** The pacer of an origin and key; undefined where none is wanted. */
export function pacerOf({ interval, origin }, key) {
  if (interval === undefined) return undefined;
  const name = key === undefined ? origin : `${origin} ${digest(key)}`;
  const pacer = pacers.get(name) ?? makePacer(key !== undefined);
  pacers.delete(name);
  pacers.set(name, pacer);
  if (pacers.size > MOST) pacers.delete(pacers.keys().next().value);
  return pacer;
}

function digest(key) {
  let sum = (salt ??= Math.floor(Math.random() * 2 ** 32));
  for (let at = 0; at < key.length; at += 1) sum = Math.imul(sum ^ key.charCodeAt(at), 0x01000193);
  return sum;
}

function makePacer(keyed) {
  const numbers = new Float64Array(LENGTH);
  const step = (which, a = 0, b = 0, c = 0, text) => core.pace(which, numbers, clock(), a, b, c, text);
  let policy;
  step(NEW, Number(keyed));
  return {
    streak: () => numbers[STREAK],
    reserve(weight, interval) {
      step(RESERVE, weight, interval);
      return numbers[TICKET];
    },
    /** Sleeps until the ticket's turn. Gives it back when there is no use in waiting. */
    async turn(ticket, { deadline, timeout, signal }) {
      try {
        for (;;) {
          const wait = step(TURN, ticket);
          ticket = numbers[TICKET];
          if (wait === 0) return;
          // While the pace may still quicken, the wait may still shorten.
          const sure = numbers[COLD] === 0 && numbers[INTERVAL] <= numbers[FASTEST];
          if (sure && clock() + wait > deadline) {
            const message = `the turn of this call comes in ${Math.ceil(wait)} ms, which is after its timeout of ${timeout} ms`;
            throw fail("timeout", message);
          }
          await sleep(Math.min(wait, LOOK), signal);
        }
      } catch (error) {
        step(RELEASE, ticket);
        throw error;
      }
    },
    release: (ticket) => void step(RELEASE, ticket),
    succeeded: (started) => void step(SUCCEEDED, started),
    refused(started, delay, limited) {
      step(REFUSED, started, delay, Number(limited));
      return numbers[TICKET];
    },
    /** Takes a policy that a reply told, when it is another than the last. */
    told(header) {
      if (header === undefined || header === policy) return;
      policy = header;
      step(TOLD, 0, 0, 0, header);
    },
  };
}

/** Waits until fewer than `concurrency` calls are on their way. Gives the function that leaves the seat. */
export async function seat({ seats, concurrency }, deadline, signal) {
  for (;;) {
    // A request that workerd ended never left its seat.
    for (const taken of seats) if (taken.deadline < clock()) seats.delete(taken);
    if (seats.size < concurrency) break;
    await sleep(SEAT, signal);
  }
  const mine = { deadline };
  seats.add(mine);
  return () => seats.delete(mine);
}

export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
