// The endpoint explorer: the catalogue of all operations; beside a chosen one it is a list.

import { formatRoute, parseRoute } from "../app/route.js";
import { byId, el, fill } from "../shared/dom.js";
import { networkOf } from "../shared/network.js";
import { hasCalls } from "./call-history.js";
import { findOperation } from "./catalogue.js";
import { drawHistory } from "./history-dialog.js";
import { drawLazily } from "./lazy-part.js";
import { createOperationList } from "./operation-list.js";
import { createOperationPane } from "./operation.js";

/** Calls in the catalogue. */
const RECENT = 5;

/** @param {import("../app/route.js").ViewUrl} url */
export function createView(url) {
  const home = byId("explorer");
  const place = byId("explorer-operation");
  const menu = createOperationList((id) => url.push(id, {}));
  /** The operation shown. @type {ReturnType<typeof createOperationPane> | undefined} */
  let pane;
  let first = true;
  /** The network of `pane`. */
  let network = networkOf();
  /**
   * Panes that have sent a message, by network and operation: they show its outcome. @type {Map<string, ReturnType<typeof
   * createOperationPane>>}
   */
  const sent = new Map();

  /** Takes the pane away that is shown, and gives the one of an operation. @param {import("./catalogue.js").Operation} [operation] */
  function exchange(operation) {
    const key = `${network} ${pane?.id}`;
    if (pane?.isReal()) sent.set(key, pane);
    else {
      sent.delete(key);
      pane?.stop();
    }
    network = networkOf();
    const kept = sent.get(`${network} ${operation?.id}`);
    // Its links drawn meanwhile lead to the other network.
    for (const link of /** @type {NodeListOf<HTMLAnchorElement> | never[]} */ (
      kept?.element.querySelectorAll('a[href^="#/"]') ?? []
    ))
      link.setAttribute("href", formatRoute({ ...parseRoute(link.hash), network }));
    return kept ?? (operation && createOperationPane(operation, url));
  }

  function show(text, query, again = false) {
    const operation = findOperation(text);
    const moved = pane?.id !== operation?.id;
    const arrived = moved || network !== networkOf();
    home.dataset.shown = text ? "operation" : "list";
    if (arrived) pane = exchange(operation);
    menu.mark(operation?.id);
    if (arrived || !pane) fill(place, pane?.element ?? (text ? unknown(text) : []));
    if (operation) document.title = `${operation.id} · API explorer · ton-edge`;
    if (!text) showRecent();
    // The first view keeps its focus; a visitor who chose an operation continues there.
    if (moved && !first) {
      scrollTo(0, 0);
      (byId("explorer-title") ?? byId("explorer-search")).focus({ preventScroll: true });
    }
    first = false;
    pane?.show(query, again && !arrived);
  }

  return { show, leave: () => pane?.leave() };
}

/** The last calls of this device, above the groups. */
function showRecent() {
  const card = byId("explorer-recent");
  card.hidden = !hasCalls();
  if (card.hidden) return;
  const cleared = () => {
    card.hidden = true;
    byId("explorer-search").focus();
  };
  fill(
    card,
    el("h3", { id: "explorer-recent-title" }, "Your last calls"),
    drawLazily(() => drawHistory({ most: RECENT, cleared })),
  );
}

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
