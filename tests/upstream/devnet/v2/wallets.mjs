// Data of the wallets that the service parses: by the name of the version, which follows from the code hash.
const PYTHON_LACKS = new Set(["wallet v5 beta"]);

const V1 = (data) => ({ seqno: data.loadInt(32) });
const V3 = (data) => ({ seqno: data.loadInt(32), wallet_id: data.loadInt(32) });
const V5 = (data) => ({ is_signature_allowed: data.loadBit(), seqno: data.loadInt(32), wallet_id: data.loadInt(32) });

const READERS = {
  "wallet v1 r1": V1,
  "wallet v1 r2": V1,
  "wallet v1 r3": V1,
  "wallet v2 r1": V1,
  "wallet v2 r2": V1,
  "wallet v3 r1": V3,
  "wallet v3 r2": V3,
  "wallet v4 r1": V3,
  "wallet v4 r2": V3,
  "wallet v5 beta": V5,
  "wallet v5 r1": V5,
};

/**
 * The fields of getWalletInformation that only a known wallet has; undefined for any other account.
 * @param {any} ctx @param {{ code_hash: string | null, data: import("@ton/core").Cell | null }} state
 */
export function walletFields(ctx, state) {
  const version = ctx.chain.walletOf(state.code_hash);
  const read = READERS[version];
  if (!read || !state.data || (ctx.variant === "python" && PYTHON_LACKS.has(version))) return undefined;
  return { wallet_type: version, ...read(state.data.beginParse()) };
}

/** The kinds of wallets that the node library itself knows, with its revision numbers. */
const LIBRARY_KINDS = {
  "wallet v3 r1": ["wallet.v3.accountState", 1],
  "wallet v3 r2": ["wallet.v3.accountState", 2],
  "wallet v4 r2": ["wallet.v4.accountState", 2],
};

/**
 * Contract data as the node library parses it, or undefined if it does not know the code.
 * @param {any} ctx @param {{ code_hash: string | null, data: import("@ton/core").Cell | null }} state
 */
export function libraryState(ctx, state) {
  const kind = LIBRARY_KINDS[ctx.chain.walletOf(state.code_hash)];
  if (!kind || !state.data) return undefined;
  const data = state.data.beginParse();
  const seqno = data.loadInt(32),
    id = data.loadUint(32);
  return {
    account_state: { "@type": kind[0], wallet_id: ctx.variant === "python" ? String(id) : id, seqno },
    revision: kind[1],
  };
}
