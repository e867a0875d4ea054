// A list in the document of which only the rows near the screen are elements: the others are replaced by spacers of their height.
// The row that has the focus or the selection stays, so that neither is lost by scrolling.

/** Pixels above and below the screen that are rendered. */
const OVERSCAN = 600;

/**
 * @template Item
 * @param {{
 *   place: HTMLElement, render(item: Item, index: number): HTMLElement, makeSpacer(): HTMLElement,
 *   kindOf?(item: Item): string, heights?: Record<string, number>, columns?(): number,
 * }} options
 *   `place` holds the rows and nothing else; `kindOf`: rows of one kind have the same height until they are measured, at first that of
 *   `heights`, in pixels; `columns`: how many items stand side by side, which share the height of the first one
 */
export function createVirtualList({ place, render, makeSpacer, kindOf = () => "", heights = {}, columns = () => 1 }) {
  /** @type {Item[]} */
  let items = [];
  /** Heights by kind, and of lines that were measured. @type {Map<string, number>} */
  const byKind = new Map(Object.entries(heights));
  /** @type {(number | undefined)[]} */
  let measured = [];
  /** Where each line begins, and at last where all end. */
  let tops = [0];
  /** The elements by line. @type {Map<number, HTMLElement[]>} */
  const shown = new Map();
  /** @type {HTMLElement[]} */
  const spacers = [];
  let width = 0;
  let across = 1;
  let waiting = false;

  const lineCount = () => Math.ceil(items.length / across);
  const heightOf = (/** @type {number} */ line) => measured[line] ?? byKind.get(kindOf(items[line * across])) ?? 40;

  function layOut(from = 0) {
    const count = lineCount();
    tops.length = count + 1;
    for (let line = from; line < count; line += 1) tops[line + 1] = tops[line] + heightOf(line);
  }

  /** The line at a distance from the first one. */
  function lineAt(y) {
    let [low, high] = [0, lineCount() - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** The line of a node inside, if it is in one. */
  function lineOf(node) {
    if (!node || !place.contains(node)) return undefined;
    for (const [line, elements] of shown) if (elements.some((one) => one.contains(node))) return line;
    return undefined;
  }

  function pinned() {
    const selection = getSelection();
    const nodes = [document.activeElement];
    if (selection && !selection.isCollapsed)
      nodes.push(/** @type {any} */ (selection.anchorNode), /** @type {any} */ (selection.focusNode));
    // Includes the neighbours, so that Tab reaches them.
    return nodes
      .map(lineOf)
      .filter((line) => line !== undefined)
      .flatMap((line) => [line - 1, line, line + 1]);
  }

  /** The lines to render. */
  function wanted() {
    if (items.length === 0) return [];
    const top = -place.getBoundingClientRect().top;
    const [first, last] = [lineAt(top - OVERSCAN), lineAt(top + innerHeight + OVERSCAN)];
    const lines = new Set(/** @type {number[]} */ (pinned()));
    for (let line = first; line <= last; line += 1) lines.add(line);
    return [...lines].filter((line) => line >= 0 && line < lineCount()).sort((a, b) => a - b);
  }

  function update() {
    waiting = false;
    // Inside of a hidden tab there is nothing to measure.
    if (!place.isConnected || place.getClientRects().length === 0) return;
    reflow();
    for (let turn = 0; turn < 3; turn += 1) {
      const lines = wanted();
      if (lines.length === shown.size && lines.every((line) => shown.has(line)) && turn > 0) return;
      paint(lines);
      if (!measure(lines)) return;
    }
  }

  /** Other widths give other heights. */
  function reflow() {
    const now = place.parentElement?.clientWidth ?? 0;
    const columnsNow = Math.max(1, columns());
    if (now === width && columnsNow === across) return;
    width = now;
    measured = [];
    if (columnsNow !== across) {
      across = columnsNow;
      for (const elements of shown.values()) for (const one of elements) one.remove();
      shown.clear();
    }
    layOut();
  }

  function paint(lines) {
    const keep = new Set(lines);
    for (const [line, elements] of shown) {
      if (keep.has(line)) continue;
      for (const one of elements) one.remove();
      shown.delete(line);
    }
    // Rows are never moved: that would take the focus from them.
    for (const one of spacers) one.remove();
    let next = place.firstElementChild;
    for (const line of lines) {
      let elements = shown.get(line);
      if (elements) next = elements.at(-1)?.nextElementSibling ?? null;
      else {
        elements = items.slice(line * across, (line + 1) * across).map((item, at) => render(item, line * across + at));
        for (const one of elements) place.insertBefore(one, next);
        shown.set(line, elements);
      }
    }
    let at = 0;
    let used = 0;
    for (const line of [...lines, lineCount()]) {
      const gap = tops[line] - tops[at];
      if (gap > 0) {
        const spacer = (spacers[used] ??= makeSpacer());
        spacer.style.height = `${gap}px`;
        place.insertBefore(spacer, shown.get(line)?.[0] ?? null);
        used += 1;
      }
      at = line + 1;
    }
  }

  /** Measures the lines that are new. Returns whether others move by that. */
  function measure(lines) {
    let first = Infinity;
    for (const line of lines) {
      if (measured[line] !== undefined) continue;
      const [element] = shown.get(line) ?? [];
      const { height } = element.getBoundingClientRect();
      if (height === 0) continue;
      const gap = across > 1 ? gapOf() : 0;
      if (Math.abs(heightOf(line) - height - gap) > 0.01) first = Math.min(first, line);
      measured[line] = height + gap;
      byKind.set(kindOf(items[line * across]), height + gap);
    }
    if (first === Infinity) return false;
    layOut();
    return true;
  }

  /** The lines of a grid have gaps between them. */
  const gapOf = () => Number.parseFloat(getComputedStyle(place).rowGap) || 0;

  function plan() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(update);
  }

  addEventListener("scroll", plan, { passive: true });
  // At once: Tab may be pressed again before the next frame, and would go to a row that is not a neighbour.
  place.addEventListener("focusin", update);
  addEventListener("resize", plan);
  new ResizeObserver(plan).observe(place.parentElement ?? place);

  return {
    /** Adds items at the end. @param {Item[]} more */
    push(more) {
      const from = Math.max(0, lineCount() - 1);
      items.push(...more);
      if (across > 1) repaintFrom(from);
      layOut(from);
      update();
    },
    clear() {
      items = [];
      measured = [];
      tops = [0];
      for (const elements of shown.values()) for (const one of elements) one.remove();
      shown.clear();
      for (const one of spacers) one.remove();
    },
    /** All items, rendered or not. @returns {readonly Item[]} */
    items: () => items,
    /** To be called after the list was hidden or moved. */
    update: plan,
  };

  /** The last line of a grid may have had room left. */
  function repaintFrom(line) {
    for (const one of shown.get(line) ?? []) one.remove();
    shown.delete(line);
    measured.length = Math.min(measured.length, line);
  }
}
