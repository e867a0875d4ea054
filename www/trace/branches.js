// Turns a trace into a list of branches in the order of the tree. No recursion: a trace may be a thousand levels deep.

/**
 * @typedef {{
 *   key: string, level: number, parent: Branch | undefined, children: Branch[],
 *   message: any, transaction: any, hash: string | undefined, below: number, at: number, index: number,
 * }} Branch
 *   a message and the transaction that received it, if any: the message may be on its way or have left the chain. `below` counts
 * all branches under it, `at` is its index among its parent's branches, `index` among all
 */

/**
 * Returns the branches of a trace, the root first. Empty if the API sent no tree.
 * @param {any} trace
 * @returns {Branch[]}
 */
export function listBranches({ trace: root, transactions = {} }) {
  if (!root) return [];
  const branches = [];
  const pendingNodes = [{ node: root, parent: undefined }];
  while (pendingNodes.length > 0) {
    const { node, message, parent } = pendingNodes.pop();
    const transaction = node && (node.transaction ?? transactions[node.tx_hash]);
    const inMessage = message ?? node?.in_msg ?? transaction?.in_msg ?? undefined;
    const branch = {
      key: String(node?.in_msg_hash ?? inMessage?.hash ?? node?.tx_hash),
      level: parent ? parent.level + 1 : 1,
      parent,
      children: [],
      message: inMessage,
      transaction,
      hash: node?.tx_hash,
      below: 0,
      at: parent ? parent.children.length + 1 : 1,
      index: branches.length,
    };
    parent?.children.push(branch);
    branches.push(branch);
    pendingNodes.push(
      ...listChildren(node, transaction)
        .map((child) => ({ ...child, parent: branch }))
        .reverse(),
    );
  }
  // From the end, so that each branch comes after its children.
  for (const branch of [...branches].reverse()) if (branch.parent) branch.parent.below += branch.below + 1;
  return branches;
}

/**
 * Returns the children of a transaction, in the order of its messages: transactions, and messages that no transaction received.
 */
function listChildren(node, transaction) {
  if (!node) return [];
  const nodes = [...(node.children ?? [])];
  const messages = transaction?.out_msgs ?? [];
  const indexByHash = new Map(messages.map(({ hash }, index) => [hash, index]));
  const receivedHashes = new Set(nodes.map((child) => child.in_msg_hash ?? child.in_msg?.hash));
  return [
    ...nodes.map((child) => ({
      node: child,
      at: indexByHash.get(child.in_msg_hash ?? child.in_msg?.hash) ?? messages.length,
    })),
    ...messages
      .filter(({ hash }) => !receivedHashes.has(hash))
      .map((message) => ({ message, at: indexByHash.get(message.hash) })),
  ].sort((a, b) => a.at - b.at);
}

/**
 * Chooses the branches to expand at first: level by level, until there are `maxLines` lines.
 * @param {Branch[]} branches @param {number} maxLines
 */
export function chooseOpenBranches([root], maxLines) {
  const openKeys = new Set();
  if (!root) return openKeys;
  let lines = 1;
  const queue = [root];
  for (const branch of queue) {
    if (branch !== root && lines + branch.children.length > maxLines) continue;
    lines += branch.children.length;
    if (branch.children.length > 0) openKeys.add(branch.key);
    queue.push(...branch.children);
  }
  return openKeys;
}

/** Returns the branches whose ancestors are all open. @param {Branch[]} branches @param {Set<string>} openKeys */
export function listVisibleBranches(branches, openKeys) {
  const shownBranches = new Set();
  return branches.filter((branch) => {
    const isShown = !branch.parent || (shownBranches.has(branch.parent) && openKeys.has(branch.parent.key));
    if (isShown) shownBranches.add(branch);
    return isShown;
  });
}
