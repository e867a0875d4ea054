// Shows the facts of a whole trace: the sentence, the state, and its numbers.

import { icon } from "../design/icons.js";
import { renderBlockLink } from "../shared/block-link.js";
import { byId, copyButton, el, fill } from "../shared/dom.js";
import { formatNumber, formatTon, shorten } from "../shared/format.js";
import { readSuccess } from "../shared/outcome.js";
import { renderRelative } from "../shared/relative-time.js";
import { renderTime } from "../shared/transaction-row.js";
import { explainFailure } from "./phases.js";
import { describeTrace } from "./story.js";
import { isPending } from "./trace-search.js";
import { t, tCount } from "../shared/messages.js";

/** Maximum number of sentences that are shown after the first one; on a phone, a button shows them. */
const SHOWN_SENTENCES = matchMedia("(max-width: 40rem)").matches ? 0 : 3;

const renderStat = (name, value, title) => el("div", { class: "stat", title }, el("dt", {}, name), el("dd", {}, value));
const toBigInt = (value) => (/^\d+$/.test(String(value)) ? BigInt(value) : 0n);

/**
 * Returns the first sentence as text, without labels of the visitor; undefined if there is none.
 * @param {any} trace of v3 @param {import("./branches.js").Branch[]} branches @param {import("../shared/body-view.js").Page} page
 */
export function paintTraceFacts(trace, branches, page) {
  const transactionRows = branches.map(({ transaction }) => transaction).filter(Boolean);
  const { transactions = transactionRows.length } = trace.trace_info ?? {};
  const seconds = trace.end_utime - trace.start_utime;
  const sentences = describeTrace(trace, branches, page);
  paintStory(sentences);
  paintTime(trace, branches[0]?.transaction);
  fill(
    byId("trace-facts"),
    renderStat(
      t("Value moved"),
      formatMovedValue(branches) ?? t("none"),
      t("What the first transaction sent, or received if it sent nothing"),
    ),
    renderStat(
      t("Total fees"),
      transactionRows.length > 0
        ? (formatTon(transactionRows.reduce((sum, { total_fees: fee }) => sum + toBigInt(fee), 0n)) ?? t("unknown"))
        : t("unknown"),
    ),
    renderStat(t("Transactions"), String(transactions)),
    renderStat(t("Accounts"), String(new Set(transactionRows.map(({ account }) => account)).size)),
    renderStat(
      t("Took"),
      Number.isFinite(seconds) && seconds >= 0 ? t("{seconds} s", { seconds: formatNumber(seconds) }) : t("unknown"),
    ),
  );
  paintState(trace, transactionRows, branches);
  return sentences[0]?.title;
}

/** @param {import("./branches.js").Branch[]} branches */
function formatMovedValue(branches) {
  const [root] = branches;
  const sentValue = (root?.transaction?.out_msgs ?? []).reduce((sum, { value }) => sum + toBigInt(value), 0n);
  return formatTon(sentValue > 0n ? sentValue : root?.message?.value);
}

/** @param {import("./story.js").Sentence[]} sentences */
function paintStory(sentences) {
  const [firstSentence, ...otherSentences] = sentences;
  fill(
    byId("trace-icon"),
    icon(/** @type {any} */ (firstSentence?.failed ? "cross" : (firstSentence?.icon ?? "tree"))),
  );
  byId("trace-icon").className = `trace-icon${firstSentence?.failed ? " failed" : ""}`;
  fill(byId("trace-title"), ...(firstSentence ? firstSentence.words : [t("Trace")]));
  const list = byId("trace-actions");
  list.hidden = otherSentences.length === 0;
  const items = otherSentences.map(({ icon: name, failed: isFailed, words }) =>
    el(
      "li",
      { class: isFailed ? "failed" : "" },
      icon(/** @type {any} */ (isFailed ? "cross" : name)),
      el("span", {}, words.filter(Boolean)),
    ),
  );
  const hiddenItems = items.slice(SHOWN_SENTENCES);
  fill(list, ...items.slice(0, SHOWN_SENTENCES));
  if (hiddenItems.length === 0) return;
  const moreButton = el(
    "button",
    { type: "button", class: "chip" },
    tCount(hiddenItems.length, "and {count} more action", "and {count} more actions"),
  );
  const item = el("li", {}, moreButton);
  moreButton.addEventListener("click", () => {
    item.replaceWith(...hiddenItems);
    hiddenItems[0].tabIndex = -1;
    hiddenItems[0].focus({ preventScroll: true });
  });
  list.append(item);
}

function paintTime(trace, root) {
  const id = String(trace.trace_id ?? trace.external_hash ?? "");
  const seqno = root?.mc_block_seqno ?? trace.mc_seqno_start;
  const startedAt = trace.start_utime;
  fill(
    byId("trace-when"),
    el(
      "span",
      {},
      renderTime(startedAt),
      Date.now() / 1000 - startedAt < 86_400 ? [" (", renderRelative(startedAt), ")"] : [],
    ),
    Number(seqno) > 0 && el("span", {}, `${t("block")} `, renderBlockLink({ seqno: Number(seqno) })),
    el(
      "span",
      {},
      `${t("trace")} `,
      el("span", { class: "mono", title: id }, shorten(id, 6)),
      " ",
      copyButton(id, t("trace")),
    ),
  );
}

function paintState(trace, transactionRows, branches) {
  const failedRows = transactionRows.filter((row) => readSuccess(row) === false);
  const failedCount = failedRows.length;
  // A part of a trace does not prove success, but a failure in it is a failure of the trace.
  const isOutcomeUnknown = ({ message, transaction }) =>
    transaction ? readSuccess(transaction) === null : /^-?\d+:/.test(message?.destination ?? "");
  const isCut = trace.is_incomplete || trace.trace_info?.trace_state !== "complete" || branches.some(isOutcomeUnknown);
  const pendingCount = trace.trace_info?.pending_messages ?? 0;
  const [kind, stateText] = isPending(trace)
    ? [
        "note",
        tCount(
          pendingCount,
          "On its way: {count} message not received yet. Updates follow until it is complete.",
          "On its way: {count} messages not received yet. Updates follow until it is complete.",
        ),
      ]
    : branches.length === 0
      ? [
          "note",
          t(
            trace.is_incomplete
              ? "The API sent no tree for this trace: it is too large."
              : "The API sent no tree for this trace.",
          ),
        ]
      : failedCount > 0
        ? [
            "bad",
            isCut
              ? tCount(
                  transactionRows.length,
                  "{failed} of {count} transaction here failed",
                  "{failed} of {count} transactions here failed",
                  { failed: failedCount },
                )
              : tCount(
                  transactionRows.length,
                  "{failed} of {count} transaction failed",
                  "{failed} of {count} transactions failed",
                  { failed: failedCount },
                ),
          ]
        : isCut
          ? ["note", t("It is not known whether the whole trace succeeded: a part of it is missing.")]
          : ["good", t("Success")];
  const reason = failedCount === 1 && kind === "bad" && explainFailure(failedRows[0]);
  const text = reason ? `${stateText}: ${reason}` : stateText;
  const box = byId("trace-state");
  if (box.textContent === text) return;
  box.className = `badge ${kind}`;
  box.textContent = text;
}
