// Puts the parts of an operation together: the form, and beside it the code and the response.

import { el } from "../shared/dom.js";
import { renderHeading } from "./heading.js";
import { hasPreview, runsHere } from "./local-calls.js";
import { isPaged } from "./snippets.js";

/** In a URL: show all rows. No parameter has this name. */
export const SCROLL = "scroll";
/** In a URL: run the get-method in the page. No parameter has this name. */
export const HERE = "here";

/** Room for the code beside the form. */
const WIDE = matchMedia("(min-width: 68.75rem)");

/** @param {import("./catalogue.js").Operation} operation */
export function drawOperation(operation, { form, request, result, notice, tools }, work) {
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
      isPaged(row) && button("scroll", "All rows", () => work.submit({ [SCROLL]: "1" })),
      button("sample", "Try a sample", work.sample),
      el("span", { class: "in-turn" }, result.cancel, button("reset", "Clear", work.clear)),
    ),
  );
  const code = el(
    "section",
    { class: "card request-card", "aria-labelledby": "explorer-request-title" },
    el("div", { class: "card-head" }, el("h4", { id: "explorer-request-title" }, "Request"), request.tools),
    request.element,
  );
  const response = el(
    "section",
    { class: "card response-card", "aria-labelledby": "explorer-outcome" },
    el("div", { class: "card-head" }, result.heading, result.status),
    result.answer,
  );
  const beside = el("div", { class: "beside" }, response, code);
  const element = el(
    "article",
    { class: "operation", "aria-labelledby": "explorer-title" },
    el("div", { class: "call" }, renderHeading(operation, tools), inputs, notice),
    beside,
  );
  submitByKeys(inputs);
  return {
    element,
    stopArranging: orderBeside(beside, code, response),
    onSubmit: (submit) =>
      inputs.addEventListener("submit", (event) => {
        event.preventDefault();
        submit();
      }),
  };
}

/** Below the form, the response comes first: the code would push it out of sight. Elements move, so that Tab goes as the eye does. */
function orderBeside(beside, code, response) {
  const arrange = () => {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const inside = beside.contains(focused);
    beside.append(...(WIDE.matches ? [code, response] : [response, code]));
    if (inside) focused.focus();
  };
  arrange();
  WIDE.addEventListener("change", arrange);
  return () => WIDE.removeEventListener("change", arrange);
}

/** In a textarea, Enter alone starts a new line. */
function submitByKeys(inputs) {
  inputs.addEventListener("keydown", (event) => {
    if (
      event.key === "Enter" &&
      (event.ctrlKey || event.metaKey) &&
      /** @type {Element} */ (event.target).tagName === "TEXTAREA"
    )
      inputs.requestSubmit();
  });
}
