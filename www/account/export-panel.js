// Saves the history as a file: reads the pages that are not loaded yet, showing the progress and a stop button.

import { byId, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { formatNumber } from "../shared/format.js";
import { saveFile } from "../shared/save-file.js";
import { t, tCount } from "../shared/messages.js";

/** Maximum rows of a file, since the browser has to keep it in memory. */
const MAX_ROWS = 50_000;
const TYPES = { csv: "text/csv", json: "application/json" };

/**
 * @param {{ list: ReturnType<typeof import("../shared/paged-list.js").createPagedList>,
 *   entries(): import("../activity/describe-action.js").Entry[], name(): string, filtered(): boolean }} history `name`: the name of the
 * account in the file name; `filtered`: whether a filter is set, so that some rows may not be exported
 */
export function connectExport({ list, entries, name, filtered }) {
  const [panel, statusElement, progressBar, stopButton, cancelButton] = [
    "",
    "-words",
    "-progress",
    "-stop",
    "-cancel",
  ].map((suffix) => byId(`history-export${suffix}`));
  /** The export in progress. @type {{ ended?: boolean, wake?(): void } | undefined} */
  let currentRun;
  /** The button of the last export; it gets the focus back. */
  let lastPressedButton = byId("history-csv");

  stopButton.addEventListener("click", stopReading);
  cancelButton.addEventListener("click", () => {
    dropExport();
    hidePanel();
  });

  /** Stops reading. */
  function stopReading() {
    if (!currentRun) return;
    currentRun.ended = true;
    currentRun.wake?.();
  }

  /** Ends the export without a file. */
  function dropExport() {
    stopReading();
    currentRun = undefined;
  }

  function hidePanel() {
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = true;
    if (hadFocus) lastPressedButton.focus();
  }

  /** Loads pages up to the end, or until there are more rows than a file may have. Returns whether the rows should be saved. */
  async function readAllPages(/** @type {NonNullable<typeof currentRun>} */ thisRun) {
    while (!thisRun.ended && !list.isEnded() && entries().length <= MAX_ROWS) {
      showProgress(list.hasFailed());
      if (list.hasFailed())
        await new Promise((resolve) => {
          thisRun.wake = () => resolve(undefined);
        });
      else {
        const pageLoad = list.more();
        // The list was paused or closed: without a page to wait for, the loop would block the browser.
        if (!pageLoad) return false;
        await pageLoad;
      }
    }
    return true;
  }

  async function saveHistory(/** @type {"csv" | "json"} */ kind) {
    const thisRun = (currentRun = /** @type {NonNullable<typeof currentRun>} */ ({}));
    const subject = name();
    showPanel(true);
    showProgress(false);
    stopButton.focus();
    try {
      // Loaded first, so that a visitor does not wait for thousands of rows that cannot be written.
      const { toCsv, toJson } = await withLoadError(import("./export-history.js"));
      const isComplete = await readAllPages(thisRun);
      if (thisRun !== currentRun) return;
      if (!isComplete) return hidePanel();
      const allEntries = entries();
      const savedEntries = allEntries.slice(0, MAX_ROWS);
      saveFile(
        `${subject.replace(":", "_")}-history.${kind}`,
        new Blob([kind === "csv" ? toCsv(savedEntries) : toJson(savedEntries)], {
          type: `${TYPES[kind]};charset=utf-8`,
        }),
      );
      if (allEntries.length === savedEntries.length) return hidePanel();
      showOutcome(
        t("Saved the newest {count} rows; older ones are not in the file. Filter by time for those.", {
          count: formatNumber(MAX_ROWS),
        }),
      );
    } catch (error) {
      if (thisRun === currentRun) showOutcome(describeError(error));
    } finally {
      if (thisRun === currentRun) currentRun = undefined;
    }
  }

  /** Shows the panel: with an export in progress, or with its result. */
  function showPanel(/** @type {boolean} */ isBusy) {
    panel.hidden = false;
    progressBar.hidden = stopButton.hidden = !isBusy;
    cancelButton.textContent = t(isBusy ? "Cancel" : "Close");
  }

  function showOutcome(/** @type {import("../shared/dom.js").Child | import("../shared/dom.js").Child[]} */ outcome) {
    const hadFocus = panel.contains(document.activeElement);
    showPanel(false);
    fill(statusElement, outcome);
    if (hadFocus) cancelButton.focus();
  }

  function showProgress(/** @type {boolean} */ hasFailed) {
    const count = entries().length;
    const readCountText = filtered()
      ? tCount(list.read(), "{shown} of {count} row read match", "{shown} of {count} rows read match", { shown: count })
      : tCount(count, "{count} row read", "{count} rows read");
    progressBar.hidden = hasFailed;
    statusElement.textContent = hasFailed
      ? t("An error stopped this: {read}. Save these, or cancel and retry below the rows.", { read: readCountText })
      : filtered()
        ? `${readCountText}…`
        : t("{read} so far…", { read: readCountText });
  }

  return {
    /** @param {"csv" | "json"} kind */
    save(kind) {
      lastPressedButton = byId(`history-${kind}`);
      if (!currentRun) saveHistory(kind);
    },
    /** Ends the export in progress and hides the last result, because the shown rows changed. */
    close() {
      dropExport();
      panel.hidden = true;
    },
  };
}
