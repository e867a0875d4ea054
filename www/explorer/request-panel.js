// Shows the request of the form as code.

import { copyButton, el, fill } from "../shared/dom.js";
import { highlight } from "./highlight.js";
import { renderSkeleton } from "./lazy-part.js";
import { writeSnippets } from "./snippets.js";
import { createTabs } from "./tabs.js";

/** The last choice, which holds for all operations: the language, and whether the snippet reads all rows of a list. */
const lastChoice = { language: "curl", all: false };

export function createRequestPanel() {
  const container = el("div", { id: "explorer-request" }, renderSkeleton(4));
  const toolbar = el("div", { class: "snippet-tools" });
  /** The last request shown, and its snippets by name. */
  let lastRequest;
  let snippetByName;
  let tabs;

  /** Shows a request. The tabs stay while the visitor types; only the snippets change. */
  function showRequest(operation, values, request) {
    lastRequest = [operation, values, request];
    snippetByName = new Map(
      writeSnippets(operation, values, request, lastChoice).map((snippet) => [snippet.name, snippet]),
    );
    if (tabs) return tabs.refresh();
    // The first panel is drawn while the tabs are created.
    tabs = createTabs(
      "The request as",
      "explorer-as",
      [...snippetByName.keys()].map((name) => ({ name, panel: () => renderPanel(snippetByName.get(name)) })),
      lastChoice.language,
    );
    fill(container, tabs.element);
  }

  function renderPanel({ name, language, text, pages }) {
    lastChoice.language = name;
    fill(toolbar, pages && createPages(), copyButton(text, `the request as ${name}`));
    return el(
      "pre",
      { tabIndex: 0, role: "group", "aria-label": `The request as ${name}` },
      el("code", {}, highlight(text, language)),
    );
  }

  /** Renders the choice between one page of the list and all rows by `paginate`. */
  function createPages() {
    const makeButton = (isAll, name) => {
      const pageButton = el("button", { type: "button", "aria-pressed": String(lastChoice.all === isAll) }, name);
      pageButton.dataset.pages = isAll ? "all" : "one";
      pageButton.addEventListener("click", () => {
        lastChoice.all = isAll;
        showRequest(...lastRequest);
        // The panel was drawn again, with new buttons.
        /** @type {HTMLElement | null} */ (
          toolbar.querySelector(`[data-pages="${pageButton.dataset.pages}"]`)
        )?.focus();
      });
      return pageButton;
    };
    return el(
      "div",
      { class: "segmented", role: "group", "aria-label": "Pages" },
      makeButton(false, "One page"),
      makeButton(true, "All pages"),
    );
  }

  return {
    element: container,
    /** The buttons for the heading. */
    tools: toolbar,
    show: showRequest,
    /** @param {string[]} missingNames parameters with faulty values */
    showIncomplete(missingNames) {
      tabs = undefined;
      fill(toolbar);
      fill(
        container,
        el(
          "p",
          { class: "pending" },
          "To see the request, correct: ",
          missingNames.flatMap((name, index) => [index > 0 && ", ", el("code", {}, name)]),
          ".",
        ),
      );
    },
  };
}
