// A list that grows page by page, as the visitor scrolls or presses for more: one request at a time.

import { el, fill } from "./dom.js";
import { describeError } from "./errors.js";
import { formatCount } from "./format.js";

/**
 * A list in an element of class `paged`, with its progress, a button that loads more and one that retries.
 *
 * @param {{
 *   box: HTMLElement, name: string, none: string, one: string,
 *   start(subject: any, options: { signal: AbortSignal, cursor?: string, pageSize: number }): Promise<any>,
 *   append(page: { rows: any[], address_book?: any, metadata?: any }): number | void,
 *   clear(): void, prepare?(): Promise<unknown>, auto?: boolean, stoppable?(): boolean,
 *   describe?(counts: { size: number, read: number, busy: boolean, failed: boolean, ended: boolean }): string | undefined,
 * }} options `box` holds the rows that `append` adds, and gets the buttons, whose ids begin with `name`; `start` creates a
 *   pager of what was opened; `append` returns how many rows it shows if it leaves some out; `prepare` loads what rows need beside the
 *   first page; `one` names a row, `none` is the text for an empty list; `auto`: whether scrolling loads, the default; `stoppable`: whether
 *   the visitor can stop that; `describe`: the progress in other words. `box` has `data-further` once more was loaded than fills the screen
 */
export function createPagedList({
  box,
  name,
  none,
  one,
  start,
  append,
  clear,
  prepare,
  auto = true,
  stoppable,
  describe,
}) {
  const error = el("div", { id: `${name}-error`, class: "message", role: "alert" });
  const progress = el("p", { id: `${name}-progress`, role: "status", class: "progress", tabIndex: -1 });
  const more = el("button", { id: `${name}-more`, type: "button", hidden: true }, "Load more");
  const stop = el("button", { id: `${name}-stop`, type: "button", hidden: true }, "Stop");
  const retry = el("button", { id: `${name}-retry`, type: "button", class: "primary", hidden: true }, "Retry");
  const sentinel = el("div", { class: "sentinel", "aria-hidden": "true" });
  box.append(sentinel, el("div", { class: "tail" }, error, progress, stop, more, retry));
  /** The list shown. Replaced as a whole, so that a late response sees that it is outdated. */
  let run;

  // After fast scrolling there are several entries: only the last one says how it is now.
  const near = new IntersectionObserver(
    (entries) => {
      const isNear = entries.at(-1).isIntersecting;
      if (!run) return;
      run.isNear = isNear;
      if (isNear) return load();
      run.rested = true;
      paint(run);
    },
    { rootMargin: "300px" },
  );
  more.addEventListener("click", () => {
    if (run) Object.assign(run, { halted: false, rested: true });
    load();
  });
  stop.addEventListener("click", halt);
  retry.addEventListener("click", () => {
    fill(error);
    run.failed = false;
    load();
  });

  /** Stops automatic loading until the visitor presses the button. */
  function halt() {
    if (!run) return;
    Object.assign(run, { halted: true, rested: true });
    near.disconnect();
    paint(run);
  }

  function load() {
    const mine = run;
    if (!mine || mine.failed || mine.ended || mine.paused) return undefined;
    if (!mine.busy) mine.loading = loadPage(mine);
    return mine.loading;
  }

  async function loadPage(mine) {
    mine.busy = true;
    paint(mine);
    try {
      mine.pager ??= await start(mine.subject, {
        signal: mine.stop.signal,
        cursor: mine.cursor,
        pageSize: mine.pageSize,
      });
      mine.pages ??= mine.pager.pages();
      const [{ value: page, done }] = await Promise.all([mine.pages.next(), prepare?.()]);
      if (mine !== run || mine.stop.signal.aborted) return;
      if (page) add(mine, page);
      mine.ended = done || page.last;
    } catch (cause) {
      if (mine !== run || mine.stop.signal.aborted) return;
      // An iterator that threw is finished; the pager continues where it stopped.
      mine.pages = undefined;
      mine.failed = true;
      fill(error, describeError(cause));
    }
    mine.busy = false;
    paint(mine);
    watch();
  }

  /** Observes again after each page: the observer reports only changes. */
  function watch() {
    near.disconnect();
    if (run && !auto) run.rested = true;
    if (auto && run && !run.ended && !run.failed && !run.halted && !run.paused) near.observe(sentinel);
  }

  function add(mine, page) {
    // The visitor wanted more than what fills the screen.
    if (mine.rested) box.dataset.further = "true";
    mine.read += page.rows.length;
    mine.size += append(page) ?? page.rows.length;
  }

  function paint({ size, read, busy = false, failed = false, ended = false, halted = false, isNear = false }) {
    const focused = document.activeElement;
    box.dataset.state = ended ? "ended" : failed ? "failed" : busy ? "loading" : "more";
    box.setAttribute("aria-busy", String(busy));
    // Between two pages it stays, so that a finger finds it.
    const stops = (busy || isNear) && !halted && !ended && !failed && Boolean(stoppable?.());
    stop.hidden = !stops;
    more.hidden = ended || failed || stops;
    retry.hidden = !failed;
    error.classList.toggle("bad", failed);
    // `disabled` would take the focus away.
    more.setAttribute("aria-disabled", String(busy));
    more.textContent = busy ? "Loading…" : "Load more";
    progress.textContent =
      describe?.({ size, read, busy, failed, ended }) ??
      (ended && size === 0
        ? none
        : ended
          ? `All ${formatCount(size, one)} shown`
          : failed
            ? `Stopped after ${formatCount(size, one)}`
            : size === 0
              ? `Loading ${one}s…`
              : `${formatCount(size, one)} so far${busy ? ", loading more…" : ""}`);
    if ([more, retry, stop].some((one) => one === focused && one.hidden))
      ([stop, more].find((one) => !one.hidden) ?? progress).focus();
  }

  function close() {
    run?.stop.abort();
    run = undefined;
    near.disconnect();
    fill(error);
    delete box.dataset.further;
    clear();
  }

  return {
    /** Shows the list of a subject from its first page. */
    open(subject, pageSize) {
      close();
      run = { subject, pageSize, stop: new AbortController(), size: 0, read: 0 };
      load();
    },
    close,
    busy: () => Boolean(run?.busy),
    /** Rows read so far, also those that `append` left out. */
    read: () => run?.read ?? 0,
    /** Loads one more page; resolves when it is there, or failed. Undefined if none is to load: paused, closed, failed or ended. */
    more: () => load(),
    halt,
    isEnded: () => Boolean(run?.ended),
    hasFailed: () => Boolean(run?.failed),
    /** Aborts the request in flight; `resume` continues from there. */
    pause() {
      if (!run || run.paused) return;
      run.stop.abort();
      near.disconnect();
      Object.assign(run, {
        paused: true,
        unfinished: run.busy,
        busy: false,
        cursor: run.pager?.cursor,
        pager: undefined,
        pages: undefined,
      });
    },
    resume() {
      if (!run?.paused) return;
      const { unfinished } = run;
      // Replaced as a whole: the response to the aborted request may still arrive.
      run = { ...run, paused: false, unfinished: false, stop: new AbortController() };
      if (unfinished) load();
      else watch();
    },
  };
}
