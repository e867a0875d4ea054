// Lists all forms of an address or hash, each with a copy button.

import { detectAddress, packAddress } from "../ton-edge/address.js";
import { copyButton, el } from "../shared/dom.js";
import { nameWorkchain } from "./bytes.js";
import { t } from "../shared/messages.js";

// The path of each form in the result of `detectAddress`.
// <generated from src/address/forms.rs>
const FORMS = [
  { label: "Raw, lower-case", path: ["raw_form"] },
  { label: "Bounceable, base64url", path: ["bounceable", "b64url"] },
  { label: "Bounceable, base64", path: ["bounceable", "b64"] },
  { label: "Non-bounceable, base64url", path: ["non_bounceable", "b64url"] },
  { label: "Non-bounceable, base64", path: ["non_bounceable", "b64"] },
];
// </generated from src/address/forms.rs>

/** Renders three groups: the account, its friendly forms, and its friendly forms for test networks. */
export function renderAddressForms(text, { workchain, hash, raw }) {
  const listForms = (testOnly, depth) => {
    const detectedForms = detectAddress(packAddress(text, { testOnly }));
    return FORMS.filter(({ path }) => path.length === depth).map(({ label, path }) => [
      t(label),
      path.reduce((part, field) => part[field], detectedForms),
      `${testOnly ? "test " : ""}${path.join(" ").replaceAll("_", "-")}`,
    ]);
  };
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return {
    account: renderGroup(
      t("Account"),
      [
        [t("Raw, upper-case"), raw, "raw"],
        ...listForms(false, 1),
        [t("Hash, hexadecimal"), hex, "hash hex"],
        [t("Workchain"), String(workchain), "workchain", nameWorkchain(workchain)],
      ],
      text,
    ),
    friendly: renderGroup(t("Friendly forms"), listForms(false, 2), text),
    test: renderGroup(t("Friendly forms for the test network only"), listForms(true, 2), text),
  };
}

export const renderHashForms = (text, { hex, b64, b64url }) =>
  renderGroup(
    t("Hash"),
    [
      [t("Hexadecimal"), hex, "hash hex"],
      ["Base64", b64, "hash b64"],
      ["Base64url", b64url, "hash b64url"],
    ],
    text,
  );

/** Renders rows of `[label, value, form, note]`; `form` identifies the row for tests and styles. */
function renderGroup(title, rows, input) {
  const lines = rows.map(([label, value, form, note]) => {
    const sameMark = value === input && el("span", { class: "tag" }, t("as given"));
    const line = el(
      "div",
      { class: "form" },
      el("dt", {}, label, sameMark && " ", sameMark),
      el(
        "dd",
        {},
        el("span", { class: "value mono" }, value),
        note && el("span", { class: "note" }, note),
        copyButton(value, t("{label} ({title})", { label, title })),
      ),
    );
    line.dataset.form = form;
    return line;
  });
  return el("div", { class: "group" }, el("h3", {}, title), el("dl", { class: "boxed" }, lines));
}
