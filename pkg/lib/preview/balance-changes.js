// How the balances of accounts would change, and the fees.

const balanceOf = (account) => account?.balance.coins ?? 0n;
const statusOf = (account) => account?.state.type ?? "nonexist";

/** Amounts of extra currencies that differ, by their ids. */
function extraChanges(before, after) {
  /** @type {Record<string, bigint>[]} */
  const [old, fresh] = [before?.balance.extra ?? {}, after?.balance.extra ?? {}];
  /** @type {Record<string, bigint>} */
  const changes = {};
  for (const id of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    const change = (fresh[id] ?? 0n) - (old[id] ?? 0n);
    if (change !== 0n) changes[id] = change;
  }
  return changes;
}

/** Fees of a transaction: its own, and the rest of the fee of the message that it receives. */
function feesOf(transaction) {
  const info = transaction.inMsg?.info;
  return transaction.totalFees.coins + (info?.type === "internal" ? info.fwdFee : 0n);
}

/**
 * @param {Map<string, { before: any, after: any, transactions: any[] }>} accounts @param {any[]} nodes
 */
export function changesOf(accounts, nodes) {
  const changes = [];
  for (const [account, { before, after, transactions }] of accounts) {
    if (transactions.length === 0) continue;
    const [old, fresh] = [balanceOf(before.account), balanceOf(after.account)];
    changes.push({
      account,
      before: old,
      after: fresh,
      change: fresh - old,
      extraCurrencies: extraChanges(before.account, after.account),
      statusBefore: statusOf(before.account),
      statusAfter: statusOf(after.account),
    });
  }
  return { accounts: changes, totalFees: nodes.reduce((sum, node) => sum + feesOf(node.transaction), 0n) };
}
