// What there is to say of a trace as a whole.

import { byId, copyButton, el, fact, fill } from "../page/dom.js";
import { count, shorten, ton } from "../page/format.js";
import { when } from "../page/transaction.js";
import { isPending } from "./find.js";

/** @param {any} trace as v3 tells it @param {import("./model.js").Branch[]} branches */
export function facts(trace, branches) {
  const rows = branches.map(({ transaction }) => transaction).filter(Boolean);
  const { transactions = rows.length, messages } = trace.trace_info ?? {};
  const id = String(trace.trace_id ?? trace.external_hash ?? "");
  const seconds = trace.end_utime - trace.start_utime;
  fill(byId("trace-facts"),
    fact("Trace", el("span", { class: "mono", title: id }, shorten(id, 8)), copyButton(id, "trace")),
    fact("Began", when(trace.start_utime)),
    fact("Took", Number.isFinite(seconds) && seconds >= 0 ? count(seconds, "second") : "unknown"),
    fact("Size", `${count(transactions, "transaction")}, ${Number.isInteger(messages) ? count(messages, "message") : "messages unknown"}`),
    fact("Accounts", String(new Set(rows.map(({ account }) => account)).size)),
    fact("Fees in all", rows.length > 0 ? ton(fees(rows)) : "unknown"));
  state(trace, rows, branches.length);
}

const fees = (rows) => rows.reduce((sum, { total_fees: fee }) => sum + (/^\d+$/.test(String(fee)) ? BigInt(fee) : 0n), 0n);

function state(trace, rows, size) {
  const failed = rows.filter(({ description: told }) => told?.aborted === true || told?.compute_ph?.success === false || told?.action?.success === false).length;
  const open = trace.trace_info?.pending_messages ?? 0;
  const [kind, words] = isPending(trace) ? ["note", `On its way: ${count(open, "message")} not received yet. It is followed until it is complete.`]
    : size === 0 ? ["note", `The service does not draw this trace${trace.is_incomplete ? ": it is too large" : ""}.`]
    : trace.is_incomplete ? ["note", "Complete, but too large for the service: a part is missing here."]
    : failed > 0 ? ["bad", `Complete. ${count(failed, "transaction")} failed.`]
    : ["good", "Complete. Every transaction succeeded."];
  const box = byId("trace-state");
  if (box.textContent === words) return;
  box.className = `message ${kind}`;
  box.textContent = words;
}
