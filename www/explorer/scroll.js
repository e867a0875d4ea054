// All rows of a list, page after page as one scrolls near the end of what is there.

import { el, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { count } from "../page/format.js";
import { paginate } from "./call.js";
import { facts } from "./answer.js";
import { branch } from "./tree.js";

const PAGE_SIZE = 20;

/** Rows from the first on. `limit` of the form is how many are asked for at a time. */
export function scroll(operation, values) {
  const stop = new AbortController();
  const about = el("div", {});
  const list = el("ol", { class: "tree rows-found", role: "list", "aria-label": "Rows", start: 0 });
  const end = el("div", { class: "sentinel", "aria-hidden": "true" });
  const told = el("p", { id: "explorer-progress", role: "status", tabIndex: -1 });
  const wrong = el("div", { class: "message", role: "alert" });
  const more = el("button", { type: "button", id: "explorer-more" });
  const from = values.offset > 0 && el("p", { class: "pending" }, "The offset of the form is left out: all rows are read, from the first.");
  const element = el("div", { class: "scroll" }, from, about, list, end, el("div", { class: "tail" }, wrong, told, more));
  const run = { size: 0, busy: false, failed: undefined, ended: false, pager: undefined, pages: undefined };

  const near = new IntersectionObserver(([entry]) => entry.isIntersecting && load(), { rootMargin: "300px" });
  more.addEventListener("click", () => {
    run.failed = undefined;
    load();
  });

  async function load() {
    if (run.busy || run.failed || run.ended || stop.signal.aborted) return;
    run.busy = true;
    paint();
    try {
      const size = Number.isInteger(values.limit) ? values.limit : PAGE_SIZE;
      run.pager ??= await paginate(operation, values, size, stop.signal, (received) => fill(about, facts(received)));
      run.pages ??= run.pager.pages();
      const { value: page, done } = await run.pages.next();
      if (stop.signal.aborted) return;
      for (const row of page?.rows ?? []) {
        list.append(branch(String(run.size), row));
        run.size += 1;
      }
      run.ended = done || page.last;
    } catch (error) {
      if (stop.signal.aborted) return;
      // An iterator that has thrown is finished; the pager goes on where it was.
      run.pages = undefined;
      run.failed = error;
    }
    run.busy = false;
    paint();
    near.disconnect();
    if (!run.ended && !run.failed) near.observe(end);
  }

  function paint() {
    const { size, busy, failed, ended } = run;
    const focused = document.activeElement === more;
    element.dataset.state = ended ? "ended" : failed ? "failed" : busy ? "loading" : "more";
    list.setAttribute("aria-busy", String(busy));
    wrong.className = failed ? "message bad" : "message";
    fill(wrong, ...(failed ? describe(failed) : []));
    more.hidden = ended;
    // Not `disabled`, which would take the focus away.
    more.setAttribute("aria-disabled", String(busy));
    more.textContent = failed ? "Try again" : busy ? "Loading…" : "Load more";
    told.textContent = ended && size === 0 ? "There are no rows."
      : ended ? `All ${count(size, "row")} shown`
      : failed ? `Stopped after ${count(size, "row")}`
      : size === 0 ? "Loading rows…" : `${count(size, "row")} so far${busy ? ", loading more…" : ""}`;
    if (focused && more.hidden) told.focus();
  }

  return {
    element,
    load,
    busy: () => run.busy,
    stop() {
      near.disconnect();
      stop.abort();
    },
  };
}
