// Paints the facts about a trace as a whole.

import { byId, copyButton, el, fact, fill } from "../shared/dom.js";
import { formatCount, formatTon, shorten } from "../shared/format.js";
import { renderTime } from "../shared/transaction-row.js";
import { isPending } from "./trace-search.js";

/** @param {any} trace of v3 @param {import("./branches.js").Branch[]} branches */
export function paintTraceFacts(trace, branches) {
  const rows = branches.map(({ transaction }) => transaction).filter(Boolean);
  const { transactions = rows.length, messages } = trace.trace_info ?? {};
  const id = String(trace.trace_id ?? trace.external_hash ?? "");
  const seconds = trace.end_utime - trace.start_utime;
  fill(
    byId("trace-facts"),
    fact("Trace", el("span", { class: "mono", title: id }, shorten(id, 8)), copyButton(id, "trace")),
    fact("Began", renderTime(trace.start_utime)),
    fact("Took", Number.isFinite(seconds) && seconds >= 0 ? formatCount(seconds, "second") : "unknown"),
    fact(
      "Size",
      `${formatCount(transactions, "transaction")}, ${Number.isInteger(messages) ? formatCount(messages, "message") : "messages unknown"}`,
    ),
    fact("Accounts", String(new Set(rows.map(({ account }) => account)).size)),
    fact("Total fees", rows.length > 0 ? formatTon(fees(rows)) : "unknown"),
  );
  state(trace, rows, branches.length);
}

const fees = (rows) =>
  rows.reduce((sum, { total_fees: fee }) => sum + (/^\d+$/.test(String(fee)) ? BigInt(fee) : 0n), 0n);

function state(trace, rows, size) {
  const failed = rows.filter(
    ({ description }) =>
      description?.aborted === true ||
      description?.compute_ph?.success === false ||
      description?.action?.success === false,
  ).length;
  const open = trace.trace_info?.pending_messages ?? 0;
  const [kind, words] = isPending(trace)
    ? ["note", `On its way: ${formatCount(open, "message")} not received yet. Updates follow until it is complete.`]
    : size === 0
      ? ["note", `The API sent no tree for this trace${trace.is_incomplete ? ": it is too large" : ""}.`]
      : trace.is_incomplete
        ? ["note", "Complete, but too large for the API: a part is missing here."]
        : failed > 0
          ? ["bad", `Complete. ${formatCount(failed, "transaction")} failed.`]
          : ["good", "Complete. Every transaction succeeded."];
  const box = byId("trace-state");
  if (box.textContent === words) return;
  box.className = `message ${kind}`;
  box.textContent = words;
}
