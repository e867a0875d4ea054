// The rule for responses to samples: a meaningful response has no empty list, with a few exceptions.

/** The status of operations that the devnet always refuses, by operation: a proof consists of a block's cells, and the devnet has none. */
export const REFUSED_OPERATIONS = { "v2.getShardBlockProof": 500 };

/** Fields of a meaningful response that may be empty lists, by operation. */
const MAY_BE_EMPTY = {
  // Few accounts hold extra currencies.
  "v2.getAddressInformation": ["extra_currencies"],
  "v2.getExtendedAddressInformation": ["extra_currencies"],
  "v2.tryLocateTx": ["out_msgs"],
  "v2.tryLocateResultTx": ["out_msgs"],
  "v2.estimateFee": ["destination_fees"],
  "v3.estimateFee": ["destination_fees"],
};

/**
 * The empty lists of a response that should have rows, for example "v3.nft.items: nft_items".
 * @param {string} id of the operation, for example "v3.nft.items" @param {any} body the parsed response
 */
export function findEmptyLists(id, body) {
  const result = id.startsWith("v2.") ? body.result : body;
  const members = Array.isArray(result) ? [["the whole", result]] : Object.entries(Object(result));
  return members
    .filter(([name, value]) => Array.isArray(value) && value.length === 0 && !MAY_BE_EMPTY[id]?.includes(name))
    .map(([name]) => `${id}: ${name}`);
}
