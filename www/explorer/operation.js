// The pane of an operation: its heading, form, request and response.

import { formatRoute } from "../app/route.js";
import { loadClient } from "../shared/client.js";
import { copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { isPhrase, PHRASE_WARNING } from "../shared/secrets.js";
import { cutText, visibleText } from "../shared/visible-text.js";
import { checkCall } from "./call.js";
import { recordCall, withoutMessages } from "./call-history.js";
import { isSend } from "./catalogue.js";
import { createConfirmation } from "./confirmation.js";
import { createForm } from "./form.js";
import { createHistoryButton } from "./history-dialog.js";
import { loadLazily } from "./lazy-part.js";
import { getMethodRun, messageOf, previewOf, runsHere } from "./local-calls.js";
import { createOutcome } from "./outcome.js";
import { drawOperation, HERE, SCROLL } from "./operation-layout.js";
import { createRequestPanel } from "./request-panel.js";

/** Milliseconds after the last key. */
const DELAY_MS = 150;
/** Names of unknown parameters that are shown, and characters of each: a link can have any text there. */
const MOST_NAMES = 5;
const LONGEST_NAME = 40;

const loadSamples = () => loadLazily("explorer/samples.js", () => import("../explorer/samples.js"));

/** @param {import("./catalogue.js").Operation} operation @param {import("../app/route.js").ViewUrl} url */
export function createOperationPane(operation, url) {
  const { row, id } = operation;
  const form = createForm(row);
  const request = createRequestPanel();
  const result = createOutcome(operation);
  const notice = el("div", { id: "explorer-notice", class: "message", role: "alert" });
  const calls = createHistoryButton(() => show(shownQuery, true));
  const share = copyButton(linkToCall, "link to this call", "Copy link");
  share.id = "explorer-share";
  const { element, onSubmit, stopArranging } = drawOperation(
    operation,
    { form, request, result, notice, tools: [share, calls.button, calls.dialog] },
    { submit, sample, preview, clear: () => url.push(id, {}) },
  );
  /** The visitor has just pressed Send. */
  let submitted = false;
  let timer;
  let looks = 0;
  let shown = 0;
  /** The query of the URL shown last. */
  let shownQuery = {};

  /** The call as filled in. A link does not contain the message. */
  function linkToCall() {
    const texts = row.sideEffect ? withoutMessages(operation, form.texts()) : form.texts();
    return new URL(formatRoute({ view: "explorer", text: id, query: texts }), location.href).href;
  }

  onSubmit(() => submit({}));
  form.element.addEventListener("input", (event) => {
    form.clearFault(event.target);
    // The notice is about the previous values.
    quiet();
    clearTimeout(timer);
    timer = setTimeout(refresh, DELAY_MS);
  });

  /** Whether the pane is still shown; if not, the URL must not change. */
  const here = () => element.isConnected && !element.closest("[hidden]");
  const quiet = () => note("message");
  /** @param {any} error @param {() => void} again what failed */
  function complain(error, again) {
    // Browsers remember that a module failed to load: only a new document requests it again.
    const lost = error?.code === "app_incomplete";
    const retry = el("button", { id: "explorer-again", type: "button" }, lost ? "Reload" : "Retry");
    retry.addEventListener("click", () => {
      if (lost) return location.reload();
      /** @type {HTMLElement} */ (element.querySelector("#explorer-send")).focus();
      quiet();
      again();
    });
    note("message bad", describeError(error), el("p", { class: "actions" }, retry));
  }
  function note(style, ...content) {
    notice.className = style;
    fill(notice, ...content);
  }

  /** Shows the request of the current values. */
  async function refresh() {
    const mine = (looks += 1);
    try {
      const { values, request: prepared, faults } = await checkCall(operation, form.texts());
      if (mine !== looks) return;
      if (prepared) request.show(operation, values, prepared);
      else request.none([...faults.keys()]);
    } catch (error) {
      if (mine === looks) complain(error, refresh);
    }
  }

  async function submit(mode) {
    quiet();
    try {
      // Read once: the visitor may type on while the values are checked.
      const texts = form.texts();
      const { values, faults } = await checkCall(operation, texts);
      if (!here()) return;
      if (faults.size > 0) return form.showFaults(faults, true);
      if (isSend(row, values)) return confirm(values);
      if (Object.values(form.texts()).some((text) => isPhrase(String(text))))
        return note("message bad", PHRASE_WARNING);
      submitted = true;
      url.push(id, { ...texts, ...mode });
    } catch (error) {
      complain(error, () => submit(mode));
    }
  }

  /** Previews the message without sending it. The URL does not get it: it is a signed message. */
  async function preview() {
    quiet();
    try {
      const { values, faults } = await checkCall(operation, form.texts());
      if (!here()) return;
      if (faults.size > 0) return form.showFaults(faults, true);
      await showPreview(values);
    } catch (error) {
      complain(error, preview);
    }
  }

  /** The URL shown. The result of a sent message has the URL as well, so that a visitor who returns finds it. */
  const written = (query = shownQuery) => formatRoute({ view: "explorer", text: id, query });

  const showPreview = (values) =>
    result.compute(previewOf(messageOf(row, values)), { title: "Preview", query: written(), scrollTo: true, onFault });

  const onFault = (parameter, fault) => form.showFaults(new Map([[parameter, fault]]), true);

  /** Sends the checked values after a second, explicit press. */
  function confirm(values) {
    const question = createConfirmation({
      send() {
        quiet();
        result.call(values, {
          query: written(),
          real: true,
          scrollTo: true,
          sent: (status, network) => recordCall(operation, {}, status, network),
        });
        result.status.focus();
      },
      preview() {
        quiet();
        showPreview(values);
        result.status.focus();
      },
      leave() {
        quiet();
        /** @type {HTMLButtonElement} */ (element.querySelector("#explorer-send")).focus();
      },
    });
    note("message note", question);
    question.focus();
  }

  async function sample(event) {
    const pressed = event.currentTarget;
    if (pressed.getAttribute("aria-disabled")) return;
    const before = location.hash;
    pressed.setAttribute("aria-disabled", "true");
    quiet();
    result.clear();
    result.say("Looking for values that work…");
    try {
      const [{ findSample }, client] = await Promise.all([loadSamples(), loadClient()]);
      const values = await findSample(operation.id, client);
      // The visitor may have opened another view or network meanwhile.
      if (!here() || location.hash !== before) return;
      result.say("");
      form.fill(values);
      if (isSend(row, values)) {
        result.say(
          "Filled in, not sent. The sample is an empty cell, which the network rejects: replace it with your signed message.",
        );
        refresh();
      } else {
        submitted = true;
        url.push(id, form.texts());
      }
    } catch (error) {
      if (location.hash !== before) return;
      result.say("");
      if (error?.name === "NoSample") note("message note", el("p", {}, error.message));
      else complain(error, () => sample({ currentTarget: pressed }));
    } finally {
      pressed.removeAttribute("aria-disabled");
    }
  }

  /** Shows what the URL names, unless it is shown already. */
  async function show(query, again) {
    shownQuery = query;
    if (!again && result.shows(written())) return;
    const { [SCROLL]: scrolling, [HERE]: computing, ...texts } = query;
    result.clear();
    form.fill(texts);
    quiet();
    refresh();
    const pressed = submitted;
    submitted = false;
    const mine = (shown += 1);
    const known = new Set(row.params?.map(({ name }) => name));
    const unknown = Object.keys(texts).filter((name) => !known.has(name));
    if (unknown.length > 0) note("message note", tellUnknown(unknown));
    // The visitor has chosen the operation, but not sent it.
    if (!pressed && Object.keys(query).length === 0) return;
    try {
      // Not those of the URL alone: the form adds what a call has to have.
      const sent = form.texts();
      const { values, faults } = await checkCall(operation, sent);
      if (mine !== shown || !here()) return;
      if (faults.size > 0) return form.showFaults(faults, false);
      // A URL must not send messages: it only fills the form.
      if (isSend(row, values)) return;
      if (scrolling && row.livePage?.id) result.rows(values, written(query));
      else if (computing && runsHere(row))
        result.compute(getMethodRun(operation, values), {
          title: "Computed here",
          query: written(query),
          scrollTo: pressed,
          send: () => submit({}),
          onFault,
        });
      else
        result.call(values, {
          query: written(query),
          scrollTo: pressed,
          sent: (status, network) => recordCall(operation, sent, status, network),
        });
    } catch (error) {
      complain(error, () => show(query, true));
    }
  }

  function stop() {
    result.stop();
    stopArranging();
  }

  return { id, element, show, leave: result.leave, stop, isReal: result.isReal };
}

/** @param {string[]} names */
function tellUnknown(names) {
  const shown = names
    .slice(0, MOST_NAMES)
    .flatMap((name) => [", ", el("code", {}, visibleText(cutText(name, LONGEST_NAME)))])
    .slice(1);
  const rest = names.length - MOST_NAMES;
  const more = rest > 0 && `, and ${rest} more`;
  return el("p", {}, "The URL has parameters that this operation lacks: ", shown, more, ". They are left out.");
}
