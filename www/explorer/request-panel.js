// Shows the request of the form as code.

import { copyButton, el, fill } from "../shared/dom.js";
import { highlight } from "./highlight.js";
import { skeleton } from "./lazy-part.js";
import { writeSnippets } from "./snippets.js";
import { createTabs } from "./tabs.js";

/** The language chosen last, and whether lists are read to their end, for all operations. */
const chosen = { language: "curl", all: false };

export function createRequestPanel() {
  const home = el("div", { id: "explorer-request" }, skeleton(4));
  const tools = el("div", { class: "snippet-tools" });
  /** The last request shown, and its snippets by name. */
  let last;
  let parts;
  let tabs;

  /** Keeps the tabs while the visitor types; only the snippets change. */
  function show(operation, values, request) {
    last = [operation, values, request];
    parts = new Map(writeSnippets(operation, values, request, chosen).map((one) => [one.name, one]));
    if (tabs) return tabs.refresh();
    // The first panel is drawn while the tabs are created.
    tabs = createTabs(
      "The request as",
      "explorer-as",
      [...parts.keys()].map((name) => ({ name, panel: () => panel(parts.get(name)) })),
      chosen.language,
    );
    fill(home, tabs.element);
  }

  function panel({ name, language, text, pages }) {
    chosen.language = name;
    fill(tools, pages && createPages(), copyButton(text, `the request as ${name}`));
    return el(
      "pre",
      { tabIndex: 0, role: "group", "aria-label": `The request as ${name}` },
      el("code", {}, highlight(text, language)),
    );
  }

  /** One page of the list, or all rows by `paginate`. */
  function createPages() {
    const button = (all, name) => {
      const one = el("button", { type: "button", "aria-pressed": String(chosen.all === all) }, name);
      one.dataset.pages = all ? "all" : "one";
      one.addEventListener("click", () => {
        chosen.all = all;
        show(...last);
        // The panel is drawn again.
        /** @type {HTMLElement | null} */ (tools.querySelector(`[data-pages="${one.dataset.pages}"]`))?.focus();
      });
      return one;
    };
    return el(
      "div",
      { class: "segmented", role: "group", "aria-label": "Pages" },
      button(false, "One page"),
      button(true, "All pages"),
    );
  }

  return {
    element: home,
    /** Buttons for the heading. */
    tools,
    show,
    /** @param {string[]} missing parameters that are still wrong */
    none(missing) {
      tabs = undefined;
      fill(tools);
      fill(
        home,
        el(
          "p",
          { class: "pending" },
          "To see the request, correct: ",
          missing.flatMap((name, at) => [at > 0 && ", ", el("code", {}, name)]),
          ".",
        ),
      );
    },
  };
}
