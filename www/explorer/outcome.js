// The outcome of a request: its progress, its response or rows, and a button that cancels it.

import { el, fill } from "../shared/dom.js";
import { sendCall } from "./call.js";
import { formatMilliseconds, renderFailure, renderResponseBody, renderResponseFacts } from "./response.js";
import { createScrollList } from "./scroll-list.js";

/** @param {import("./catalogue.js").Operation} operation */
export function createOutcome(operation) {
  const status = el("p", { id: "explorer-status", role: "status", tabIndex: -1 });
  const answer = el("div", { id: "explorer-response" });
  const cancel = el(
    "button",
    { id: "explorer-cancel", type: "button", hidden: true, onclick: () => run?.stop("cancelled") },
    "Cancel",
  );
  /** The current or last call. Replaced as a whole, so that a late response sees that it is outdated. @type {{ query?: string, stop(why: string): void, busy(): boolean } | undefined} */
  let run;

  const say = (text) => {
    status.textContent = text;
  };

  function stop() {
    run?.stop("left");
    run = undefined;
    cancel.hidden = true;
  }

  function clear() {
    stop();
    say("");
    fill(answer);
  }

  /**
   * @param {Record<string, unknown>} values
   * @param {{ query?: string, real?: boolean, scrollTo?: boolean }} how the URL's `query`; `real` if it sends a message; `scrollTo` shows
   *   the response
   */
  async function call(values, { query, real, scrollTo }) {
    clear();
    const controller = new AbortController();
    let busy = true;
    const mine = { query, stop: (why) => controller.abort(why), busy: () => busy };
    run = mine;
    cancel.hidden = false;
    say("Waiting for the response…");
    const started = performance.now();
    const { received, error } = await sendCall(operation, values, controller.signal);
    busy = false;
    if (mine !== run) return;
    const focused = document.activeElement === cancel;
    cancel.hidden = true;
    if (controller.signal.aborted) {
      say(
        `Cancelled after ${formatMilliseconds(performance.now() - started)}.${real ? " The network may still have accepted the message." : ""}`,
      );
    } else {
      say(received ? `Status ${received.status} in ${formatMilliseconds(received.ms)}.` : "No response.");
      fill(
        answer,
        error && renderFailure(error, received),
        received && renderResponseFacts(received),
        received && renderResponseBody(received, operation.id),
      );
    }
    if (focused) status.focus();
    // Below a long form the response would be out of sight.
    if (scrollTo && status.getBoundingClientRect().top > innerHeight * 0.8) status.scrollIntoView();
  }

  function rows(values, query) {
    clear();
    const found = createScrollList(operation, values);
    run = { query, stop: found.stop, busy: found.busy };
    fill(answer, found.element);
    found.load();
    status.scrollIntoView();
  }

  return {
    status,
    answer,
    cancel,
    say,
    clear,
    call,
    rows,
    stop,
    shows: (query) => run !== undefined && run.query === query,
    /** Stops a call in flight; a finished one stays for a visitor who returns. */
    leave: () => run?.busy() && stop(),
  };
}
