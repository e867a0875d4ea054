// Runs get-methods: in the page if the result is certain there, otherwise on the server.

import { getMethodArguments } from "../ton-edge/message.js";
import { formatRoute } from "../app/route.js";
import { el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { startLocalRun } from "../explorer/local-client.js";
import { renderFacts, renderValues } from "../explorer/local-get-method.js";
import { formatMilliseconds } from "../explorer/response.js";
import { toOwnStack } from "../explorer/stack-values.js";
import { createField, readFields } from "./fields.js";
import { describeArguments } from "./field-specs.js";
import { renderResults } from "./method-results.js";
import { listArguments, listMethods } from "./standards.js";
import { METHOD_DOCS } from "./table-docs.js";
import { t } from "../shared/messages.js";

const METHOD_NAME = /^[\w?!.$~-]{1,128}$/;

/** @typedef {{ account: string, state: any, signal: AbortSignal }} Contract */

/** @param {Contract} contract @param {Promise<import("./jetton-unit.js").Unit | undefined>} jetton */
export function createMethodReader({ account, state, signal: closeSignal }, jetton) {
  /** @type {AbortController | undefined} */
  let currentRun;
  closeSignal.addEventListener("abort", () => currentRun?.abort());
  const argumentsPlace = el("div", { id: "contract-arguments" });
  const status = el("p", { id: "contract-status", role: "status" });
  const result = el("div", { id: "contract-result" });
  const input = el("input", {
    id: "contract-method",
    class: "mono",
    type: "text",
    autocomplete: "off",
    spellcheck: false,
    "aria-describedby": "contract-status",
  });
  input.setAttribute("autocapitalize", "off");

  /** Runs a get-method, or first asks for its arguments. @param {string} method */
  function chooseMethod(method) {
    fill(argumentsPlace);
    if ((listArguments(method) ?? []).length === 0) return runMethod(method, []);
    currentRun?.abort();
    fill(result);
    status.textContent = "";
    const form = createArgumentsForm(method, (values) => runMethod(method, values));
    fill(argumentsPlace, form);
    /** @type {HTMLElement | null} */ (form.querySelector("input, textarea"))?.focus();
  }

  async function runMethod(method, args) {
    currentRun?.abort();
    const thisRun = (currentRun = new AbortController());
    const { signal } = thisRun;
    fill(result);
    status.textContent = t("Running {method}…", { method });
    try {
      const [{ statusText, shown }, unit] = await Promise.all([readMethod(account, method, args, signal), jetton]);
      if (signal.aborted) return;
      status.textContent = `${method}: ${statusText}`;
      fill(result, ...shown(unit));
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = "";
      fill(result, el("div", { class: "message bad", role: "alert" }, describeError(error)));
    }
  }

  const form = el(
    "form",
    { class: "method-form", noValidate: true },
    el("label", { htmlFor: "contract-method" }, t("Another get-method")),
    el("div", { class: "entry-line" }, input, el("button", { type: "submit" }, t("Run"))),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const method = input.value.trim();
    const isValid = METHOD_NAME.test(method);
    input.toggleAttribute("aria-invalid", !isValid);
    if (isValid) return chooseMethod(method);
    status.textContent = t("The name of a get-method has letters, digits and underscores.");
    input.focus();
  });
  return el(
    "div",
    { class: "contract-part" },
    el("p", { class: "soft" }, t("Get-methods read the state of the account. Nothing is sent to the contract.")),
    el(
      "div",
      { class: "chips" },
      listMethods(state.interfaces).map((method) =>
        el(
          "button",
          {
            type: "button",
            class: "chip mono",
            title: METHOD_DOCS[method] && describeMethod(method),
            onclick: () => chooseMethod(method),
          },
          method,
        ),
      ),
    ),
    form,
    argumentsPlace,
    status,
    result,
    el(
      "p",
      {},
      el(
        "a",
        {
          class: "contract-more",
          href: formatRoute({
            view: "explorer",
            text: "v2.runGetMethod",
            query: { address: account, stack: "[]", here: "1" },
          }),
        },
        t("Call one with any arguments in the explorer"),
      ),
    ),
  );
}

/** @param {string} method @param {(values: any[]) => void} onValues */
function createArgumentsForm(method, onValues) {
  const fields = describeArguments(method).map((spec) => createField("contract-argument", spec));
  const [, source] = METHOD_DOCS[method];
  const form = el(
    "form",
    { class: "contract-form", noValidate: true, "aria-label": method },
    el("p", {}, el("code", {}, method), ` ${describeMethod(method)} `, renderSource(source)),
    el(
      "div",
      { class: "params" },
      fields.map(({ element }) => element),
    ),
    el("p", { class: "actions" }, el("button", { type: "submit", class: "primary" }, t("Run"))),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = readFields(fields);
    if (values) onValues(fields.map(({ name }) => values[name]));
  });
  return form;
}

const describeMethod = (/** @type {string} */ method) => t(METHOD_DOCS[method][0].replaceAll("`", ""));

/** Names the specification without a link: the web app does not link to other hosts. @param {string} url */
export const renderSource = (url) =>
  el("span", { class: "source", title: url }, `(${/([^/#]+?)(\.md|\.fc|\.func|\.tlb)?$/.exec(url)?.[1] ?? url})`);

/** Runs the get-method in the page, or on the server if the result is not certain in the page. */
async function readMethod(account, method, args, signal) {
  const { client, meter } = await startLocalRun();
  const startedAt = performance.now();
  const values = listArguments(method) ? /** @type {any} */ (getMethodArguments)(method, args) : [];
  const run = (/** @type {"only" | "never"} */ local) => client.get(account, method, values, { local, signal });
  let outcome;
  let isLocal = true;
  try {
    outcome = await run("only");
  } catch (error) {
    if (error?.code !== "needs_upstream") throw error;
    isLocal = false;
    outcome = await run("never");
  }
  const durationMs = performance.now() - startedAt;
  const stack = toOwnStack(outcome.stack);
  return {
    statusText: t(isLocal ? "Done in {time}, computed in this page." : "Done in {time}, computed by the server.", {
      time: formatMilliseconds(durationMs),
    }),
    shown: (/** @type {import("./jetton-unit.js").Unit | undefined} */ unit) => [
      renderResults(method, stack, unit, account),
      el(
        "details",
        { class: "contract-run" },
        el("summary", {}, t("Stack, gas and block")),
        renderFacts(outcome, meter, durationMs),
        renderValues("v2", method, stack),
      ),
    ],
  };
}
