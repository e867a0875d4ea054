// Data of the wallets that the service parses, by the name of their version, which follows from the code hash.
const PYTHON_LACKS = new Set(["wallet v5 beta"]);

/**
 * The nominator pool of mainnet, which the Python variant treats as a wallet, without further fields; the devnet's pool has another code.
 */
const PYTHON_POOL = "mj7BS8CY9rRAZMMFIiyuooAPF92oXuaoGYpwle3hDc8=";

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
 * @param {any} context @param {{ code_hash: string | null, data: import("@ton/core").Cell | null }} state
 */
export function makeWalletFields(context, state) {
  if (context.variant === "python" && state.code_hash === PYTHON_POOL) return { wallet_type: "nominator pool v1" };
  const version = context.chain.findWallet(state.code_hash);
  const read = READERS[version];
  if (!read || !state.data || (context.variant === "python" && PYTHON_LACKS.has(version))) return undefined;
  return { wallet_type: version, ...read(state.data.beginParse()) };
}

const SEQNO_STATE = (data) => ({ seqno: data.loadInt(32), wallet_id: data.loadUint(32) });
const ID_STATE = (data) => ({ wallet_id: data.loadUint(32) });

/**
 * The contracts that the node library itself parses, by the hash of their code, with its revision numbers; -1 is the code with which it is
 * built. It does not know wallet v4 r1 or the second revision of the highload wallet v1 on mainnet. Of DNS contracts it knows only the one
 * whose owner adds the records. It also parses a restricted wallet and a payment channel, whose codes are in no licensed package.
 * @type {Record<string, [kind: string, revision: number, read: (data: import("@ton/core").Slice) => Record<string, number>]>}
 */
const LIBRARY_KINDS = {
  "thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE=": ["wallet.v3", 1, SEQNO_STATE],
  "hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=": ["wallet.v3", 2, SEQNO_STATE],
  "/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=": ["wallet.v4", 2, SEQNO_STATE],
  "2M27t58sXKpnesRQdwvgNRviHhJQSG3oXMUqoz3RZIQ=": ["wallet.highload.v1", 1, SEQNO_STATE],
  "NowDly5fTCRBK4GGUt4d4qJjDRwBFgmZnf90X7NoSa0=": ["wallet.highload.v1", 2, SEQNO_STATE],
  "CrH/k6nnnA3v9EBdja1rWsn4wBsvHry0JZ/rnpg4AJk=": ["wallet.highload.v1", -1, SEQNO_STATE],
  "jOtFs81LXMYOquHBO5wJI5Jnf+U2sumy2AG2Lv+TH+E=": ["wallet.highload.v2", 1, ID_STATE],
  "CzqIeurNKn1Au1VQvJJTFWoCkGWu+21rWDc11Y2p1b4=": ["wallet.highload.v2", 2, ID_STATE],
  "lJTRzI7fEvBWcaGpugmSEJbrUIEeGSTsZcPGKfu4CBI=": ["wallet.highload.v2", -1, ID_STATE],
  "oNZ9LeiRn+e3yndlLM1P3FbGid56aRYeRfsNzF5HwVU=": ["dns", 1, ID_STATE],
  "c1Ot4+H3y+3FJbPnvDIm/lrIJ2+lJ5rDf7bvvIj0Irc=": ["dns", -1, ID_STATE],
};

/**
 * Contract data as `tonlib`, the library that the C++ and Python servers call, parses it; undefined if `tonlib` does not know the code.
 * @param {{ variant: string }} context @param {{ code_hash: string | null, data: import("@ton/core").Cell | null }} state
 */
export function makeLibraryState(context, state) {
  const libraryKind = LIBRARY_KINDS[state.code_hash ?? ""];
  if (!libraryKind || !state.data) return undefined;
  const [kind, revision, read] = libraryKind;
  const { wallet_id: id, ...rest } = read(state.data.beginParse());
  const wallet_id = context.variant === "python" ? String(id) : id;
  return { account_state: { "@type": `${kind}.accountState`, wallet_id, ...rest }, revision };
}
