// Builds elements. It never uses innerHTML, so data can only become text.

import { t } from "./messages.js";

export const byId = (id) => document.getElementById(id);

/** @typedef {Node | string | false | null | undefined} Child skipped if it is neither a node nor a string */

/**
 * Creates an element. `props` are set as properties; names with a dash, `role` and `class` as attributes.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, any>} props @param {(Child | Child[])[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.includes("-") || name === "role" || name === "class") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(
    .../** @type {(Node | string)[]} */ (
      children.flat().filter((child) => child !== undefined && child !== null && child !== false)
    ),
  );
  return element;
}

/** Replaces an element's children. @param {Element} parent @param {(Child | Child[])[]} children */
export const fill = (parent, ...children) =>
  parent.replaceChildren(.../** @type {(Node | string)[]} */ (children.flat().filter(Boolean)));

/** Renders a name and its value in a `dl`. @param {Child} name @param {Child[]} value */
export const fact = (name, ...value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));

const COPIED_MS = 1500;

/**
 * Renders a button that copies a text; if `text` is a function, it is called when the button is pressed. `subject` names the
 * text for screen readers; `name` is the button's label.
 */
export function copyButton(text, subject, name = t("Copy")) {
  const labelElement = el("span", {}, name);
  const button = el(
    "button",
    { type: "button", class: "copy", "aria-label": t("Copy {subject}", { subject }) },
    labelElement,
  );
  if (typeof text === "string") button.dataset.copy = text;
  let timer;
  button.addEventListener("click", async () => {
    const isCopied = await copyText(typeof text === "string" ? text : text());
    labelElement.textContent = t(isCopied ? "Copied" : "Failed");
    byId("copied").textContent = isCopied
      ? t("Copied {subject}", { subject })
      : t("The browser blocked copying. Select the text and copy it by hand.");
    clearTimeout(timer);
    timer = setTimeout(() => {
      labelElement.textContent = name;
      byId("copied").textContent = "";
    }, COPIED_MS);
  });
  return button;
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Copies without `navigator.clipboard`, which browsers lack on pages over plain HTTP, as in a home network. */
function copyByCommand(text) {
  const focusedBefore = /** @type {HTMLElement | null} */ (document.activeElement);
  const textarea = el("textarea", { value: text, readOnly: true, class: "hidden" });
  document.body.append(textarea);
  textarea.select();
  const isCopied = document.execCommand("copy");
  textarea.remove();
  focusedBefore?.focus();
  return isCopied;
}
