// Runs get-methods of an account in this page, with the virtual machine of the package.

import { formatRoute } from "../app/route.js";
import { loadStylesheet } from "../app/stylesheet.js";
import { makeGetMethodRun } from "../explorer/local-calls.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";

/** Get-methods without arguments, by the pattern of the interface's name. @type {[RegExp, string[]][]} */
const METHODS = [
  [/^wallet_v(3|4|5)/, ["seqno", "get_subwallet_id", "get_public_key"]],
  [/^wallet_v4/, ["get_plugin_list"]],
  [/^wallet_v5/, ["is_signature_allowed", "get_extensions"]],
  [/^wallet_v(1|2)|^wallet_preprocessed/, ["seqno", "get_public_key"]],
  [/^wallet_highload/, ["get_public_key"]],
  [/^wallet_highload_v3/, ["get_timeout", "get_last_clean_time"]],
  [/^wallet_vesting/, ["seqno", "get_subwallet_id", "get_public_key", "get_vesting_data", "get_whitelist"]],
  [/^jetton_master/, ["get_jetton_data"]],
  [/^jetton_wallet/, ["get_wallet_data"]],
  [/^nft_item|^sbt/, ["get_nft_data"]],
  [/^sbt/, ["get_authority_address", "get_revoked_time"]],
  [/^nft_collection/, ["get_collection_data", "royalty_params"]],
  [/^nft_(sale|auction|offer)/, ["get_sale_data"]],
  [/^dns/, ["get_domain", "get_auction_info", "get_last_fill_up_time", "get_editor"]],
  [/^multisig_v2/, ["get_multisig_data"]],
  [/^multisig_order/, ["get_order_data"]],
  [/pool/, ["get_pool_data"]],
  [/^subscription/, ["get_subscription_data"]],
];
/** The get-methods that are offered for other contracts: those of most wallets. */
const DEFAULT_METHODS = ["seqno", "get_public_key"];
const OPERATION = { id: "v2.runGetMethod" };
const METHOD_NAME = /^[\w?!.$~-]{1,128}$/;

/** @param {string[] | null | undefined} interfaces that the API reports */
function listMethods(interfaces) {
  const names = (interfaces ?? []).map(String);
  const knownMethods = METHODS.filter(([kind]) => names.some((name) => kind.test(name))).flatMap(
    ([, methods]) => methods,
  );
  return [...new Set(knownMethods.length > 0 ? knownMethods : DEFAULT_METHODS)];
}

export function createContractPanel() {
  const box = byId("contract-methods");
  /** @type {AbortController | undefined} */
  let currentRun;

  /** @param {string} account raw @param {any} state from the API; undefined if the account has no state */
  function show(account, state) {
    currentRun?.abort();
    if (state?.status !== "active") {
      fill(box, el("p", { class: "empty" }, "The account has no contract to call."));
      return;
    }
    const input = el("input", {
      id: "contract-method",
      class: "mono",
      type: "text",
      autocomplete: "off",
      spellcheck: false,
      "aria-describedby": "contract-status",
    });
    input.setAttribute("autocapitalize", "off");
    const status = el("p", { id: "contract-status", role: "status" });
    const result = el("div", { id: "contract-result" });
    const runMethod = (/** @type {string} */ method) => execute(account, method, status, result);
    const buttons = listMethods(state.interfaces).map((method) => {
      const button = el("button", { type: "button", class: "chip mono" }, method);
      button.addEventListener("click", () => runMethod(method));
      return button;
    });
    const form = el(
      "form",
      { class: "method-form", noValidate: true },
      el("label", { htmlFor: "contract-method" }, "Another get-method without arguments"),
      el("div", { class: "entry-line" }, input, el("button", { type: "submit" }, "Run")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const method = input.value.trim();
      const isValid = METHOD_NAME.test(method);
      input.toggleAttribute("aria-invalid", !isValid);
      if (isValid) return runMethod(method);
      status.textContent = "The name of a get-method has letters, digits and underscores.";
      input.focus();
    });
    fill(
      box,
      el("h4", {}, "Get-methods"),
      el(
        "p",
        { class: "soft" },
        "They run in this page, with the state of the account. Nothing is sent to the contract.",
      ),
      el("div", { class: "chips" }, ...buttons),
      form,
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
              text: OPERATION.id,
              query: { address: account, stack: "[]", here: "1" },
            }),
          },
          "Call one with arguments in the explorer",
        ),
      ),
    );
  }

  async function execute(address, method, status, result) {
    currentRun?.abort();
    const ownRun = (currentRun = new AbortController());
    const { signal } = ownRun;
    const showStatus = (/** @type {string} */ text) => {
      if (!signal.aborted) status.textContent = text;
    };
    fill(result);
    showStatus(`Running ${method}…`);
    try {
      const progress = { signal, say: showStatus };
      const { said: statusText, shown: resultElement } = /** @type {any} */ (
        await makeGetMethodRun(/** @type {any} */ (OPERATION), { address, method, stack: [] })(progress)
      );
      if (signal.aborted) return;
      showStatus(`${method}: ${statusText}`);
      fill(result, resultElement);
    } catch (error) {
      if (signal.aborted) return;
      showStatus("");
      fill(result, el("div", { class: "message bad", role: "alert" }, describeError(error)));
    }
  }

  return {
    /** Loads the styles of results, which are the explorer's. */
    prepare: () => loadStylesheet(new URL("../explorer/explorer.css", import.meta.url)),
    show,
    close() {
      currentRun?.abort();
      fill(box);
    },
  };
}
