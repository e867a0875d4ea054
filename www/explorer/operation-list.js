// The list of all operations, and its search.

import { formatRoute } from "../app/route.js";
import { byId, el, fill } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { countText, groupOperations, operations, listPopularOperations, rankOperation } from "./catalogue.js";

/** Fills the list. `mark(id)` marks the operation shown. @param {(id: string) => void} onOpen */
export function createOperationList(onOpen) {
  const search = /** @type {HTMLInputElement} */ (byId("explorer-search"));
  const state = byId("explorer-count");
  const container = byId("explorer-groups");
  /** The links, in the order of the table. */
  const links = new Map(operations.map((operation) => [operation, renderLink(operation)]));
  const sections = [...groupOperations()].map(([name, operationsOfGroup], index) =>
    el(
      "section",
      { "aria-labelledby": `explorer-group-${index}` },
      el("h3", { id: `explorer-group-${index}` }, name),
      el(
        "ul",
        {},
        operationsOfGroup.map((operation) => el("li", {}, links.get(operation))),
      ),
    ),
  );
  fill(container, sections);
  const popularList = byId("explorer-popular");
  fill(
    popularList,
    el("h3", { id: "explorer-popular-title" }, "Most used"),
    el(
      "ul",
      { "aria-labelledby": "explorer-popular-title" },
      listPopularOperations().map((operation) => el("li", {}, renderLink(operation, "data-popular"))),
    ),
  );

  let bestMatch;
  /** Returns all visible links, from top to bottom. Only one of them is a Tab stop; the arrow keys move it. */
  const listVisibleLinks = () =>
    [popularList, container]
      .flatMap((operation) => /** @type {HTMLElement[]} */ ([...operation.querySelectorAll("a")]))
      .filter((link) => link.checkVisibility());
  /** The link that Tab reaches. */
  let tabStop;
  function moveTabStop(link) {
    if (tabStop) tabStop.tabIndex = -1;
    tabStop = link;
    if (tabStop) tabStop.tabIndex = 0;
  }
  /** Sets the Tab stop: the best match, the operation shown, or the first link. */
  function resetTabStop() {
    const currentLink = container.querySelector("[aria-current]");
    const preferredLink =
      links.get(bestMatch) ?? (currentLink?.checkVisibility() ? currentLink : listVisibleLinks()[0]);
    moveTabStop(preferredLink);
  }

  function applySearch() {
    const query = search.value.trim();
    const rankByOperation = new Map(
      operations.map((operation) => [operation, query ? rankOperation(operation, query) : 4]),
    );
    const matchingOperations = operations.filter((operation) => rankByOperation.get(operation) !== undefined);
    for (const [operation, link] of links) link.parentElement.hidden = rankByOperation.get(operation) === undefined;
    for (const section of sections) section.hidden = !section.querySelector("li:not([hidden])");
    links.get(bestMatch)?.classList.remove("best");
    // Sorting is stable, so among equal matches this is the first one in the table.
    bestMatch = query
      ? [...matchingOperations].sort((a, b) => rankByOperation.get(a) - rankByOperation.get(b))[0]
      : undefined;
    links.get(bestMatch)?.classList.add("best");
    popularList.hidden = query !== "";
    resetTabStop();
    state.textContent =
      matchingOperations.length === 0
        ? "No operation found. Try part of a name, a path or a parameter."
        : query
          ? `${formatCount(matchingOperations.length, "operation")} found. Enter opens ${bestMatch.id}.`
          : countText;
  }

  search.addEventListener("input", applySearch);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && bestMatch) {
      event.preventDefault();
      onOpen(bestMatch.id);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      (links.get(bestMatch) ?? listVisibleLinks()[0])?.focus();
    } else if (event.key === "Escape" && search.value) {
      event.preventDefault();
      search.value = "";
      applySearch();
    }
  });
  const list = byId("explorer-links");
  list.addEventListener("focusin", ({ target }) => {
    if (/** @type {HTMLElement} */ (target).matches("a[data-operation], a[data-popular]")) moveTabStop(target);
  });
  list.addEventListener("keydown", (event) => {
    const visibleLinks = listVisibleLinks();
    const index = visibleLinks.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    const targetIndex = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: visibleLinks.length - 1 }[event.key];
    if (index < 0 || targetIndex === undefined) return;
    event.preventDefault();
    (visibleLinks[targetIndex] ?? (targetIndex < 0 ? search : visibleLinks[index])).focus();
  });
  applySearch();

  /** Scrolls only the list, not the document. */
  function scrollToLink(link) {
    const scrollBox = byId("explorer-links");
    const [listBox, linkBox] = [scrollBox.getBoundingClientRect(), link.getBoundingClientRect()];
    if (linkBox.top < listBox.top || linkBox.bottom > listBox.bottom)
      scrollBox.scrollTop += linkBox.top - listBox.top - listBox.height / 3;
  }

  return {
    mark(id) {
      for (const [operation, link] of links) {
        if (operation.id === id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
        if (operation.id === id) scrollToLink(link);
      }
      resetTabStop();
    },
  };
}

/** Lets a long name wrap before each of its parts. */
const renderBreakable = (name) =>
  name.split(/(?=[.A-Z])/).flatMap((namePart, index) => (index > 0 ? [el("wbr"), namePart] : [namePart]));

const renderLink = ({ id, row, method }, attribute = "data-operation") =>
  el(
    "a",
    { href: formatRoute({ view: "explorer", text: id }), [attribute]: id, tabIndex: -1 },
    attribute === "data-popular" && el("span", { class: "generation" }, row.generation),
    el("span", { class: "mono" }, renderBreakable(method)),
    row.verb === "POST" && el("span", { class: "tag" }, row.verb),
    row.sideEffect && el("span", { class: "tag" }, "sends"),
    row.beyondSpecification && el("span", { class: "tag" }, "beyond the specification"),
    el("span", { class: "title" }, row.title),
  );
