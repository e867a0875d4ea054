// A box of the picture: the transaction of a message, with its account, operation and outcome.

import { icon } from "../design/icons.js";
import { el } from "../shared/dom.js";
import { renderOnNameChange, renderAccountName } from "../shared/account-link.js";
import { renderIdenticon } from "../shared/identicon.js";
import { describeBranch, NAME_CHARS } from "./branch-words.js";
import { TIP_LENGTH } from "./flow-layout.js";
import { t } from "../shared/messages.js";

/** Renders a box, its amount on the line, and the button that expands it. */
export function renderBox({ branch, x, y, width, height }, page, { list: isList, gap }, isOpen, isBelow) {
  const {
    account,
    name,
    operation,
    amount,
    short: shortAmount,
    failed: failure,
    bounced,
    pending,
    expected,
  } = describeBranch(branch, page);
  const state = failure ? "failed" : pending || expected ? "pending" : branch.transaction ? "done" : "out";
  // A text for screen readers; the line and the colours show the same to others.
  const hiddenTexts = [
    !isList && amount,
    failure && t("failed"),
    pending && t("on its way"),
    expected && t("expected"),
  ].filter(Boolean);
  const titleLines = [
    name,
    operation,
    amount,
    failure && t("failed: {reason}", { reason: failure }),
    pending && t("on its way"),
    expected && t("expected"),
  ].filter(Boolean);
  const box = el(
    "button",
    {
      type: "button",
      class: `flow-box ${state}${bounced ? " bounced" : ""}`,
      title: titleLines.join("\n"),
    },
    el(
      "span",
      { class: "flow-name" },
      account ? renderIdenticon(account) : icon("external"),
      account
        ? renderOnNameChange(el("bdi", { class: "flow-account" }), () => [
            renderAccountName(account, page.book[account], NAME_CHARS),
          ])
        : el("bdi", { class: "flow-account" }, name),
      failure && icon("cross"),
    ),
    " ",
    el("span", { class: "flow-operation" }, failure ? `${failure} \u00b7 ${operation}` : operation),
    el("span", { class: "hidden" }, ` ${hiddenTexts.join(", ")}`),
  );
  if (isList && shortAmount) box.append(el("span", { class: "flow-amount" }, shortAmount));
  positionElement(box, x, y, width, height);
  box.dataset.key = branch.key;
  box.dataset.hash = branch.hash ?? "";
  const elements = /** @type {HTMLElement[]} */ ([box]);
  if (!isList && shortAmount && branch.parent) {
    // If the line comes from above, the label is below its end, else above: the line must not cross it.
    const label = el(
      "span",
      { class: `flow-label${isBelow ? " below" : ""}`, "aria-hidden": "true" },
      el("span", {}, shortAmount),
    );
    positionElement(label, x - gap + 2, isBelow ? y + height / 2 + 6 : y - 2, gap - 4 - TIP_LENGTH, height / 2 - 5);
    elements.unshift(label);
  }
  if (branch.children.length > 0 && !isOpen) {
    const expandButton = el(
      "button",
      {
        type: "button",
        class: "flow-more",
        tabIndex: -1,
        "aria-label": t("Expand {count} more", { count: branch.below }),
        title: t("Expand"),
      },
      `+${branch.below}`,
    );
    expandButton.dataset.key = branch.key;
    expandButton.style.left = `${x + width - 20}px`;
    expandButton.style.top = `${y + height - 14}px`;
    elements.push(expandButton);
  }
  return { box, parts: elements };
}

function positionElement(element, x, y, width, height) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}
