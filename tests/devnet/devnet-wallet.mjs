// Sends messages of the seeded world's wallets.
import { runGetMethod } from "../upstream/devnet/view.mjs";

/** Seconds for which a message is valid. */
const LIFETIME = 3600;

/**
 * Submits messages of a wallet for the next block, without making one.
 * @param {any} devnet @param {string} name of the wallet @param {import("@ton/core").MessageRelaxed[]} messages
 * @returns {Promise<string>} hash of the external message, base64
 */
export async function sendFrom(devnet, name, messages) {
  const wallet = devnet.cast.wallet(name);
  const { exit_code, stack } = await runGetMethod(devnet.chain, {
    account: wallet.account,
    method: "seqno",
    stack: [],
  });
  const [item] = stack;
  // The first message of a wallet deploys it.
  const seqno = exit_code === 0 && item.type === "int" ? Number(item.value) : 0;
  const boc = wallet.transfer({ seqno, messages, validUntil: devnet.chain.time() + LIFETIME });
  await devnet.chain.submit(boc);
  return boc.hash().toString("base64");
}
