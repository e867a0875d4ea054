// Extra currencies: amounts of coins other than TON in an account or a message, by their ids.

/** @typedef {import("@ton/core").Dictionary<number, bigint> | null | undefined} Other as @ton/core reads it */

/** The JSON of v3, or null if there are none. @param {Other} otherAmounts */
export const writeCurrencies = (otherAmounts) =>
  otherAmounts?.size
    ? JSON.stringify(Object.fromEntries([...otherAmounts].map(([id, amount]) => [id, String(amount)])))
    : null;

/** @param {string | null} text as in the database @returns {Record<string, string>} as in v3 */
export const listCurrencies = (text) => (text === null ? {} : JSON.parse(text));
