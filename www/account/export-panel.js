// Saves the history as a file: reads the pages that are not loaded yet, with its progress and a stop.

import { byId, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { formatCount, formatNumber } from "../shared/format.js";
import { saveFile } from "../shared/save-file.js";

/** Rows of one file, since a browser has to hold it. */
const MOST = 50_000;
const TYPES = { csv: "text/csv", json: "application/json" };

/**
 * @param {{ list: ReturnType<typeof import("../shared/paged-list.js").createPagedList>,
 *   entries(): import("../activity/describe-action.js").Entry[], name(): string, filtered(): boolean }} history `name` of what it is the
 *   history of; `filtered`: whether rows that were read can be left out
 */
export function connectExport({ list, entries, name, filtered }) {
  const [panel, words, progress, stop, cancel] = ["", "-words", "-progress", "-stop", "-cancel"].map((part) =>
    byId(`history-export${part}`),
  );
  const buttons = /** @type {("csv" | "json")[]} */ (["csv", "json"]).map((kind) => ({
    kind,
    button: byId(`history-${kind}`),
  }));
  /** The export in progress. @type {{ ended?: boolean, wake?(): void } | undefined} */
  let run;
  /** The button of the last export, which gets the focus back. */
  let pressed = buttons[0].button;

  for (const { kind, button } of buttons)
    button.addEventListener("click", () => {
      pressed = button;
      if (!run) save(kind);
    });
  stop.addEventListener("click", end);
  cancel.addEventListener("click", () => {
    drop();
    hide();
  });

  /** Reads no further. */
  function end() {
    if (!run) return;
    run.ended = true;
    run.wake?.();
  }

  /** Ends the export without a file. */
  function drop() {
    end();
    run = undefined;
  }

  function hide() {
    const focused = panel.contains(document.activeElement);
    panel.hidden = true;
    if (focused) pressed.focus();
  }

  /** Reads to the end, or one row more than a file has. Returns whether the rows are to be saved. */
  async function readAll(/** @type {NonNullable<typeof run>} */ mine) {
    while (!mine.ended && !list.isEnded() && entries().length <= MOST) {
      say(list.hasFailed());
      if (list.hasFailed())
        await new Promise((done) => {
          mine.wake = () => done(undefined);
        });
      else {
        const loading = list.more();
        // The list was paused or closed. Without a page to wait for, the loop would never let the browser go on.
        if (!loading) return false;
        await loading;
      }
    }
    return true;
  }

  async function save(/** @type {"csv" | "json"} */ kind) {
    const mine = (run = /** @type {NonNullable<typeof run>} */ ({}));
    const subject = name();
    show(true);
    say(false);
    stop.focus();
    try {
      // First, so that no visitor waits for thousands of rows that cannot be written.
      const { toCsv, toJson } = await withLoadError(import("./export-history.js"));
      const wanted = await readAll(mine);
      if (mine !== run) return;
      if (!wanted) return hide();
      const all = entries();
      const saved = all.slice(0, MOST);
      saveFile(
        `${subject.replace(":", "_")}-history.${kind}`,
        new Blob([kind === "csv" ? toCsv(saved) : toJson(saved)], { type: `${TYPES[kind]};charset=utf-8` }),
      );
      if (all.length === saved.length) return hide();
      finish(`Saved the newest ${formatNumber(MOST)} rows; older ones are not in the file. Filter by time for those.`);
    } catch (error) {
      if (mine === run) finish(describeError(error));
    } finally {
      if (mine === run) run = undefined;
    }
  }

  /** Shows the panel: with an export in progress, or with its result. */
  function show(/** @type {boolean} */ busy) {
    panel.hidden = false;
    progress.hidden = stop.hidden = !busy;
    cancel.textContent = busy ? "Cancel" : "Close";
  }

  function finish(/** @type {import("../shared/dom.js").Child | import("../shared/dom.js").Child[]} */ outcome) {
    const focused = panel.contains(document.activeElement);
    show(false);
    fill(words, outcome);
    if (focused) cancel.focus();
  }

  function say(/** @type {boolean} */ failed) {
    const count = entries().length;
    const read = filtered()
      ? `${count} of ${formatCount(list.read(), "row")} read match`
      : `${formatCount(count, "row")} read`;
    progress.hidden = failed;
    words.textContent = failed
      ? `An error stopped this: ${read}. Save these, or cancel and retry below the rows.`
      : `${read}${filtered() ? "" : " so far"}…`;
  }

  return {
    /** Ends the export in progress and hides the last result, because other rows are shown, or none. */
    close() {
      drop();
      panel.hidden = true;
    },
  };
}
