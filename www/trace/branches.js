// Turns a trace into a list of branches in the order of the tree. No recursion: a trace may be a thousand levels deep.

/**
 * @typedef {{
 *   key: string, level: number, parent: Branch | undefined, children: Branch[],
 *   message: any, transaction: any, hash: string | undefined, below: number, at: number, index: number,
 * }} Branch
 *   a message and the transaction that received it, if any: a message may be on its way or have left the chain. `below` counts
 *   all branches under it, `at` is its position among its parent's branches, `index` among all
 */

/**
 * The branches of a trace, the root first. Empty if the API sent no tree.
 * @param {any} trace
 * @returns {Branch[]}
 */
export function listBranches({ trace: root, transactions = {} }) {
  if (!root) return [];
  const found = [];
  const work = [{ node: root, parent: undefined }];
  while (work.length > 0) {
    const { node, message, parent } = work.pop();
    const transaction = node && (node.transaction ?? transactions[node.tx_hash]);
    const incoming = message ?? node?.in_msg ?? transaction?.in_msg ?? undefined;
    const branch = {
      key: String(node?.in_msg_hash ?? incoming?.hash ?? node?.tx_hash),
      level: parent ? parent.level + 1 : 1,
      parent,
      children: [],
      message: incoming,
      transaction,
      hash: node?.tx_hash,
      below: 0,
      at: parent ? parent.children.length + 1 : 1,
      index: found.length,
    };
    parent?.children.push(branch);
    found.push(branch);
    work.push(
      ...under(node, transaction)
        .map((each) => ({ ...each, parent: branch }))
        .reverse(),
    );
  }
  // From the end, since a branch comes before its children in the list.
  for (const branch of [...found].reverse()) if (branch.parent) branch.parent.below += branch.below + 1;
  return found;
}

/** The children of a transaction, in the order of its messages: transactions, and messages not received. */
function under(node, transaction) {
  if (!node) return [];
  const nodes = [...(node.children ?? [])];
  const messages = transaction?.out_msgs ?? [];
  const order = new Map(messages.map(({ hash }, at) => [hash, at]));
  const received = new Set(nodes.map((each) => each.in_msg_hash ?? each.in_msg?.hash));
  return [
    ...nodes.map((each) => ({ node: each, at: order.get(each.in_msg_hash ?? each.in_msg?.hash) ?? messages.length })),
    ...messages.filter(({ hash }) => !received.has(hash)).map((message) => ({ message, at: order.get(message.hash) })),
  ].sort((a, b) => a.at - b.at);
}

/**
 * Chooses the branches to expand at first: level by level, until there are `most` lines.
 * @param {Branch[]} branches @param {number} most
 */
export function chooseOpenBranches([root], most) {
  const open = new Set();
  if (!root) return open;
  let lines = 1;
  const queue = [root];
  for (const branch of queue) {
    if (branch !== root && lines + branch.children.length > most) continue;
    lines += branch.children.length;
    if (branch.children.length > 0) open.add(branch.key);
    queue.push(...branch.children);
  }
  return open;
}

/** The branches whose ancestors are all open. @param {Branch[]} branches @param {Set<string>} open */
export function listVisible(branches, open) {
  const seen = new Set();
  return branches.filter((branch) => {
    const shown = !branch.parent || (seen.has(branch.parent) && open.has(branch.parent.key));
    if (shown) seen.add(branch);
    return shown;
  });
}
