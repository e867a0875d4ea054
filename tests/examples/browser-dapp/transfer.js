// A transfer from the form to its last transaction.

import { comment, toNano, toUnits } from "ton-edge/message";

import { client } from "./client.js";

/** The TON that pays the fees of a jetton transfer; the rest comes back. */
const JETTON_VALUE = toNano("0.1");
const VALID_SECONDS = 120;

/** @typedef {import("ton-edge").JettonBalance} Jetton */
/** @typedef {{ to: string, amount: string, text: string, jetton?: Jetton }} Transfer */

/** A transfer of TON, which comes back if the contract fails. An account without a contract keeps it. @param {Transfer} transfer */
async function makeCoinTransfer({ to, amount, text }) {
  const { state } = await client.account(to);
  return { to, value: toNano(amount), bounce: state === "active", body: text || null };
}

/** A request to the jetton wallet of the owner, whose address comes from the master. */
async function readUnits(/** @type {string} */ owner, /** @type {Transfer} */ { to, amount, text, jetton }) {
  const { master, decimals } = /** @type {Jetton} */ (jetton);
  if (decimals === null) throw new Error("The decimals of this jetton are not known.");
  const wallet = await client.read(master, "get_wallet_address", [owner]);
  if (wallet === null) throw new Error("This jetton has no wallet for you.");
  const body = {
    type: /** @type {const} */ ("jetton_transfer"),
    amount: toUnits(amount, decimals),
    destination: to,
    responseDestination: owner,
    forwardTonAmount: 1n,
    forwardPayload: text ? comment(text) : null,
  };
  return { to: wallet, value: JETTON_VALUE, body };
}

/**
 * Signs a transfer, sends it, and waits for all transactions that it causes.
 * @param {import("ton-edge/message").Wallet} wallet @param {CryptoKey} privateKey @param {Transfer} transfer
 * @param {(step: string) => void} onStep
 */
export async function send(wallet, privateKey, transfer, onStep) {
  const { seqno } = await client.account(wallet.address);
  const action = transfer.jetton ? await readUnits(wallet.address, transfer) : await makeCoinTransfer(transfer);
  const validUntil = Math.floor(Date.now() / 1000) + VALID_SECONDS;
  const message = await wallet.transfer([action], { seqno: seqno ?? 0, validUntil }, privateKey);
  onStep("Signed and sent. Waiting for a block…");
  const { hash, account } = await client.send(message, { validUntil });
  onStep("Your wallet has executed it. Waiting for the receiver…");
  return client.waitForMessage(hash, { wait: "trace", account });
}
