// A list that grows by pages: one request at a time, for one list at a time, when it is asked for.

import { el, fill } from "./dom.js";
import { describe } from "./errors.js";
import { count } from "./format.js";

/**
 * A list in an element of class `paged`, with the bar that tells how far it is, a button for more and one for another try.
 *
 * @param {{
 *   box: HTMLElement, name: string, none: string, one: string,
 *   start(subject: any, options: { signal: AbortSignal, cursor?: string, pageSize: number }): Promise<any>,
 *   append(page: { rows: any[], address_book?: any, metadata?: any }): void,
 *   clear(): void,
 * }} what `box` holds what `append` fills, and gets the bar, whose ids begin with `name`; `start` gives a pager of what was
 *   opened; `one` names a row, `none` is said where there is none
 */
export function pagedList({ box, name, none, one, start, append, clear }) {
  const error = el("div", { id: `${name}-error`, class: "message", role: "alert" });
  const progress = el("p", { id: `${name}-progress`, role: "status", class: "progress", tabIndex: -1 });
  const more = el("button", { id: `${name}-more`, type: "button", hidden: true }, "Load more");
  const retry = el("button", { id: `${name}-retry`, type: "button", class: "primary", hidden: true }, "Try again");
  const sentinel = el("div", { class: "sentinel", "aria-hidden": "true" });
  box.append(sentinel, el("div", { class: "tail" }, error, progress, more, retry));
  /** What is shown: its pages so far, or undefined. Replaced as a whole, so a late answer finds itself outdated. */
  let run;

  const near = new IntersectionObserver(([entry]) => entry.isIntersecting && load(), { rootMargin: "300px" });
  more.addEventListener("click", () => load());
  retry.addEventListener("click", () => {
    fill(error);
    run.failed = false;
    load();
  });

  async function load() {
    const mine = run;
    if (!mine || mine.busy || mine.failed || mine.ended || mine.resting) return;
    mine.busy = true;
    paint(mine);
    try {
      mine.pager ??= await start(mine.subject, { signal: mine.stop.signal, cursor: mine.cursor, pageSize: mine.pageSize });
      mine.pages ??= mine.pager.pages();
      const { value: page, done } = await mine.pages.next();
      if (mine !== run || mine.stop.signal.aborted) return;
      if (page) add(mine, page);
      mine.ended = done || page.last;
    } catch (cause) {
      if (mine !== run || mine.stop.signal.aborted) return;
      // An iterator that has thrown is finished; the pager goes on where it was.
      mine.pages = undefined;
      mine.failed = true;
      fill(error, describe(cause));
    }
    mine.busy = false;
    paint(mine);
    watch();
  }

  /** Told anew each time, because the observer speaks up only when something changes. */
  function watch() {
    near.disconnect();
    if (run && !run.ended && !run.failed) near.observe(sentinel);
  }

  function add(mine, page) {
    mine.size += page.rows.length;
    append(page);
  }

  function paint({ size, busy, failed, ended }) {
    const focused = document.activeElement;
    box.dataset.state = ended ? "ended" : failed ? "failed" : busy ? "loading" : "more";
    box.setAttribute("aria-busy", String(Boolean(busy)));
    more.hidden = ended || failed;
    retry.hidden = !failed;
    error.classList.toggle("bad", Boolean(failed));
    // Not `disabled`, which would take the focus away.
    more.setAttribute("aria-disabled", String(Boolean(busy)));
    more.textContent = busy ? "Loading…" : "Load more";
    progress.textContent = ended && size === 0 ? none
      : ended ? `All ${count(size, one)} shown`
      : failed ? `Stopped after ${count(size, one)}`
      : size === 0 ? `Loading ${one}s…`
      : `${count(size, one)} so far${busy ? ", loading more…" : ""}`;
    if ((focused === more && more.hidden) || (focused === retry && retry.hidden)) (more.hidden ? progress : more).focus();
  }

  function close() {
    run?.stop.abort();
    run = undefined;
    near.disconnect();
    fill(error);
    clear();
  }

  return {
    /** Shows the list of a subject from its beginning. */
    open(subject, pageSize) {
      close();
      run = { subject, pageSize, stop: new AbortController(), size: 0 };
      load();
    },
    close,
    busy: () => Boolean(run?.busy),
    /** Stops what is under way; `wake` goes on from there. */
    rest() {
      if (!run || run.resting) return;
      run.stop.abort();
      near.disconnect();
      Object.assign(run, { resting: true, unfinished: run.busy, busy: false, cursor: run.pager?.cursor, pager: undefined, pages: undefined });
    },
    wake() {
      if (!run?.resting) return;
      const { unfinished } = run;
      // Replaced as a whole: an answer to what was stopped may still come.
      run = { ...run, resting: false, unfinished: false, stop: new AbortController() };
      if (unfinished) load();
      else watch();
    },
  };
}
