// The picture of a trace: a box for each transaction, connected by messages as lines whose width shows their value. Only elements
// near the visible part of the region are in the document, so that hundreds of boxes cost no more than a few.

import { svg } from "../design/svg.js";
import { byId, el } from "../shared/dom.js";
import { followKey } from "./branch-keys.js";
import { describeBranch } from "./branch-words.js";
import { renderBox } from "./flow-box.js";
import { makeLinePath, lineWidth, placeBranches, TIP_LENGTH } from "./flow-layout.js";

/** The margin of the picture, in pixels. */
const MARGIN = 10;
/** Pixels beyond the visible part that are also drawn. */
const OVERSCAN_PIXELS = 400;

/** @typedef {import("./branches.js").Branch} Branch */

/** @param {{ select(branch: Branch, keyboard: boolean): void, expand(branch: Branch): void }} callbacks */
export function createFlow(callbacks) {
  const region = byId("trace-flow");
  const lines = svg("svg", { class: "flow-lines", "aria-hidden": "true" });
  const canvas = region.appendChild(el("div", { class: "flow-canvas" }, lines));
  /** @type {Branch[]} */
  let shownBranches = [];
  let page = { book: {}, metadata: {} };
  /** @type {import("./flow-layout.js").Layout | undefined} */
  let layout;
  let width = 0;
  let largestValue = 0n;
  let isOpen = (/** @type {Branch} */ _branch) => true;
  let selectedBranch;
  /** The box in the Tab order. @type {Branch | undefined} */
  let currentBranch;
  /** The transaction that the URL names. */
  let linkedHash;
  /** @type {Map<Branch, { box: HTMLElement, parts: Element[] }>} */
  const boxes = new Map();
  /** @type {Map<Branch, SVGGElement>} */
  const edges = new Map();
  let isPlanned = false;

  region.addEventListener("scroll", scheduleDraw, { passive: true });
  new ResizeObserver(() => {
    if (region.clientWidth !== width && region.clientWidth > 0) layOut();
  }).observe(region);
  region.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const branch = findBranch(target);
    if (!branch) return;
    moveTabStop(branch);
    if (target.closest(".flow-more")) return callbacks.expand(branch);
    // A click whose `detail` is 0 comes from the Enter key.
    callbacks.select(branch, event.detail === 0);
  });
  region.addEventListener("focusin", ({ target }) => {
    const branch = findBranch(/** @type {Element} */ (target));
    if (branch) moveTabStop(branch);
  });
  region.addEventListener("keydown", (event) => {
    const branch = findBranch(/** @type {Element} */ (event.target));
    if (!branch || event.altKey || event.ctrlKey || event.metaKey) return;
    const targetBranch = handleKey(event.key, branch);
    if (targetBranch === undefined) return;
    event.preventDefault();
    if (targetBranch) focusBranch(targetBranch);
  });

  const findBranch = (target) => {
    const key = /** @type {HTMLElement | null} */ (target.closest("[data-key]"))?.dataset.key;
    return key === undefined ? undefined : shownBranches.find((branch) => branch.key === key);
  };

  const handleKey = (key, branch) =>
    followKey(key, branch, {
      all: shownBranches,
      beside: layout?.list ? shownBranches : shownBranches.filter(({ level }) => level === branch.level),
      isOpen: isOpen(branch),
      open: callbacks.expand,
    });

  function moveTabStop(branch) {
    if (currentBranch === branch) return;
    const previousBox = currentBranch && boxes.get(currentBranch)?.box;
    if (previousBox) previousBox.tabIndex = -1;
    currentBranch = branch;
    const box = boxes.get(branch)?.box;
    if (box) box.tabIndex = 0;
  }

  function focusBranch(branch) {
    moveTabStop(branch);
    drawVisibleBranches();
    boxes.get(branch)?.box.focus();
  }

  /** Computes the layout again, after the trace or the width has changed. */
  function layOut() {
    width = region.clientWidth;
    layout = placeBranches(shownBranches, Math.max(240, width - MARGIN));
    canvas.style.width = `${layout.width}px`;
    canvas.style.height = `${layout.height + 8}px`;
    region.classList.toggle("list", layout.list);
    lines.setAttribute("width", String(layout.width));
    lines.setAttribute("height", String(layout.height + 8));
    removeAllElements();
    drawVisibleBranches();
  }

  function removeAllElements() {
    for (const { parts } of boxes.values()) for (const part of parts) part.remove();
    for (const edge of edges.values()) edge.remove();
    boxes.clear();
    edges.clear();
  }

  function scheduleDraw() {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      drawVisibleBranches();
    });
  }

  /** Draws the boxes near the visible part, and the focused box. */
  function drawVisibleBranches() {
    if (!layout || width === 0) return;
    const { scrollLeft, scrollTop, clientWidth: viewWidth, clientHeight: viewHeight } = region;
    const isNear = ({ x, y, width: boxWidth, height }) =>
      x + boxWidth > scrollLeft - OVERSCAN_PIXELS &&
      x < scrollLeft + viewWidth + OVERSCAN_PIXELS &&
      y + height > scrollTop - OVERSCAN_PIXELS &&
      y < scrollTop + viewHeight + OVERSCAN_PIXELS;
    const keptBoxes = new Set();
    const keptLines = new Set();
    const focusedBranch = findBranch(document.activeElement ?? region);
    let previousElement = null;
    for (const branch of shownBranches) {
      const boxPlace = layout.places.get(branch);
      const isVisible = isNear(boxPlace);
      if (isVisible || branch === currentBranch || branch === focusedBranch) {
        keptBoxes.add(branch);
        if (!boxes.has(branch)) addBox(boxPlace, previousElement);
        previousElement = boxes.get(branch).parts.at(-1);
      }
      const fromPlace = branch.parent && layout.places.get(branch.parent);
      if (fromPlace && (isVisible || isNear(fromPlace))) {
        keptLines.add(branch);
        if (!edges.has(branch)) addEdge(fromPlace, boxPlace);
      }
    }
    for (const [branch, { parts }] of boxes)
      if (!keptBoxes.has(branch)) {
        for (const part of parts) part.remove();
        boxes.delete(branch);
      }
    for (const [branch, edge] of edges)
      if (!keptLines.has(branch)) {
        edge.remove();
        edges.delete(branch);
      }
    markSelectedBranch();
    markEdges();
  }

  /** Marks the edges beyond which the picture continues. */
  function markEdges() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = region;
    const continues = {
      left: scrollLeft > 1,
      right: scrollLeft + clientWidth < scrollWidth - 1,
      top: scrollTop > 1,
      bottom: scrollTop + clientHeight < scrollHeight - 1,
    };
    region.dataset.more = Object.keys(continues)
      .filter((name) => continues[name])
      .join(" ");
    byId("trace-flow-hint").hidden = scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1;
  }

  /** Inserts the box in the order of the tree, which Tab and screen readers follow. */
  function addBox(boxPlace, previousElement) {
    const { branch } = boxPlace;
    const parentPlace = branch.parent && layout.places.get(branch.parent);
    const { box, parts } = renderBox(
      boxPlace,
      page,
      layout,
      isOpen(branch),
      Boolean(parentPlace && parentPlace.y < boxPlace.y),
    );
    box.tabIndex = branch === currentBranch ? 0 : -1;
    let previousBox = previousElement ?? lines;
    for (const part of parts) {
      previousBox.after(part);
      previousBox = part;
    }
    boxes.set(branch, { box, parts });
  }

  function addEdge(fromPlace, toPlace) {
    const { bounced: isBounced, failed: failureText } = describeBranch(toPlace.branch, page);
    const edge = svg("g", { class: `flow-line${failureText ? " failed" : ""}${isBounced ? " bounced" : ""}` });
    edge.append(
      svg("path", {
        d: makeLinePath(fromPlace, toPlace, layout.list),
        "stroke-width": layout.list
          ? Math.min(5, lineWidth(toPlace.branch.message?.value, largestValue))
          : lineWidth(toPlace.branch.message?.value, largestValue),
      }),
    );
    if (!layout.list) {
      const y = toPlace.y + toPlace.height / 2;
      const halfHeight = Math.max(4, lineWidth(toPlace.branch.message?.value, largestValue) * 0.9);
      edge.append(
        svg("path", {
          class: "tip",
          d: `M${toPlace.x - TIP_LENGTH - 1} ${y - halfHeight}L${toPlace.x - 1} ${y}L${toPlace.x - TIP_LENGTH - 1} ${y + halfHeight}z`,
        }),
      );
    }
    lines.append(edge);
    edges.set(toPlace.branch, edge);
  }

  /** Marks the selected box, and the path to it from the first box. */
  function markSelectedBranch() {
    const pathFromRoot = new Set();
    for (let ancestor = selectedBranch; ancestor; ancestor = ancestor.parent) pathFromRoot.add(ancestor);
    for (const [branch, { box }] of boxes) {
      if (branch.transaction) box.setAttribute("aria-pressed", String(branch === selectedBranch));
      if (branch.hash !== undefined && branch.hash === linkedHash) box.setAttribute("aria-current", "true");
      else box.removeAttribute("aria-current");
    }
    for (const [branch, edge] of edges) edge.classList.toggle("on", pathFromRoot.has(branch));
  }

  return {
    /**
     * @param {Branch[]} branches the visible ones @param {import("../shared/body-view.js").Page} tracePage
     * @param {(branch: Branch) => boolean} isBranchOpen
     */
    show(branches, tracePage, isBranchOpen) {
      const currentKey = currentBranch?.key;
      const hadFocus = region.contains(document.activeElement) && document.activeElement !== region;
      shownBranches = branches;
      page = tracePage;
      isOpen = isBranchOpen;
      largestValue = shownBranches.reduce((max, { message }) => {
        const value = /^\d+$/.test(String(message?.value)) ? BigInt(message.value) : 0n;
        return value > max ? value : max;
      }, 0n);
      currentBranch = shownBranches.find((branch) => branch.key === currentKey) ?? shownBranches[0];
      byId("trace-picture").hidden = shownBranches.length === 0;
      layOut();
      if (hadFocus && currentBranch) boxes.get(currentBranch)?.box.focus({ preventScroll: true });
    },
    /** @param {Branch | undefined} branch */
    select(branch) {
      selectedBranch = branch;
      if (branch) moveTabStop(branch);
      markSelectedBranch();
    },
    /** Marks the transaction that the URL names, and scrolls to it. @param {string | undefined} hash */
    showLinked(hash) {
      linkedHash = hash;
      const boxPlace = layout?.places.get(shownBranches.find((branch) => branch.hash === hash) ?? shownBranches[0]);
      if (boxPlace) region.scrollTo({ left: boxPlace.x - width / 2, top: boxPlace.y - region.clientHeight / 2 });
      drawVisibleBranches();
    },
    /** @param {Branch} branch */
    focus: focusBranch,
    contains: (element) => region.contains(element),
  };
}
