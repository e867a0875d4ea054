// A box of the picture: the transaction of a message, with its account, operation and outcome.

import { icon } from "../design/icons.js";
import { el } from "../shared/dom.js";
import { renderIdenticon } from "../shared/identicon.js";
import { describeBranch } from "./branch-words.js";
import { TIP } from "./flow-layout.js";

/** A box, its amount on the line, and the button that expands it. */
export function renderBox({ branch, x, y, width, height }, page, { list, gap }, open, falls) {
  const { account, name, operation, amount, short, failed, bounced, pending, expected } = describeBranch(branch, page);
  const state = failed ? "failed" : pending || expected ? "pending" : branch.transaction ? "done" : "out";
  // A text for screen readers; others see it by the line and the colours.
  const said = [!list && amount, failed && "failed", pending && "on its way", expected && "expected"].filter(Boolean);
  const words = [
    name,
    operation,
    amount,
    failed && `failed: ${failed}`,
    pending && "on its way",
    expected && "expected",
  ].filter(Boolean);
  const box = el(
    "button",
    {
      type: "button",
      class: `flow-box ${state}${bounced ? " bounced" : ""}`,
      title: words.join("\n"),
    },
    el(
      "span",
      { class: "flow-name" },
      account ? renderIdenticon(account) : icon("external"),
      el("bdi", { class: "flow-account" }, name),
      failed && icon("cross"),
    ),
    " ",
    el("span", { class: "flow-operation" }, failed ? `${failed} \u00b7 ${operation}` : operation),
    el("span", { class: "hidden" }, ` ${said.join(", ")}`),
  );
  if (list && short) box.append(el("span", { class: "flow-amount" }, short));
  position(box, x, y, width, height);
  box.dataset.key = branch.key;
  box.dataset.hash = branch.hash ?? "";
  const parts = /** @type {HTMLElement[]} */ ([box]);
  if (!list && short && branch.parent) {
    // The label is placed on the side that the line does not come from.
    const label = el("span", { class: `flow-label${falls ? " below" : ""}`, "aria-hidden": "true" }, short);
    position(label, x - gap + 2, falls ? y + height / 2 + 6 : y - 2, gap - 4 - TIP, height / 2 - 5);
    parts.unshift(label);
  }
  if (branch.children.length > 0 && !open) {
    const more = el(
      "button",
      {
        type: "button",
        class: "flow-more",
        tabIndex: -1,
        "aria-label": `Expand ${branch.below} more`,
        title: "Expand",
      },
      `+${branch.below}`,
    );
    more.dataset.key = branch.key;
    more.style.left = `${x + width - 20}px`;
    more.style.top = `${y + height - 14}px`;
    parts.push(more);
  }
  return { box, parts };
}

function position(element, x, y, width, height) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}
