// The endpoint explorer: the catalogue of all operations, which becomes a list next to the chosen operation.

import { formatRoute, parseRoute } from "../app/route.js";
import { byId, el, fill } from "../shared/dom.js";
import { readNetwork } from "../shared/network.js";
import { hasCalls } from "./call-history.js";
import { findOperation } from "./catalogue.js";
import { drawHistory } from "./history-dialog.js";
import { drawLazily } from "./lazy-part.js";
import { createOperationList } from "./operation-list.js";
import { createOperationPane } from "./operation.js";

/** Number of recent calls in the catalogue. */
const MAX_RECENT_CALLS = 5;

/** @param {import("../app/route.js").ViewUrl} url */
export function createView(url) {
  const container = byId("explorer");
  const panePlace = byId("explorer-operation");
  const operationList = createOperationList((id) => url.push(id, {}));
  /** The operation shown. @type {ReturnType<typeof createOperationPane> | undefined} */
  let pane;
  let isFirst = true;
  /** The network of `pane`. */
  let network = readNetwork();
  /**
   * Panes that have sent a message, by network and operation. They are kept because they show its outcome. @type
   * {Map<string, ReturnType<typeof createOperationPane>>}
   */
  const sentPanes = new Map();

  /**
   * Removes the visible pane, and returns the pane of an operation.
   *
   * @param {import("./catalogue.js").Operation} [operation]
   */
  function exchangePane(operation) {
    const key = `${network} ${pane?.id}`;
    if (pane?.isReal()) sentPanes.set(key, pane);
    else {
      sentPanes.delete(key);
      pane?.stop();
    }
    network = readNetwork();
    const storedPane = sentPanes.get(`${network} ${operation?.id}`);
    // When the visitor selects another network, app.js changes all links in the document, also those of the pane that is then stored.
    // So the links of a stored pane may lead to another network than its own.
    for (const link of /** @type {NodeListOf<HTMLAnchorElement> | never[]} */ (
      storedPane?.element.querySelectorAll('a[href^="#/"]') ?? []
    ))
      link.setAttribute("href", formatRoute({ ...parseRoute(link.hash), network }));
    return storedPane ?? (operation && createOperationPane(operation, url));
  }

  function showOperation(text, query, isRefresh = false) {
    const operation = findOperation(text);
    const isOtherOperation = pane?.id !== operation?.id;
    const isNewPane = isOtherOperation || network !== readNetwork();
    container.dataset.shown = text ? "operation" : "list";
    if (isNewPane) pane = exchangePane(operation);
    operationList.mark(operation?.id);
    if (isNewPane || !pane) fill(panePlace, pane?.element ?? (text ? renderUnknownOperation(text) : []));
    if (operation) document.title = `${operation.id} · API explorer · ton-edge`;
    if (!text) showRecentCalls();
    // On the first view the focus stays. When the visitor chooses another operation, the focus moves to it.
    if (isOtherOperation && !isFirst) {
      scrollTo(0, 0);
      (byId("explorer-title") ?? byId("explorer-search")).focus({ preventScroll: true });
    }
    isFirst = false;
    pane?.show(query, isRefresh && !isNewPane);
  }

  return { show: showOperation, leave: () => pane?.leave() };
}

/** Renders the last calls of this device, above the groups. */
function showRecentCalls() {
  const card = byId("explorer-recent");
  card.hidden = !hasCalls();
  if (card.hidden) return;
  const onClear = () => {
    card.hidden = true;
    byId("explorer-search").focus();
  };
  fill(
    card,
    el("h3", { id: "explorer-recent-title" }, "Your last calls"),
    drawLazily(() => drawHistory({ most: MAX_RECENT_CALLS, cleared: onClear })),
  );
}

const renderUnknownOperation = (text) =>
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
