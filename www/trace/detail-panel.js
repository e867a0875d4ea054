// Shows the selected transaction: beside the picture where there is room, else in a panel at the lower edge.

import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { renderAccountLink } from "../shared/account-link.js";
import { renderBlockLink } from "../shared/block-link.js";
import { loadClient } from "../shared/client.js";
import { byId, copyButton, el, fact, fill } from "../shared/dom.js";
import { formatCount, formatTon, shorten } from "../shared/format.js";
import { renderIdenticon } from "../shared/identicon.js";
import { renderMessageDetails, renderMessageSummary } from "../shared/message-summary.js";
import { isFailed } from "../shared/outcome.js";
import { renderTime, renderVerdict } from "../shared/transaction-row.js";
import { meaningOfExit, renderPhases } from "./phases.js";
import { renderRawBoc } from "./raw-boc.js";

/** Messages shown; a transaction may send 255. */
const MOST_MESSAGES = 20;

/**
 * @param {{ closed(): void, moved(step: 1 | -1): void, followed(hash: string): void }} on
 *   `closed`: the visitor closes the panel; `moved`: wants the transaction before or after; `followed`: wants the receiver of a message
 */
export function createDetailPanel(on) {
  const panel = byId("trace-detail");
  const [previous, next] = ["trace-previous", "trace-next"].map((id) => byId(id));
  let stop = new AbortController();
  fill(byId("trace-detail-close"), icon("cross"));
  fill(previous, icon("chevron-left"));
  fill(next, icon("chevron-right"));
  byId("trace-detail-close").addEventListener("click", on.closed);
  previous.addEventListener("click", () => on.moved(-1));
  next.addEventListener("click", () => on.moved(1));
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") on.closed();
  });

  return {
    /**
     * @param {import("./branches.js").Branch} branch with a transaction @param {import("../shared/body-view.js").Page} page
     * @param {{ at: number, count: number, received(hash: string): boolean }} place
     */
    show({ transaction, below }, page, { at, count, received }) {
      stop.abort();
      stop = new AbortController();
      byId("trace-detail-place").textContent = `${at + 1} of ${count}`;
      // `disabled` would take the focus away.
      previous.setAttribute("aria-disabled", String(at === 0));
      next.setAttribute("aria-disabled", String(at === count - 1));
      const box = byId("trace-detail-row");
      box.dataset.hash = String(transaction.hash);
      fill(
        box,
        headline(transaction, page),
        explanation(transaction),
        numbers(transaction),
        el("h5", {}, "Phases and fees"),
        renderPhases(transaction),
        el("h5", {}, "Messages"),
        messages(transaction, page, received, on.followed),
        el(
          "p",
          { class: "soft" },
          below === 0 ? "It caused no further messages." : `It caused ${formatCount(below, "message")} in total.`,
        ),
        el("h5", {}, "Identity"),
        identity(transaction),
        el("h5", {}, "Raw data"),
        raw(transaction, stop.signal),
      );
      panel.hidden = false;
    },
    hide() {
      stop.abort();
      panel.hidden = true;
      delete byId("trace-detail-row").dataset.hash;
      fill(byId("trace-detail-row"));
    },
    /** Whether the visitor opened something in it, or is in it: it stays as it is, then. @param {string | undefined} hash */
    isUsed(hash) {
      const box = byId("trace-detail-row");
      return box.dataset.hash === hash && Boolean(box.querySelector("details[open], :focus"));
    },
    focus: () => byId("trace-detail-title").focus({ preventScroll: true }),
  };
}

function headline(tx, { book }) {
  return el(
    "p",
    { class: "detail-account" },
    renderIdenticon(String(tx.account)),
    renderAccountLink(String(tx.account), book),
    tx.emulated === true ? el("span", { class: "badge plain" }, "Expected") : renderVerdict(tx),
  );
}

/** Why it failed, in a sentence. */
function explanation(tx) {
  if (!isFailed(tx)) return undefined;
  const { compute_ph: compute, action, bounce } = tx.description;
  const back = bounce?.type === "ok" ? " The rest of the value went back to the sender." : "";
  const words =
    compute?.success === false
      ? `Exit code ${compute.exit_code}: ${meaningOfExit(compute.exit_code) ?? "the contract stopped"}.`
      : compute?.skipped
        ? "The contract did not run."
        : action?.success === false
          ? "The contract ran, but its actions failed: see the action phase."
          : action?.skipped_actions > 0
            ? "The contract ran, but some of its actions could not be done and were left out, as their send mode allows."
            : "The transaction was aborted.";
  return el("p", { class: "message bad detail-why" }, words + back);
}

function numbers(tx) {
  const { account_state_before: before, account_state_after: after } = tx;
  return el(
    "dl",
    { class: "facts" },
    fact("Fees", formatTon(tx.total_fees) ?? "unknown"),
    before?.balance !== undefined &&
      after?.balance !== undefined &&
      fact("Balance", balance(before.balance, after.balance)),
    tx.orig_status !== tx.end_status && fact("Account", `${tx.orig_status} \u2192 ${tx.end_status}`),
    fact("Block", ...blocks(tx)),
    fact("Time", renderTime(tx.now)),
  );
}

function blocks({ block_ref: block, mc_block_seqno: master }) {
  if (!block) return ["none yet"];
  const { workchain, shard, seqno } = block;
  return [
    renderBlockLink(block, `${workchain}:${shorten(String(shard), 3)}:${seqno}`),
    workchain !== -1 && master > 0 && el("span", {}, "in ", renderBlockLink({ seqno: master })),
  ];
}

function identity(tx) {
  const hash = String(tx.hash ?? "");
  return el(
    "dl",
    { class: "facts" },
    fact(
      "Hash",
      el("span", { class: "mono", title: hash }, shorten(hash, 6)),
      copyButton(hash, `hash ${shorten(hash)}`),
    ),
    fact("Logical time", el("span", { class: "mono" }, String(tx.lt ?? "unknown"))),
    fact("Compare", el("a", { href: formatRoute({ view: "chain", text: hash }) }, "v2 and v3")),
  );
}

function balance(before, after) {
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

function messages(tx, page, received, followed) {
  const out = tx.out_msgs ?? [];
  const one = (message, way) => {
    const party = way === "in" ? message.source : message.destination;
    const follow =
      way === "out" &&
      received(message.hash) &&
      el("button", { type: "button", class: "chip follow" }, "Follow", icon("arrow-right"));
    if (follow) follow.addEventListener("click", () => followed(message.hash));
    return el(
      "li",
      { class: `msg ${way}` },
      el("span", { class: "direction" }, way === "in" ? "In" : "Out"),
      el(
        "span",
        { class: "party" },
        party
          ? [way === "in" ? "from " : "to ", renderAccountLink(String(party), page.book)]
          : way === "in"
            ? "from outside the chain"
            : "to outside the chain",
        renderMessageSummary(message, page, true),
      ),
      el("span", { class: "amount" }, formatTon(message.value) ?? el("span", { class: "note" }, "no value")),
      renderMessageDetails(message, page),
      follow,
    );
  };
  const more = out.length - MOST_MESSAGES;
  return el(
    "ul",
    { class: "messages", "aria-label": "Messages" },
    tx.in_msg && one(tx.in_msg, "in"),
    out.slice(0, MOST_MESSAGES).map((message) => one(message, "out")),
    more > 0 && el("li", { class: "note" }, `and ${formatCount(more, "more message")}: see the list`),
    !tx.in_msg && out.length === 0 && el("li", { class: "note" }, "none"),
  );
}

function raw(tx, signal) {
  const body = tx.in_msg?.message_content?.body;
  return el(
    "div",
    {},
    typeof body === "string" && body !== "" && renderRawBoc("Body of the message received", () => body),
    tx.emulated !== true &&
      renderRawBoc(
        "Transaction",
        async () => {
          const { v2 } = await loadClient();
          const [twin] = await v2.getTransactions(
            { address: tx.account, lt: tx.lt, hash: tx.hash, limit: 1, archival: true },
            { signal },
          );
          return twin?.data;
        },
        signal,
      ),
  );
}
