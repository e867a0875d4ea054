// Lists each message of the newest transactions once.

/**
 * Leaves out transactions that a request from outside caused, and whose only message another transaction of the list has received: both
 * rows would show this message, and the receiver's row also shows its outcome.
 *
 * @param {any[]} transactions of v3 @returns {any[]}
 */
export function omitSenders(transactions) {
  const receivedHashes = new Set(transactions.map(({ in_msg: incoming }) => incoming?.hash));
  return transactions.filter(({ in_msg: incoming, out_msgs: outgoing }) => {
    const sentMessages = (outgoing ?? []).filter(({ destination }) => destination);
    return incoming?.source || sentMessages.length !== 1 || !receivedHashes.has(sentMessages[0].hash);
  });
}
