// The pane of an operation: its heading, form, request and response.

import { formatRoute } from "../app/route.js";
import { loadClient } from "../shared/client.js";
import { copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { isPhrase, PHRASE_WARNING } from "../shared/secrets.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { checkCall } from "./call.js";
import { recordCall, omitMessages } from "./call-history.js";
import { isSend } from "./catalogue.js";
import { createConfirmation } from "./confirmation.js";
import { createForm } from "./form.js";
import { createHistoryButton } from "./history-dialog.js";
import { loadLazily } from "./lazy-part.js";
import { makeGetMethodRun, readMessage, makePreview, canRunHere } from "./local-calls.js";
import { createOutcome } from "./outcome.js";
import { drawOperation, HERE_PARAMETER, SCROLL_PARAMETER } from "./operation-layout.js";
import { createRequestPanel } from "./request-panel.js";

/** Milliseconds between the last key press and the check of the form. */
const DELAY_MS = 150;
/**
 * Maximum number of names of unknown parameters that are shown, and of characters of each name: a link can contain any
 * text.
 */
const MAX_NAMES = 5;
const MAX_NAME_CHARS = 40;

const loadSamples = () => loadLazily("explorer/samples.js", () => import("../explorer/samples.js"));

/** @param {import("./catalogue.js").Operation} operation @param {import("../app/route.js").ViewUrl} url */
export function createOperationPane(operation, url) {
  const { row, id } = operation;
  const form = createForm(row);
  const request = createRequestPanel();
  const result = createOutcome(operation);
  const noticeElement = el("div", { id: "explorer-notice", class: "message", role: "alert" });
  const historyButton = createHistoryButton(() => showCall(shownQuery, true));
  const shareButton = copyButton(formatCallLink, "link to this call", "Copy link");
  shareButton.id = "explorer-share";
  const { element, onSubmit, stopArranging } = drawOperation(
    operation,
    { form, request, result, notice: noticeElement, tools: [shareButton, historyButton.button, historyButton.dialog] },
    { submit: submitForm, sample: fillSample, preview: previewCall, clear: () => url.push(id, {}) },
  );
  /** Whether the visitor has just pressed Send. */
  let isSubmitted = false;
  let timer;
  let refreshCount = 0;
  let showCount = 0;
  /** The query of the URL that was shown last. */
  let shownQuery = {};

  /** Returns the link to the call as filled in. The link does not contain a message. */
  function formatCallLink() {
    const texts = row.sideEffect ? omitMessages(operation, form.texts()) : form.texts();
    return new URL(formatRoute({ view: "explorer", text: id, query: texts }), location.href).href;
  }

  onSubmit(() => submitForm({}));
  form.element.addEventListener("input", (event) => {
    form.clearFault(event.target);
    // The notice is about the previous values, so it is removed.
    clearNotice();
    clearTimeout(timer);
    timer = setTimeout(refresh, DELAY_MS);
  });

  /** Whether the pane is still shown; otherwise it must not change the URL. */
  const isShown = () => element.isConnected && !element.closest("[hidden]");
  const clearNotice = () => showNotice("message");
  /** @param {any} error @param {() => void} retryAction runs again what failed */
  function showError(error, retryAction) {
    // Browsers remember that a module failed to load, and request it again only after the page is reloaded.
    const isIncomplete = error?.code === "app_incomplete";
    const retryButton = el("button", { id: "explorer-again", type: "button" }, isIncomplete ? "Reload" : "Retry");
    retryButton.addEventListener("click", () => {
      if (isIncomplete) return location.reload();
      /** @type {HTMLElement} */ (element.querySelector("#explorer-send")).focus();
      clearNotice();
      retryAction();
    });
    showNotice("message bad", describeError(error), el("p", { class: "actions" }, retryButton));
  }
  function showNotice(style, ...content) {
    noticeElement.className = style;
    fill(noticeElement, ...content);
  }

  /** Shows the request of the current values. */
  async function refresh() {
    const ownRefresh = (refreshCount += 1);
    try {
      const { values, request: preparedRequest, faults } = await checkCall(operation, form.texts());
      if (ownRefresh !== refreshCount) return;
      if (preparedRequest) request.show(operation, values, preparedRequest);
      else request.showIncomplete([...faults.keys()]);
    } catch (error) {
      if (ownRefresh === refreshCount) showError(error, refresh);
    }
  }

  async function submitForm(mode) {
    clearNotice();
    try {
      // Read once, since the visitor may type while the values are checked.
      const texts = form.texts();
      const { values, faults } = await checkCall(operation, texts);
      if (!isShown()) return;
      if (faults.size > 0) return form.showFaults(faults, true);
      if (isSend(row, values)) return askConfirmation(values);
      if (Object.values(form.texts()).some((text) => isPhrase(String(text))))
        return showNotice("message bad", PHRASE_WARNING);
      isSubmitted = true;
      url.push(id, { ...texts, ...mode });
    } catch (error) {
      showError(error, () => submitForm(mode));
    }
  }

  /** Previews the message without sending it. The message is signed, so the URL does not get it. */
  async function previewCall() {
    clearNotice();
    try {
      const { values, faults } = await checkCall(operation, form.texts());
      if (!isShown()) return;
      if (faults.size > 0) return form.showFaults(faults, true);
      await showPreview(values);
    } catch (error) {
      showError(error, previewCall);
    }
  }

  /**
   * Returns the URL to show. The outcome of a sent message also has this URL, so that a visitor who returns to it finds
   * the outcome.
   */
  const formatUrl = (query = shownQuery) => formatRoute({ view: "explorer", text: id, query });

  const showPreview = (values) =>
    result.compute(makePreview(readMessage(row, values)), {
      title: "Preview",
      query: formatUrl(),
      scrollTo: true,
      onFault,
    });

  const onFault = (parameter, fault) => form.showFaults(new Map([[parameter, fault]]), true);

  /** Sends the checked values once the visitor confirms. */
  function askConfirmation(values) {
    const confirmation = createConfirmation({
      send() {
        clearNotice();
        result.call(values, {
          query: formatUrl(),
          real: true,
          scrollTo: true,
          sent: (status, network) => recordCall(operation, {}, status, network),
        });
        result.status.focus();
      },
      preview() {
        clearNotice();
        showPreview(values);
        result.status.focus();
      },
      leave() {
        clearNotice();
        /** @type {HTMLButtonElement} */ (element.querySelector("#explorer-send")).focus();
      },
    });
    showNotice("message note", confirmation);
    confirmation.focus();
  }

  async function fillSample(event) {
    const pressedButton = event.currentTarget;
    if (pressedButton.getAttribute("aria-disabled")) return;
    const hashBefore = location.hash;
    pressedButton.setAttribute("aria-disabled", "true");
    clearNotice();
    result.clear();
    result.say("Looking for values that work…");
    try {
      const [{ findSample }, client] = await Promise.all([loadSamples(), loadClient()]);
      const values = await findSample(operation.id, client);
      // Meanwhile the visitor may have opened another view or chosen another network.
      if (!isShown() || location.hash !== hashBefore) return;
      result.say("");
      form.fill(values);
      if (isSend(row, values)) {
        result.say(
          "Filled in, not sent. The sample is an empty cell, which the network rejects: replace it with your signed message.",
        );
        refresh();
      } else {
        isSubmitted = true;
        url.push(id, form.texts());
      }
    } catch (error) {
      if (location.hash !== hashBefore) return;
      result.say("");
      if (error?.name === "NoSample") showNotice("message note", el("p", {}, error.message));
      else showError(error, () => fillSample({ currentTarget: pressedButton }));
    } finally {
      pressedButton.removeAttribute("aria-disabled");
    }
  }

  /** Shows the call that the URL names, unless it is already shown. */
  async function showCall(query, isForced) {
    shownQuery = query;
    if (!isForced && result.shows(formatUrl())) return;
    const { [SCROLL_PARAMETER]: showsAllRows, [HERE_PARAMETER]: runsInPage, ...texts } = query;
    result.clear();
    form.fill(texts);
    clearNotice();
    refresh();
    const wasSubmitted = isSubmitted;
    isSubmitted = false;
    const ownShow = (showCount += 1);
    const knownNames = new Set(row.params?.map(({ name }) => name));
    const unknownNames = Object.keys(texts).filter((name) => !knownNames.has(name));
    if (unknownNames.length > 0) showNotice("message note", renderUnknownParameters(unknownNames));
    // The visitor has opened the operation, but has not sent a call.
    if (!wasSubmitted && Object.keys(query).length === 0) return;
    try {
      // Compares the form's values, not only those of the URL: the form adds values that a call requires.
      const sentTexts = form.texts();
      const { values, faults } = await checkCall(operation, sentTexts);
      if (ownShow !== showCount || !isShown()) return;
      if (faults.size > 0) return form.showFaults(faults, false);
      // Opening a URL must never send a message; it only fills the form.
      if (isSend(row, values)) return;
      if (showsAllRows && row.livePage?.id) result.rows(values, formatUrl(query));
      else if (runsInPage && canRunHere(row))
        result.compute(makeGetMethodRun(operation, values), {
          title: "Computed here",
          query: formatUrl(query),
          scrollTo: wasSubmitted,
          send: () => submitForm({}),
          onFault,
        });
      else
        result.call(values, {
          query: formatUrl(query),
          scrollTo: wasSubmitted,
          sent: (status, network) => recordCall(operation, sentTexts, status, network),
        });
    } catch (error) {
      showError(error, () => showCall(query, true));
    }
  }

  function stopCall() {
    result.stop();
    stopArranging();
  }

  return { id, element, show: showCall, leave: result.leave, stop: stopCall, isReal: result.isReal };
}

/** @param {string[]} names */
function renderUnknownParameters(names) {
  const nameElements = names
    .slice(0, MAX_NAMES)
    .flatMap((name) => [", ", el("code", {}, visibleText(cutText(name, MAX_NAME_CHARS)))])
    .slice(1);
  const hiddenCount = names.length - MAX_NAMES;
  const moreText = hiddenCount > 0 && `, and ${hiddenCount} more`;
  return el(
    "p",
    {},
    "The URL has parameters that this operation lacks: ",
    nameElements,
    moreText,
    ". They are ignored.",
  );
}
