// The outcome of a request or of a run in the page: its progress, its result, and a button that cancels it.

import { icon } from "../design/icons.js";
import { el, fill } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { networkOf } from "../shared/network.js";
import { sendCall } from "./call.js";
import { exchangeResponse } from "./last-responses.js";
import { skeleton } from "./lazy-part.js";
import { formatMilliseconds, renderFailure, renderResponseBody, renderResponseFacts } from "./response.js";
import { createScrollList } from "./scroll-list.js";

const RESPONSE = "Response";

const empty = () =>
  el("div", { class: "empty" }, icon("play"), el("p", {}, "Send the request to see its response here."));

/** The message for a result that cannot be shown, such as a response that is nested too deep. @param {any} error */
const notDrawn = ({ name, message }) =>
  el(
    "div",
    { class: "message bad" },
    el("p", { class: "what" }, el("strong", {}, "The page failed to show this outcome.")),
    el("p", { class: "why" }, toSentence(String(message))),
    el("p", { class: "code" }, "Code ", el("code", {}, String(name))),
  );

/** @param {import("./catalogue.js").Operation} operation */
export function createOutcome(operation) {
  const heading = el("h4", { id: "explorer-outcome" }, RESPONSE);
  const status = el("p", { id: "explorer-status", role: "status", tabIndex: -1 });
  const answer = el("div", { id: "explorer-response" });
  const cancel = el(
    "button",
    { id: "explorer-cancel", type: "button", hidden: true, onclick: () => run?.stop("cancelled") },
    "Cancel",
  );
  /** The current or last call. Replaced as a whole, so that a late response sees that it is outdated. @type {{ query?: string, real?: boolean, stop(why: string): void, busy(): boolean } | undefined} */
  let run;

  const say = (text) => {
    status.textContent = text;
  };

  /** Below a long form the outcome would be out of sight. */
  function reveal() {
    if (status.getBoundingClientRect().top > innerHeight * 0.8) heading.scrollIntoView();
  }

  /** A sent message cannot be stopped: aborting its request would only hide the outcome. */
  function stop() {
    if (!run?.real) run?.stop("left");
    run = undefined;
    cancel.hidden = true;
  }

  function clear() {
    stop();
    say("");
    heading.textContent = RESPONSE;
    fill(answer, empty());
  }

  /**
   * Begins a task that may take a while. `end` paints its outcome, unless something else was begun.
   * @param {string} title of the outcome @param {string} words describes the task
   * @param {{ query?: string, real?: boolean }} how of `call` or `compute`
   */
  function begin(title, words, { query, real }) {
    clear();
    const controller = new AbortController();
    const { signal } = controller;
    const started = performance.now();
    let busy = true;
    const mine = { query, real, stop: (why) => controller.abort(why), busy: () => busy };
    run = mine;
    cancel.hidden = false;
    heading.textContent = title;
    fill(answer, skeleton(12));
    say(words);
    return {
      signal,
      say: (text) => mine === run && busy && !signal.aborted && say(text),
      /** @param {(cancelled: string | undefined) => void} paint @param {boolean} [scrollTo] shows the outcome */
      end(paint, scrollTo) {
        busy = false;
        if (mine !== run) return;
        const focused = document.activeElement === cancel;
        cancel.hidden = true;
        try {
          paint(signal.aborted ? `Cancelled after ${formatMilliseconds(performance.now() - started)}.` : undefined);
        } catch (error) {
          fill(answer, notDrawn(error));
        }
        if (focused) status.focus();
        if (scrollTo) reveal();
      },
    };
  }

  /**
   * @param {Record<string, unknown>} values
   * @param {{ query?: string, real?: boolean, scrollTo?: boolean, sent?(status: number | undefined, network: string): void }} how the URL's
   *   `query`; `real` if it sends a message, which then goes on if the visitor leaves; `scrollTo` shows the response; `sent` gets the status of
   *   the response and its network
   */
  async function call(values, how) {
    const { real, scrollTo, sent } = how;
    // The visitor may change it before a response of a message arrives.
    const network = networkOf();
    const { signal, end } = begin(RESPONSE, "Waiting for the response…", how);
    const { received, error } = await sendCall(operation, values, signal);
    // Also if another outcome is shown, and if it was cancelled: it may have arrived.
    if (real) sent?.(received?.status, network);
    end((cancelled) => {
      if (cancelled) {
        fill(answer, empty());
        return say(cancelled + (real ? " The network may still have accepted the message." : ""));
      }
      if (!real) sent?.(received?.status, network);
      say(received ? `Status ${received.status} in ${formatMilliseconds(received.ms)}.` : "No response.");
      fill(
        answer,
        error && renderFailure(error, received),
        // A message is sent again only by an explicit press.
        error && !real && retry(() => call(values, how)),
        received && renderResponseFacts(received),
        received &&
          renderResponseBody(received, operation.id, exchangeResponse(`${network} ${operation.id}`, received.text)),
      );
    }, scrollTo);
  }

  /**
   * Shows a call that the page computes itself.
   * @param {(watch: import("./local-calls.js").Watch) => Promise<import("./local-calls.js").Computed>} work
   * @param {{ title: string, query?: string, scrollTo?: boolean, send?(): void, onFault(parameter: string, fault: any): void }} how
   *   `send` sends the request instead, `onFault` gets what is wrong with a value of the form
   */
  async function compute(work, how) {
    const { title, scrollTo, send, onFault } = how;
    const { signal, say: progress, end } = begin(title, "Loading…", { query: how.query });
    /** @type {any} */
    const found = await Promise.race([
      work({ signal, say: progress, send }),
      new Promise((_, stopped) => signal.addEventListener("abort", () => stopped(signal.reason))),
    ]).catch((error) => ({ error }));
    end((cancelled) => {
      if (cancelled) {
        fill(answer, empty());
        return say(cancelled);
      }
      say(found.said ?? (found.error ? "Failed." : ""));
      // A summary for screen readers of the result below.
      if (found.heard) status.append(el("span", { class: "hidden" }, ` ${found.heard}`));
      if (found.fault) {
        fill(answer, empty());
        return onFault(found.parameter, found.fault);
      }
      fill(answer, found.error ? [renderFailure(found.error), retry(() => compute(work, how))] : found.shown);
    }, scrollTo);
  }

  /** A button that tries again what failed in the page. */
  function retry(again) {
    const onclick = () => {
      again();
      status.focus();
    };
    return el("p", { class: "actions" }, el("button", { id: "explorer-retry", type: "button", onclick }, "Retry"));
  }

  function rows(values, query) {
    clear();
    const found = createScrollList(operation, values);
    run = { query, stop: found.stop, busy: found.busy };
    fill(answer, found.element);
    found.load();
    reveal();
  }

  clear();

  return {
    heading,
    status,
    answer,
    cancel,
    say,
    clear,
    call,
    compute,
    rows,
    stop,
    shows: (query) => run !== undefined && run.query === query,
    /** Whether a message was sent whose outcome is shown or awaited. */
    isReal: () => Boolean(run?.real),
    /** Stops a read in flight; a finished call stays for a visitor who returns, and one that sends a message. */
    leave: () => run?.busy() && !run.real && stop(),
  };
}
