// The outcome of a request or of a local run: its progress, its result, and a button that cancels it.

import { icon } from "../design/icons.js";
import { el, fill } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { readNetwork } from "../shared/network.js";
import { sendCall } from "./call.js";
import { exchangeResponse } from "./last-responses.js";
import { renderSkeleton } from "./lazy-part.js";
import { formatMilliseconds, renderFailure, renderResponseBody, renderResponseFacts } from "./response.js";
import { createScrollList } from "./scroll-list.js";

const RESPONSE_TITLE = "Response";

const renderEmpty = () =>
  el("div", { class: "empty" }, icon("play"), el("p", {}, "Send the request to see its response here."));

/** Renders an error text for a result that cannot be shown, such as a response that is nested too deeply. @param {any} error */
const renderDrawingError = ({ name, message }) =>
  el(
    "div",
    { class: "message bad" },
    el("p", { class: "what" }, el("strong", {}, "The page failed to show this outcome.")),
    el("p", { class: "why" }, toSentence(String(message))),
    el("p", { class: "code" }, "Code ", el("code", {}, String(name))),
  );

/** @param {import("./catalogue.js").Operation} operation */
export function createOutcome(operation) {
  const heading = el("h4", { id: "explorer-outcome" }, RESPONSE_TITLE);
  const status = el("p", { id: "explorer-status", role: "status", tabIndex: -1 });
  const outcomeElement = el("div", { id: "explorer-response" });
  const cancel = el(
    "button",
    { id: "explorer-cancel", type: "button", hidden: true, onclick: () => currentRun?.stop("cancelled") },
    "Cancel",
  );
  /**
   * The current or last call. Each call gets a new object: a late response compares it, and so detects that it is outdated.
   *
   * @type {{ query?: string, real?: boolean, stop(reason: string): void, busy(): boolean } | undefined}
   */
  let currentRun;

  const showStatus = (text) => {
    status.textContent = text;
  };

  /** Scrolls to the outcome if a long form hides it. */
  function scrollToOutcome() {
    if (status.getBoundingClientRect().top > innerHeight * 0.8) heading.scrollIntoView();
  }

  /** A sent message cannot be stopped: aborting its request would only hide the outcome. */
  function stopRun() {
    if (!currentRun?.real) currentRun?.stop("left");
    currentRun = undefined;
    cancel.hidden = true;
  }

  function clearOutcome() {
    stopRun();
    showStatus("");
    heading.textContent = RESPONSE_TITLE;
    fill(outcomeElement, renderEmpty());
  }

  /**
   * Begins a task that may take a while. The returned `end` paints the outcome, unless another task has begun meanwhile.
   * @param {string} title above the outcome @param {string} statusText describes the task
   * @param {{ query?: string, real?: boolean }} how of `call` or `compute`
   */
  function beginRun(title, statusText, { query, real: isReal }) {
    clearOutcome();
    const controller = new AbortController();
    const { signal } = controller;
    const startedAt = performance.now();
    let isBusy = true;
    const thisRun = { query, real: isReal, stop: (reason) => controller.abort(reason), busy: () => isBusy };
    currentRun = thisRun;
    cancel.hidden = false;
    heading.textContent = title;
    fill(outcomeElement, renderSkeleton(12));
    showStatus(statusText);
    return {
      signal,
      say: (text) => thisRun === currentRun && isBusy && !signal.aborted && showStatus(text),
      /** @param {(cancelled: string | undefined) => void} paintOutcome @param {boolean} [scrollTo] shows the outcome */
      end(paintOutcome, scrollTo) {
        isBusy = false;
        if (thisRun !== currentRun) return;
        const hadFocus = document.activeElement === cancel;
        cancel.hidden = true;
        try {
          paintOutcome(
            signal.aborted ? `Cancelled after ${formatMilliseconds(performance.now() - startedAt)}.` : undefined,
          );
        } catch (error) {
          fill(outcomeElement, renderDrawingError(error));
        }
        if (hadFocus) status.focus();
        if (scrollTo) scrollToOutcome();
      },
    };
  }

  /**
   * @param {Record<string, unknown>} values
   * @param {{ query?: string, real?: boolean, scrollTo?: boolean, sent?(status: number | undefined, network: string): void }} options `query`
   *   of the URL; `real` if the call sends a message, which then continues even if the visitor leaves; `scrollTo` scrolls to the response;
   *   `sent` gets the status of the response and its network
   */
  async function sendRequest(values, options) {
    const { real: isReal, scrollTo, sent: onSent } = options;
    // The network is read now, because the visitor may change it before the response arrives.
    const network = readNetwork();
    const { signal, end } = beginRun(RESPONSE_TITLE, "Waiting for the response…", options);
    const { received: receivedResponse, error } = await sendCall(operation, values, signal);
    // This is also called if another outcome is shown or the call was cancelled, since the message may have reached the network.
    if (isReal) onSent?.(receivedResponse?.status, network);
    end((cancelText) => {
      if (cancelText) {
        fill(outcomeElement, renderEmpty());
        return showStatus(cancelText + (isReal ? " The network may still have accepted the message." : ""));
      }
      if (!isReal) onSent?.(receivedResponse?.status, network);
      showStatus(
        receivedResponse
          ? `Status ${receivedResponse.status} in ${formatMilliseconds(receivedResponse.ms)}.`
          : "No response.",
      );
      fill(
        outcomeElement,
        error && renderFailure(error, receivedResponse),
        // There is no Retry button for a message: the visitor must send it again explicitly.
        error && !isReal && renderRetry(() => sendRequest(values, options)),
        receivedResponse && renderResponseFacts(receivedResponse),
        receivedResponse &&
          renderResponseBody(
            receivedResponse,
            operation.id,
            exchangeResponse(`${network} ${operation.id}`, receivedResponse.text),
          ),
      );
    }, scrollTo);
  }

  /**
   * Shows a call that the page computes itself.
   * @param {(watch: import("./local-calls.js").Watch) => Promise<import("./local-calls.js").Computed>} runWork
   * @param {{ title: string, query?: string, scrollTo?: boolean, send?(): void, onFault(parameter: string, fault: any): void }} options
   *   `send` sends the request instead, `onFault` gets the fault of a value of the form
   */
  async function computeInPage(runWork, options) {
    const { title, scrollTo, send, onFault } = options;
    const { signal, say: showProgress, end } = beginRun(title, "Loading…", { query: options.query });
    /** @type {any} */
    const result = await Promise.race([
      runWork({ signal, say: showProgress, send }),
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ]).catch((error) => ({ error }));
    end((cancelText) => {
      if (cancelText) {
        fill(outcomeElement, renderEmpty());
        return showStatus(cancelText);
      }
      showStatus(result.said ?? (result.error ? "Failed." : ""));
      // A summary of the result below, for screen readers.
      if (result.heard) status.append(el("span", { class: "hidden" }, ` ${result.heard}`));
      if (result.fault) {
        fill(outcomeElement, renderEmpty());
        return onFault(result.parameter, result.fault);
      }
      fill(
        outcomeElement,
        result.error ? [renderFailure(result.error), renderRetry(() => computeInPage(runWork, options))] : result.shown,
      );
    }, scrollTo);
  }

  /** Renders a button that retries a failed local run. */
  function renderRetry(retryAction) {
    const onclick = () => {
      retryAction();
      status.focus();
    };
    return el("p", { class: "actions" }, el("button", { id: "explorer-retry", type: "button", onclick }, "Retry"));
  }

  function showAllRows(values, query) {
    clearOutcome();
    const result = createScrollList(operation, values);
    currentRun = { query, stop: result.stop, busy: result.busy };
    fill(outcomeElement, result.element);
    result.load();
    scrollToOutcome();
  }

  clearOutcome();

  return {
    heading,
    status,
    answer: outcomeElement,
    cancel,
    say: showStatus,
    clear: clearOutcome,
    call: sendRequest,
    compute: computeInPage,
    rows: showAllRows,
    stop: stopRun,
    shows: (query) => currentRun !== undefined && currentRun.query === query,
    /** Whether the outcome of a sent message is shown or awaited. */
    isReal: () => Boolean(currentRun?.real),
    /** Stops a call that only reads. The outcome of a finished call, or of a call that sends a message, stays for a visitor who returns. */
    leave: () => currentRun?.busy() && !currentRun.real && stopRun(),
  };
}
