// Whether the visitor reads a list, so that nothing in it may move: the list is scrolled, the mouse points at it, or it contains
// the focus or selected text.

/**
 * @param {HTMLElement} rows the element with the rows @param {() => void} onRelease called when the list may no longer be read
 * @returns {() => boolean}
 */
export function observeReading(rows, onRelease) {
  let isPointedAt = false;
  rows.addEventListener("pointerenter", ({ pointerType }) => {
    isPointedAt = pointerType === "mouse";
  });
  rows.addEventListener("pointerleave", () => {
    isPointedAt = false;
    onRelease();
  });
  // The focus has not yet moved when this event is sent.
  rows.addEventListener("focusout", () => setTimeout(onRelease));
  addEventListener("scroll", onRelease, { passive: true });
  document.addEventListener("selectionchange", onRelease);

  return () => {
    const selection = getSelection();
    const hasSelection =
      selection && !selection.isCollapsed && selection.anchorNode && rows.contains(selection.anchorNode);
    return (
      isPointedAt ||
      rows.contains(document.activeElement) ||
      Boolean(hasSelection) ||
      (rows.checkVisibility() && rows.getBoundingClientRect().top < 0)
    );
  };
}
