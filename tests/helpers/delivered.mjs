// A message of the local chain that tests look up.

/** The first internal message of the basechain that was sent and received, with the block of its receiver. */
export const listDelivered = (devnet) =>
  devnet.db.get(
    "SELECT m.*, t.seqno, t.mc_seqno FROM messages m JOIN transactions t ON t.hash = m.in_tx WHERE m.type = 'internal' AND m.out_tx IS NOT NULL AND t.workchain = 0 ORDER BY m.created_lt LIMIT 1",
  );
