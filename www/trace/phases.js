// The phases of a transaction, each with its cost.

import { icon } from "../design/icons.js";
import { el } from "../shared/dom.js";
import { formatCount, formatNumber, formatTon } from "../shared/format.js";
import { EXIT_CODES, RESULT_CODES } from "../ton-edge/dist/vm-codes.js";

const SKIP_TEXTS = {
  no_state: "The account has no contract, so none ran.",
  bad_state: "The message contains a contract that does not belong to the address.",
  no_gas: "The value did not pay for any gas.",
  suspended: "The account is suspended.",
};
const BOUNCE_TEXTS = {
  ok: "The rest of the value went back to the sender.",
  nofunds: "Too little was left to send the value back.",
  negfunds: "Nothing was left to send back.",
};

/** @typedef {{ name: string, state: "good" | "bad" | "", fee: string | undefined, sign?: string, words: import("../shared/dom.js").Child[] }} Phase */

const lookUpMeaning = (/** @type {Record<string, string>} */ codes, /** @type {number} */ code) =>
  Object.hasOwn(codes, code) ? codes[code] : undefined;

/** Returns the meaning of an exit code. @param {number} code */
export const explainExitCode = (code) =>
  lookUpMeaning(EXIT_CODES, code) ?? (code > 1 ? "a code of the contract itself" : undefined);

/** @param {any} description of a transaction of v3 @returns {Phase[]} */
function listPhases({
  storage_ph: storage,
  credit_ph: credit,
  compute_ph: compute,
  action,
  bounce,
  credit_first: isCreditFirst,
}) {
  const firstPhases = [
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
  if (isCreditFirst) firstPhases.reverse();
  return [
    ...firstPhases,
    compute && renderComputePhase(compute),
    action && renderActionPhase(action),
    bounce && renderBouncePhase(bounce),
  ].filter(Boolean);
}

/** @returns {Phase} */
function renderComputePhase(compute) {
  if (compute.skipped)
    return {
      name: "Compute",
      state: "bad",
      fee: undefined,
      words: [SKIP_TEXTS[compute.reason] ?? "The contract did not run."],
    };
  const {
    success,
    exit_code: code,
    gas_used: usedGas,
    gas_limit: gasLimit,
    gas_credit: lentGas,
    vm_steps: steps,
  } = compute;
  const maxGas = Number(gasLimit);
  const meaning = explainExitCode(code);
  return {
    name: "Compute",
    state: success === false ? "bad" : "good",
    fee: compute.gas_fees,
    words: [
      el(
        "span",
        { class: "gas" },
        `Gas ${formatNumber(Number(usedGas))}${maxGas > 0 ? ` of ${formatNumber(maxGas)}` : ""}`,
        maxGas > 0 && renderGasBar(Number(usedGas), maxGas),
      ),
      // The gas for an external message is a loan until the contract accepts the message.
      maxGas === 0 &&
        Number(lentGas) > 0 &&
        el("span", {}, `${formatNumber(Number(lentGas))} of it lent until the contract accepted`),
      el("span", {}, `Exit code ${code}${meaning ? `: ${meaning}` : ""}`),
      steps !== undefined && el("span", {}, formatCount(steps, "VM step")),
    ],
  };
}

function renderGasBar(usedGas, maxGas) {
  const bar = el("progress", { max: Math.max(maxGas, usedGas), value: usedGas });
  bar.setAttribute("aria-label", "Gas used of the limit");
  return bar;
}

/** @returns {Phase} */
function renderActionPhase(action) {
  const {
    success,
    result_code: code,
    tot_actions: actionCount,
    msgs_created: sentCount,
    skipped_actions: skippedCount,
  } = action;
  const meaning = code !== 0 && lookUpMeaning(RESULT_CODES, code);
  return {
    name: "Action",
    state: success === false ? "bad" : "good",
    fee: action.total_action_fees,
    words: [
      el("span", {}, `${formatCount(actionCount ?? 0, "action")}, ${formatCount(sentCount ?? 0, "message")} sent`),
      code !== 0 && el("span", {}, `Result code ${code}${meaning ? `: ${meaning}` : ""}`),
      action.no_funds === true && el("span", {}, "The balance was too small."),
      skippedCount > 0 && el("span", {}, `${formatCount(skippedCount, "action")} skipped`),
      action.total_fwd_fees && el("span", {}, `Forward fees ${formatTon(action.total_fwd_fees)}`),
    ],
  };
}

/** @returns {Phase} */
function renderBouncePhase(bounce) {
  return {
    name: "Bounce",
    state: bounce.type === "ok" ? "" : "bad",
    fee: bounce.msg_fees,
    words: [
      el("span", {}, BOUNCE_TEXTS[bounce.type] ?? String(bounce.type)),
      bounce.fwd_fees && el("span", {}, `Forward fees ${formatTon(bounce.fwd_fees)}`),
    ],
  };
}

/** Returns the import fee of an external message, that is, the fees that belong to no phase, as a phase of its own. @param {any} tx of v3 */
function listImportPhase({ in_msg: incoming, total_fees: total, description }) {
  const { storage_ph: storage, compute_ph: compute, action } = description ?? {};
  const knownFees = [storage?.storage_fees_collected, compute?.gas_fees, action?.total_action_fees];
  const importFee = knownFees.reduce((sum, fee) => sum - toBigInt(fee), toBigInt(total));
  if (!incoming || incoming.source || importFee <= 0n) return [];
  return [
    {
      name: "Import",
      state: /** @type {const} */ ("good"),
      fee: String(importFee),
      words: ["The message came from outside the chain."],
    },
  ];
}

const toBigInt = (/** @type {unknown} */ value) =>
  /^\d+$/.test(String(value)) ? BigInt(/** @type {string} */ (value)) : 0n;

/** @param {any} tx a transaction of v3 */
export function renderPhases(tx) {
  /** @type {Phase[]} */
  const phases = [...listImportPhase(tx), ...listPhases(tx.description ?? {})];
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
