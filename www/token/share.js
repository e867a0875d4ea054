// Shares of a supply, computed exactly.

const WHOLE_NUMBER = /^\d{1,80}$/;
const readUnits = (/** @type {unknown} */ units) =>
  WHOLE_NUMBER.test(String(units)) ? BigInt(/** @type {string} */ (units)) : undefined;

/** Returns the sum; undefined if one of the balances is not known. @param {unknown[]} balances */
export function sumBalances(balances) {
  let sum = 0n;
  for (const balance of balances) {
    const units = readUnits(balance);
    if (units === undefined) return undefined;
    sum += units;
  }
  return sum;
}

/** Whether no balance is larger than the previous one. @param {unknown[]} balances */
export const isDescending = (balances) =>
  balances.every((balance, index) => {
    const [unitsBefore, units] = [readUnits(balances[Math.max(0, index - 1)]), readUnits(balance)];
    return unitsBefore !== undefined && units !== undefined && units <= unitsBefore;
  });

/**
 * Formats a share in percent, rounded down; undefined without a supply, or if the part is larger than the supply that the contract states.
 * @param {unknown} part @param {unknown} wholeSupply
 */
export function formatShare(part, wholeSupply) {
  const [units, supply] = [readUnits(part), readUnits(wholeSupply)];
  if (units === undefined || supply === undefined || supply === 0n || units > supply) return undefined;
  const hundredths = (units * 10_000n) / supply;
  if (hundredths === 0n && units > 0n) return "<0.01%";
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}%`;
}
