// What became of a message: yes, no, or not known. `client.send`, `client.waitForMessage` and previews have their answer from here.

/**
 * `true` needs every transaction, `false` one that failed, wherever it is; anything else is not known.
 *
 * @param {{ account: string, success: boolean, reason: string | null }[]} transactions those that were seen, the one of the message first
 * @param {string | null} unseen why there may be more; `null` if these are all
 * @returns {{ success: boolean | null, reason: string | null }}
 */
export function judge(transactions, unseen) {
  const at = transactions.findIndex(({ success }) => !success);
  if (at === 0) return { success: false, reason: transactions[0].reason };
  if (at > 0) return { success: false, reason: `${transactions[at].reason} (at ${transactions[at].account})` };
  return unseen === null ? { success: true, reason: null } : { success: null, reason: `not known: ${unseen}` };
}
