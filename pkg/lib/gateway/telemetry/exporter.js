// Sends recorded spans and log records to a collector: in batches, one at a time, from a bounded queue. Requests never wait for the
// exporter. Items that do not fit in the queue are dropped and counted.
//
// In workerd only an incoming request can send, so each export belongs to one, by `waitUntil`, and may end with it without notice.
// Therefore an export counts as alive only until a certain time.

import { WORKERD } from "../../util/runtime.js";
import { withTimeout } from "../../util/timers.js";
import { nameError } from "../ops/error-name.js";
import { sendBatch } from "./send-batch.js";

/**
 * Maximum attempts of a batch; the shortest and the longest wait between two attempts, and the longest wait that a collector may request,
 * in milliseconds.
 */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
const MAX_REQUESTED_WAIT_MS = 300_000;
/** The longest wait in workerd, where background work may continue for only half a minute after the response. */
const MAX_WAIT_WORKERD_MS = 10_000;
/** Milliseconds that an export may be late before another export replaces it. */
const LATE_MARGIN_MS = 5000;

/**
 * @param {ReturnType<typeof import("./options.js").readOptions>} settings @param {"traces" | "logs"} signal
 * @param {(items: any[]) => string} writeBody writes the body of a request
 * @param {(count: number, reason: string) => void} reportDropped called for lost items
 */
export function createExporter(settings, signal, writeBody, reportDropped) {
  const { maxQueue, maxBatch, intervalMs, timeoutMs } = settings;
  let queue = [];
  /** The export that is waiting or sending. After `until` it counts as dead. */
  let activeExport;
  /** The environment of the last request, which is passed to `headers`. */
  let lastEnv;

  /** Waits for `ms`, or until `wake` is called. @returns {Promise<void>} */
  const waitUntilWoken = (ownExport, ms) =>
    new Promise((resolve) => {
      ownExport.until = performance.now() + ms + LATE_MARGIN_MS;
      const timer = setTimeout(resolve, ms);
      // The timer must not keep a finished program alive.
      timer.unref?.();
      ownExport.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function sendItems(ownExport, items) {
    const body = writeBody(items);
    for (let attempt = 1; ; attempt += 1) {
      const remainingMs = Math.min(timeoutMs, (ownExport.deadline ?? Number.POSITIVE_INFINITY) - performance.now());
      if (remainingMs <= 0) return reportDropped(items.length, "there was no time left");
      ownExport.until = performance.now() + remainingMs + LATE_MARGIN_MS;
      const {
        lost,
        reason,
        isRetryable,
        waitMs = 0,
      } = await sendBatch(settings, signal, { body, count: items.length, env: lastEnv, timeoutMs: remainingMs });
      if (lost === 0) return undefined;
      const backoffMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
      const delayMs = Math.max(backoffMs, Math.min(waitMs, MAX_REQUESTED_WAIT_MS));
      const isLast =
        attempt >= MAX_ATTEMPTS || ownExport.deadline !== undefined || (WORKERD && delayMs > MAX_WAIT_WORKERD_MS);
      if (!isRetryable || isLast) {
        reportDropped(lost, reason);
        // The rest of the queue stays for later if the collector is unreachable, except in `flush`, which has a deadline.
        if (isRetryable && ownExport.deadline !== undefined) clearQueue(reason);
        return undefined;
      }
      await waitUntilWoken(ownExport, delayMs);
    }
  }

  function clearQueue(reason) {
    if (queue.length > 0) reportDropped(queue.length, reason);
    queue = [];
  }

  async function sendQueue(ownExport, delayMs) {
    if (delayMs > 0) await waitUntilWoken(ownExport, delayMs);
    while (activeExport === ownExport && queue.length > 0) {
      ownExport.isSending = true;
      await sendItems(ownExport, queue.splice(0, maxBatch));
    }
  }

  const beginExport = (delayMs, deadline) => {
    const ownExport = { isSending: false, until: Number.POSITIVE_INFINITY, deadline, wake: undefined, work: undefined };
    activeExport = ownExport;
    // Throws only for an error in this module, which must not end the process.
    ownExport.work = sendQueue(ownExport, delayMs)
      .catch((error) => reportDropped(1, `${nameError(error)} in the exporter`))
      .finally(() => {
        if (activeExport === ownExport) activeExport = undefined;
      });
    return ownExport.work;
  };

  return {
    /** Adds as many items as the queue has room for; drops the others. */
    add(items) {
      const freeCount = maxQueue - queue.length;
      if (items.length > freeCount) {
        reportDropped(items.length - Math.max(0, freeCount), "the queue is full");
        if (freeCount <= 0) return;
        queue.push(...items.slice(0, freeCount));
      } else queue.push(...items);
    },

    /**
     * Schedules an export of the queued items. Called after each request; where the platform allows it, exports also run between
     * requests.
     *
     * @param {object} [env] @param {{ waitUntil?(work: Promise<unknown>): void }} [ctx]
     */
    start(env, ctx) {
      if (WORKERD && !ctx) return;
      lastEnv = env ?? lastEnv;
      if (queue.length === 0) return;
      const isFull = queue.length >= maxBatch;
      if (activeExport && performance.now() < activeExport.until && (activeExport.isSending || !isFull)) return;
      // The export does not delay the response, which is already complete.
      const exportPromise = beginExport(isFull ? 1 : intervalMs);
      ctx?.waitUntil?.(exportPromise);
    },

    /** Sends all queued items; ends after `timeoutMs` at the latest. */
    async flush() {
      const flushDeadline = performance.now() + timeoutMs;
      // Sending ends a little earlier, so that lost items are counted before the deadline.
      const sendDeadline = flushDeadline - timeoutMs / 10;
      if (activeExport?.isSending) {
        const sendingExport = activeExport;
        // From now on the running export neither waits nor retries.
        sendingExport.deadline = sendDeadline;
        sendingExport.wake?.();
        await withTimeout(timeoutMs, sendingExport.work);
      }
      if (queue.length === 0) return;
      // The new export replaces one that is waiting.
      await withTimeout(Math.max(1, flushDeadline - performance.now()), beginExport(0, sendDeadline));
      if (queue.length > 0) clearQueue("there was no time left");
    },

    get size() {
      return queue.length;
    },
  };
}
