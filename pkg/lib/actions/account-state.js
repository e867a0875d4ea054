// Reads the state of an account from v2 or v3, for get-methods that run locally.

import { readAmount, readInteger, readNumber, readResponse, requireAccount, readText } from "./read-response.js";
import { readBlockAt, readTransactionId } from "./run-get-method.js";
import { shareRequest } from "./shared-requests.js";

/** Data that several calls of an account share: its state, and the contracts opened with it. */
const makeAccount = (address, state) => ({ address, state, libraries: new Map(), contracts: new Map() });

const textIfPresent = (text) => (text === undefined || text === null || text === "" ? undefined : readText(text));

/**
 * Reads an account state of v2, with its block. The response does not name its account, so only the block can be
 * compared with the request.
 */
function readAccountInformation(response, seqno) {
  const isActive = readText(response.state) === "active";
  // The Python server returns the balance -1 for an account that was never seen.
  const isUnseen = !isActive && response.balance === "-1";
  return {
    isActive,
    code: textIfPresent(response.code),
    data: textIfPresent(response.data),
    balance: isUnseen ? 0n : readAmount(response.balance),
    // The service returns an id whose highest bit is set as a negative number.
    extraCurrencies: Object.fromEntries((response.extra_currencies ?? []).map(({ id, amount }) => [id >>> 0, amount])),
    now: response.sync_utime === undefined ? undefined : readNumber(response.sync_utime),
    block: readBlockAt(response.block_id, seqno),
    lastTransaction: response.last_transaction_id ? readTransactionId(response.last_transaction_id) : null,
  };
}

/** Reads an account from v2. Calls for the same account share a request that is in flight. */
export const fetchAccountV2 = (clientState, address, seqno, options) =>
  shareRequest(clientState, `account ${address} ${seqno}`, options, async (requestOptions) => {
    const response = await clientState.client.v2.getAddressInformation({ address, seqno }, requestOptions);
    return makeAccount(
      address,
      readResponse("getAddressInformation", () => readAccountInformation(response, seqno)),
    );
  });

/** Converts a masterchain block of v3 to the shape of v2, with the other fields that are used. */
export function readMasterchainBlock({ last }) {
  const { workchain, shard, seqno, root_hash: rootHash, file_hash: fileHash } = last;
  return {
    block: {
      workchain: readNumber(workchain),
      shard: String(BigInt.asIntN(64, BigInt(`0x${readText(shard)}`))),
      seqno: readNumber(seqno),
      rootHash: readText(rootHash),
      fileHash: readText(fileHash),
    },
    now: readNumber(last.gen_utime),
    endLt: readInteger(last.end_lt),
    keyBlock: readNumber(last.key_block ? seqno : last.prev_key_block_seqno),
  };
}

/**
 * Converts an account of v3, whose state is of that masterchain block or a later one. Without a row the account has no
 * state.
 *
 * @param {string} address in raw form @param {any} row @param {any} master from `readMasterchainBlock`
 */
export function readAccountRow(address, row, { block, now, endLt }) {
  if (!row) return makeAccount(address, { isActive: false, block, lastTransaction: null });
  requireAccount("address", row.address, address);
  const hash = row.last_transaction_hash ?? undefined;
  const lastTransaction =
    hash === undefined ? null : { lt: readInteger(row.last_transaction_lt), hash: readText(hash) };
  return makeAccount(address, {
    isActive: readText(row.status) === "active",
    code: textIfPresent(row.code_boc),
    data: textIfPresent(row.data_boc),
    balance: readAmount(row.balance),
    extraCurrencies: row.extra_currencies ?? {},
    // If the state is newer than the block, its time is unknown.
    now: lastTransaction && lastTransaction.lt > endLt ? undefined : now,
    block,
    lastTransaction,
  });
}
