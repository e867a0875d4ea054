// The elector as a validator reads it, by its get-methods.
import { writeRawAddress } from "./account-name.mjs";
import { ELECTOR_ADDRESS } from "./contracts/governance.mjs";
import { runGetMethod } from "./view.mjs";

/** @typedef {import("./chain.mjs").Chain} Chain */

const toItem = (/** @type {number | bigint} */ value) => ({ type: /** @type {const} */ ("int"), value: BigInt(value) });
const toBigInt = (/** @type {Buffer} */ bytes) => BigInt(`0x${bytes.toString("hex")}`);

/** @param {Chain} chain @param {string} method @param {(number | bigint)[]} args @returns {Promise<any[]>} stack; empty if the method fails */
async function callElector(chain, method, args = []) {
  const call = { account: writeRawAddress(ELECTOR_ADDRESS), method, stack: args.map(toItem) };
  const { exit_code, stack } = await runGetMethod(chain, call);
  return exit_code === 0 || exit_code === 1 ? stack : [];
}

/** The open election: its ID is the utime for which it elects. @param {Chain} chain @returns {Promise<{ id: number, closesAt: number, finished: boolean }>} 0: none */
export async function openElection(chain) {
  const [id, closesAt, , , , , finished] = await callElector(chain, "participant_list_extended");
  return { id: Number(id?.value ?? 0), closesAt: Number(closesAt?.value ?? 0), finished: finished?.value !== 0n };
}

/** The stake of a key in the open election, in nanotons. @param {Chain} chain @param {Buffer} publicKey */
export const readStake = async (chain, publicKey) =>
  BigInt((await callElector(chain, "participates_in", [toBigInt(publicKey)]))[0]?.value ?? 0);

/** The amount that the elector owes a wallet, in nanotons. @param {Chain} chain @param {import("@ton/core").Address} wallet */
export const readCredit = async (chain, wallet) =>
  BigInt((await callElector(chain, "compute_returned_stake", [toBigInt(wallet.hash)]))[0]?.value ?? 0);

/** Hashes of the complaints about a round. @param {Chain} chain @param {number} electionId @returns {Promise<bigint[]>} */
export async function listComplaints(chain, electionId) {
  const [list] = await callElector(chain, "list_complaints", [electionId]);
  const hashes = [];
  for (let remainingList = list; remainingList?.type === "tuple"; remainingList = remainingList.items[1])
    hashes.push(remainingList.items[0].items[0].value);
  return hashes;
}
