// The picture of a trace: a box for each transaction, and between them the messages as lines whose width follows their value. Only what
// is near the visible part of the region is in the document, so that hundreds of boxes cost no more than a few.

import { svg } from "../design/svg.js";
import { byId, el } from "../shared/dom.js";
import { followKey } from "./branch-keys.js";
import { describeBranch } from "./branch-words.js";
import { renderBox } from "./flow-box.js";
import { lineBetween, lineWidth, placeBranches, TIP } from "./flow-layout.js";

/** The margin of the picture. */
const MARGIN = 10;
/** Pixels beyond the visible part that are drawn. */
const BEYOND = 400;

/** @typedef {import("./branches.js").Branch} Branch */

/** @param {{ select(branch: Branch, keyboard: boolean): void, expand(branch: Branch): void }} on */
export function createFlow(on) {
  const region = byId("trace-flow");
  const lines = svg("svg", { class: "flow-lines", "aria-hidden": "true" });
  const canvas = region.appendChild(el("div", { class: "flow-canvas" }, lines));
  /** @type {Branch[]} */
  let shown = [];
  let page = { book: {}, metadata: {} };
  /** @type {import("./flow-layout.js").Layout | undefined} */
  let layout;
  let width = 0;
  let largest = 0n;
  let isOpen = (/** @type {Branch} */ _branch) => true;
  let selected;
  /** The box in the Tab order. @type {Branch | undefined} */
  let current;
  /** The transaction that the URL names. */
  let wanted;
  /** @type {Map<Branch, { box: HTMLElement, parts: Element[] }>} */
  const boxes = new Map();
  /** @type {Map<Branch, SVGGElement>} */
  const edges = new Map();
  let planned = false;

  region.addEventListener("scroll", plan, { passive: true });
  new ResizeObserver(() => {
    if (region.clientWidth !== width && region.clientWidth > 0) lay();
  }).observe(region);
  region.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const branch = branchOf(target);
    if (!branch) return;
    reach(branch);
    if (target.closest(".flow-more")) return on.expand(branch);
    // A click without a pointer is the Enter key.
    on.select(branch, event.detail === 0);
  });
  region.addEventListener("focusin", ({ target }) => {
    const branch = branchOf(/** @type {Element} */ (target));
    if (branch) reach(branch);
  });
  region.addEventListener("keydown", (event) => {
    const branch = branchOf(/** @type {Element} */ (event.target));
    if (!branch || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = press(event.key, branch);
    if (to === undefined) return;
    event.preventDefault();
    if (to) focus(to);
  });

  const branchOf = (target) => {
    const key = /** @type {HTMLElement | null} */ (target.closest("[data-key]"))?.dataset.key;
    return key === undefined ? undefined : shown.find((branch) => branch.key === key);
  };

  const press = (key, branch) =>
    followKey(key, branch, {
      all: shown,
      beside: layout?.list ? shown : shown.filter(({ level }) => level === branch.level),
      isOpen: isOpen(branch),
      open: on.expand,
    });

  function reach(branch) {
    if (current === branch) return;
    const before = current && boxes.get(current)?.box;
    if (before) before.tabIndex = -1;
    current = branch;
    const box = boxes.get(branch)?.box;
    if (box) box.tabIndex = 0;
  }

  function focus(branch) {
    reach(branch);
    draw();
    boxes.get(branch)?.box.focus();
  }

  /** Places everything again, for another trace or another width. */
  function lay() {
    width = region.clientWidth;
    layout = placeBranches(shown, Math.max(240, width - MARGIN));
    canvas.style.width = `${layout.width}px`;
    canvas.style.height = `${layout.height + 8}px`;
    region.classList.toggle("list", layout.list);
    lines.setAttribute("width", String(layout.width));
    lines.setAttribute("height", String(layout.height + 8));
    empty();
    draw();
  }

  function empty() {
    for (const { parts } of boxes.values()) for (const part of parts) part.remove();
    for (const edge of edges.values()) edge.remove();
    boxes.clear();
    edges.clear();
  }

  function plan() {
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      draw();
    });
  }

  /** Draws the boxes near the visible part, and the focused box. */
  function draw() {
    if (!layout || width === 0) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: w, clientHeight: h } = region;
    const near = ({ x, y, width: own, height }) =>
      x + own > left - BEYOND && x < left + w + BEYOND && y + height > top - BEYOND && y < top + h + BEYOND;
    const staying = new Set();
    const stayingLines = new Set();
    const focused = branchOf(document.activeElement ?? region);
    let before = null;
    for (const branch of shown) {
      const place = layout.places.get(branch);
      const visible = near(place);
      if (visible || branch === current || branch === focused) {
        staying.add(branch);
        if (!boxes.has(branch)) addBox(place, before);
        before = boxes.get(branch).parts.at(-1);
      }
      const from = branch.parent && layout.places.get(branch.parent);
      if (from && (visible || near(from))) {
        stayingLines.add(branch);
        if (!edges.has(branch)) addEdge(from, place);
      }
    }
    for (const [branch, { parts }] of boxes)
      if (!staying.has(branch)) {
        for (const part of parts) part.remove();
        boxes.delete(branch);
      }
    for (const [branch, edge] of edges)
      if (!stayingLines.has(branch)) {
        edge.remove();
        edges.delete(branch);
      }
    mark();
  }

  /** Inserts the box in the order of the tree, which Tab and screen readers follow. */
  function addBox(place, before) {
    const { branch } = place;
    const above = branch.parent && layout.places.get(branch.parent);
    const { box, parts } = renderBox(place, page, layout, isOpen(branch), Boolean(above && above.y < place.y));
    box.tabIndex = branch === current ? 0 : -1;
    let after = before ?? lines;
    for (const part of parts) {
      after.after(part);
      after = part;
    }
    boxes.set(branch, { box, parts });
  }

  function addEdge(from, to) {
    const { bounced, failed } = describeBranch(to.branch, page);
    const edge = svg("g", { class: `flow-line${failed ? " failed" : ""}${bounced ? " bounced" : ""}` });
    edge.append(
      svg("path", {
        d: lineBetween(from, to, layout.list),
        "stroke-width": layout.list
          ? Math.min(5, lineWidth(to.branch.message?.value, largest))
          : lineWidth(to.branch.message?.value, largest),
      }),
    );
    if (!layout.list) {
      const y = to.y + to.height / 2;
      const half = Math.max(4, lineWidth(to.branch.message?.value, largest) * 0.9);
      edge.append(
        svg("path", {
          class: "tip",
          d: `M${to.x - TIP - 1} ${y - half}L${to.x - 1} ${y}L${to.x - TIP - 1} ${y + half}z`,
        }),
      );
    }
    lines.append(edge);
    edges.set(to.branch, edge);
  }

  /** Marks the selected box and its way from the start. */
  function mark() {
    const way = new Set();
    for (let at = selected; at; at = at.parent) way.add(at);
    for (const [branch, { box }] of boxes) {
      if (branch.transaction) box.setAttribute("aria-pressed", String(branch === selected));
      if (branch.hash !== undefined && branch.hash === wanted) box.setAttribute("aria-current", "true");
      else box.removeAttribute("aria-current");
    }
    for (const [branch, edge] of edges) edge.classList.toggle("on", way.has(branch));
  }

  return {
    /**
     * @param {Branch[]} branches the visible ones @param {import("../shared/body-view.js").Page} itsPage
     * @param {(branch: Branch) => boolean} open
     */
    show(branches, itsPage, open) {
      const key = current?.key;
      const hadFocus = region.contains(document.activeElement) && document.activeElement !== region;
      shown = branches;
      page = itsPage;
      isOpen = open;
      largest = shown.reduce((most, { message }) => {
        const value = /^\d+$/.test(String(message?.value)) ? BigInt(message.value) : 0n;
        return value > most ? value : most;
      }, 0n);
      current = shown.find((branch) => branch.key === key) ?? shown[0];
      byId("trace-picture").hidden = shown.length === 0;
      lay();
      if (hadFocus && current) boxes.get(current)?.box.focus({ preventScroll: true });
    },
    /** @param {Branch | undefined} branch */
    select(branch) {
      selected = branch;
      if (branch) reach(branch);
      mark();
    },
    /** Marks the transaction that the URL names, and brings it into view. @param {string | undefined} hash */
    want(hash) {
      wanted = hash;
      const place = layout?.places.get(shown.find((branch) => branch.hash === hash) ?? shown[0]);
      if (place) region.scrollTo({ left: place.x - width / 2, top: place.y - region.clientHeight / 2 });
      draw();
    },
    /** @param {Branch} branch */
    focus,
    contains: (element) => region.contains(element),
  };
}
