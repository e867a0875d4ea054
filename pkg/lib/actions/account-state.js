// The state of an account, as v2 and v3 have it, for get-methods that run here.

import { amountIn, integerIn, numberIn, readResponse, requireAccount, textIn } from "./read-response.js";
import { readBlockAt, readTransactionId } from "./run-get-method.js";
import { share } from "./shared-requests.js";

/** Data that several calls of an account share: its state, and the contracts opened with it. */
const accountOf = (address, state) => ({ address, state, libraries: new Map(), contracts: new Map() });

const present = (text) => (text === undefined || text === null || text === "" ? undefined : textIn(text));

/** The state of v2, with the block that it speaks for. It does not name its account: the block is all that can be compared with the request. */
function readInformation(response, seqno) {
  const isActive = textIn(response.state) === "active";
  // Servers in Python write -1 for an account that was never seen.
  const isNew = !isActive && response.balance === "-1";
  return {
    isActive,
    code: present(response.code),
    data: present(response.data),
    balance: isNew ? 0n : amountIn(response.balance),
    // An id with its highest bit comes as a negative number.
    extraCurrencies: Object.fromEntries((response.extra_currencies ?? []).map(({ id, amount }) => [id >>> 0, amount])),
    now: response.sync_utime === undefined ? undefined : numberIn(response.sync_utime),
    block: readBlockAt(response.block_id, seqno),
    lastTransaction: response.last_transaction_id ? readTransactionId(response.last_transaction_id) : null,
  };
}

/** An account by v2. Calls of the same account that begin while its state is on its way share it. */
export const accountByV2 = (memory, address, seqno, options) =>
  share(memory, `account ${address} ${seqno}`, options, async (own) => {
    const response = await memory.client.v2.getAddressInformation({ address, seqno }, own);
    return accountOf(
      address,
      readResponse("getAddressInformation", () => readInformation(response, seqno)),
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
  requireAccount("address", row.address, address);
  const hash = row.last_transaction_hash ?? undefined;
  const lastTransaction = hash === undefined ? null : { lt: integerIn(row.last_transaction_lt), hash: textIn(hash) };
  return accountOf(address, {
    isActive: textIn(row.status) === "active",
    code: present(row.code_boc),
    data: present(row.data_boc),
    balance: amountIn(row.balance),
    extraCurrencies: row.extra_currencies ?? {},
    // If the state is newer than the block, its time is unknown.
    now: lastTransaction && lastTransaction.lt > endLt ? undefined : now,
    block,
    lastTransaction,
  });
}
