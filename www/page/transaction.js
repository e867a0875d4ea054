// One transaction as a list item. Only account, hash, lt and now are certain to be there.

import { addressesEqual, isAddress, packAddress } from "../ton-edge/address.js";
import { copyButton, el, fact } from "./dom.js";
import { count, shorten, time, ton } from "./format.js";
import { saidBy } from "./message.js";
import { formatRoute } from "./route.js";

/** @param {any} tx a row @param {Record<string, any>} book the address book of its page */
export function transactionRow(tx, book) {
  const hash = String(tx.hash ?? "");
  const item = el("li", { class: "tx" },
    el("div", { class: "tx-head" }, when(tx.now), verdict(tx.description)),
    el("dl", { class: "tx-facts" },
      fact("Hash", el("span", { class: "mono", title: hash }, shorten(hash, 8)), copyButton(hash, `hash ${shorten(hash)}`)),
      fact("Logical time", el("span", { class: "mono" }, String(tx.lt ?? "unknown"))),
      fact("Fees", ton(tx.total_fees) ?? "unknown"),
      fact("Trace", el("a", { href: formatRoute({ view: "trace", text: hash }) }, "Show its trace",
        el("span", { class: "hidden" }, ` (transaction ${shorten(hash)})`)))),
    messages(tx, book));
  item.dataset.hash = hash;
  item.dataset.lt = String(tx.lt ?? "");
  return item;
}

export function when(now) {
  const known = time(now);
  if (!known) return el("span", { class: "tx-time" }, "Time unknown");
  return el("time", { class: "tx-time", dateTime: known.iso, title: known.utc }, known.local);
}

/** Success or failure, with the reason that the chain gives. */
export function verdict(description) {
  if (!description) return undefined;
  const { aborted, compute_ph: compute, action } = description;
  const failed = aborted === true || compute?.success === false || action?.success === false;
  if (!failed) return el("span", { class: "badge good" }, "Success");
  const why = compute?.skipped ? reason(compute.reason)
    : compute?.success === false ? `exit code ${compute.exit_code}`
    : action?.success === false ? `action result ${action.result_code}` : "";
  return el("span", { class: "badge bad" }, why ? `Failed: ${why}` : "Failed");
}

const reason = (text) => ({ no_gas: "no gas to run", no_state: "no contract there", bad_state: "wrong contract state" })[text] ?? "not run";

function messages({ in_msg: incoming, out_msgs: outgoing = [] }, book) {
  const out = outgoing ?? [];
  if (!incoming && out.length === 0) return undefined;
  return el("ul", { class: "messages", "aria-label": count(out.length + (incoming ? 1 : 0), "message") },
    incoming && message("In", incoming, incoming.source, "from outside the chain", book),
    out.map((one) => message("Out", one, one.destination, "to outside the chain", book)));
}

function message(direction, data, party, outside, book) {
  return el("li", { class: `msg ${direction.toLowerCase()}` },
    el("span", { class: "direction" }, direction),
    el("span", { class: "party" },
      party ? [direction === "In" ? "from " : "to ", partyLink(String(party), book)] : outside,
      saidBy(data)),
    el("span", { class: "amount" }, ton(data.value) ?? el("span", { class: "note" }, "no value")));
}

export function partyLink(address, book) {
  const known = book[address];
  const friendly = friendlyOf(address, known);
  const domain = typeof known?.domain === "string" ? known.domain : undefined;
  return el("a", { class: domain ? "" : "mono", href: formatRoute({ view: "account", text: friendly }), title: friendly },
    domain ?? shorten(friendly));
}

/** The book knows which addresses are wallets, but its word is taken only where it names the same account. */
function friendlyOf(address, known) {
  const told = known?.user_friendly;
  if (!isAddress(address)) return address;
  return isAddress(told) && addressesEqual(told, address) ? told : packAddress(address);
}
