// The request that the form stands for, as programs make it.

import { copyButton, el, fill } from "../page/dom.js";
import { snippets } from "./snippets.js";
import { tabs } from "./tabs.js";

/** The language that was looked at last, for all operations. */
let chosen = "URL";

export function requestPanel() {
  const home = el("div", { id: "explorer-request" });
  let shown;
  let parts;

  /** The tabs stay while one types; only what they show is made anew. */
  function show(operation, values, request) {
    const texts = new Map(snippets(operation, values, request).map(({ name, text }) => [name, text]));
    if (!shown) {
      shown = tabs("The request as", "explorer-as", [...texts.keys()].map((name) => ({ name, panel: () => panel(name, parts.get(name)) })).map(late), chosen);
      fill(home, shown.element);
    }
    parts = texts;
    shown.refresh();
  }

  const late = ({ name, panel: make }) => ({ name, panel: () => (parts ? make() : []) });

  function panel(name, text) {
    chosen = name;
    return el("div", { class: "snippet" }, el("pre", { tabIndex: 0, role: "group", "aria-label": `The request as ${name}` }, el("code", {}, text)), copyButton(text, `the request as ${name}`));
  }

  return {
    element: home,
    show,
    /** @param {string[]} missing names of what is still wrong */
    none(missing) {
      shown = undefined;
      parts = undefined;
      fill(home, el("p", { class: "pending" }, "The request is shown here once this is right: ",
        missing.flatMap((name, at) => [at > 0 && ", ", el("code", {}, name)]), "."));
    },
  };
}
