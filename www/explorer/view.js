// The endpoint explorer: a list of all operations, and beside it the one that is looked at.

import { byId, el, fill } from "../page/dom.js";
import { operationOf, operations } from "./catalogue.js";
import { list } from "./list.js";
import { operationPane } from "./operation.js";

/** @param {{ push(text: string, query: object): void, replace(text: string, query: object): void }} url */
export function view(url) {
  const home = byId("explorer");
  const place = byId("explorer-operation");
  const menu = list((id) => url.push(id, {}));
  /** The operation that is shown. @type {ReturnType<typeof operationPane> | undefined} */
  let pane;
  let first = true;

  function show(text, query, again = false) {
    const operation = operationOf(text);
    const arrived = pane?.id !== operation?.id;
    home.dataset.shown = text ? "operation" : "list";
    if (arrived) {
      pane?.stop();
      pane = operation && operationPane(operation, url);
      menu.mark(operation?.id);
    }
    if (arrived || !pane) fill(place, pane?.element ?? (text ? unknown(text) : welcome()));
    if (operation) document.title = `${operation.id} · Endpoint explorer · ton-edge`;
    // Who opens a page is not moved about in it; who chose an operation goes on there.
    if (arrived && !first) (byId("explorer-title") ?? byId("explorer-search")).focus();
    first = false;
    pane?.show(query, again);
  }

  return { show, leave: () => pane?.leave() };
}

const welcome = () => el("div", { class: "welcome" },
  el("p", {}, `Choose one of ${operations.length} operations, or search by name, path or parameter.`),
  el("p", {}, "Each has a form, a sample that works, and the request for your own program. Reads are sent through this page’s gateway; messages are only sent when you say so twice."));

const unknown = (text) => el("div", { class: "message bad" },
  el("p", {}, el("strong", {}, "There is no such operation.")), el("p", {}, el("code", {}, text.slice(0, 100)), " names none. Search the list, or go back to ",
    el("a", { href: "#/explorer/" }, "all operations"), "."));
