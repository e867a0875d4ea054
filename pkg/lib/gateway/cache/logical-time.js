// The last transaction of the account in a response, which a caller may require (`X-Ton-Edge-Min-Lt`).

const readLastId = ({ result }) => result?.last_transaction_id?.lt;
const readLastLt = ({ last_transaction_lt: lt }) => lt;
/** Returns the only row; undefined if there are several, since the requirement is about one account. */
const getOnlyRow = (rows) => (rows?.length === 1 ? rows[0] : undefined);

/** The operations whose responses show it, with functions that read it from the parsed body. @type {Record<string, Record<string, (body: any) => unknown>>} */
const READERS = {
  v2: {
    getAddressInformation: readLastId,
    getExtendedAddressInformation: readLastId,
    getWalletInformation: readLastId,
    runGetMethod: readLastId,
  },
  v3: {
    addressInformation: readLastLt,
    walletInformation: readLastLt,
    accountStates: ({ accounts }) => getOnlyRow(accounts)?.last_transaction_lt,
    walletStates: ({ wallets }) => getOnlyRow(wallets)?.last_transaction_lt,
  },
};

/** Whether the responses of an operation show it. @param {{ generation: string, endpoint: string }} verdict */
export const showsLogicalTime = ({ generation, endpoint }) => Object.hasOwn(READERS[generation], endpoint);

/**
 * Returns the logical time of the last transaction that a body shows; undefined if it shows none.
 *
 * @param {{ generation: string, endpoint: string }} verdict @param {unknown} text of the body
 */
export function readLogicalTime({ generation, endpoint }, text) {
  if (typeof text !== "string") return undefined;
  try {
    const lt = READERS[generation][endpoint]?.(JSON.parse(text));
    return /^\d{1,20}$/.test(String(lt)) ? BigInt(/** @type {any} */ (lt)) : undefined;
  } catch {
    // The body is not JSON.
    return undefined;
  }
}

/**
 * Whether a cached response shows the transaction that the caller requires, or a later one. A final response cannot change, so it counts as new
 * enough.
 *
 * @param {import("../../../gateway.js").CacheEntry} entry @param {any} verdict @param {bigint | undefined} minLt
 */
export const isAtLogicalTime = ({ body, isFinal }, verdict, minLt) =>
  minLt === undefined || isFinal === true || (readLogicalTime(verdict, body) ?? -1n) >= minLt;
