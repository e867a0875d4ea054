// The vesting wallet: https://github.com/ton-blockchain/vesting-contract
import { Dictionary } from "@ton/core";

/** Bytes of a workchain and a hash: the key of a whitelist, which is not a serialized address. */
const KEY_BYTES = 33;

/** @param {import("@ton/core").Cell | null} cell @returns {string[]} */
function listWhitelist(cell) {
  if (cell === null) return [];
  const keys = cell
    .beginParse()
    .loadDictDirect(Dictionary.Keys.Buffer(KEY_BYTES), { serialize() {}, parse() {} })
    .keys();
  return keys.map((key) => `${key.readInt8(0)}:${key.subarray(1).toString("hex").toUpperCase()}`).sort();
}

/** @type {Record<string, import("./index.mjs").Kind>} */
export const KINDS = {
  wallet_vesting: {
    probe: "get_vesting_data",
    results: 8,
    async read(contract) {
      const answer = await contract.ask("get_vesting_data");
      const [start_time, total_duration, unlock_period, cliff_duration] = Array.from({ length: 4 }, () =>
        Number(answer.integer()),
      );
      const total_amount = String(answer.integer());
      const [sender_address, owner_address] = [answer.address(), answer.address()];
      if (!sender_address || !owner_address) return undefined;
      return {
        owner: owner_address,
        parent: sender_address,
        details: {
          start_time,
          total_duration,
          unlock_period,
          cliff_duration,
          sender_address,
          owner_address,
          total_amount,
          whitelist: listWhitelist(answer.maybeCell()),
        },
      };
    },
  },
};
