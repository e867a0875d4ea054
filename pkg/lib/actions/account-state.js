// The state of an account, as v2 and v3 have it, for get-methods that run here.

import { integerIn, numberIn, readResponse, textIn } from "./read-response.js";
import { readBlock, readTransactionId } from "./run-get-method.js";
import { share } from "./shared-requests.js";

/** What several calls of an account share: its state, and the contracts that were opened with it. */
const accountOf = (address, state) => ({ address, state, libraries: new Map(), contracts: new Map() });

const present = (text) => (text === undefined || text === null || text === "" ? undefined : textIn(text));

/** The state of v2, with the block that it speaks for. */
function readInformation(response) {
  return {
    isActive: response.state === "active",
    code: present(response.code),
    data: present(response.data),
    balance: integerIn(response.balance),
    // An id with its highest bit comes as a negative number.
    extraCurrencies: Object.fromEntries((response.extra_currencies ?? []).map(({ id, amount }) => [id >>> 0, amount])),
    now: response.sync_utime === undefined ? undefined : numberIn(response.sync_utime),
    block: response.block_id ? readBlock(response.block_id) : null,
    lastTransaction: response.last_transaction_id ? readTransactionId(response.last_transaction_id) : null,
  };
}

/** An account by v2. Calls of the same account that begin while its state is on its way share it. */
export const accountByV2 = (memory, address, seqno, options) =>
  share(memory, `account ${address} ${seqno}`, options, async (own) => {
    const response = await memory.client.v2.getAddressInformation({ address, seqno }, own);
    return accountOf(
      address,
      readResponse("getAddressInformation", () => readInformation(response)),
    );
  });

/** A masterchain block of v3, in the shape that v2 has, and the rest that is used of it. */
export function readMasterchainBlock({ last }) {
  const { workchain, shard, seqno, root_hash: rootHash, file_hash: fileHash } = last;
  return {
    block: {
      workchain: numberIn(workchain),
      shard: String(BigInt.asIntN(64, BigInt(`0x${textIn(shard)}`))),
      seqno: numberIn(seqno),
      rootHash: textIn(rootHash),
      fileHash: textIn(fileHash),
    },
    now: numberIn(last.gen_utime),
    endLt: integerIn(last.end_lt),
    keyBlock: numberIn(last.key_block ? seqno : last.prev_key_block_seqno),
  };
}

/**
 * An account of v3, of that masterchain block or of a later one; of an account that no row is about, that it has no state.
 *
 * @param {string} address in raw form @param {any} row @param {any} master from `readMasterchainBlock`
 */
export function accountByRow(address, row, { block, now, endLt }) {
  if (!row) return accountOf(address, { isActive: false, block, lastTransaction: null });
  const hash = row.last_transaction_hash ?? undefined;
  const lastTransaction = hash === undefined ? null : { lt: integerIn(row.last_transaction_lt), hash: textIn(hash) };
  return accountOf(address, {
    isActive: row.status === "active",
    code: present(row.code_boc),
    data: present(row.data_boc),
    balance: integerIn(row.balance ?? 0n),
    extraCurrencies: row.extra_currencies ?? {},
    // The state of a later block has a later time, which is not known.
    now: lastTransaction && lastTransaction.lt > endLt ? undefined : now,
    block,
    lastTransaction,
  });
}
