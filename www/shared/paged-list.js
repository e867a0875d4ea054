// A list that grows page by page, by scrolling or on the press of a button: one request at a time.

import { el, fill } from "./dom.js";
import { describeError } from "./errors.js";
import { t, tNoun } from "./messages.js";

/**
 * Creates a list in an element of class `paged`, with its progress, a button that loads more, and a button that retries.
 *
 * @param {{
 *   box: HTMLElement, name: string, none: string, one: string,
 *   start(subject: any, options: { signal: AbortSignal, cursor?: string, pageSize: number }): Promise<any>,
 *   append(page: { rows: any[], address_book?: any, metadata?: any, last?: boolean }): number | void,
 *   clear(): void, prepare?(): Promise<unknown>, auto?: boolean, stoppable?(): boolean,
 *   describe?(counts: { size: number, read: number, busy: boolean, failed: boolean, ended: boolean }): string | undefined,
 * }} options `box` holds the rows that `append` adds, and gets the buttons, whose ids begin with `name`; `start` creates a
 *   pager for the opened subject; `append` returns how many rows it shows if it leaves some out; `prepare` loads files that rows need, in
 *   parallel with the first page; `one`: the noun for a row; `none`: the text for an empty list; `auto`: whether scrolling loads pages,
 *   default true; `stoppable`: whether the visitor can stop loading; `describe`: returns a different text for the progress. `box` gets
 *   `data-further` once more rows were loaded than fill the screen
 */
export function createPagedList({
  box,
  name,
  none: emptyText,
  one: itemName,
  start: startPager,
  append: appendRows,
  clear: clearRows,
  prepare: prepareRows,
  auto: loadsOnScroll = true,
  stoppable: isStoppable,
  describe: describeProgress,
}) {
  const error = el("div", { id: `${name}-error`, class: "message", role: "alert" });
  const progress = el("p", { id: `${name}-progress`, role: "status", class: "progress", tabIndex: -1 });
  const moreButton = el("button", { id: `${name}-more`, type: "button", hidden: true }, t("Load more"));
  const stopButton = el("button", { id: `${name}-stop`, type: "button", hidden: true }, t("Stop"));
  const retryButton = el("button", { id: `${name}-retry`, type: "button", class: "primary", hidden: true }, t("Retry"));
  const sentinel = el("div", { class: "sentinel", "aria-hidden": "true" });
  box.append(sentinel, el("div", { class: "tail" }, error, progress, stopButton, moreButton, retryButton));
  /** The state of the list shown. A new object for each list lets a late response detect that it is outdated. */
  let currentRun;

  // After fast scrolling, `entries` has several items; only the last one is current.
  const observer = new IntersectionObserver(
    (entries) => {
      const isNear = entries.at(-1).isIntersecting;
      if (!currentRun) return;
      currentRun.isNear = isNear;
      if (isNear) return loadNextPage();
      currentRun.rested = true;
      paintState(currentRun);
    },
    { rootMargin: "300px" },
  );
  moreButton.addEventListener("click", () => {
    if (currentRun) Object.assign(currentRun, { halted: false, rested: true });
    loadNextPage();
  });
  stopButton.addEventListener("click", stopLoading);
  retryButton.addEventListener("click", () => {
    fill(error);
    currentRun.failed = false;
    loadNextPage();
  });

  /** Stops automatic loading until the visitor presses the button. */
  function stopLoading() {
    if (!currentRun) return;
    Object.assign(currentRun, { halted: true, rested: true });
    observer.disconnect();
    paintState(currentRun);
  }

  function loadNextPage() {
    const thisRun = currentRun;
    if (!thisRun || thisRun.failed || thisRun.ended || thisRun.paused) return undefined;
    if (!thisRun.busy) thisRun.loading = loadPage(thisRun);
    return thisRun.loading;
  }

  async function loadPage(thisRun) {
    thisRun.busy = true;
    paintState(thisRun);
    try {
      thisRun.pager ??= await startPager(thisRun.subject, {
        signal: thisRun.stop.signal,
        cursor: thisRun.cursor,
        pageSize: thisRun.pageSize,
      });
      thisRun.pages ??= thisRun.pager.pages();
      const [{ value: page, done }] = await Promise.all([thisRun.pages.next(), prepareRows?.()]);
      if (thisRun !== currentRun || thisRun.stop.signal.aborted) return;
      if (page) addPage(thisRun, page);
      thisRun.ended = done || page.last;
    } catch (cause) {
      if (thisRun !== currentRun || thisRun.stop.signal.aborted) return;
      // An iterator that threw cannot continue; a new one of the same pager can.
      thisRun.pages = undefined;
      thisRun.failed = true;
      fill(error, describeError(cause));
    }
    thisRun.busy = false;
    paintState(thisRun);
    observeSentinel();
  }

  /** Observes the sentinel again after each page, because an observer reports only changes. */
  function observeSentinel() {
    observer.disconnect();
    if (currentRun && !loadsOnScroll) currentRun.rested = true;
    if (
      loadsOnScroll &&
      currentRun &&
      !currentRun.ended &&
      !currentRun.failed &&
      !currentRun.halted &&
      !currentRun.paused
    )
      observer.observe(sentinel);
  }

  function addPage(thisRun, page) {
    // The screen was full before, so the visitor has scrolled or pressed the button to see more.
    if (thisRun.rested) box.dataset.further = "true";
    thisRun.read += page.rows.length;
    thisRun.size += appendRows(page) ?? page.rows.length;
  }

  function paintState({
    size,
    read,
    busy: isBusy = false,
    failed: hasFailed = false,
    ended: isEnded = false,
    halted: isHalted = false,
    isNear = false,
  }) {
    const focusedElement = document.activeElement;
    box.dataset.state = isEnded ? "ended" : hasFailed ? "failed" : isBusy ? "loading" : "more";
    box.setAttribute("aria-busy", String(isBusy));
    // The button stays visible between two pages, so that a finger can hit it.
    const canStop = (isBusy || isNear) && !isHalted && !isEnded && !hasFailed && Boolean(isStoppable?.());
    stopButton.hidden = !canStop;
    moreButton.hidden = isEnded || hasFailed || canStop;
    retryButton.hidden = !hasFailed;
    error.classList.toggle("bad", hasFailed);
    // `disabled` would remove the focus.
    moreButton.setAttribute("aria-disabled", String(isBusy));
    moreButton.textContent = t(isBusy ? "Loading…" : "Load more");
    const rows = tNoun(size, itemName);
    progress.textContent =
      describeProgress?.({ size, read, busy: isBusy, failed: hasFailed, ended: isEnded }) ??
      (isEnded && size === 0
        ? emptyText
        : isEnded
          ? t("All {rows} shown", { rows })
          : hasFailed
            ? t("Stopped after {rows}", { rows })
            : size === 0
              ? t("Loading {rows}…", { rows: t(`${itemName}s`) })
              : isBusy
                ? t("{rows} so far, loading more…", { rows })
                : t("{rows} so far", { rows }));
    if ([moreButton, retryButton, stopButton].some((button) => button === focusedElement && button.hidden))
      ([stopButton, moreButton].find((button) => !button.hidden) ?? progress).focus();
  }

  function closeList() {
    currentRun?.stop.abort();
    currentRun = undefined;
    observer.disconnect();
    fill(error);
    delete box.dataset.further;
    clearRows();
  }

  return {
    /** Shows the list of a subject from its first page. */
    open(subject, pageSize) {
      closeList();
      currentRun = { subject, pageSize, stop: new AbortController(), size: 0, read: 0 };
      loadNextPage();
    },
    close: closeList,
    busy: () => Boolean(currentRun?.busy),
    /** Returns the number of rows read so far, including those that `append` skipped. */
    read: () => currentRun?.read ?? 0,
    /** Counts rows that were added above those of the pages, without a page; negative if there are fewer. */
    count(readCount, shownCount) {
      if (!currentRun) return;
      currentRun.read += readCount;
      currentRun.size += shownCount;
      paintState(currentRun);
    },
    /**
     * Loads a further page; resolves when it has arrived or failed. Returns undefined if no page can be loaded: the list is paused,
     * closed or at its end, or a request failed.
     */
    more: () => loadNextPage(),
    halt: stopLoading,
    isEnded: () => Boolean(currentRun?.ended),
    hasFailed: () => Boolean(currentRun?.failed),
    /** Aborts the request in flight; `resume` continues from there. */
    pause() {
      if (!currentRun || currentRun.paused) return;
      currentRun.stop.abort();
      observer.disconnect();
      Object.assign(currentRun, {
        paused: true,
        unfinished: currentRun.busy,
        busy: false,
        cursor: currentRun.pager?.cursor,
        pager: undefined,
        pages: undefined,
      });
    },
    resume() {
      if (!currentRun?.paused) return;
      const { unfinished: unfinishedPager } = currentRun;
      // A new object, because the response to the aborted request may still arrive.
      currentRun = { ...currentRun, paused: false, unfinished: false, stop: new AbortController() };
      if (unfinishedPager) loadNextPage();
      else observeSentinel();
    },
  };
}
