// Signs the messages of traffic.
import { runGetMethod } from "../view.mjs";

const LIFETIME = 600;

/** The people who may receive: erin's account was deleted. @param {import("../cast.mjs").Cast} cast */
export const listPeople = (cast) => cast.people.filter(({ name }) => name !== "erin");

/**
 * The transfer of a wallet with its next seqno, for the next block; none if the wallet is not deployed.
 * @param {import("../chain.mjs").Chain} chain @param {import("../wallet.mjs").Wallet} from @param {import("@ton/core").MessageRelaxed[]} messages
 * @returns {Promise<import("@ton/core").Cell[]>}
 */
export async function makeTransfer(chain, from, messages) {
  const { exit_code, stack } = await runGetMethod(chain, { account: from.account, method: "seqno", stack: [] });
  const [seqno] = stack;
  if (exit_code !== 0 || seqno?.type !== "int") return [];
  return [from.transfer({ seqno: Number(seqno.value), messages, validUntil: chain.time() + LIFETIME })];
}
