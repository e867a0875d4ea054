// Shows the request of the form as code.

import { copyButton, el, fill } from "../shared/dom.js";
import { writeSnippets } from "./snippets.js";
import { createTabs } from "./tabs.js";

/** The language chosen last, for all operations. */
let chosen = "URL";

export function createRequestPanel() {
  const home = el("div", { id: "explorer-request" });
  let shown;
  let parts;

  /** Keeps the tabs while the visitor types; only the snippets change. */
  function show(operation, values, request) {
    const texts = new Map(writeSnippets(operation, values, request).map(({ name, text }) => [name, text]));
    if (!shown) {
      shown = createTabs(
        "The request as",
        "explorer-as",
        [...texts.keys()].map((name) => ({ name, panel: () => panel(name, parts.get(name)) })).map(late),
        chosen,
      );
      fill(home, shown.element);
    }
    parts = texts;
    shown.refresh();
  }

  const late = ({ name, panel: make }) => ({ name, panel: () => (parts ? make() : []) });

  function panel(name, text) {
    chosen = name;
    return el(
      "div",
      { class: "snippet" },
      el("pre", { tabIndex: 0, role: "group", "aria-label": `The request as ${name}` }, el("code", {}, text)),
      copyButton(text, `the request as ${name}`),
    );
  }

  return {
    element: home,
    show,
    /** @param {string[]} missing parameters that are still wrong */
    none(missing) {
      shown = undefined;
      parts = undefined;
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
