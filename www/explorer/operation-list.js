// The list of all operations, and its search.

import { formatRoute } from "../app/route.js";
import { byId, el, fill } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { counted, groupOperations, operations, popularOperations, rankOperation } from "./catalogue.js";

/** Fills the list. `mark(id)` marks the operation shown. @param {(id: string) => void} open */
export function createOperationList(open) {
  const search = /** @type {HTMLInputElement} */ (byId("explorer-search"));
  const state = byId("explorer-count");
  const home = byId("explorer-groups");
  /** The links, in the order of the table. */
  const links = new Map(operations.map((one) => [one, linkTo(one)]));
  const sections = [...groupOperations()].map(([name, members], at) =>
    el(
      "section",
      { "aria-labelledby": `explorer-group-${at}` },
      el("h3", { id: `explorer-group-${at}` }, name),
      el(
        "ul",
        {},
        members.map((one) => el("li", {}, links.get(one))),
      ),
    ),
  );
  fill(home, sections);
  const popular = byId("explorer-popular");
  fill(
    popular,
    el("h3", { id: "explorer-popular-title" }, "Most used"),
    el(
      "ul",
      { "aria-labelledby": "explorer-popular-title" },
      popularOperations().map((one) => el("li", {}, linkTo(one, "data-popular"))),
    ),
  );

  let best;
  /** All links that can be seen, from top to bottom: one Tab stop, which the arrow keys move. */
  const visible = () =>
    [popular, home]
      .flatMap((one) => /** @type {HTMLElement[]} */ ([...one.querySelectorAll("a")]))
      .filter((link) => link.checkVisibility());
  /** The link that Tab reaches. */
  let stop;
  function stopAt(link) {
    if (stop) stop.tabIndex = -1;
    stop = link;
    if (stop) stop.tabIndex = 0;
  }
  /** Without a choice, Tab reaches the best match, the operation shown, or the first link. */
  function resetStop() {
    const current = home.querySelector("[aria-current]");
    const wanted = links.get(best) ?? (current?.checkVisibility() ? current : visible()[0]);
    stopAt(wanted);
  }

  function narrow() {
    const query = search.value.trim();
    const ranks = new Map(operations.map((one) => [one, query ? rankOperation(one, query) : 4]));
    const fitting = operations.filter((one) => ranks.get(one) !== undefined);
    for (const [one, link] of links) link.parentElement.hidden = ranks.get(one) === undefined;
    for (const section of sections) section.hidden = !section.querySelector("li:not([hidden])");
    links.get(best)?.classList.remove("best");
    // The first of the best matches: sorting is stable.
    best = query ? [...fitting].sort((a, b) => ranks.get(a) - ranks.get(b))[0] : undefined;
    links.get(best)?.classList.add("best");
    popular.hidden = query !== "";
    resetStop();
    state.textContent =
      fitting.length === 0
        ? "No operation found. Try part of a name, a path or a parameter."
        : query
          ? `${formatCount(fitting.length, "operation")} found. Enter opens ${best.id}.`
          : counted;
  }

  search.addEventListener("input", narrow);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && best) {
      event.preventDefault();
      open(best.id);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      (links.get(best) ?? visible()[0])?.focus();
    } else if (event.key === "Escape" && search.value) {
      event.preventDefault();
      search.value = "";
      narrow();
    }
  });
  const list = byId("explorer-links");
  list.addEventListener("focusin", ({ target }) => {
    if (/** @type {HTMLElement} */ (target).matches("a[data-operation], a[data-popular]")) stopAt(target);
  });
  list.addEventListener("keydown", (event) => {
    const all = visible();
    const at = all.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    (all[to] ?? (to < 0 ? search : all[at])).focus();
  });
  narrow();

  /** Scrolls only the list, not the document. */
  function reveal(link) {
    const scroller = byId("explorer-links");
    const [box, at] = [scroller.getBoundingClientRect(), link.getBoundingClientRect()];
    if (at.top < box.top || at.bottom > box.bottom) scroller.scrollTop += at.top - box.top - box.height / 3;
  }

  return {
    mark(id) {
      for (const [one, link] of links) {
        if (one.id === id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
        if (one.id === id) reveal(link);
      }
      resetStop();
    },
  };
}

/** A long name breaks before its parts. */
const breakable = (name) => name.split(/(?=[.A-Z])/).flatMap((part, at) => (at > 0 ? [el("wbr"), part] : [part]));

const linkTo = ({ id, row, method }, mark = "data-operation") =>
  el(
    "a",
    { href: formatRoute({ view: "explorer", text: id }), [mark]: id, tabIndex: -1 },
    mark === "data-popular" && el("span", { class: "generation" }, row.generation),
    el("span", { class: "mono" }, breakable(method)),
    row.verb === "POST" && el("span", { class: "tag" }, row.verb),
    row.sideEffect && el("span", { class: "tag" }, "sends"),
    row.beyondSpecification && el("span", { class: "tag" }, "beyond the specification"),
    el("span", { class: "title" }, row.title),
  );
