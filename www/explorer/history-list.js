// Shows the calls of this device. Loaded on demand.

import { formatRoute } from "../app/route.js";
import { el, fill } from "../shared/dom.js";
import { formatAge } from "../shared/format.js";
import { clearCalls, readCalls } from "./call-history.js";

const textOf = (query) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value.replaceAll("\n", ",")}`)
    .join(" · ");

const itemOf = ({ id, network, query, status, at, cut }) =>
  el(
    "li",
    {},
    el(
      "a",
      { href: formatRoute({ network, view: "explorer", text: id, query }) },
      el("span", { class: "mono name" }, id),
      status !== undefined && el("span", { class: `badge ${status < 400 ? "good" : "bad"}` }, String(status)),
      el("span", { class: "when" }, formatAge(at / 1000)),
      el("span", { class: "query" }, textOf(query) || "no parameters", cut && " (values left out)"),
    ),
  );

/**
 * The calls as links that send them again, and a button that forgets them.
 * @param {{ most?: number, cleared?(): void }} [how]
 */
export function renderHistory({ most, cleared } = {}) {
  const home = el("div", { class: "call-history" });
  function paint() {
    const calls = readCalls().slice(0, most);
    const clear = el("button", { id: "explorer-history-clear", type: "button", class: "quiet" }, "Clear history");
    clear.addEventListener("click", () => {
      clearCalls();
      paint();
      cleared?.();
    });
    fill(
      home,
      calls.length > 0
        ? [el("ol", { class: "calls" }, calls.map(itemOf)), el("p", { class: "actions" }, clear)]
        : el(
            "p",
            { class: "empty", tabIndex: -1 },
            "No calls yet. Each one that you send appears here, on this device only.",
          ),
    );
  }
  paint();
  return home;
}
