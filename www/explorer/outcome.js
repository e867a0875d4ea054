// What came of a request: the call under way, its answer or its rows, and the way to stop it.

import { el, fill } from "../page/dom.js";
import { body, facts, failure, milliseconds } from "./answer.js";
import { send } from "./call.js";
import { scroll } from "./scroll.js";

/** @param {import("./catalogue.js").Operation} operation */
export function outcome(operation) {
  const status = el("p", { id: "explorer-status", role: "status", tabIndex: -1 });
  const answer = el("div", { id: "explorer-answer" });
  const cancel = el("button", { id: "explorer-cancel", type: "button", hidden: true, onclick: () => run?.stop("cancelled") }, "Cancel");
  /** The call under way or done. Replaced as a whole, so a late answer finds itself outdated. @type {{ query?: string, stop(why: string): void, busy(): boolean } | undefined} */
  let run;

  const say = (text) => { status.textContent = text; };

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

  /** @param {{ query?: string, real?: boolean, asked?: boolean }} how `query` of the URL; whether it is a send; whether somebody has just pressed for it */
  async function call(values, { query, real, asked }) {
    clear();
    const controller = new AbortController();
    let busy = true;
    const mine = { query, stop: (why) => controller.abort(why), busy: () => busy };
    run = mine;
    cancel.hidden = false;
    say("Waiting for the answer…");
    const started = performance.now();
    const { received, error } = await send(operation, values, controller.signal);
    busy = false;
    if (mine !== run) return;
    const focused = document.activeElement === cancel;
    cancel.hidden = true;
    if (controller.signal.aborted) {
      say(`Cancelled after ${milliseconds(performance.now() - started)}.${real ? " The message may have been taken all the same." : ""}`);
    } else {
      say(received ? `Answered with status ${received.status} in ${milliseconds(received.ms)}.` : "There was no answer.");
      fill(answer, error && failure(error, received), received && facts(received), received && body(received, operation.id));
    }
    if (focused) status.focus();
    // Below a long form what came would not be seen.
    if (asked && status.getBoundingClientRect().top > innerHeight * 0.8) status.scrollIntoView();
  }

  function rows(values, query) {
    clear();
    const found = scroll(operation, values);
    run = { query, stop: found.stop, busy: found.busy };
    fill(answer, found.element);
    found.load();
    status.scrollIntoView();
  }

  return {
    status, answer, cancel, say, clear, call, rows, stop,
    shows: (query) => run !== undefined && run.query === query,
    /** What is done stays, for who comes back. */
    leave: () => run?.busy() && stop(),
  };
}
