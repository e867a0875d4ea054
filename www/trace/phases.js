// The phases of a transaction with what each of them cost.

import { icon } from "../design/icons.js";
import { el } from "../shared/dom.js";
import { formatCount, formatNumber, formatTon } from "../shared/format.js";
import { EXIT_CODES, RESULT_CODES } from "../ton-edge/dist/vm-codes.js";

const SKIPPED = {
  no_state: "The account has no contract, so none ran.",
  bad_state: "The message brought another contract than the address names.",
  no_gas: "The value did not pay for any gas.",
  suspended: "The account is suspended.",
};
const BOUNCED = {
  ok: "The rest of the value went back to the sender.",
  nofunds: "Too little was left to send the value back.",
  negfunds: "Nothing was left to send back.",
};

/** @typedef {{ name: string, state: "good" | "bad" | "", fee: string | undefined, sign?: string, words: import("../shared/dom.js").Child[] }} Phase */

const explain = (/** @type {Record<string, string>} */ codes, /** @type {number} */ code) =>
  Object.hasOwn(codes, code) ? codes[code] : undefined;

/** The meaning of an exit code. @param {number} code */
export const meaningOfExit = (code) =>
  explain(EXIT_CODES, code) ?? (code > 1 ? "a code of the contract itself" : undefined);

/** @param {any} description of a transaction of v3 @returns {Phase[]} */
function listPhases({
  storage_ph: storage,
  credit_ph: credit,
  compute_ph: compute,
  action,
  bounce,
  credit_first: early,
}) {
  const first = [
    storage && {
      name: "Storage",
      state: /** @type {const} */ ("good"),
      fee: storage.storage_fees_collected,
      words: [
        storage.storage_fees_due && `${formatTon(storage.storage_fees_due)} still due. `,
        storage.status_change && storage.status_change !== "unchanged" && `The account is ${storage.status_change}.`,
      ],
    },
    credit && {
      name: "Credit",
      state: /** @type {const} */ ("good"),
      fee: credit.credit,
      sign: "+",
      words: [credit.due_fees_collected && `${formatTon(credit.due_fees_collected)} of it paid fees that were due.`],
    },
  ].filter(Boolean);
  if (early) first.reverse();
  return [
    ...first,
    compute && computePhase(compute),
    action && actionPhase(action),
    bounce && bouncePhase(bounce),
  ].filter(Boolean);
}

/** @returns {Phase} */
function computePhase(compute) {
  if (compute.skipped)
    return {
      name: "Compute",
      state: "bad",
      fee: undefined,
      words: [SKIPPED[compute.reason] ?? "The contract did not run."],
    };
  const { success, exit_code: code, gas_used: used, gas_limit: own, gas_credit: lent, vm_steps: steps } = compute;
  const limit = Number(own);
  const meaning = meaningOfExit(code);
  return {
    name: "Compute",
    state: success === false ? "bad" : "good",
    fee: compute.gas_fees,
    words: [
      el(
        "span",
        { class: "gas" },
        `Gas ${formatNumber(Number(used))}${limit > 0 ? ` of ${formatNumber(limit)}` : ""}`,
        limit > 0 && gasBar(Number(used), limit),
      ),
      // The gas of an external message is lent until the contract accepts the message.
      limit === 0 &&
        Number(lent) > 0 &&
        el("span", {}, `${formatNumber(Number(lent))} of it lent until the contract accepted`),
      el("span", {}, `Exit code ${code}${meaning ? `: ${meaning}` : ""}`),
      steps !== undefined && el("span", {}, formatCount(steps, "VM step")),
    ],
  };
}

function gasBar(used, limit) {
  const bar = el("progress", { max: Math.max(limit, used), value: used });
  bar.setAttribute("aria-label", "Gas used of the limit");
  return bar;
}

/** @returns {Phase} */
function actionPhase(action) {
  const { success, result_code: code, tot_actions: all, msgs_created: sent, skipped_actions: skipped } = action;
  const meaning = code !== 0 && explain(RESULT_CODES, code);
  return {
    name: "Action",
    state: success === false ? "bad" : "good",
    fee: action.total_action_fees,
    words: [
      el("span", {}, `${formatCount(all ?? 0, "action")}, ${formatCount(sent ?? 0, "message")} sent`),
      code !== 0 && el("span", {}, `Result code ${code}${meaning ? `: ${meaning}` : ""}`),
      action.no_funds === true && el("span", {}, "The balance was too small."),
      skipped > 0 && el("span", {}, `${formatCount(skipped, "action")} skipped`),
      action.total_fwd_fees && el("span", {}, `Forward fees ${formatTon(action.total_fwd_fees)}`),
    ],
  };
}

/** @returns {Phase} */
function bouncePhase(bounce) {
  return {
    name: "Bounce",
    state: bounce.type === "ok" ? "" : "bad",
    fee: bounce.msg_fees,
    words: [
      el("span", {}, BOUNCED[bounce.type] ?? String(bounce.type)),
      bounce.fwd_fees && el("span", {}, `Forward fees ${formatTon(bounce.fwd_fees)}`),
    ],
  };
}

/** The fees that belong to no phase are the import fee of an external message. @param {any} tx of v3 */
function importPhase({ in_msg: incoming, total_fees: total, description }) {
  const { storage_ph: storage, compute_ph: compute, action } = description ?? {};
  const known = [storage?.storage_fees_collected, compute?.gas_fees, action?.total_action_fees];
  const rest = known.reduce((sum, fee) => sum - wholeOf(fee), wholeOf(total));
  if (!incoming || incoming.source || rest <= 0n) return [];
  return [
    {
      name: "Import",
      state: /** @type {const} */ ("good"),
      fee: String(rest),
      words: ["The message came from outside the chain."],
    },
  ];
}

const wholeOf = (/** @type {unknown} */ value) =>
  /^\d+$/.test(String(value)) ? BigInt(/** @type {string} */ (value)) : 0n;

/** @param {any} tx a transaction of v3 */
export function renderPhases(tx) {
  /** @type {Phase[]} */
  const phases = [...importPhase(tx), ...listPhases(tx.description ?? {})];
  if (phases.length === 0) return el("p", { class: "soft" }, "The API sent no phases.");
  return el(
    "ol",
    { class: "phases" },
    phases.map(({ name, state, fee, sign = "", words }) =>
      el(
        "li",
        { class: `phase ${state}` },
        el("span", { class: "phase-mark" }, icon(state === "bad" ? "cross" : state === "good" ? "check" : "history")),
        el("span", { class: "phase-name" }, name, state === "bad" && el("span", { class: "hidden" }, " failed")),
        el("span", { class: "phase-fee" }, fee === undefined ? "" : `${sign}${formatTon(fee) ?? ""}`),
        el("span", { class: "phase-words" }, words.filter(Boolean)),
      ),
    ),
  );
}
