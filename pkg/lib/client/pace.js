// The pace per origin and API key, shared by all clients of this realm. The core decides when a call starts (src/pace.rs). The
// shared state is only numbers, and each call sleeps on its own timer without waking others, because workerd kills a request that
// waits for another one.

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
import { abortReason, sleep } from "../util/timers.js";
import { core } from "../wasm/client.js";
import { clock } from "./clock.js";

/** Milliseconds after which a waiting call checks whether the pace has changed. */
const LOOK_INTERVAL_MS = 250;
/** Milliseconds after which a waiting call without a heartbeat counts as gone. */
const GONE_AFTER_MS = 8 * LOOK_INTERVAL_MS;
/** Milliseconds between two polls for a free slot of `concurrency`, in workerd. */
const SLOT_POLL_MS = 5;
/** Milliseconds between requests: a faster pace is not shared, since reserving a slot takes about this long. */
const MIN_SHARED_INTERVAL_MS = 5;

/** @typedef {ReturnType<typeof makePacer>} Pacer */

/**
 * The pacers by origin and API key. The key is not hashed: a digest would need random numbers, which frameworks that render pages in advance forbid
 * before the first request.
 *
 * @type {Map<string, Pacer>}
 */
const pacerByName = /* @__PURE__ */ new Map();
/** Returns the pacer of an origin and API key; undefined if pacing is off. */
export function getPacer({ interval, origin }, key) {
  if (interval === undefined) return undefined;
  const name = key === undefined ? origin : `${origin} ${key}`;
  const pacer = pacerByName.get(name) ?? makePacer(key !== undefined);
  setBounded(pacerByName, name, pacer);
  return pacer;
}

/** The rate limit of one client: its own `rateLimit`, which other clients do not change. */
export const getClientPacer = (settings) => (settings.own ??= makePacer(false, settings.interval));

function makePacer(hasKey, clientInterval) {
  const numbers = Array(PACER_NUMBERS).fill(0);
  /** The record `SLOT` of src/abi.rs: a step reads the fields that it names. */
  const slot = { interval: clientInterval, keyed: hasKey };
  const step = (operation, fields, policy) => core.stepPacer(operation, numbers, Object.assign(slot, fields), policy);
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
     * Sleeps until the ticket's turn. Gives its slot back if waiting has become useless. `own` is the limit of the call's
     * client, which already counts the call as started, so waiting here delays its other calls, too.
     */
    async turn(ticket, call, clientPacer) {
      const { timeoutMs, queueTimeoutMs, queueUntil, settings, signal, weight } = call;
      let startedAt = clock();
      try {
        for (;;) {
          const waitMs = step(PACE_TURN, { ticket, weight });
          ticket = slot.ticket;
          const delayMs = clock() + waitMs - startedAt;
          if (clientPacer && delayMs > 1) {
            clientPacer.delay(delayMs);
            startedAt += delayMs;
          }
          if (waitMs === 0) {
            const intervalMs = step(PACE_INTERVAL);
            // Without a slot (`ticket` is -Infinity) the call's rate is above the assumed rate of the service.
            if (
              settings.paceStore &&
              settings.sharesBound === clientInterval > 0 &&
              ticket > -Infinity &&
              intervalMs >= MIN_SHARED_INTERVAL_MS
            ) {
              const sharedWaitMs = await import("./shared-pace.js").then(
                (sharedPace) => sharedPace.reserveSharedSlot(call, weight * intervalMs),
                () => 0,
              );
              if (sharedWaitMs > 0) {
                call.due = clock() + sharedWaitMs;
                call.until = call.due + GONE_AFTER_MS;
                step(PACE_PUT_OFF, { delay: sharedWaitMs, weight });
                clientPacer?.delay(sharedWaitMs);
                await sleep(sharedWaitMs, signal);
              }
            }
            return;
          }
          const now = clock();
          call.due = now + waitMs;
          call.until = now + GONE_AFTER_MS;
          // The wait may still become shorter as long as the pace may increase, so only a settled pace ends the call.
          if (call.due > queueUntil && step(PACE_IS_SURE)) {
            const message = `the slot of this call is ${Math.ceil(waitMs)} ms away, beyond its \`queueTimeoutMs\` of ${queueTimeoutMs} ms`;
            throw fail("timeout", message, { retryAfterMs: Math.ceil(waitMs) });
          }
          // A service that refuses everything must not hold the queue forever.
          const refusedMs = step(PACE_REFUSED_FOR);
          if (Math.min(refusedMs, now - call.made) > timeoutMs) {
            const message = `no slot: the service has refused every request for ${Math.round(refusedMs)} ms`;
            throw fail("rate_limited", message, { retryAfterMs: Math.ceil(waitMs) });
          }
          await sleep(Math.min(waitMs, LOOK_INTERVAL_MS), signal);
        }
      } catch (error) {
        step(PACE_RELEASE, { ticket, weight });
        throw error;
      }
    },
    /** Applies the rate-limit policy in a response header, if it differs from the previous one. */
    learn(header) {
      if (header === undefined || header === policy) return;
      policy = header;
      step(PACE_POLICY, {}, header);
    },
  };
}

/**
 * Waits until fewer than `concurrency` calls of the client are in flight; first come, first served. Returns the function
 * that frees the slot.
 */
export async function takeConcurrencySlot({ slots, waiting, concurrency }, call) {
  const { signal } = call;
  if (WORKERD) {
    for (;;) {
      // A request that workerd ended never frees its slot, so expired holders are removed. A request must not wait for a promise
      // of another one, so it polls.
      for (const holder of slots) if (holder.until < clock()) slots.delete(holder);
      if (slots.size < concurrency) break;
      await sleep(SLOT_POLL_MS, signal);
    }
  } else if (slots.size >= concurrency) {
    await new Promise((resolve, reject) => {
      waiting.set(call, resolve);
      signal.addEventListener("abort", () => {
        waiting.delete(call);
        reject(abortReason(signal));
      });
    });
  }
  call.until = clock() + GONE_AFTER_MS;
  slots.add(call);
  const freeSlot = () => {
    if (!slots.delete(call)) return;
    // Takes the slot before any other call can.
    for (const [nextCall, startNext] of waiting) {
      waiting.delete(nextCall);
      slots.add(nextCall);
      return startNext();
    }
  };
  // An injected fetch may never settle, even if its signal is aborted.
  signal.addEventListener("abort", freeSlot);
  if (signal.aborted) freeSlot();
  return freeSlot;
}
