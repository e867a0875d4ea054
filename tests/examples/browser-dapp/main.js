// The forms of the page. Each shows its result or its error in the output below it, which is a live region.

import { walletV5R1 } from "ton-edge/message";

import { accountOf, client, friendly, network } from "./client.js";
import { loadKeys } from "./key.js";
import { send } from "./transfer.js";
import { accountView, amountOf, element, errorView, outcomeView, valueView } from "./view.js";

/** @template {HTMLElement} [T=HTMLElement] @param {string} selector @returns {T} */
const find = (selector) => /** @type {T} */ (document.querySelector(selector));

/**
 * Runs work, and shows its result. The form cannot be sent a second time meanwhile.
 * @param {HTMLElement} place that has a button and an output @param {(show: (text: string) => void) => Promise<(string | Node)[]>} work
 */
async function run(place, work) {
  const output = /** @type {HTMLOutputElement} */ (place.querySelector("output"));
  const button = /** @type {HTMLButtonElement} */ (place.querySelector("button"));
  // Unlike `disabled`, this keeps the focus.
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  output.setAttribute("aria-busy", "true");
  const show = (/** @type {string} */ text) => output.replaceChildren(element("p", {}, text));
  show("Working…");
  try {
    output.replaceChildren(...(await work(show)));
  } catch (error) {
    output.replaceChildren(...errorView(error));
  } finally {
    button.removeAttribute("aria-disabled");
    output.removeAttribute("aria-busy");
  }
}

/** @param {string} selector @param {(field: (name: string) => string, show: (text: string) => void) => Promise<(string | Node)[]>} work */
function onSubmit(selector, work) {
  const form = /** @type {HTMLFormElement} */ (find(selector));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    void run(form, (show) => work((name) => String(data.get(name) ?? "").trim(), show));
  });
}

async function readAccount(/** @type {string} */ address) {
  const [account, jettons] = await Promise.all([client.account(address), client.jettons(address)]);
  return { account, jettons };
}

onSubmit("#look-up", async (field) => {
  const { account, jettons } = await readAccount(await accountOf(field("account")));
  return accountView(account, jettons);
});

onSubmit("#ask", async (field) => {
  const method = /** @type {"seqno" | "get_jetton_data"} */ (field("method"));
  return valueView(await client.read(await accountOf(field("contract")), method));
});

/** @type {import("ton-edge").JettonBalance[]} */
let owned = [];

/** Reads the state of the page's wallet again, and its spendable balances. @param {string} address */
async function refresh(address) {
  const { account, jettons } = await readAccount(address);
  owned = jettons;
  const assets = find("#asset");
  const chosen = /** @type {HTMLSelectElement} */ (assets).value;
  const options = jettons.map((jetton) => element("option", { value: jetton.master }, amountOf(jetton)));
  assets.replaceChildren(element("option", { value: "" }, "TON"), ...options);
  /** @type {HTMLSelectElement} */ (assets).value = owned.some(({ master }) => master === chosen) ? chosen : "";
  return accountView(account, jettons);
}

async function start() {
  const { publicKey, privateKey } = await loadKeys();
  const wallet = walletV5R1({ publicKey, network });
  const panel = find("#wallet");
  const read = () => run(panel, () => refresh(wallet.address));
  find("#refresh").addEventListener("click", read);
  find("#copy").addEventListener("click", () => navigator.clipboard.writeText(friendly(wallet.address)));
  onSubmit("#send", async (field, show) => {
    const jetton = owned.find(({ master }) => master === field("asset"));
    const transfer = { to: await accountOf(field("to")), amount: field("amount"), text: field("comment"), jetton };
    try {
      return outcomeView(await send(wallet, privateKey, transfer, show));
    } finally {
      void read();
    }
  });
  await read();
}

start().catch((error) => find("#wallet output").replaceChildren(...errorView(error)));
