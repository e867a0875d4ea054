// Runs a get-method in the page, and shows its result. Loaded on demand: see local-calls.js.

import { decodeStack, encodeStack } from "../ton-edge/message.js";
import { formatRoute } from "../app/route.js";
import { el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { formatNumber } from "../shared/format.js";
import { renderJsonTree } from "./json-tree.js";
import { startLocalRun } from "./local-client.js";
import { formatMilliseconds } from "./response.js";
import { formatShort, renderRequests, runFact } from "./run-facts.js";
import { ownStack, stackTree } from "./stack-values.js";
import { createTabs } from "./tabs.js";

/** The form of the stack by the operation. */
const FORMS = { "v2.runGetMethod": "v2", "v2.runGetMethodStd": "v2-std", "v3.runGetMethod": "v3" };

/** Numbers as texts: the service takes both. */
const withTexts = (entry) =>
  Array.isArray(entry) && (typeof entry[1] === "number" || typeof entry[1] === "bigint")
    ? [entry[0], String(entry[1])]
    : typeof entry?.value === "number" || typeof entry?.value === "bigint"
      ? { ...entry, value: String(entry.value) }
      : entry;

/**
 * @param {import("./catalogue.js").Operation} operation @param {any} values of the form @param {import("./local-calls.js").Watch} watch
 * @returns {Promise<import("./local-calls.js").Computed>}
 */
export async function runLocally({ id }, { address, method, stack = [], seqno }, { signal, say, send }) {
  const { client, meter } = await startLocalRun();
  let args;
  try {
    args = decodeStack(stack.map(withTexts)).values;
  } catch (error) {
    return uncertain("The arguments have a form that cannot be read here.", error.message, send);
  }
  say("Reading the account…");
  const started = performance.now();
  try {
    const result = await client.get(address, method, /** @type {any} */ (args), { local: "only", seqno, signal });
    const ms = performance.now() - started;
    return {
      said: `Done in ${formatMilliseconds(ms)}. No get-method request was sent.`,
      shown: [facts(result, meter, ms), values(FORMS[id], method, ownStack(result.stack))],
    };
  } catch (error) {
    if (error?.code !== "needs_upstream") throw error;
    const words = error.message.replace(/^.*?has to run at the service: /, "");
    return uncertain("The result is not certain here.", words, send, [
      error.exitCode !== undefined && runFact("Exit code", badge(error.exitCode, false)),
      renderRequests(meter.requests),
    ]);
  }
}

const badge = (exitCode, good) => el("span", { class: `badge ${good ? "good" : "bad"}` }, String(exitCode));

function facts({ exitCode, gasUsed, block, lastTransaction }, { requests, steps, computingMs }, ms) {
  return el(
    "dl",
    { class: "facts" },
    runFact("Exit code", badge(exitCode, true), " success"),
    runFact("Gas used", formatNumber(gasUsed)),
    steps !== undefined && runFact("Instructions", formatNumber(steps)),
    runFact(
      "Block",
      block ? el("span", { title: block.rootHash }, `masterchain block ${block.seqno}`) : "the last one; not named",
    ),
    runFact("Time", `${formatMilliseconds(ms)}, of which ${formatShort(computingMs)} in the virtual machine`),
    lastTransaction &&
      runFact(
        "State after",
        el(
          "a",
          { href: formatRoute({ view: "trace", text: lastTransaction.hash }) },
          `transaction ${lastTransaction.lt}`,
        ),
      ),
    renderRequests(requests),
  );
}

function values(form, method, stack) {
  if (stack.length === 0) return el("p", { class: "none" }, "The get-method returned no values.");
  const parts = [{ name: "Values", panel: () => renderJsonTree(stackTree(method, stack)) }];
  const entries = entriesOf(stack, form);
  if (entries) parts.push({ name: "Stack", panel: () => renderJsonTree(entries) });
  return createTabs("The result as", "explorer-result", parts).element;
}

/** The stack as the operation writes it; undefined if its form has no place for one of the values. */
function entriesOf(stack, form) {
  try {
    return encodeStack(stack.values, form);
  } catch {
    return undefined;
  }
}

/** A result that only the server can compute. */
function uncertain(title, why, send, found = []) {
  return {
    said: "Not computed here.",
    heard: `${title} ${toSentence(why)}`,
    shown: [
      el(
        "div",
        { class: "message note" },
        el("p", { class: "what" }, el("strong", {}, title)),
        el("p", { class: "why" }, toSentence(why)),
        el("p", {}, "The server can run it."),
        send &&
          el(
            "p",
            { class: "actions" },
            el(
              "button",
              { id: "explorer-at-server", type: "button", class: "primary", onclick: send },
              "Send the request",
            ),
          ),
      ),
      found.length > 0 ? el("dl", { class: "facts" }, found) : undefined,
    ],
  };
}
