// Describes the transfer of a token as an activity.

/** @typedef {import("../activity/describe-action.js").Activity} Activity */

/**
 * Returns the fields of an activity that all transfers have.
 * @param {any} row a transfer of v3 @param {string} id @returns {Omit<Activity, "kind" | "amounts" | "from" | "to">}
 */
export function describeTransfer(row, id) {
  return {
    id,
    type: "transfer",
    title: row.transaction_aborted === true ? "Refused" : "Transfer",
    state: row.transaction_aborted === true ? "failed" : "done",
    direction: "none",
    preposition: "",
    words: [],
    comment: readForwardedComment(row.decoded_forward_payload),
    encrypted: row.decoded_forward_payload?.["@type"] === "encrypted_comment",
    time: typeof row.transaction_now === "number" ? row.transaction_now : undefined,
    hash: String(row.transaction_hash ?? ""),
    lt: String(row.transaction_lt ?? ""),
  };
}

/** Returns the text that the sender added for the receiver. @param {any} payload as the API decoded it */
function readForwardedComment(payload) {
  if (payload?.["@type"] !== "text_comment" && payload?.type !== "text_comment") return undefined;
  const text = payload.comment ?? payload.text;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** @param {any} row a transfer of an NFT, of v3 @returns {Activity} */
export const describeNftTransfer = (row) => ({
  ...describeTransfer(row, `${row.transaction_hash} ${row.nft_address}`),
  kind: "nft",
  amounts: [],
  item: row.nft_address,
  from: row.old_owner || undefined,
  to: row.new_owner || undefined,
});
