// Lays out the parts of an operation: the form, and next to it the code and the response.

import { el } from "../shared/dom.js";
import { withLoadError } from "../shared/errors.js";
import { renderHeading } from "./heading.js";
import { drawLazily } from "./lazy-part.js";
import { hasPreview, canRunHere } from "./local-calls.js";
import { isPaged } from "./snippets.js";

/** The parameter of the URL that shows all rows. No operation has a parameter of this name. */
export const SCROLL_PARAMETER = "scroll";
/** The parameter of the URL that runs the get-method in the page. No operation has a parameter of this name. */
export const HERE_PARAMETER = "here";

/** Whether there is room for the code next to the form. */
const WIDE_SCREEN = matchMedia("(min-width: 68.75rem)");

/** @param {import("./catalogue.js").Operation} operation */
export function drawOperation(operation, { form, request, result, notice, tools }, actions) {
  const { row } = operation;
  const makeButton = (name, text, onclick) => el("button", { id: `explorer-${name}`, type: "button", onclick }, text);
  const formElement = el(
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
      canRunHere(row) && makeButton("here", "Run here", () => actions.submit({ [HERE_PARAMETER]: "1" })),
      hasPreview(row) && makeButton("preview", "Preview", actions.preview),
      isPaged(row) && makeButton("scroll", "All rows", () => actions.submit({ [SCROLL_PARAMETER]: "1" })),
      makeButton("sample", "Try a sample", actions.sample),
      el("span", { class: "in-turn" }, result.cancel, makeButton("reset", "Clear", actions.clear)),
    ),
  );
  const codeCard = el(
    "section",
    { class: "card request-card", "aria-labelledby": "explorer-request-title" },
    el("div", { class: "card-head" }, el("h4", { id: "explorer-request-title" }, "Request"), request.tools),
    request.element,
  );
  const responseCard = el(
    "section",
    { class: "card response-card", "aria-labelledby": "explorer-outcome" },
    el("div", { class: "card-head" }, result.heading, result.status),
    renderExpected(row),
    result.answer,
  );
  const sideElement = el("div", { class: "beside" }, responseCard, codeCard);
  const element = el(
    "article",
    { class: "operation", "aria-labelledby": "explorer-title" },
    el("div", { class: "call" }, renderHeading(operation, tools), formElement, notice),
    sideElement,
  );
  submitByKeys(formElement);
  return {
    element,
    stopArranging: placeBeside(sideElement, codeCard, responseCard),
    onSubmit: (submit) =>
      formElement.addEventListener("submit", (event) => {
        event.preventDefault();
        submit();
      }),
  };
}

/** Renders what a response contains, once the visitor opens it. @param {import("./catalogue.js").Row} row */
function renderExpected(row) {
  const details = el("details", { class: "expected" }, el("summary", {}, "What a response contains"));
  details.addEventListener(
    "toggle",
    () =>
      details.append(
        drawLazily(async () => (await withLoadError(import("./response-fields.js"))).renderResponseFields(row)),
      ),
    { once: true },
  );
  return details;
}

/**
 * On narrow screens the response is below the form, before the code, which would push it out of sight. The elements are moved in the
 * document, so that the Tab order is the visible order.
 */
function placeBeside(sideElement, codeCard, responseCard) {
  const arrangeCards = () => {
    const focusedElement = /** @type {HTMLElement | null} */ (document.activeElement);
    const wasInside = sideElement.contains(focusedElement);
    sideElement.append(...(WIDE_SCREEN.matches ? [codeCard, responseCard] : [responseCard, codeCard]));
    if (wasInside) focusedElement.focus();
  };
  arrangeCards();
  WIDE_SCREEN.addEventListener("change", arrangeCards);
  return () => WIDE_SCREEN.removeEventListener("change", arrangeCards);
}

/** In a textarea, Enter alone starts a new line. */
function submitByKeys(formElement) {
  formElement.addEventListener("keydown", (event) => {
    if (
      event.key === "Enter" &&
      (event.ctrlKey || event.metaKey) &&
      /** @type {Element} */ (event.target).tagName === "TEXTAREA"
    )
      formElement.requestSubmit();
  });
}
