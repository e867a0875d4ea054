// Checks the geometry of a page, in the browser: no texts overlap, no heading is broken into syllables, no control is outside of the window.

/** Returns the faults in the geometry of the page. */
export function findFaults() {
  /** @type {string[]} */
  const faults = [];
  const isVisible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const name = (element) => `${element.tagName.toLowerCase()}${element.id && `#${element.id}`}.${element.className}`;
  /** The part of a rectangle that the boxes around it do not clip. */
  const clipToAncestors = (element, { left, top, right, bottom }) => {
    const box = { left, top, right, bottom };
    for (let ancestor = element; ancestor && ancestor !== document.body; ancestor = ancestor.parentElement) {
      const style = getComputedStyle(ancestor);
      if (style.clipPath !== "none") return undefined;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const ancestorBox = ancestor.getBoundingClientRect();
      if (
        ["hidden", "clip"].includes(style.overflowX) &&
        style.textOverflow !== "ellipsis" &&
        right > ancestorBox.right + 2 &&
        ancestor.clientWidth > 4
      )
        faults.push(`"${element.textContent.trim().slice(0, 30)}" is cut at the right`);
      box.left = Math.max(box.left, ancestorBox.left);
      box.top = Math.max(box.top, ancestorBox.top);
      box.right = Math.min(box.right, ancestorBox.right);
      box.bottom = Math.min(box.bottom, ancestorBox.bottom);
    }
    return box.right - box.left > 1 && box.bottom - box.top > 1 ? box : undefined;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    // The bar at the end of a list lies over the rows by design.
    if (!node.textContent.trim() || !isVisible(element) || element.closest(".tail, svg, script, style, option"))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rectangle of range.getClientRects()) {
      const box = clipToAncestors(element, rectangle);
      if (box) texts.push({ node, element, box, text: node.textContent.trim().slice(0, 30) });
    }
  }
  for (const [index, a] of texts.entries())
    for (const b of texts.slice(index + 1)) {
      // A text that ends with an ellipsis has two boxes.
      if (a.node === b.node) continue;
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      // Lines of text have boxes that are higher than their letters.
      if (width > 2 && height > 6)
        faults.push(`"${a.text}" overlaps "${b.text}" by ${Math.round(width)} x ${Math.round(height)}`);
    }
  // The controls of the header have backgrounds, which must not cover the text beside them.
  for (const control of document.querySelectorAll(".top a, .top button")) {
    const box = isVisible(control) && !control.closest(".views") && control.getBoundingClientRect();
    for (const text of box ? texts : [])
      if (
        !control.contains(text.element) &&
        text.element.closest(".top-row") &&
        Math.min(box.right, text.box.right) - Math.max(box.left, text.box.left) > 1 &&
        Math.min(box.bottom, text.box.bottom) - Math.max(box.top, text.box.top) > 1
      )
        faults.push(`"${text.text}" lies under ${name(control)}`);
  }
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    if (!isVisible(heading) || heading.closest(".hidden")) continue;
    const lineHeights = texts
      .filter(({ element }) => heading.contains(element))
      .map(({ box }) => Math.round(box.bottom / 8));
    const lineCount = new Set(lineHeights).size;
    const minLength = heading.tagName === "H1" ? heading.textContent.length : 3;
    if (lineCount > 1 && heading.textContent.trim().length / lineCount < minLength)
      faults.push(`the heading "${heading.textContent}" has ${lineCount} lines`);
  }
  const errors = [...document.querySelectorAll(".message.bad .what")]
    .filter(isVisible)
    .map((error) => error.textContent);
  for (const text of new Set(errors.filter((error, index) => errors.indexOf(error) !== index)))
    faults.push(`the error "${text}" is shown ${errors.filter((error) => error === text).length} times`);
  for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
    // The navigation scrolls, so does the strip of blocks, and so do tables and code.
    if (!isVisible(control) || control.closest(".views, .skip, .block-strip, .scroll, table, pre")) continue;
    const { left, right, width } = control.getBoundingClientRect();
    if (width > 0 && (left < -1 || right > document.body.getBoundingClientRect().right + 1))
      faults.push(
        `${name(control)} "${control.textContent.trim().slice(0, 20)}" is at ${Math.round(left)} to ${Math.round(right)}`,
      );
  }
  return faults;
}
