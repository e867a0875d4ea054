// Example searches, with current data of this network: a payment, an account and a block.

import { icon } from "../design/icons.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { t } from "../shared/messages.js";
import { readNetwork } from "../shared/network.js";

const ELECTOR = `-1:${"3".repeat(64)}`;
/** Number of requested transactions, of which one is probably a payment. */
const REQUESTED_ROWS = 20;

/** Whether a transaction received TON from another account. */
const isPayment = ({ in_msg: incoming }) => Boolean(incoming?.source) && Number(incoming.value) > 0;

export function createExamples() {
  const paymentExample = renderExample("wallet");
  const electorExample = renderExample("contract");
  const block = renderExample("block");
  electorExample.set(t("the elector"), ELECTOR);
  /** The network whose payment is shown. */
  let shownNetwork = "";
  let hasFailed = false;
  /** @type {AbortController | undefined} */
  let currentRequest;

  async function findPayment() {
    const network = readNetwork();
    hasFailed = false;
    currentRequest?.abort();
    const { signal } = (currentRequest = new AbortController());
    try {
      const { v3 } = await loadClient();
      const { transactions } = await v3.transactions({ limit: REQUESTED_ROWS, sort: "desc" }, { signal });
      const payment = transactions.find(isPayment);
      if (signal.aborted || !payment) return;
      paymentExample.set(t("payment {hash}", { hash: `${payment.hash.slice(0, 6)}…` }), payment.hash);
      shownNetwork = network;
    } catch {
      // The error is not shown here, because the list of blocks shows it.
      hasFailed = !signal.aborted;
    }
  }

  return {
    show() {
      if (shownNetwork !== readNetwork()) {
        shownNetwork = "";
        paymentExample.clear();
        block.clear();
        findPayment();
      }
      if (!electorExample.button.isConnected)
        fill(byId("home-examples"), electorExample.button, block.button, paymentExample.button);
    },
    /** @param {{ seqno: number }} newest */
    showBlock({ seqno }) {
      block.set(t("block {seqno}", { seqno }), `(-1,8000000000000000,${seqno})`);
      // The request may have failed because the API did, so it is repeated once the API responds.
      if (hasFailed) findPayment();
    },
    leave: () => currentRequest?.abort(),
  };
}

/** Creates a button that fills the search. It is hidden, in its place, until its text is set. @param {keyof typeof import("../design/icons.js").PATHS} iconName */
function renderExample(iconName) {
  const label = el("span");
  const button = el("button", { type: "button", class: "chip home-example" }, icon(iconName), label);
  button.addEventListener("click", () => {
    const input = /** @type {HTMLInputElement} */ (byId("search-input"));
    input.value = button.dataset.text ?? "";
    input.focus();
    input.dispatchEvent(new Event("input"));
  });
  const clearExamples = () => {
    label.textContent = "";
    button.classList.add("waiting");
  };
  clearExamples();
  return {
    button,
    clear: clearExamples,
    /** @param {string} name @param {string} text */
    set(name, text) {
      // Only the text changes: a new button would lose the focus.
      label.textContent = name;
      button.dataset.text = text;
      button.classList.remove("waiting");
    },
  };
}
