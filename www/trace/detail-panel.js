// Shows the selected transaction: next to the picture if there is room, else in a panel at the lower edge.

import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { renderAccountLink } from "../shared/account-link.js";
import { renderBlockLink } from "../shared/block-link.js";
import { loadClient } from "../shared/client.js";
import { byId, copyButton, el, fact, fill } from "../shared/dom.js";
import { formatTon, shorten } from "../shared/format.js";
import { renderIdenticon } from "../shared/identicon.js";
import { renderMessageDetails, renderMessageSummary } from "../shared/message-summary.js";
import { isFailed } from "../shared/outcome.js";
import { renderTime, renderVerdict } from "../shared/transaction-row.js";
import { explainExitCode, renderPhases } from "./phases.js";
import { renderRawBoc } from "./raw-boc.js";
import { t, tCount } from "../shared/messages.js";

/** Maximum number of messages that are shown; a transaction may send 255. */
const MAX_MESSAGES = 20;

/**
 * @param {{ onClose(): void, onMove(step: 1 | -1): void, onFollow(hash: string): void }} callbacks
 *   `closed`: the visitor closes the panel; `moved`: opens the transaction before or after; `followed`: opens the receiver of a message
 */
export function createDetailPanel(callbacks) {
  const panel = byId("trace-detail");
  const [previousButton, nextButton] = ["trace-previous", "trace-next"].map((id) => byId(id));
  let controller = new AbortController();
  fill(byId("trace-detail-close"), icon("cross"));
  fill(previousButton, icon("chevron-left"));
  fill(nextButton, icon("chevron-right"));
  byId("trace-detail-close").addEventListener("click", callbacks.onClose);
  previousButton.addEventListener("click", () => callbacks.onMove(-1));
  nextButton.addEventListener("click", () => callbacks.onMove(1));
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") callbacks.onClose();
  });

  return {
    /**
     * @param {import("./branches.js").Branch} branch with a transaction @param {import("../shared/body-view.js").Page} page
     * @param {{ at: number, count: number, received(hash: string): boolean }} place
     */
    show({ transaction, below }, page, { at: position, count, received: isReceived }) {
      controller.abort();
      controller = new AbortController();
      byId("trace-detail-place").textContent = t("{position} of {count}", { position: position + 1, count });
      // The attribute `disabled` would make the button lose the focus.
      previousButton.setAttribute("aria-disabled", String(position === 0));
      nextButton.setAttribute("aria-disabled", String(position === count - 1));
      const box = byId("trace-detail-row");
      box.dataset.hash = String(transaction.hash);
      fill(
        box,
        renderHeadline(transaction, page),
        renderExplanation(transaction),
        renderNumbers(transaction),
        el("h5", {}, t("Phases and fees")),
        renderPhases(transaction),
        el("h5", {}, t("Messages")),
        renderMessages(transaction, page, isReceived, callbacks.onFollow),
        el(
          "p",
          { class: "soft" },
          below === 0
            ? t("It caused no further messages.")
            : tCount(below, "It caused {count} message in total.", "It caused {count} messages in total."),
        ),
        el("h5", {}, t("Identity")),
        renderIdentity(transaction),
        el("h5", {}, t("Raw data")),
        renderRawData(transaction, controller.signal),
      );
      panel.hidden = false;
    },
    hide() {
      controller.abort();
      panel.hidden = true;
      delete byId("trace-detail-row").dataset.hash;
      fill(byId("trace-detail-row"));
    },
    /**
     * Whether the panel must not be redrawn, because the visitor opened a part of it, or because it has the focus. @param {string |
     * undefined} hash
     */
    isUsed(hash) {
      const box = byId("trace-detail-row");
      return box.dataset.hash === hash && Boolean(box.querySelector("details[open], :focus"));
    },
    focus: () => byId("trace-detail-title").focus({ preventScroll: true }),
  };
}

function renderHeadline(tx, { book }) {
  return el(
    "p",
    { class: "detail-account" },
    renderIdenticon(String(tx.account)),
    renderAccountLink(String(tx.account), book),
    tx.emulated === true ? el("span", { class: "badge plain" }, t("Expected")) : renderVerdict(tx),
  );
}

/** Explains in a sentence why a transaction failed. */
function renderExplanation(tx) {
  if (!isFailed(tx)) return undefined;
  const { compute_ph: computePhase, action, bounce } = tx.description;
  const bounceText = bounce?.type === "ok" ? ` ${t("The rest of the value went back to the sender.")}` : "";
  const failureText =
    computePhase?.success === false
      ? t("Exit code {code}: {meaning}.", {
          code: computePhase.exit_code,
          meaning: explainExitCode(computePhase.exit_code) ?? t("the contract stopped"),
        })
      : computePhase?.skipped
        ? t("The contract did not run.")
        : action?.success === false
          ? t("The contract ran, but its actions failed: see the action phase.")
          : action?.skipped_actions > 0
            ? t("The contract ran, but skipped some of its actions that could not be done, as their send mode allows.")
            : t("The transaction was aborted.");
  return el("p", { class: "message bad detail-why" }, failureText + bounceText);
}

function renderNumbers(tx) {
  const { account_state_before: before, account_state_after: after } = tx;
  return el(
    "dl",
    { class: "fact-rows" },
    fact(t("Fees"), formatTon(tx.total_fees) ?? t("unknown")),
    before?.balance !== undefined &&
      after?.balance !== undefined &&
      fact(t("Balance"), renderBalance(before.balance, after.balance)),
    tx.orig_status !== tx.end_status && fact(t("Account"), `${t(tx.orig_status)} \u2192 ${t(tx.end_status)}`),
    fact(t("Block"), ...renderBlocks(tx)),
    fact(t("Time"), renderTime(tx.now)),
  );
}

function renderBlocks({ block_ref: block, mc_block_seqno: masterSeqno }) {
  if (!block) return [t("none yet")];
  const { workchain, shard, seqno } = block;
  return [
    renderBlockLink(block, `${workchain}:${shorten(String(shard), 3)}:${seqno}`),
    workchain !== -1 && masterSeqno > 0 && el("span", {}, `${t("in")} `, renderBlockLink({ seqno: masterSeqno })),
  ];
}

function renderIdentity(tx) {
  const hash = String(tx.hash ?? "");
  return el(
    "dl",
    { class: "fact-rows" },
    fact(
      t("Hash"),
      el("span", { class: "mono", title: hash }, shorten(hash, 6)),
      copyButton(hash, t("hash {hash}", { hash: shorten(hash) })),
    ),
    fact(t("Logical time"), el("span", { class: "mono" }, String(tx.lt ?? t("unknown")))),
    fact(t("Compare"), el("a", { href: formatRoute({ view: "chain", text: hash }) }, t("v2 and v3"))),
  );
}

function renderBalance(before, after) {
  const change = /^\d+$/.test(String(before)) && /^\d+$/.test(String(after)) ? BigInt(after) - BigInt(before) : 0n;
  const sign = change > 0n ? "+" : "";
  return el(
    "span",
    { class: "balance" },
    el("span", {}, `${formatTon(before)} \u2192`),
    el("span", {}, formatTon(after) ?? ""),
    el("span", { class: `amount ${change < 0n ? "out" : "in"}` }, `${sign}${formatTon(change)}`),
  );
}

function renderMessages(tx, page, isReceived, onFollow) {
  const sentMessages = tx.out_msgs ?? [];
  const renderMessage = (message, direction) => {
    const party = direction === "in" ? message.source : message.destination;
    const followButton =
      direction === "out" &&
      isReceived(message.hash) &&
      el("button", { type: "button", class: "chip follow" }, t("Follow"), icon("arrow-right"));
    if (followButton) followButton.addEventListener("click", () => onFollow(message.hash));
    return el(
      "li",
      { class: `msg ${direction}` },
      el("span", { class: "direction" }, t(direction === "in" ? "In" : "Out")),
      el(
        "span",
        { class: "party" },
        party
          ? [`${t(direction === "in" ? "from" : "to")} `, renderAccountLink(String(party), page.book)]
          : direction === "in"
            ? t("from outside the chain")
            : t("to outside the chain"),
        renderMessageSummary(message, page, true),
      ),
      el("span", { class: "amount" }, formatTon(message.value) ?? el("span", { class: "note" }, t("no value"))),
      renderMessageDetails(message, page),
      followButton,
    );
  };
  const hiddenCount = sentMessages.length - MAX_MESSAGES;
  return el(
    "ul",
    { class: "messages", "aria-label": t("Messages") },
    tx.in_msg && renderMessage(tx.in_msg, "in"),
    sentMessages.slice(0, MAX_MESSAGES).map((message) => renderMessage(message, "out")),
    hiddenCount > 0 &&
      el(
        "li",
        { class: "note" },
        tCount(hiddenCount, "and {count} more message: see the list", "and {count} more messages: see the list"),
      ),
    !tx.in_msg && sentMessages.length === 0 && el("li", { class: "note" }, t("none")),
  );
}

function renderRawData(tx, signal) {
  const body = tx.in_msg?.message_content?.body;
  return el(
    "div",
    {},
    typeof body === "string" && body !== "" && renderRawBoc(t("Body of the message received"), () => body),
    tx.emulated !== true &&
      renderRawBoc(
        t("Transaction"),
        async () => {
          const { v2 } = await loadClient();
          const [v2Row] = await v2.getTransactions(
            { address: tx.account, lt: tx.lt, hash: tx.hash, limit: 1, archival: true },
            { signal },
          );
          return v2Row?.data;
        },
        signal,
      ),
  );
}
