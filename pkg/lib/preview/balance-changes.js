// Computes how the balances of accounts would change, and the fees.

const readBalance = (account) => account?.balance.coins ?? 0n;
const readStatus = (account) => account?.state.type ?? "nonexist";

/** Returns the changes of extra currencies by their ids. */
function compareExtraCurrencies(amountsBefore, amountsAfter) {
  /** @type {Record<string, bigint>[]} */
  const [oldAmounts, newAmounts] = [amountsBefore?.balance.extra ?? {}, amountsAfter?.balance.extra ?? {}];
  /** @type {Record<string, bigint>} */
  const changes = {};
  for (const id of new Set([...Object.keys(oldAmounts), ...Object.keys(newAmounts)])) {
    const change = (newAmounts[id] ?? 0n) - (oldAmounts[id] ?? 0n);
    if (change !== 0n) changes[id] = change;
  }
  return changes;
}

/** Returns the fees of a transaction: its own, and the remaining forward fee of its incoming message. */
function sumFees(transaction) {
  const info = transaction.inMsg?.info;
  return transaction.totalFees.coins + (info?.type === "internal" ? info.fwdFee : 0n);
}

/**
 * @param {Map<string, { before: any, after: any, transactions: any[] }>} accounts @param {any[]} nodes
 */
export function listChanges(accounts, nodes) {
  const changes = [];
  for (const [account, { before: balanceBefore, after: balanceAfter, transactions }] of accounts) {
    if (transactions.length === 0) continue;
    const [oldAmounts, newAmounts] = [readBalance(balanceBefore.account), readBalance(balanceAfter.account)];
    changes.push({
      account,
      before: oldAmounts,
      after: newAmounts,
      change: newAmounts - oldAmounts,
      extraCurrencies: compareExtraCurrencies(balanceBefore.account, balanceAfter.account),
      statusBefore: readStatus(balanceBefore.account),
      statusAfter: readStatus(balanceAfter.account),
    });
  }
  return { accounts: changes, totalFees: nodes.reduce((sum, node) => sum + sumFees(node.transaction), 0n) };
}
