// One operation: what it is, its form, the request, and what came of it.

import { el, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { formatRoute } from "../page/route.js";
import { check } from "./call.js";
import { sends } from "./catalogue.js";
import { confirmation } from "./confirm.js";
import { formOf } from "./form.js";
import { heading } from "./heading.js";
import { outcome } from "./outcome.js";
import { requestPanel } from "./request.js";
import { NoSample, sampleFor } from "./samples.js";

/** Milliseconds after the last key. */
const PAUSE = 150;
/** No parameter has this name. It says in a URL that all rows are wanted. */
const SCROLL = "scroll";

/** @param {import("./catalogue.js").Operation} operation @param {{ push(text: string, query: object): void, replace(text: string, query: object): void }} url */
export function operationPane(operation, url) {
  const { row, id } = operation;
  const form = formOf(row);
  const request = requestPanel();
  const result = outcome(operation);
  const notice = el("div", { id: "explorer-notice", class: "message", role: "alert" });
  const { element, onSubmit } = drawn(operation, { form, request, result, notice }, { submit, sample, clear: () => url.push(id, {}) });
  /** The visitor has just pressed for an answer. */
  let asked = false;
  let timer;
  let looks = 0;
  let shown = 0;

  onSubmit(() => submit({}));
  form.element.addEventListener("input", (event) => {
    form.forgive(event.target);
    // What is asked there is about what was filled in before.
    quiet();
    clearTimeout(timer);
    timer = setTimeout(refresh, PAUSE);
  });

  /** Who has gone elsewhere meanwhile is not called back. */
  const here = () => element.isConnected && !element.closest("[hidden]");
  const quiet = () => note("message");
  const complain = (error) => note("message bad", describe(error));
  function note(look, ...said) {
    notice.className = look;
    fill(notice, ...said);
  }

  /** Shows the request that the form stands for now. */
  async function refresh() {
    const mine = (looks += 1);
    try {
      const { values, request: prepared, faults } = await check(operation, form.texts());
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
      const { values, faults } = await check(operation, form.texts());
      if (!here()) return;
      if (faults.size > 0) return form.tell(faults, true);
      if (sends(row, values)) return confirm(values);
      asked = true;
      url.push(id, { ...form.texts(), ...mode });
    } catch (error) {
      complain(error);
    }
  }

  /** Nothing is sent before a second, explicit press. What was checked is what is sent. */
  function confirm(values) {
    const { said, really } = confirmation(() => {
      quiet();
      result.call(values, { real: true, asked: true });
      result.status.focus();
    }, () => {
      quiet();
      element.querySelector("#explorer-send").focus();
    });
    note("message note", said);
    really.focus();
  }

  async function sample(event) {
    const pressed = event.currentTarget;
    if (pressed.getAttribute("aria-disabled")) return;
    pressed.setAttribute("aria-disabled", "true");
    quiet();
    result.clear();
    result.say("Looking for values that work…");
    try {
      const values = await sampleFor(operation);
      result.say("");
      if (!here()) return;
      form.fill(values);
      if (sends(row, values)) {
        result.say("Filled in, not sent. The sample is an empty cell, which no service takes: put a signed message of your own there.");
        refresh();
      } else {
        asked = true;
        url.push(id, form.texts());
      }
    } catch (error) {
      result.say("");
      if (error instanceof NoSample) note("message note", el("p", {}, error.message));
      else complain(error);
    } finally {
      pressed.removeAttribute("aria-disabled");
    }
  }

  /** Answers what the URL says; what is shown already is left alone. */
  async function show(query, again) {
    const written = formatRoute({ view: "explorer", text: id, query });
    if (!again && result.shows(written)) return;
    const { [SCROLL]: scrolling, ...texts } = query;
    result.clear();
    form.fill(texts);
    quiet();
    refresh();
    const pressed = asked;
    asked = false;
    const mine = (shown += 1);
    const known = new Set(row.params?.map(({ name }) => name));
    const strange = Object.keys(texts).filter((name) => !known.has(name));
    if (strange.length > 0) note("message note", el("p", {}, `The URL names what this operation does not have: ${strange.join(", ")}. It is left out.`));
    // Who chooses an operation has not asked it anything yet.
    if (!pressed && Object.keys(query).length === 0) return;
    try {
      const { values, faults } = await check(operation, texts);
      if (mine !== shown || !here()) return;
      if (faults.size > 0) return form.tell(faults, false);
      // Of sends a URL fills the form, no more.
      if (sends(row, values)) return;
      if (scrolling && row.livePage?.id) result.rows(values, written);
      else result.call(values, { query: written, asked: pressed });
    } catch (error) {
      complain(error);
    }
  }

  return { id, element, show, leave: result.leave, stop: result.stop };
}

function drawn(operation, { form, request, result, notice }, work) {
  const { row } = operation;
  const button = (name, text, onclick) => el("button", { id: `explorer-${name}`, type: "button", onclick }, text);
  const inputs = el("form", { id: "explorer-form", noValidate: true, "aria-labelledby": "explorer-title" },
    form.element,
    el("div", { class: "actions" },
      el("button", { id: "explorer-send", type: "submit", class: "primary" }, row.sideEffect ? "Check and send" : "Send"),
      row.livePage?.id && button("scroll", "Scroll through all rows", () => work.submit({ [SCROLL]: "1" })),
      button("sample", "Try a sample", work.sample),
      button("reset", "Clear", work.clear),
      result.cancel));
  const element = el("article", { "aria-labelledby": "explorer-title" },
    heading(operation), inputs, notice,
    el("h4", {}, "The request as"), request.element,
    el("h4", {}, "The answer"), result.status, result.answer);
  // In a field of many lines, Enter alone begins another one.
  inputs.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.tagName === "TEXTAREA") inputs.requestSubmit();
  });
  return {
    element,
    onSubmit: (submit) => inputs.addEventListener("submit", (event) => {
      event.preventDefault();
      submit();
    }),
  };
}
