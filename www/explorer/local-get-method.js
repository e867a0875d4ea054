// Runs a get-method in the page, and shows its result. Loaded on demand: see local-calls.js.

import { decodeStack, encodeStack } from "../ton-edge/message.js";
import { formatRoute } from "../app/route.js";
import { el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { formatNumber } from "../shared/format.js";
import { renderJsonTree } from "./json-tree.js";
import { startLocalRun } from "./local-client.js";
import { formatMilliseconds } from "./response.js";
import { formatShort, renderRequests, renderFact } from "./run-facts.js";
import { toOwnStack, renderStackTree } from "./stack-values.js";
import { createTabs } from "./tabs.js";
import { t } from "../shared/messages.js";

/** The form of the stack, by operation. */
const STACK_FORMS = { "v2.runGetMethod": "v2", "v2.runGetMethodStd": "v2-std", "v3.runGetMethod": "v3" };

/** Converts a number to text, which the service also accepts. */
const stringifyNumber = (entry) =>
  Array.isArray(entry) && (typeof entry[1] === "number" || typeof entry[1] === "bigint")
    ? [entry[0], String(entry[1])]
    : typeof entry?.value === "number" || typeof entry?.value === "bigint"
      ? { ...entry, value: String(entry.value) }
      : entry;

/**
 * @param {import("./catalogue.js").Operation} operation @param {any} values of the form @param {import("./local-calls.js").Watch} watch
 * @returns {Promise<import("./local-calls.js").Computed>}
 */
export async function runLocally(
  { id },
  { address, method, stack = [], seqno },
  { signal, say: showProgress, send: sendInstead },
) {
  const { client, meter } = await startLocalRun();
  let args;
  try {
    args = decodeStack(stack.map(stringifyNumber)).values;
  } catch (error) {
    return renderUncertainResult("The page cannot read arguments of this form.", error.message, sendInstead);
  }
  showProgress("Reading the account…");
  const startedAt = performance.now();
  try {
    const result = await client.get(address, method, /** @type {any} */ (args), { local: "only", seqno, signal });
    const durationMs = performance.now() - startedAt;
    return {
      said: `Done in ${formatMilliseconds(durationMs)}. No get-method request was sent.`,
      shown: [renderFacts(result, meter, durationMs), renderValues(STACK_FORMS[id], method, toOwnStack(result.stack))],
    };
  } catch (error) {
    if (error?.code !== "needs_upstream") throw error;
    const reasonText = error.message.replace(/^.*?has to run on the server: /, "");
    return renderUncertainResult("The result is not certain here.", reasonText, sendInstead, [
      error.exitCode !== undefined && renderFact("Exit code", renderBadge(error.exitCode, false)),
      renderRequests(meter.requests),
    ]);
  }
}

const renderBadge = (exitCode, isGood) => el("span", { class: `badge ${isGood ? "good" : "bad"}` }, String(exitCode));

export function renderFacts(
  { exitCode, gasUsed, block, lastTransaction },
  { requests, steps, computingMs },
  durationMs,
) {
  return el(
    "dl",
    { class: "facts" },
    renderFact("Exit code", renderBadge(exitCode, true), ` ${t("success")}`),
    renderFact("Gas used", formatNumber(gasUsed)),
    steps !== undefined && renderFact("Instructions", formatNumber(steps)),
    renderFact(
      "Block",
      block
        ? el("span", { title: block.rootHash }, t("masterchain block {seqno}", { seqno: block.seqno }))
        : t("the newest block, not named in the response"),
    ),
    renderFact(
      "Time",
      t("{whole}, of which {computing} in the virtual machine", {
        whole: formatMilliseconds(durationMs),
        computing: formatShort(computingMs),
      }),
    ),
    lastTransaction &&
      renderFact(
        "State after",
        el(
          "a",
          { href: formatRoute({ view: "trace", text: lastTransaction.hash }) },
          t("transaction {lt}", { lt: lastTransaction.lt }),
        ),
      ),
    renderRequests(requests),
  );
}

export function renderValues(form, method, stack) {
  if (stack.length === 0) return el("p", { class: "none" }, t("The get-method returned no values."));
  const tabs = [{ name: t("Values"), panel: () => renderJsonTree(renderStackTree(method, stack)) }];
  const entries = tryEncodeStack(stack, form);
  if (entries) tabs.push({ name: t("Stack"), panel: () => renderJsonTree(entries) });
  return createTabs(t("The result as"), "explorer-result", tabs).element;
}

/** Writes the stack in the operation's form; undefined if the form cannot express one of the values. */
function tryEncodeStack(stack, form) {
  try {
    return encodeStack(stack.values, form);
  } catch {
    return undefined;
  }
}

/** Shows that only the server can compute the result. */
function renderUncertainResult(title, reason, sendInstead, knownFacts = []) {
  return {
    said: "Not computed here.",
    heard: `${title} ${toSentence(reason)}`,
    shown: [
      el(
        "div",
        { class: "message note" },
        el("p", { class: "what" }, el("strong", {}, title)),
        el("p", { class: "why" }, toSentence(reason)),
        el("p", {}, "The server can run it."),
        sendInstead &&
          el(
            "p",
            { class: "actions" },
            el(
              "button",
              { id: "explorer-at-server", type: "button", class: "primary", onclick: sendInstead },
              "Send the request",
            ),
          ),
      ),
      knownFacts.length > 0 ? el("dl", { class: "facts" }, knownFacts) : undefined,
    ],
  };
}
