// What the data of a wallet says.

/**
 * @param {string} kind "wallet v4 r2", … @param {import("@ton/core").Cell | null} data
 * @returns {{ seqno?: number, wallet_id?: number, is_signature_allowed?: boolean }}
 */
export function walletData(kind, data) {
  if (!data) return {};
  const slice = data.beginParse();
  if (kind === "wallet v5 r1") return { is_signature_allowed: slice.loadBit(), seqno: slice.loadUint(32), wallet_id: slice.loadUint(32) };
  // The id of the v5 beta has 80 bits, too many for the number of v3.
  if (kind === "wallet v5 beta") return { is_signature_allowed: true, seqno: slice.loadUint(33) };
  const seqno = slice.loadUint(32);
  return /^wallet v[34]/.test(kind) ? { seqno, wallet_id: slice.loadUint(32) } : { seqno };
}
