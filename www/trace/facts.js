// Paints what a trace was as a whole: the sentence, the state, and its numbers.

import { icon } from "../design/icons.js";
import { renderBlockLink } from "../shared/block-link.js";
import { byId, copyButton, el, fill } from "../shared/dom.js";
import { formatCount, formatNumber, formatTon, shorten } from "../shared/format.js";
import { successOf } from "../shared/outcome.js";
import { renderRelative } from "../shared/relative-time.js";
import { renderTime } from "../shared/transaction-row.js";
import { tellTrace } from "./story.js";
import { isPending } from "./trace-search.js";

/** Sentences after the first one; on a phone all of them wait behind a button. */
const MORE = matchMedia("(max-width: 40rem)").matches ? 0 : 3;

const stat = (name, value, title) => el("div", { class: "stat", title }, el("dt", {}, name), el("dd", {}, value));
const wholeOf = (value) => (/^\d+$/.test(String(value)) ? BigInt(value) : 0n);

/** @param {any} trace of v3 @param {import("./branches.js").Branch[]} branches @param {import("../shared/body-view.js").Page} page */
export function paintTraceFacts(trace, branches, page) {
  const rows = branches.map(({ transaction }) => transaction).filter(Boolean);
  const { transactions = rows.length } = trace.trace_info ?? {};
  const seconds = trace.end_utime - trace.start_utime;
  paintStory(tellTrace(trace, branches, page));
  paintWhen(trace, branches[0]?.transaction);
  fill(
    byId("trace-facts"),
    stat("Value moved", movedBy(branches) ?? "none", "What the first transaction sent, or received if it sent nothing"),
    stat(
      "Total fees",
      rows.length > 0
        ? (formatTon(rows.reduce((sum, { total_fees: fee }) => sum + wholeOf(fee), 0n)) ?? "unknown")
        : "unknown",
    ),
    stat("Transactions", String(transactions)),
    stat("Accounts", String(new Set(rows.map(({ account }) => account)).size)),
    stat("Took", Number.isFinite(seconds) && seconds >= 0 ? `${formatNumber(seconds)} s` : "unknown"),
  );
  paintState(trace, rows, branches);
}

/** @param {import("./branches.js").Branch[]} branches */
function movedBy(branches) {
  const [root] = branches;
  const sent = (root?.transaction?.out_msgs ?? []).reduce((sum, { value }) => sum + wholeOf(value), 0n);
  return formatTon(sent > 0n ? sent : root?.message?.value);
}

/** @param {import("./story.js").Sentence[]} sentences */
function paintStory(sentences) {
  const [first, ...rest] = sentences;
  fill(byId("trace-icon"), icon(/** @type {any} */ (first?.failed ? "cross" : (first?.icon ?? "tree"))));
  byId("trace-icon").className = `trace-icon${first?.failed ? " failed" : ""}`;
  fill(byId("trace-title"), ...(first ? first.words : ["Trace"]));
  const list = byId("trace-actions");
  list.hidden = rest.length === 0;
  const lines = rest.map(({ icon: name, failed, words }) =>
    el(
      "li",
      { class: failed ? "failed" : "" },
      icon(/** @type {any} */ (failed ? "cross" : name)),
      el("span", {}, words.filter(Boolean)),
    ),
  );
  const hidden = lines.slice(MORE);
  fill(list, ...lines.slice(0, MORE));
  if (hidden.length === 0) return;
  const more = el("button", { type: "button", class: "chip" }, `and ${formatCount(hidden.length, "more action")}`);
  const item = el("li", {}, more);
  more.addEventListener("click", () => {
    item.replaceWith(...hidden);
    hidden[0].tabIndex = -1;
    hidden[0].focus({ preventScroll: true });
  });
  list.append(item);
}

function paintWhen(trace, root) {
  const id = String(trace.trace_id ?? trace.external_hash ?? "");
  const seqno = root?.mc_block_seqno ?? trace.mc_seqno_start;
  const at = trace.start_utime;
  fill(
    byId("trace-when"),
    el("span", {}, renderTime(at), Date.now() / 1000 - at < 86_400 ? [" (", renderRelative(at), ")"] : []),
    Number(seqno) > 0 && el("span", {}, "block ", renderBlockLink({ seqno: Number(seqno) })),
    el("span", {}, "trace ", el("span", { class: "mono", title: id }, shorten(id, 6)), " ", copyButton(id, "trace")),
  );
}

function paintState(trace, rows, branches) {
  const failed = rows.filter((row) => successOf(row) === false).length;
  // A part of a trace does not prove success, but a failure in it is a failure of the trace.
  const isUnread = ({ message, transaction }) =>
    transaction ? successOf(transaction) === null : /^-?\d+:/.test(message?.destination ?? "");
  const isCut = trace.is_incomplete || trace.trace_info?.trace_state !== "complete" || branches.some(isUnread);
  const open = trace.trace_info?.pending_messages ?? 0;
  const [kind, words] = isPending(trace)
    ? ["note", `On its way: ${formatCount(open, "message")} not received yet. Updates follow until it is complete.`]
    : branches.length === 0
      ? ["note", `The API sent no tree for this trace${trace.is_incomplete ? ": it is too large" : ""}.`]
      : failed > 0
        ? ["bad", `${failed} of ${formatCount(rows.length, "transaction")}${isCut ? " here" : ""} failed`]
        : isCut
          ? ["note", "Not known whether all of it succeeded: a part of the trace is missing here."]
          : ["good", "Success"];
  const box = byId("trace-state");
  if (box.textContent === words) return;
  box.className = `badge ${kind}`;
  box.textContent = words;
}
