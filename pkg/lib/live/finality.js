// The finality of a transaction.

/**
 * Returns the finality of a transaction of v3. A transaction that the service only predicts is pending; servers before 2026 list only final
 * ones.
 * @param {any} row
 */
export const readFinality = ({ emulated, finality }) => (emulated === true ? "pending" : (finality ?? "finalized"));
