// Sends recorded spans and logs to a collector: in batches, one at a time, from a bounded queue. No request waits for it, and items that do
// not fit in the queue are dropped and counted.
//
// In workerd only a request can send, so each export belongs to one, by `waitUntil`, and may end with it without a word: a time says
// until when it counts as alive.

import { WORKERD } from "../../util/runtime.js";
import { withTimeout } from "../../util/timers.js";
import { nameError } from "../ops/error-name.js";
import { sendBatch } from "./send-batch.js";

/** Attempts of a batch, the least and the greatest wait between two, and the longest that a collector may ask for. */
const MOST_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_ASKED_MS = 300_000;
/** After its response a request lives for half a minute in workerd. */
const LONGEST_WAIT_WORKERD_MS = 10_000;
/** Milliseconds that an export may be late before another one takes its place. */
const MARGIN_MS = 5000;

/**
 * @param {ReturnType<typeof import("./options.js").readOptions>} settings @param {"traces" | "logs"} signal
 * @param {(items: any[]) => string} write makes the body of a request
 * @param {(count: number, why: string) => void} dropped is called for items that are lost
 */
export function createExporter(settings, signal, write, dropped) {
  const { maxQueue, maxBatch, intervalMs, timeoutMs } = settings;
  let queue = [];
  /** The one that waits or sends. `until`: when it counts as dead. */
  let holder;
  /** The environment of the last request, with which `headers` is called. */
  let lastEnv;

  /** Waits for `ms`, or until `wake` is called. @returns {Promise<void>} */
  const pause = (mine, ms) =>
    new Promise((done) => {
      mine.until = performance.now() + ms + MARGIN_MS;
      const timer = setTimeout(done, ms);
      // The timer must not keep a finished program alive.
      timer.unref?.();
      mine.wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  async function send(mine, items) {
    const body = write(items);
    for (let attempt = 1; ; attempt += 1) {
      const left = Math.min(timeoutMs, (mine.end ?? Number.POSITIVE_INFINITY) - performance.now());
      if (left <= 0) return dropped(items.length, "there was no time left");
      mine.until = performance.now() + left + MARGIN_MS;
      const {
        lost,
        why,
        isRetryable,
        waitMs = 0,
      } = await sendBatch(settings, signal, { body, count: items.length, env: lastEnv, timeoutMs: left });
      if (lost === 0) return undefined;
      const backoff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
      const wait = Math.max(backoff, Math.min(waitMs, LONGEST_ASKED_MS));
      const isLast = attempt >= MOST_ATTEMPTS || mine.end !== undefined || (WORKERD && wait > LONGEST_WAIT_WORKERD_MS);
      if (!isRetryable || isLast) {
        dropped(lost, why);
        // A collector that is not there is not there for the rest of the queue either.
        if (isRetryable && mine.end !== undefined) clear(why);
        return undefined;
      }
      await pause(mine, wait);
    }
  }

  function clear(why) {
    if (queue.length > 0) dropped(queue.length, why);
    queue = [];
  }

  async function run(mine, delay) {
    if (delay > 0) await pause(mine, delay);
    while (holder === mine && queue.length > 0) {
      mine.isSending = true;
      await send(mine, queue.splice(0, maxBatch));
    }
  }

  const begin = (delay, end) => {
    const mine = { isSending: false, until: Number.POSITIVE_INFINITY, end, wake: undefined, work: undefined };
    holder = mine;
    // Nothing in it throws but a fault of this module, which must not end a process.
    mine.work = run(mine, delay)
      .catch((error) => dropped(1, `${nameError(error)} in the exporter`))
      .finally(() => {
        if (holder === mine) holder = undefined;
      });
    return mine.work;
  };

  return {
    /** Takes items as far as there is room. */
    add(items) {
      const room = maxQueue - queue.length;
      if (items.length > room) {
        dropped(items.length - Math.max(0, room), "the queue is full");
        if (room <= 0) return;
        queue.push(...items.slice(0, room));
      } else queue.push(...items);
    },

    /**
     * Schedules the sending of queued items: after each request, and between requests where that can be sent without one.
     *
     * @param {object} [env] @param {{ waitUntil?(work: Promise<unknown>): void }} [ctx]
     */
    start(env, ctx) {
      if (WORKERD && !ctx) return;
      lastEnv = env ?? lastEnv;
      if (queue.length === 0) return;
      const isFull = queue.length >= maxBatch;
      if (holder && performance.now() < holder.until && (holder.isSending || !isFull)) return;
      // Not in the time of a request that has its response ready.
      const work = begin(isFull ? 1 : intervalMs);
      ctx?.waitUntil?.(work);
    },

    /** Sends all that is queued; ends after `timeoutMs` at the latest. */
    async flush() {
      const last = performance.now() + timeoutMs;
      // A little earlier, so that lost items are counted before the deadline.
      const end = last - timeoutMs / 10;
      if (holder?.isSending) {
        const sending = holder;
        // From now on it neither waits nor tries again.
        sending.end = end;
        sending.wake?.();
        await withTimeout(timeoutMs, sending.work);
      }
      if (queue.length === 0) return;
      // It takes the place of a waiting batch.
      await withTimeout(Math.max(1, last - performance.now()), begin(0, end));
      if (queue.length > 0) clear("there was no time left");
    },

    get size() {
      return queue.length;
    },
  };
}
