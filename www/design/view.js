// Shows every component in both themes, so that a change of one is seen at once.

import { copyButton, el, fact, fill, byId } from "../shared/dom.js";
import { renderIdenticon } from "../shared/identicon.js";
import { icon, PATHS } from "./icons.js";

const COLOURS =
  "back panel raised line edge text soft accent accent-back good good-back bad bad-back note note-back in out".split(
    " ",
  );
const SIZES = [0, 1, 2, 3, 4, 5, 6];
const ADDRESS = "EQCfJ619tsWMv-JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";

export function createView() {
  return {
    show() {
      const box = byId("design-show");
      if (box.childElementCount > 0) return;
      fill(box, el("div", { class: "design-columns" }, specimen("light"), specimen("dark")));
    },
  };
}

/** A heading and what it is of. */
const part = (title, ...shown) => [el("h4", {}, title), ...shown.flat()];
const button = (text, options) => el("button", { type: "button", ...options }, text);

function specimen(theme) {
  return el(
    "section",
    { class: `specimen ${theme}`, "aria-label": `Components, ${theme}` },
    el("h3", {}, theme === "light" ? "Light" : "Dark"),
    part("Colour", el("ul", { class: "swatches" }, COLOURS.map(swatch))),
    part("Type", SIZES.map(line)),
    part(
      "Buttons",
      el(
        "div",
        { class: "actions" },
        button("Primary", { class: "primary" }),
        button("Usual"),
        button("Quiet", { class: "quiet" }),
        button("Busy", { "aria-disabled": "true" }),
        copyButton(ADDRESS, `the sample address, ${theme}`),
        button([icon("filter")], { class: "icon-button", "aria-label": `Filter, ${theme}` }),
      ),
    ),
    part(
      "Choices",
      el(
        "div",
        { class: "chips" },
        button([icon("arrow-in"), "Received"], { class: "chip", "aria-pressed": "true" }),
        button([icon("arrow-out"), "Sent"], { class: "chip", "aria-pressed": "false" }),
        el(
          "div",
          { class: "segmented" },
          button("Tree", { "aria-pressed": "true" }),
          button("Table", { "aria-pressed": "false" }),
        ),
      ),
    ),
    part(
      "Marks",
      el(
        "div",
        { class: "chips" },
        el("span", { class: "badge good" }, "Success"),
        el("span", { class: "badge bad" }, "Failed"),
        el("span", { class: "badge note" }, "Pending"),
        el("span", { class: "badge" }, "Not deployed"),
        el("span", { class: "tag" }, "bounced"),
        el("span", { class: "amount in" }, "+5 TON"),
        el("span", { class: "amount out" }, "\u22120.5 TON"),
        el("kbd", {}, "/"),
      ),
    ),
    part(
      "Messages",
      ["good", "note", "bad"].map((kind) =>
        el(
          "div",
          { class: `message ${kind}` },
          el("p", {}, el("strong", {}, "What happened."), " What to do about it."),
        ),
      ),
    ),
    part(
      "Numbers",
      el(
        "dl",
        { class: "stats card" },
        stat("Balance", "1,204.5 TON"),
        stat("Transactions", "1,750"),
        stat("Fees", "0.0042 TON"),
      ),
    ),
    part("Table", table(theme)),
    part(
      "Facts",
      el(
        "dl",
        { class: "tx-facts" },
        fact("Logical time", el("span", { class: "mono" }, "47000000000001")),
        fact("Block", "4711"),
      ),
    ),
    part(
      "Waiting, and nothing",
      el("p", {}, el("span", { class: "skeleton wide" })),
      el("p", {}, el("span", { class: "skeleton half" }), " ", el("span", { class: "skeleton short" })),
      el("progress", { max: 10, value: 4, "aria-label": `Progress, ${theme}` }),
      el("div", { class: "empty" }, icon("jetton"), el("p", {}, "This account has no jettons."), button("Try another")),
    ),
    part("Field", el("label", {}, "Account address", el("input", { value: ADDRESS, type: "text", readOnly: true }))),
    part(
      "Icons",
      el(
        "ul",
        { class: "icons" },
        Object.keys(PATHS).map((name) => el("li", {}, icon(/** @type {keyof typeof PATHS} */ (name)), name)),
      ),
    ),
  );
}

function swatch(name) {
  const item = el("li", { class: "swatch" }, `--${name}`);
  item.style.setProperty("--colour", `var(--${name})`);
  return item;
}

function line(size) {
  const text = el("p", {}, `--size-${size} The quick brown fox`);
  text.style.fontSize = `var(--size-${size})`;
  text.style.margin = "0";
  return text;
}

const stat = (name, value) => el("div", { class: "stat" }, el("dt", {}, name), el("dd", {}, value));

function table(theme) {
  const row = (name, direction, amount) =>
    el(
      "tr",
      {},
      el("td", {}, icon(direction === "in" ? "arrow-in" : "arrow-out"), ` ${name}`),
      el("td", {}, el("span", { class: "address mono" }, renderIdenticon(ADDRESS + name), "EQCfJ6\u2026RvzAGpu")),
      el("td", { class: `number amount ${direction}` }, amount),
    );
  return el(
    "div",
    { class: "table-box", role: "region", "aria-label": `A table, ${theme}`, tabIndex: 0 },
    el(
      "table",
      { class: "table" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ["What", "Who", "How much"].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el("tbody", {}, row("Received", "in", "+5 TON"), row("Sent", "out", "\u22120.5 TON")),
    ),
  );
}
