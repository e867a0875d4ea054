// A list of which only the rows near the visible area are rendered; spacers of equal height replace the others. Rows with the focus or
// the selection stay rendered, so that scrolling loses neither.

/** Rows within this many pixels above and below the screen are also rendered. */
const OVERSCAN_HEIGHT = 600;

/**
 * @template Item
 * @param {{
 *   place: HTMLElement, render(item: Item, index: number): HTMLElement, makeSpacer(): HTMLElement, number?(element: HTMLElement, index: number): void,
 *   kindOf?(item: Item): string, heights?: Record<string, number>, columns?(): number,
 * }} options
 *   `place` contains only the rows; `number`: gives a rendered row its index, which changes when rows are added above it; `kindOf`: the kind of a row, by which its height is estimated until it is measured; `heights`:
 *   first estimates by kind, in pixels; `columns`: the number of items per line, which all have the height of the first one
 */
export function createVirtualList({
  place: container,
  render,
  makeSpacer,
  number: numberElement = () => {},
  kindOf = () => "",
  heights = {},
  columns = () => 1,
}) {
  /** @type {Item[]} */
  let items = [];
  /** Estimated heights by kind. @type {Map<string, number>} */
  const heightByKind = new Map(Object.entries(heights));
  /** @type {(number | undefined)[]} */
  let measuredHeights = [];
  /** The top position of each line, and finally the end of the list. */
  let lineTops = [0];
  /** The rendered elements by line. @type {Map<number, HTMLElement[]>} */
  const elementsByLine = new Map();
  /** @type {HTMLElement[]} */
  const spacers = [];
  let width = 0;
  let columnCount = 1;
  let isUpdatePlanned = false;

  const lineCount = () => Math.ceil(items.length / columnCount);
  const readHeight = (/** @type {number} */ line) =>
    measuredHeights[line] ?? heightByKind.get(kindOf(items[line * columnCount])) ?? 40;

  function computeTops(firstLine = 0) {
    const count = lineCount();
    lineTops.length = count + 1;
    for (let line = firstLine; line < count; line += 1) lineTops[line + 1] = lineTops[line] + readHeight(line);
  }

  /** Returns the line at a vertical position. */
  function findLineAt(y) {
    let [lowLine, highLine] = [0, lineCount() - 1];
    while (lowLine < highLine) {
      const middleLine = (lowLine + highLine + 1) >> 1;
      if (lineTops[middleLine] <= y) lowLine = middleLine;
      else highLine = middleLine - 1;
    }
    return Math.max(0, lowLine);
  }

  /** Returns the line that contains a node; undefined if none does. */
  function findLineOf(node) {
    if (!node || !container.contains(node)) return undefined;
    for (const [line, elements] of elementsByLine) if (elements.some((element) => element.contains(node))) return line;
    return undefined;
  }

  function listPinnedLines() {
    const selection = getSelection();
    const nodes = [document.activeElement];
    if (selection && !selection.isCollapsed)
      nodes.push(/** @type {any} */ (selection.anchorNode), /** @type {any} */ (selection.focusNode));
    // Includes the neighbouring lines, so that Tab reaches them.
    return nodes
      .map(findLineOf)
      .filter((line) => line !== undefined)
      .flatMap((line) => [line - 1, line, line + 1]);
  }

  /** Returns the lines to render. */
  function listWantedLines() {
    if (items.length === 0) return [];
    const visibleTop = -container.getBoundingClientRect().top;
    const [firstMoved, lastLine] = [
      findLineAt(visibleTop - OVERSCAN_HEIGHT),
      findLineAt(visibleTop + innerHeight + OVERSCAN_HEIGHT),
    ];
    const lines = new Set(/** @type {number[]} */ (listPinnedLines()));
    for (let line = firstMoved; line <= lastLine; line += 1) lines.add(line);
    return [...lines].filter((line) => line >= 0 && line < lineCount()).sort((a, b) => a - b);
  }

  function updateLines() {
    isUpdatePlanned = false;
    // In a hidden tab nothing can be measured.
    if (!container.isConnected || container.getClientRects().length === 0) return;
    checkWidth();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const lines = listWantedLines();
      if (lines.length === elementsByLine.size && lines.every((line) => elementsByLine.has(line)) && attempt > 0)
        return;
      paintLines(lines);
      if (!measureLines(lines)) return;
    }
  }

  /** Forgets all measured heights if the width has changed. */
  function checkWidth() {
    const currentWidth = container.parentElement?.clientWidth ?? 0;
    const currentColumns = Math.max(1, columns());
    if (currentWidth === width && currentColumns === columnCount) return;
    width = currentWidth;
    measuredHeights = [];
    if (currentColumns !== columnCount) {
      columnCount = currentColumns;
      for (const elements of elementsByLine.values()) for (const element of elements) element.remove();
      elementsByLine.clear();
    }
    computeTops();
  }

  function paintLines(lines) {
    const keptLines = new Set(lines);
    for (const [line, elements] of elementsByLine) {
      if (keptLines.has(line)) continue;
      for (const element of elements) element.remove();
      elementsByLine.delete(line);
    }
    // Existing rows are never moved in the DOM, since that would remove the focus from them.
    for (const element of spacers) element.remove();
    let nextElement = container.firstElementChild;
    for (const line of lines) {
      let elements = elementsByLine.get(line);
      if (elements) nextElement = elements.at(-1)?.nextElementSibling ?? null;
      else {
        elements = items
          .slice(line * columnCount, (line + 1) * columnCount)
          .map((item, index) => render(item, line * columnCount + index));
        for (const element of elements) container.insertBefore(element, nextElement);
        elementsByLine.set(line, elements);
      }
      for (const [index, element] of elements.entries()) numberElement(element, line * columnCount + index);
    }
    let lineAfterLast = 0;
    let spacerCount = 0;
    for (const line of [...lines, lineCount()]) {
      const gap = lineTops[line] - lineTops[lineAfterLast];
      if (gap > 0) {
        const spacer = (spacers[spacerCount] ??= makeSpacer());
        spacer.style.height = `${gap}px`;
        container.insertBefore(spacer, elementsByLine.get(line)?.[0] ?? null);
        spacerCount += 1;
      }
      lineAfterLast = line + 1;
    }
  }

  /** Measures new lines. Returns whether this moves other lines. */
  function measureLines(lines) {
    let firstMoved = Infinity;
    for (const line of lines) {
      if (measuredHeights[line] !== undefined) continue;
      const [element] = elementsByLine.get(line) ?? [];
      const { height } = element.getBoundingClientRect();
      if (height === 0) continue;
      const gap = columnCount > 1 ? readRowGap() : 0;
      if (Math.abs(readHeight(line) - height - gap) > 0.01) firstMoved = Math.min(firstMoved, line);
      measuredHeights[line] = height + gap;
      heightByKind.set(kindOf(items[line * columnCount]), height + gap);
    }
    if (firstMoved === Infinity) return false;
    computeTops();
    return true;
  }

  /** Returns the gap between the lines of a grid. */
  const readRowGap = () => Number.parseFloat(getComputedStyle(container).rowGap) || 0;

  function planUpdate() {
    if (isUpdatePlanned) return;
    isUpdatePlanned = true;
    requestAnimationFrame(updateLines);
  }

  addEventListener("scroll", planUpdate, { passive: true });
  // Renders at once: if Tab is pressed again before the next frame, the neighbouring rows must exist.
  container.addEventListener("focusin", updateLines);
  addEventListener("resize", planUpdate);
  new ResizeObserver(planUpdate).observe(container.parentElement ?? container);

  return {
    /** Adds items at the end. @param {Item[]} newItems */
    push(newItems) {
      const firstLine = Math.max(0, lineCount() - 1);
      items.push(...newItems);
      if (columnCount > 1) dropLine(firstLine);
      computeTops(firstLine);
      updateLines();
    },
    /**
     * Replaces the items of a list with one column. Items that stay, in their order, keep their element, and with it the focus and the selection.
     * @param {Item[]} newItems
     */
    replace(newItems) {
      const lineByItem = new Map(items.map((item, line) => [item, line]));
      const oldHeights = measuredHeights;
      const oldElements = new Map(elementsByLine);
      items = newItems;
      measuredHeights = [];
      elementsByLine.clear();
      let lastLine = -1;
      for (const [line, item] of newItems.entries()) {
        const oldLine = lineByItem.get(item) ?? -1;
        if (oldLine < 0) continue;
        measuredHeights[line] = oldHeights[oldLine];
        const elements = oldElements.get(oldLine);
        // Elements are never moved in the DOM.
        if (!elements || oldLine < lastLine) continue;
        lastLine = oldLine;
        elementsByLine.set(line, elements);
        oldElements.delete(oldLine);
      }
      for (const elements of oldElements.values()) for (const element of elements) element.remove();
      computeTops();
      updateLines();
    },
    clear() {
      items = [];
      measuredHeights = [];
      lineTops = [0];
      for (const elements of elementsByLine.values()) for (const element of elements) element.remove();
      elementsByLine.clear();
      for (const element of spacers) element.remove();
    },
    /** Returns all items, rendered or not. @returns {readonly Item[]} */
    items: () => items,
    /** Must be called after the list was hidden or moved. */
    update: planUpdate,
  };

  /** Removes a line, so that it is rendered again: new items may belong to the last line of a grid. */
  function dropLine(line) {
    for (const element of elementsByLine.get(line) ?? []) element.remove();
    elementsByLine.delete(line);
    measuredHeights.length = Math.min(measuredHeights.length, line);
  }
}
