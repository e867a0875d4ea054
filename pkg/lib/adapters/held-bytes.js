// Counts the bytes that connections hold: responses for slow readers, unfinished request bodies, and queued requests.

/**
 * Counts them over all connections. Above `most`, the connection ends that has waited longest without progress. A connection has
 * `held`, the bytes that it holds, and `reset()`.
 */
export function heldBytes(most) {
  /** In the order of their last progress. */
  const holders = new Set();
  let total = 0;

  function shed() {
    // One response alone may be larger than the limit.
    while (total > most && holders.size > 1) {
      const [slowest] = holders;
      forget(slowest);
      slowest.reset();
    }
  }

  function forget(connection) {
    total -= connection.held;
    connection.held = 0;
    holders.delete(connection);
  }

  return {
    hold(connection, bytes) {
      connection.held += bytes;
      total += bytes;
      // Received bytes count as progress, as sent bytes do: a connection without progress ends first.
      holders.delete(connection);
      holders.add(connection);
      if (total > most) shed();
    },
    /** Bytes have left: that is progress. */
    release(connection, bytes) {
      const freed = Math.min(bytes, connection.held);
      connection.held -= freed;
      total -= freed;
      holders.delete(connection);
      if (connection.held > 0) holders.add(connection);
    },
    forget,
    get total() {
      return total;
    },
  };
}
