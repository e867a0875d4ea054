// Saves the history as a file: reads the pages that are not loaded yet, with its progress and a stop.

import { byId, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { formatCount } from "../shared/format.js";
import { saveFile } from "../shared/save-file.js";

/** Rows of one file, since a browser has to hold it. */
const MOST = 50_000;
const TYPES = { csv: "text/csv", json: "application/json" };

/**
 * @param {{ list: ReturnType<typeof import("../shared/paged-list.js").createPagedList>,
 *   entries(): import("../activity/describe-action.js").Entry[], name(): string }} history `name` of what it is the history of
 */
export function connectExport({ list, entries, name }) {
  const [panel, words, progress, stop, cancel] = ["", "-words", "-progress", "-stop", "-cancel"].map((part) =>
    byId(`history-export${part}`),
  );
  const buttons = /** @type {("csv" | "json")[]} */ (["csv", "json"]).map((kind) => ({
    kind,
    button: byId(`history-${kind}`),
  }));
  /** The export in progress. @type {{ ended?: "save" | "cancel", wake?(): void } | undefined} */
  let run;

  for (const { kind, button } of buttons) button.addEventListener("click", () => run || save(kind, button));
  stop.addEventListener("click", () => end("save"));
  cancel.addEventListener("click", () => end("cancel"));
  function end(/** @type {"save" | "cancel"} */ how) {
    if (!run) return;
    run.ended = how;
    run.wake?.();
  }

  /** Reads to the end. Returns whether the rows are to be saved. */
  async function readAll(/** @type {NonNullable<typeof run>} */ mine) {
    const subject = name();
    while (!mine.ended && !list.isEnded() && entries().length < MOST) {
      if (name() !== subject) return false;
      say(list.hasFailed());
      if (list.hasFailed())
        await new Promise((done) => {
          mine.wake = () => done(undefined);
        });
      else await list.more();
    }
    return mine.ended !== "cancel" && name() === subject;
  }

  async function save(/** @type {"csv" | "json"} */ kind, /** @type {HTMLElement} */ button) {
    const mine = (run = /** @type {NonNullable<typeof run>} */ ({}));
    const subject = name();
    panel.hidden = false;
    stop.focus();
    const wanted = await readAll(mine);
    const focused = panel.contains(document.activeElement);
    try {
      if (wanted) {
        const { toCsv, toJson } = await withLoadError(import("./export-history.js"));
        const text = kind === "csv" ? toCsv(entries()) : toJson(entries());
        saveFile(
          `${subject.replace(":", "_")}-history.${kind}`,
          new Blob([text], { type: `${TYPES[kind]};charset=utf-8` }),
        );
      }
      panel.hidden = true;
      if (focused) button.focus();
    } catch (error) {
      fill(words, describeError(error));
    }
    run = undefined;
  }

  function say(failed) {
    const count = formatCount(entries().length, "row");
    progress.hidden = failed;
    words.textContent = failed
      ? `An error stopped this after ${count}. Save these, or cancel and retry below the rows.`
      : `${count} read so far…`;
  }

  return {
    /** Ends what is in progress: another account is shown. */
    close() {
      end("cancel");
      panel.hidden = true;
    },
  };
}
