// Says when the account was read, and reads it again: on request, and by itself when the visitor comes back after a while.

import { parseRoute } from "../app/route.js";
import { byId, fill } from "../shared/dom.js";
import { renderRelative } from "../shared/relative-time.js";

/** After this time an account is read again when the visitor comes back to it. */
const STALE_MS = 60_000;

/**
 * @param {{ readHead(quietly: boolean): Promise<boolean>, readLists(): void }} parts
 *   `readHead` reads the summary and returns whether it could, `quietly` without a trace if not; `readLists` reads the rest
 */
export function createFreshness({ readHead, readLists }) {
  const button = byId("account-refresh");
  const panels = byId("account-panels");
  const lists = () => /** @type {HTMLElement[]} */ ([...panels.querySelectorAll(".paged")]);
  /**
   * The account shown: when it was read, in milliseconds; whether the view is shown; whether it is being read again, and by itself;
   * whether the visitor searched for it again.
   * @type {{ at: number, active: boolean, busy: boolean, quiet: boolean, wanted: boolean } | undefined}
   */
  let run;

  button.addEventListener("click", readAgain);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && run?.active) check();
  });
  addEventListener("searched", (event) => {
    const [here, there] = [location.hash, /** @type {CustomEvent<string>} */ (event).detail].map(parseRoute);
    const same = /** @type {const} */ (["network", "view", "text"]).every((name) => here[name] === there[name]);
    if (run?.active && same) run.wanted = true;
  });

  /** @param {boolean} busy @param {boolean} [quiet] */
  function mark(busy, quiet = false) {
    if (!run) return;
    Object.assign(run, { busy, quiet });
    // `disabled` would take the focus away.
    button.setAttribute("aria-disabled", String(busy && !quiet));
  }

  function paint() {
    if (!run) return;
    run.at = Date.now();
    fill(byId("account-read"), "read ", renderRelative(Math.floor(run.at / 1000)));
  }

  async function readAgain() {
    if (!run || (run.busy && !run.quiet)) return;
    const mine = run;
    mark(true);
    hold();
    readLists();
    await readHead(false);
    if (mine === run) mark(false);
  }

  /** The summary first: without a connection all stays as it is. */
  async function check() {
    if (!run || run.busy || Date.now() - run.at < STALE_MS || !mayRead()) return;
    const mine = run;
    mark(true, true);
    const found = await readHead(true);
    if (mine !== run || !mine.quiet) return;
    mark(false);
    if (!found || !mine.active || !mayRead()) return;
    hold();
    readLists();
    paint();
  }

  /** Whether the lists can be read again without a loss for the visitor: of an export, further pages, the focus or a selected text. */
  const mayRead = () =>
    navigator.onLine &&
    byId("history-export").hidden &&
    lists().every(({ dataset }) => dataset.further === undefined) &&
    !document.activeElement?.closest("#account-panels .paged") &&
    getSelection()?.isCollapsed !== false;

  /** Keeps the height until the rows arrive; otherwise the page would scroll up. */
  function hold() {
    const box = lists().find((one) => one.checkVisibility());
    if (!box) return;
    panels.style.minHeight = `${panels.offsetHeight}px`;
    const watch = new MutationObserver(() => {
      if (box.dataset.state === "loading") return;
      watch.disconnect();
      panels.style.minHeight = "";
    });
    watch.observe(box, { attributes: true, attributeFilter: ["data-state"] });
  }

  return {
    /** Another account is shown. */
    open() {
      run = { at: Date.now(), active: true, busy: false, quiet: false, wanted: false };
      mark(false);
      fill(byId("account-read"));
    },
    close() {
      run = undefined;
    },
    /** The summary was read. */
    read() {
      if (!run?.quiet) paint();
    },
    pause() {
      if (run) run.active = false;
    },
    /** The visitor came back. @param {boolean} filtered whether with another filter, whose rows are read anyway */
    resume(filtered) {
      if (!run) return;
      run.active = true;
      if (run.wanted) readAgain();
      else if (!filtered) check();
      run.wanted = false;
    },
  };
}
