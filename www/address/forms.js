// Lists all forms of an address or hash, each with a copy button.

import { detectAddress, packAddress } from "../ton-edge/address.js";
import { copyButton, el } from "../shared/dom.js";
import { nameWorkchain } from "./bytes.js";

/** Three groups: the account, its friendly forms, and its friendly forms for test networks. */
export function renderAddressForms(text, { workchain, hash, raw }) {
  const friendly = (testOnly) =>
    [true, false].flatMap((bounceable) =>
      [true, false].map((urlSafe) => [
        `${bounceable ? "Bounceable" : "Non-bounceable"}, ${urlSafe ? "base64url" : "base64"}`,
        packAddress(text, { bounceable, testOnly, urlSafe }),
        `${testOnly ? "test " : ""}${bounceable ? "" : "non-"}bounceable ${urlSafe ? "b64url" : "b64"}`,
      ]),
    );
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return {
    account: group(
      "Account",
      [
        ["Raw, upper-case", raw, "raw"],
        ["Raw, lower-case", detectAddress(text).raw_form, "raw lower"],
        ["Hash, hexadecimal", hex, "hash hex"],
        ["Workchain", String(workchain), "workchain", nameWorkchain(workchain)],
      ],
      text,
    ),
    friendly: group("Friendly forms", friendly(false), text),
    test: group("Friendly forms for the test network only", friendly(true), text),
  };
}

export const renderHashForms = (text, { hex, b64, b64url }) =>
  group(
    "Hash",
    [
      ["Hexadecimal", hex, "hash hex"],
      ["Base64", b64, "hash b64"],
      ["Base64url", b64url, "hash b64url"],
    ],
    text,
  );

/** Rows are `[label, value, form, note]`; `form` identifies the row to tests and styles. */
function group(title, rows, input) {
  const lines = rows.map(([label, value, form, note]) => {
    const same = value === input && el("span", { class: "tag" }, "as given");
    const line = el(
      "div",
      { class: "form" },
      el("dt", {}, label, same && " ", same),
      el(
        "dd",
        {},
        el("span", { class: "value mono" }, value),
        note && el("span", { class: "note" }, note),
        copyButton(value, `${label} (${title})`),
      ),
    );
    line.dataset.form = form;
    return line;
  });
  return el("div", { class: "group" }, el("h3", {}, title), el("dl", {}, lines));
}
