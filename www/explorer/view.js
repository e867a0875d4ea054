// The endpoint explorer: a list of all operations, and beside it the chosen one.

import { byId, el, fill } from "../shared/dom.js";
import { counted, findOperation } from "./catalogue.js";
import { createOperationList } from "./operation-list.js";
import { createOperationPane } from "./operation.js";

/** @param {import("../app/route.js").ViewUrl} url */
export function createView(url) {
  const home = byId("explorer");
  const place = byId("explorer-operation");
  const menu = createOperationList((id) => url.push(id, {}));
  /** The operation shown. @type {ReturnType<typeof createOperationPane> | undefined} */
  let pane;
  let first = true;

  function show(text, query, again = false) {
    const operation = findOperation(text);
    const arrived = pane?.id !== operation?.id;
    home.dataset.shown = text ? "operation" : "list";
    if (arrived) {
      pane?.stop();
      pane = operation && createOperationPane(operation, url);
      menu.mark(operation?.id);
    }
    if (arrived || !pane) fill(place, pane?.element ?? (text ? unknown(text) : welcome()));
    if (operation) document.title = `${operation.id} · Endpoint explorer · ton-edge`;
    // The first view keeps its focus; a visitor who chose an operation continues there.
    if (arrived && !first) (byId("explorer-title") ?? byId("explorer-search")).focus();
    first = false;
    pane?.show(query, again);
  }

  return { show, leave: () => pane?.leave() };
}

const welcome = () =>
  el(
    "div",
    { class: "welcome" },
    el("p", {}, `Choose one of ${counted}, or search by name, path or parameter.`),
    el(
      "p",
      {},
      "Each has a form, a working sample, and the request as code. Requests go through this web app’s gateway; a message is sent only after you confirm it.",
    ),
  );

const unknown = (text) =>
  el(
    "div",
    { class: "message bad" },
    el("p", {}, el("strong", {}, "Unknown operation.")),
    el(
      "p",
      {},
      el("code", {}, text.slice(0, 100)),
      " is not an operation. Search the list, or go back to ",
      el("a", { href: "#/explorer/" }, "all operations"),
      ".",
    ),
  );
