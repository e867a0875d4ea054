// Counts the bytes that connections hold: responses for slow readers, unfinished request bodies, and queued requests.

/**
 * Counts them over all connections. Above `maxBytes`, the connection that has waited longest without progress ends. A connection has
 * `heldBytes`, the bytes that it holds, and `reset()`.
 */
export function createByteCounter(maxBytes) {
  /** In the order of their last progress. */
  const holders = new Set();
  let total = 0;

  function resetSlowest() {
    // One response alone may be larger than the limit.
    while (total > maxBytes && holders.size > 1) {
      const [slowest] = holders;
      forget(slowest);
      slowest.reset();
    }
  }

  function forget(connection) {
    total -= connection.heldBytes;
    connection.heldBytes = 0;
    holders.delete(connection);
  }

  return {
    hold(connection, bytes) {
      connection.heldBytes += bytes;
      total += bytes;
      // Received bytes count as progress, as sent bytes do: a connection without progress ends first.
      holders.delete(connection);
      holders.add(connection);
      if (total > maxBytes) resetSlowest();
    },
    /** Bytes have left: that is progress. */
    release(connection, bytes) {
      const freedBytes = Math.min(bytes, connection.heldBytes);
      connection.heldBytes -= freedBytes;
      total -= freedBytes;
      holders.delete(connection);
      if (connection.heldBytes > 0) holders.add(connection);
    },
    forget,
    get total() {
      return total;
    },
  };
}
