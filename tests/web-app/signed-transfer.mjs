// Signed messages of the local chain's wallets, as a visitor would paste them. None of these messages is sent.

import { Address, beginCell, internal, toNano } from "@ton/core";

/** Reads a response directly from the upstream, because the gateway's response may be cached. */
export const fetchUpstreamJson = async (stack, path) => (await fetch(`${stack.upstream}/api/${path}`)).json();

/**
 * A signed message of a wallet, in base64.
 * @param {any} stack @param {string} name of the wallet @param {import("@ton/core").MessageRelaxed[]} messages
 * @param {{ lifetime?: number, seqno?: number, sendMode?: number }} [options] `lifetime` in seconds
 */
export async function signTransfer(stack, name, messages, { lifetime = 300, ...more } = {}) {
  const wallet = stack.own.cast.wallet(name);
  const { result } = await fetchUpstreamJson(stack, `v2/getWalletInformation?address=${wallet.account}`);
  const validUntil = Math.floor(Date.now() / 1000) + lifetime;
  const transfer = { seqno: result.seqno ?? 0, messages, validUntil, ...more };
  return wallet.transfer(transfer).toBoc().toString("base64");
}

/** A payment to a wallet. */
export const makePayment = (stack, to, value, body = "for lunch") =>
  internal({ to: stack.own.cast.wallet(to).address, value: toNano(value), bounce: false, body });

/** A transfer of 25 jettons from one wallet to another one. */
export async function makeJettonPayment(stack, senderName, receiverName) {
  const [sender, receiver] = [senderName, receiverName].map((name) => stack.own.cast.wallet(name));
  const { jetton_wallets } = await fetchUpstreamJson(stack, "v3/jetton/wallets?limit=100");
  const { address } = jetton_wallets.find((wallet) => wallet.owner === sender.account && BigInt(wallet.balance) > 0n);
  const body = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(7, 64)
    .storeCoins(25_000_000_000n)
    .storeAddress(receiver.address)
    .storeAddress(sender.address)
    .storeBit(0)
    .storeCoins(1n)
    .storeBit(0)
    .storeUint(0, 32)
    .storeStringTail("thank you")
    .endCell();
  return internal({ to: Address.parseRaw(address), value: toNano("0.2"), bounce: true, body });
}
