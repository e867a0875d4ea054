// The phases of a transaction, each with its cost.

import { icon } from "../design/icons.js";
import { el } from "../shared/dom.js";
import { formatNumber, formatTon } from "../shared/format.js";
import { describeFailure } from "../shared/outcome.js";
import { translateWords } from "../activity/translate-words.js";
import { EXIT_CODES, RESULT_CODES } from "../ton-edge/dist/vm-codes.js";
import { t, tCount, tNoun } from "../shared/messages.js";

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
  Object.hasOwn(codes, code) ? t(codes[code]) : undefined;

/** Returns the meaning of an exit code. @param {number} code */
export const explainExitCode = (code) =>
  lookUpMeaning(EXIT_CODES, code) ?? (code > 1 ? t("a code of the contract itself") : undefined);

/** Returns why a transaction failed: the meaning of its code, or the code. @param {any} tx a row of v3 that failed */
export function explainFailure(tx) {
  const { compute_ph: compute, action } = tx.description;
  const meaning =
    compute?.success === false
      ? lookUpMeaning(EXIT_CODES, compute.exit_code)
      : action?.success === false && lookUpMeaning(RESULT_CODES, action.result_code);
  return meaning || translateWords(describeFailure(tx));
}

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
        storage.storage_fees_due && `${t("{fees} still due.", { fees: formatTon(storage.storage_fees_due) ?? "" })} `,
        storage.status_change &&
          storage.status_change !== "unchanged" &&
          t("The account is {status}.", { status: t(storage.status_change) }),
      ],
    },
    credit && {
      name: "Credit",
      state: /** @type {const} */ ("good"),
      fee: credit.credit,
      sign: "+",
      words: [
        credit.due_fees_collected &&
          t("{fees} of it paid fees that were due.", { fees: formatTon(credit.due_fees_collected) ?? "" }),
      ],
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
function renderComputePhase(computePhase) {
  if (computePhase.skipped)
    return {
      name: "Compute",
      state: "bad",
      fee: undefined,
      words: [t(SKIP_TEXTS[computePhase.reason] ?? "The contract did not run.")],
    };
  const {
    success,
    exit_code: code,
    gas_used: usedGas,
    gas_limit: gasLimit,
    gas_credit: lentGas,
    vm_steps: steps,
  } = computePhase;
  const maxGas = Number(gasLimit);
  const meaning = explainExitCode(code);
  return {
    name: "Compute",
    state: success === false ? "bad" : "good",
    fee: computePhase.gas_fees,
    words: [
      el(
        "span",
        { class: "gas" },
        t(maxGas > 0 ? "Gas {used} of {limit}" : "Gas {used}", {
          used: formatNumber(Number(usedGas)),
          limit: formatNumber(maxGas),
        }),
        maxGas > 0 && renderGasBar(Number(usedGas), maxGas),
      ),
      // The gas for an external message is a loan until the contract accepts the message.
      maxGas === 0 &&
        Number(lentGas) > 0 &&
        el(
          "span",
          {},
          t("Credit of {gas} gas until the contract accepted the message", { gas: formatNumber(Number(lentGas)) }),
        ),
      el("span", {}, meaning ? t("Exit code {code}: {meaning}", { code, meaning }) : t("Exit code {code}", { code })),
      steps !== undefined && el("span", {}, tCount(steps, "{count} VM step", "{count} VM steps")),
    ],
  };
}

function renderGasBar(usedGas, maxGas) {
  const bar = el("progress", { max: Math.max(maxGas, usedGas), value: usedGas });
  bar.setAttribute("aria-label", t("Gas used of the limit"));
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
      el(
        "span",
        {},
        t("{actions}, {messages}", {
          actions: tNoun(actionCount ?? 0, "action"),
          messages: tCount(sentCount ?? 0, "{count} message sent", "{count} messages sent"),
        }),
      ),
      code !== 0 &&
        el(
          "span",
          {},
          meaning ? t("Result code {code}: {meaning}", { code, meaning }) : t("Result code {code}", { code }),
        ),
      action.no_funds === true && el("span", {}, t("The balance was too small.")),
      skippedCount > 0 && el("span", {}, tCount(skippedCount, "{count} action skipped", "{count} actions skipped")),
      action.total_fwd_fees &&
        el("span", {}, t("Forward fees {fees}", { fees: formatTon(action.total_fwd_fees) ?? "" })),
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
      el("span", {}, t(BOUNCE_TEXTS[bounce.type] ?? String(bounce.type))),
      bounce.fwd_fees && el("span", {}, t("Forward fees {fees}", { fees: formatTon(bounce.fwd_fees) ?? "" })),
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
      words: [t("The message came from outside the chain.")],
    },
  ];
}

const toBigInt = (/** @type {unknown} */ value) =>
  /^\d+$/.test(String(value)) ? BigInt(/** @type {string} */ (value)) : 0n;

/** @param {any} tx a transaction of v3 */
export function renderPhases(tx) {
  /** @type {Phase[]} */
  const phases = [...listImportPhase(tx), ...listPhases(tx.description ?? {})];
  if (phases.length === 0) return el("p", { class: "soft" }, t("The API sent no phases."));
  return el(
    "ol",
    { class: "phases" },
    phases.map(({ name, state, fee, sign = "", words }) =>
      el(
        "li",
        { class: `phase ${state}` },
        el("span", { class: "phase-mark" }, icon(state === "bad" ? "cross" : state === "good" ? "check" : "history")),
        el(
          "span",
          { class: "phase-name" },
          t(name),
          state === "bad" && el("span", { class: "hidden" }, ` ${t("failed")}`),
        ),
        el("span", { class: "phase-fee" }, fee === undefined ? "" : `${sign}${formatTon(fee) ?? ""}`),
        el("span", { class: "phase-words" }, words.filter(Boolean)),
      ),
    ),
  );
}
