// Ends work that takes too long, or that the caller aborts.

import { fail } from "../util/error.js";
import { MAX_TIMER_MS, abortReason } from "../util/timers.js";

/** Milliseconds of work after which the thread yields to timers and other calls of the program. */
const SLICE_MS = 20;

/** @param {{ signal?: any, timeoutMs: number }} options */
export function startStopwatch({ signal, timeoutMs }) {
  const controller = new AbortController();
  const abortPreview = () => controller.abort(abortReason(signal));
  const timer = setTimeout(
    () => controller.abort(fail("timeout", `the preview was not complete after ${timeoutMs} ms`)),
    Math.min(timeoutMs, MAX_TIMER_MS),
  );
  if (signal?.aborted) abortPreview();
  else signal?.addEventListener("abort", abortPreview, { once: true });
  let sliceEnd = Date.now() + SLICE_MS;
  const { signal: ownSignal } = controller;
  return {
    signal: ownSignal,
    /** Resolves to the result of `work`; rejects when the preview is aborted, since a client may ignore signals. */
    until(work) {
      return new Promise((resolve, reject) => {
        const rejectAborted = () => reject(ownSignal.reason);
        if (ownSignal.aborted) rejectAborted();
        else ownSignal.addEventListener("abort", rejectAborted, { once: true });
        work.then(resolve, reject);
      });
    },
    /** Yields to other work from time to time, and throws if the preview was aborted. */
    async check() {
      if (Date.now() > sliceEnd) {
        await new Promise((resolve) => setTimeout(resolve));
        sliceEnd = Date.now() + SLICE_MS;
      }
      if (ownSignal.aborted) throw ownSignal.reason;
    },
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abortPreview);
    },
  };
}
