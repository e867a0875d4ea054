// Shows a bag of cells as text, in base64 or hexadecimal digits, to copy.

import { copyButton, el } from "../shared/dom.js";
import { t } from "../shared/messages.js";

const BOC_FORMS = /** @type {const} */ (["base64", "hex"]);

const toHex = (base64) =>
  Array.from(atob(base64), (character) => character.charCodeAt(0).toString(16).padStart(2, "0")).join("");

/** @param {string} name of the data @param {string} boc in base64 @returns {HTMLElement[]} */
export function renderBocText(name, boc) {
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
