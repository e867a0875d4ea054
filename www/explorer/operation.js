// The pane of an operation: its heading, form, request and response.

import { formatRoute } from "../app/route.js";
import { loadClient } from "../shared/client.js";
import { el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { checkCall } from "./call.js";
import { isSend } from "./catalogue.js";
import { createConfirmation } from "./confirmation.js";
import { createForm } from "./form.js";
import { renderHeading } from "./heading.js";
import { getMethodRun, hasPreview, messageOf, previewOf, runsHere } from "./local-calls.js";
import { createOutcome } from "./outcome.js";
import { createRequestPanel } from "./request-panel.js";
import { findSample, NoSample } from "./samples.js";

/** Milliseconds after the last key. */
const DELAY_MS = 150;
/** In a URL: show all rows. No parameter has this name. */
const SCROLL = "scroll";
/** In a URL: run the get-method in the page. No parameter has this name. */
const HERE = "here";

/** @param {import("./catalogue.js").Operation} operation @param {import("../app/route.js").ViewUrl} url */
export function createOperationPane(operation, url) {
  const { row, id } = operation;
  const form = createForm(row);
  const request = createRequestPanel();
  const result = createOutcome(operation);
  const notice = el("div", { id: "explorer-notice", class: "message", role: "alert" });
  const { element, onSubmit } = drawn(
    operation,
    { form, request, result, notice },
    { submit, sample, preview, clear: () => url.push(id, {}) },
  );
  /** The visitor has just pressed Send. */
  let submitted = false;
  let timer;
  let looks = 0;
  let shown = 0;

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
  const complain = (error) => note("message bad", describeError(error));
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
      if (mine === looks) complain(error);
    }
  }

  async function submit(mode) {
    quiet();
    try {
      const { values, faults } = await checkCall(operation, form.texts());
      if (!here()) return;
      if (faults.size > 0) return form.showFaults(faults, true);
      if (isSend(row, values)) return confirm(values);
      submitted = true;
      url.push(id, { ...form.texts(), ...mode });
    } catch (error) {
      complain(error);
    }
  }

  /** Shows what the message would do, and sends nothing. The URL does not get it: it is a signed message. */
  async function preview() {
    quiet();
    try {
      const { values, faults } = await checkCall(operation, form.texts());
      if (!here()) return;
      if (faults.size > 0) return form.showFaults(faults, true);
      await showPreview(values);
    } catch (error) {
      complain(error);
    }
  }

  const showPreview = (values) =>
    result.compute(previewOf(messageOf(row, values)), { title: "Preview", scrollTo: true, onFault });

  const onFault = (parameter, fault) => form.showFaults(new Map([[parameter, fault]]), true);

  /** Sends the checked values after a second, explicit press. */
  function confirm(values) {
    const { question, really } = createConfirmation({
      send() {
        quiet();
        result.call(values, { real: true, scrollTo: true });
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
    really.focus();
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
      const values = await findSample(operation.id, await loadClient());
      // The visitor may have moved on, also to the other network.
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
      if (error instanceof NoSample) note("message note", el("p", {}, error.message));
      else complain(error);
    } finally {
      pressed.removeAttribute("aria-disabled");
    }
  }

  /** Shows what the URL names, unless it is shown already. */
  async function show(query, again) {
    const written = formatRoute({ view: "explorer", text: id, query });
    if (!again && result.shows(written)) return;
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
    if (unknown.length > 0)
      note(
        "message note",
        el("p", {}, `The URL has parameters that this operation lacks: ${unknown.join(", ")}. They are left out.`),
      );
    // The visitor has chosen the operation, but not sent it.
    if (!pressed && Object.keys(query).length === 0) return;
    try {
      const { values, faults } = await checkCall(operation, texts);
      if (mine !== shown || !here()) return;
      if (faults.size > 0) return form.showFaults(faults, false);
      // A URL must not send messages: it only fills the form.
      if (isSend(row, values)) return;
      if (scrolling && row.livePage?.id) result.rows(values, written);
      else if (computing && runsHere(row))
        result.compute(getMethodRun(operation, values), {
          title: "Computed here",
          query: written,
          scrollTo: pressed,
          send: () => submit({}),
          onFault,
        });
      else result.call(values, { query: written, scrollTo: pressed });
    } catch (error) {
      complain(error);
    }
  }

  return { id, element, show, leave: result.leave, stop: result.stop };
}

function drawn(operation, { form, request, result, notice }, work) {
  const { row } = operation;
  const button = (name, text, onclick) => el("button", { id: `explorer-${name}`, type: "button", onclick }, text);
  const inputs = el(
    "form",
    { id: "explorer-form", noValidate: true, "aria-labelledby": "explorer-title" },
    form.element,
    el(
      "div",
      { class: "actions" },
      el(
        "button",
        { id: "explorer-send", type: "submit", class: "primary" },
        row.sideEffect ? "Check and send" : "Send",
      ),
      runsHere(row) && button("here", "Run here", () => work.submit({ [HERE]: "1" })),
      hasPreview(row) && button("preview", "Preview", work.preview),
      row.livePage?.id && button("scroll", "Scroll through all rows", () => work.submit({ [SCROLL]: "1" })),
      button("sample", "Try a sample", work.sample),
      button("reset", "Clear", work.clear),
      result.cancel,
    ),
  );
  const element = el(
    "article",
    { "aria-labelledby": "explorer-title" },
    renderHeading(operation),
    inputs,
    notice,
    el("h4", {}, "Request"),
    request.element,
    result.heading,
    result.status,
    result.answer,
  );
  // In a textarea, Enter alone starts a new line.
  inputs.addEventListener("keydown", (event) => {
    if (
      event.key === "Enter" &&
      (event.ctrlKey || event.metaKey) &&
      /** @type {Element} */ (event.target).tagName === "TEXTAREA"
    )
      inputs.requestSubmit();
  });
  return {
    element,
    onSubmit: (submit) =>
      inputs.addEventListener("submit", (event) => {
        event.preventDefault();
        submit();
      }),
  };
}
