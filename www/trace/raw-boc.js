// Shows a bag of cells as text, in base64 or hexadecimal digits, to copy. The bag of cells is loaded when the visitor opens it.

import { copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { t } from "../shared/messages.js";

const BOC_FORMS = /** @type {const} */ (["base64", "hex"]);

const toHex = (base64) =>
  Array.from(atob(base64), (character) => character.charCodeAt(0).toString(16).padStart(2, "0")).join("");

/**
 * @param {string} name of the data @param {() => Promise<string | undefined> | string} load in base64; undefined if there is none
 * @param {AbortSignal} [signal]
 */
export function renderRawBoc(name, load, signal) {
  const container = el("div", { class: "raw-place" });
  const details = el("details", { class: "raw" }, el("summary", {}, name), container);
  let isLoading = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || isLoading) return;
    isLoading = true;
    try {
      const pendingBoc = load();
      if (typeof pendingBoc !== "string") fill(container, el("p", { class: "soft", role: "status" }, t("Loading…")));
      const boc = await pendingBoc;
      fill(
        container,
        ...(boc ? renderBoc(name, boc) : [el("p", { class: "soft" }, t("The API does not have this data."))]),
      );
    } catch (error) {
      if (signal?.aborted) return;
      // If the visitor opens it again, it is loaded again.
      isLoading = false;
      fill(container, el("div", { class: "message bad", role: "alert" }, describeError(error)));
    }
  });
  return details;
}

function renderBoc(name, boc) {
  let form = /** @type {typeof BOC_FORMS[number]} */ ("base64");
  const formatBoc = () => (form === "hex" ? toHex(boc) : boc);
  const text = el("textarea", {
    class: "mono",
    readOnly: true,
    rows: 4,
    value: boc,
    "aria-label": t("{name}, BoC", { name }),
  });
  const buttons = BOC_FORMS.map((formName) => {
    const button = el(
      "button",
      { type: "button", "aria-pressed": String(formName === form) },
      t(formName === "hex" ? "Hex" : "Base64"),
    );
    button.addEventListener("click", () => {
      form = formName;
      text.value = formatBoc();
      buttons.forEach((otherButton, index) =>
        otherButton.setAttribute("aria-pressed", String(BOC_FORMS[index] === form)),
      );
    });
    return button;
  });
  return [
    el(
      "div",
      { class: "raw-tools" },
      el("div", { class: "segmented", role: "group", "aria-label": t("Form") }, buttons),
      copyButton(formatBoc, name),
    ),
    text,
  ];
}
