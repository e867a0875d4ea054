// Shows each error text once per view: several parts of a view often fail for one reason. Each part keeps its code and its Retry
// button.

/** Marks sentences of errors that are visible above. @param {HTMLElement} main */
function markRepeatedErrors(main) {
  /** @type {Set<string>} */
  const sentences = new Set();
  for (const sentence of main.querySelectorAll(".message.bad :is(.what, .why)")) {
    // The design view shows each sample twice, so it is skipped.
    if (!sentence.closest(".message").checkVisibility() || sentence.closest(".specimen")) continue;
    const text = sentence.textContent ?? "";
    sentence.classList.toggle("repeated", sentences.has(text));
    sentences.add(text);
  }
}

/** @param {HTMLElement} main */
export function observeErrors(main) {
  new MutationObserver(() => markRepeatedErrors(main)).observe(main, {
    subtree: true,
    childList: true,
    attributeFilter: ["class", "hidden"],
  });
}
