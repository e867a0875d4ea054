// The forms of the page. Each shows its result or its error in the output below it, which is a live region.

import { walletV5R1 } from "ton-edge/message";

import { resolveAccount, client, formatFriendly, network } from "./client.js";
import { loadKeys } from "./key.js";
import { send } from "./transfer.js";
import { renderAccount, formatJettonAmount, createElement, renderError, renderOutcome, renderValue } from "./view.js";

/** @template {HTMLElement} [T=HTMLElement] @param {string} selector @returns {T} */
const findElement = (selector) => /** @type {T} */ (document.querySelector(selector));

/**
 * Runs work, and shows its result. The form cannot be sent a second time meanwhile.
 * @param {HTMLElement} container that has a button and an output @param {(show: (text: string) => void) => Promise<(string | Node)[]>} work
 */
async function run(container, work) {
  const output = /** @type {HTMLOutputElement} */ (container.querySelector("output"));
  const button = /** @type {HTMLButtonElement} */ (container.querySelector("button"));
  // Unlike `disabled`, this keeps the focus.
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  output.setAttribute("aria-busy", "true");
  const showOutput = (/** @type {string} */ text) => output.replaceChildren(createElement("p", {}, text));
  showOutput("Working…");
  try {
    output.replaceChildren(...(await work(showOutput)));
  } catch (error) {
    output.replaceChildren(...renderError(error));
  } finally {
    button.removeAttribute("aria-disabled");
    output.removeAttribute("aria-busy");
  }
}

/** @param {string} selector @param {(field: (name: string) => string, show: (text: string) => void) => Promise<(string | Node)[]>} work */
function onSubmit(selector, work) {
  const form = /** @type {HTMLFormElement} */ (findElement(selector));
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
  const { account, jettons } = await readAccount(await resolveAccount(field("account")));
  return renderAccount(account, jettons);
});

onSubmit("#ask", async (field) => {
  const method = /** @type {"seqno" | "get_jetton_data"} */ (field("method"));
  return renderValue(await client.read(await resolveAccount(field("contract")), method));
});

/** @type {import("ton-edge").JettonBalance[]} */
let ownedJettons = [];

/** Reads the state of the page's wallet again, and its spendable balances. @param {string} address */
async function refreshWallet(address) {
  const { account, jettons } = await readAccount(address);
  ownedJettons = jettons;
  const assets = findElement("#asset");
  const chosenAsset = /** @type {HTMLSelectElement} */ (assets).value;
  const options = jettons.map((jetton) =>
    createElement("option", { value: jetton.master }, formatJettonAmount(jetton)),
  );
  assets.replaceChildren(createElement("option", { value: "" }, "TON"), ...options);
  /** @type {HTMLSelectElement} */ (assets).value = ownedJettons.some(({ master }) => master === chosenAsset)
    ? chosenAsset
    : "";
  return renderAccount(account, jettons);
}

async function startApp() {
  const { publicKey, privateKey } = await loadKeys();
  const wallet = walletV5R1({ publicKey, network });
  const walletPanel = findElement("#wallet");
  const readWallet = () => run(walletPanel, () => refreshWallet(wallet.address));
  findElement("#refresh").addEventListener("click", readWallet);
  findElement("#copy").addEventListener("click", () => navigator.clipboard.writeText(formatFriendly(wallet.address)));
  onSubmit("#send", async (field, show) => {
    const jetton = ownedJettons.find(({ master }) => master === field("asset"));
    const transfer = { to: await resolveAccount(field("to")), amount: field("amount"), text: field("comment"), jetton };
    try {
      return renderOutcome(await send(wallet, privateKey, transfer, show));
    } finally {
      void readWallet();
    }
  });
  await readWallet();
}

startApp().catch((error) => findElement("#wallet output").replaceChildren(...renderError(error)));
