// The pace per origin and API key, shared by all clients of this realm. The shared state is numbers only: the core decides when a
// call starts (src/pace.rs), and each call sleeps on its own timer and wakes no other. In workerd a request that waits for another
// request is killed.

import {
  PACE_DELAY,
  PACE_INTERVAL,
  PACE_IS_SURE,
  PACE_NEW,
  PACE_POLICY,
  PACE_PUT_OFF,
  PACE_REFUSED_FOR,
  PACE_RELEASE,
  PACE_RESERVE,
  PACE_TURN,
  PACER_NUMBERS,
} from "../../dist/client-abi.js";
import { setBounded } from "../util/bounded-maps.js";
import { fail } from "../util/error.js";
import { WORKERD } from "../util/runtime.js";
import { reasonOf, sleep } from "../util/timers.js";
import { core } from "../wasm/client.js";
import { clock } from "./clock.js";
import { reserveSharedSlot } from "./shared-pace.js";

/** Milliseconds after which a waiting call looks whether the pace has changed. */
const LOOK = 250;
/** Milliseconds after which a call that waits and gave no sign of life is gone. */
const GONE = 8 * LOOK;
/** Milliseconds between two looks for a free slot under `concurrency`, in workerd. */
const LOOK_SLOT = 5;
/** Milliseconds: a faster pace is not shared, since a request for a slot would take as long. */
const FASTEST_SHARED = 5;

/** @typedef {ReturnType<typeof makePacer>} Pacer */

/** @type {Map<string, Pacer>} */
const pacers = /* @__PURE__ */ new Map();
/** Salts the digest of an API key, so that the digest shows nothing of it. */
let salt;

/** The pacer of an origin and API key; undefined if pacing is off. */
export function pacerFor({ interval, origin }, key) {
  if (interval === undefined) return undefined;
  const name = key === undefined ? origin : `${origin} ${digest(key)}`;
  const pacer = pacers.get(name) ?? makePacer(key !== undefined);
  setBounded(pacers, name, pacer);
  return pacer;
}

function digest(key) {
  let sum = (salt ??= Math.floor(Math.random() * 2 ** 32));
  for (let at = 0; at < key.length; at += 1) sum = Math.imul(sum ^ key.charCodeAt(at), 0x01000193);
  return sum;
}

/** The rate limit of one client: its own `rateLimit`, which other clients do not change. */
export const ownPacer = (settings) => (settings.own ??= makePacer(false, settings.interval));

function makePacer(keyed, bound) {
  const numbers = Array(PACER_NUMBERS).fill(0);
  /** The record `SLOT` of src/abi.rs: a step reads the fields that it names. */
  const slot = { interval: bound, keyed };
  const step = (which, given, policy) => core.stepPacer(which, numbers, Object.assign(slot, given), policy);
  let policy;
  step(PACE_NEW);
  return {
    numbers,
    reserve(weight) {
      step(PACE_RESERVE, { weight });
      return slot.ticket;
    },
    delay: (ms) => void step(PACE_DELAY, { delay: ms }),
    /**
     * Sleeps until the ticket's turn. Gives it back when there is no use in waiting. `own` is the bound of the call's
     * client, which counts the call as started, so waiting here delays its other calls, too.
     */
    async turn(ticket, call, own) {
      const { timeoutMs, queueTimeoutMs, queueUntil, settings, signal, weight } = call;
      let start = clock();
      try {
        for (;;) {
          const wait = step(PACE_TURN, { ticket, weight });
          ticket = slot.ticket;
          const late = clock() + wait - start;
          if (own && late > 1) {
            own.delay(late);
            start += late;
          }
          if (wait === 0) {
            const intervalMs = step(PACE_INTERVAL);
            // Without a slot (`ticket` is -Infinity) its rate is above the assumed rate of the service.
            if (
              settings.paceStore &&
              settings.sharesBound === bound > 0 &&
              ticket > -Infinity &&
              intervalMs >= FASTEST_SHARED
            ) {
              const wait = await reserveSharedSlot(call, weight * intervalMs);
              if (wait > 0) {
                call.due = clock() + wait;
                call.until = call.due + GONE;
                step(PACE_PUT_OFF, { delay: wait, weight });
                own?.delay(wait);
                await sleep(wait, signal);
              }
            }
            return;
          }
          const now = clock();
          call.due = now + wait;
          call.until = now + GONE;
          // While the pace may still quicken, the wait may still shorten.
          if (call.due > queueUntil && step(PACE_IS_SURE)) {
            const message = `the slot of this call is ${Math.ceil(wait)} ms away, beyond its \`queueTimeoutMs\` of ${queueTimeoutMs} ms`;
            throw fail("timeout", message, { retryAfterMs: Math.ceil(wait) });
          }
          // A service that refuses everything must not hold the queue for ever.
          const refused = step(PACE_REFUSED_FOR);
          if (Math.min(refused, now - call.made) > timeoutMs) {
            const message = `no slot: the service has refused every request for ${Math.round(refused)} ms`;
            throw fail("rate_limited", message, { retryAfterMs: Math.ceil(wait) });
          }
          await sleep(Math.min(wait, LOOK), signal);
        }
      } catch (error) {
        step(PACE_RELEASE, { ticket, weight });
        throw error;
      }
    },
    /** Applies the policy in a response header, when it differs from the last. */
    learn(header) {
      if (header === undefined || header === policy) return;
      policy = header;
      step(PACE_POLICY, {}, header);
    },
  };
}

/**
 * Waits until fewer than `concurrency` calls of the client are on their way; first come, first served. Gives the function
 * that frees the slot.
 */
export async function takeConcurrencySlot({ slots, waiting, concurrency }, call) {
  const { signal } = call;
  if (WORKERD) {
    for (;;) {
      // A request that workerd ended never freed its slot. A request must not wait for a promise of another one, so it polls.
      for (const taken of slots) if (taken.until < clock()) slots.delete(taken);
      if (slots.size < concurrency) break;
      await sleep(LOOK_SLOT, signal);
    }
  } else if (slots.size >= concurrency) {
    await new Promise((resolve, reject) => {
      waiting.set(call, resolve);
      signal.addEventListener("abort", () => {
        waiting.delete(call);
        reject(reasonOf(signal));
      });
    });
  }
  call.until = clock() + GONE;
  slots.add(call);
  const free = () => {
    if (!slots.delete(call)) return;
    // Before any other call can come.
    for (const [next, start] of waiting) {
      waiting.delete(next);
      slots.add(next);
      return start();
    }
  };
  // An injected fetch may never settle, whatever its signal says.
  signal.addEventListener("abort", free);
  if (signal.aborted) free();
  return free;
}
