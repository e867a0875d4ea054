// Shows every component in both themes, so that the effect of a style change is visible at a glance.

import { copyButton, el, fact, fill, byId } from "../shared/dom.js";
import { renderIdenticon } from "../shared/identicon.js";
import { icon, PATHS } from "./icons.js";

const COLOURS =
  "back panel raised field hover line control-line edge text soft accent accent-back good good-back bad bad-back note note-back in out".split(
    " ",
  );
const SIZES = [0, 1, 2, 3, 4, 5, 6];
const ADDRESS = "EQCfJ619tsWMv-JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";

export function createView() {
  return {
    show() {
      const box = byId("design-show");
      if (box.childElementCount > 0) return;
      fill(box, el("div", { class: "design-columns" }, renderSpecimen("light"), renderSpecimen("dark")));
    },
  };
}

/** Renders a heading with its components. */
const renderPart = (title, ...children) => [el("h4", {}, title), ...children.flat()];
const makeButton = (text, options) => el("button", { type: "button", ...options }, text);

function renderSpecimen(theme) {
  return el(
    "section",
    { class: `specimen ${theme}`, "aria-label": `Components, ${theme}` },
    el("h3", {}, theme === "light" ? "Light" : "Dark"),
    renderPart("Colour", el("ul", { class: "swatches" }, COLOURS.map(renderSwatch))),
    renderPart("Type", SIZES.map(renderTypeLine)),
    renderPart(
      "Buttons",
      el(
        "div",
        { class: "actions" },
        makeButton("Primary", { class: "primary" }),
        makeButton("Usual"),
        makeButton("Quiet", { class: "quiet" }),
        makeButton("Busy", { "aria-disabled": "true" }),
        copyButton(ADDRESS, `the sample address, ${theme}`),
        makeButton([icon("filter")], { class: "icon-button", "aria-label": `Filter, ${theme}` }),
      ),
    ),
    renderPart(
      "Choices",
      el(
        "div",
        { class: "chips" },
        makeButton([icon("arrow-in"), "Received"], { class: "chip", "aria-pressed": "true" }),
        makeButton([icon("arrow-out"), "Sent"], { class: "chip", "aria-pressed": "false" }),
        el(
          "div",
          { class: "segmented" },
          makeButton("Tree", { "aria-pressed": "true" }),
          makeButton("Table", { "aria-pressed": "false" }),
        ),
      ),
    ),
    renderPart(
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
    renderPart(
      "Messages",
      ["good", "note", "bad"].map((kind) =>
        el(
          "div",
          { class: `message ${kind}` },
          el("p", {}, el("strong", {}, "What happened."), " What to do about it."),
        ),
      ),
    ),
    renderPart(
      "Numbers",
      el(
        "dl",
        { class: "stats card" },
        renderStat("Balance", "1,204.5 TON"),
        renderStat("Transactions", "1,750"),
        renderStat("Fees", "0.0042 TON"),
      ),
    ),
    renderPart("Table", renderTable(theme)),
    renderPart(
      "Facts",
      el(
        "dl",
        { class: "tx-facts" },
        fact("Logical time", el("span", { class: "mono" }, "47000000000001")),
        fact("Block", "4711"),
      ),
    ),
    renderPart(
      "Loading and empty states",
      el("p", {}, el("span", { class: "skeleton wide" })),
      el("p", {}, el("span", { class: "skeleton half" }), " ", el("span", { class: "skeleton short" })),
      el("progress", { max: 10, value: 4, "aria-label": `Progress, ${theme}` }),
      el(
        "div",
        { class: "empty" },
        icon("jetton"),
        el("p", {}, "This account has no jettons."),
        makeButton("Try another"),
      ),
    ),
    renderPart(
      "Field",
      el("label", {}, "Account address", el("input", { value: ADDRESS, type: "text", readOnly: true })),
    ),
    renderPart(
      "Icons",
      el(
        "ul",
        { class: "icons" },
        Object.keys(PATHS).map((name) => el("li", {}, icon(/** @type {keyof typeof PATHS} */ (name)), name)),
      ),
    ),
  );
}

function renderSwatch(name) {
  const item = el("li", { class: "swatch" }, `--${name}`);
  item.style.setProperty("--colour", `var(--${name})`);
  return item;
}

function renderTypeLine(size) {
  const text = el("p", {}, `--size-${size} The quick brown fox`);
  text.style.fontSize = `var(--size-${size})`;
  text.style.margin = "0";
  return text;
}

const renderStat = (name, value) => el("div", { class: "stat" }, el("dt", {}, name), el("dd", {}, value));

function renderTable(theme) {
  const renderRow = (name, direction, amount) =>
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
      el("tbody", {}, renderRow("Received", "in", "+5 TON"), renderRow("Sent", "out", "\u22120.5 TON")),
    ),
  );
}
