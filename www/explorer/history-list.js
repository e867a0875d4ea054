// Shows the calls of this device. Loaded on demand.

import { formatRoute } from "../app/route.js";
import { el, fill } from "../shared/dom.js";
import { formatAge } from "../shared/format.js";
import { clearCalls, readCalls } from "./call-history.js";

const formatQuery = (query) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value.replaceAll("\n", ",")}`)
    .join(" · ");

const renderItem = ({ id, network, query, status, at: sentAt, cut: isCut }) =>
  el(
    "li",
    {},
    el(
      "a",
      { href: formatRoute({ network, view: "explorer", text: id, query }) },
      el("span", { class: "mono name" }, id),
      status !== undefined && el("span", { class: `badge ${status < 400 ? "good" : "bad"}` }, String(status)),
      el("span", { class: "when" }, formatAge(sentAt / 1000)),
      el("span", { class: "query" }, formatQuery(query) || "no parameters", isCut && " (values not stored)"),
    ),
  );

/**
 * Renders the calls as links that send them again, and a button that forgets them.
 * @param {{ most?: number, cleared?(): void }} [how]
 */
export function renderHistory({ most: maxCalls, cleared: onClear } = {}) {
  const container = el("div", { class: "call-history" });
  function paintList() {
    const calls = readCalls().slice(0, maxCalls);
    const clearButton = el("button", { id: "explorer-history-clear", type: "button", class: "quiet" }, "Clear history");
    clearButton.addEventListener("click", () => {
      clearCalls();
      paintList();
      onClear?.();
    });
    fill(
      container,
      calls.length > 0
        ? [el("ol", { class: "calls" }, calls.map(renderItem)), el("p", { class: "actions" }, clearButton)]
        : el(
            "p",
            { class: "empty", tabIndex: -1 },
            "No calls yet. Each one that you send appears here, on this device only.",
          ),
    );
  }
  paintList();
  return container;
}
