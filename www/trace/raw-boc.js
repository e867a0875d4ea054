// A bag of cells as text, in base64 or hexadecimal digits, to copy. It is loaded when it is opened.

import { copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";

const FORMS = /** @type {const} */ (["base64", "hex"]);

const hexOf = (base64) => Array.from(atob(base64), (one) => one.charCodeAt(0).toString(16).padStart(2, "0")).join("");

/**
 * @param {string} name of the data @param {() => Promise<string | undefined> | string} load in base64; undefined if there is none
 * @param {AbortSignal} [signal]
 */
export function renderRawBoc(name, load, signal) {
  const place = el("div", { class: "raw-place" });
  const details = el("details", { class: "raw" }, el("summary", {}, name), place);
  let loading = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || loading) return;
    loading = true;
    try {
      const found = load();
      if (typeof found !== "string") fill(place, el("p", { class: "soft", role: "status" }, "Loading…"));
      const boc = await found;
      fill(place, ...(boc ? shown(name, boc) : [el("p", { class: "soft" }, "The API has none.")]));
    } catch (error) {
      if (signal?.aborted) return;
      // Opening it again tries again.
      loading = false;
      fill(place, el("div", { class: "message bad", role: "alert" }, describeError(error)));
    }
  });
  return details;
}

function shown(name, boc) {
  let form = /** @type {typeof FORMS[number]} */ ("base64");
  const write = () => (form === "hex" ? hexOf(boc) : boc);
  const text = el("textarea", { class: "mono", readOnly: true, rows: 4, value: boc, "aria-label": `${name}, BoC` });
  const buttons = FORMS.map((one) => {
    const button = el(
      "button",
      { type: "button", "aria-pressed": String(one === form) },
      one === "hex" ? "Hex" : "Base64",
    );
    button.addEventListener("click", () => {
      form = one;
      text.value = write();
      buttons.forEach((each, at) => each.setAttribute("aria-pressed", String(FORMS[at] === form)));
    });
    return button;
  });
  return [
    el(
      "div",
      { class: "raw-tools" },
      el("div", { class: "segmented", role: "group", "aria-label": "Form" }, buttons),
      copyButton(write, name),
    ),
    text,
  ];
}
