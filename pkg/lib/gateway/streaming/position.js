// The position of a stream: the last transaction of each account that it has reported, and the last one whose actions it has reported. It is the id of
// each event, so a caller who reconnects gets what happened after the last event that arrived, from any gateway.

/** Number of the account's digits in a position: enough to distinguish the accounts of one stream. */
const TAG_DIGITS = 10;
const PART = /^([\da-f]{10})-([\da-z]{1,13})(_?)(?:~([\da-z]{1,13}))?$/;
const BASE = 36n;
/** The greatest logical time has 64 bits. */
const MAX_LT = 2n ** 64n - 1n;

const readTag = (account) =>
  account.slice(account.indexOf(":") + 1, account.indexOf(":") + 1 + TAG_DIGITS).toLowerCase();

/**
 * @typedef {object} Position of an account
 * @property {bigint} lt of its last transaction
 * @property {boolean} owesState whether the state after this transaction is still to be reported
 * @property {bigint} [actionsLt] logical time of the last transaction whose actions were reported, if it is an earlier one
 */

/** Writes the position of a stream. @param {Iterable<[account: string, position: Position]>} positions */
export const writePosition = (positions) =>
  Array.from(positions, ([account, { lt, owesState, actionsLt = lt }]) => {
    const actions = actionsLt < lt ? `~${actionsLt.toString(36)}` : "";
    return `${readTag(account)}-${lt.toString(36)}${owesState ? "_" : ""}${actions}`;
  }).join(".");

/**
 * Reads the position of each account that the text names. Accounts that the stream does not have any more are left out. Undefined if the
 * text is not a position.
 *
 * @param {string} text @param {string[]} accounts in raw form @returns {Map<string, Position> | undefined}
 */
export function readPosition(text, accounts) {
  const accountsByTag = new Map(accounts.map((account) => [readTag(account), account]));
  const positions = new Map();
  for (const part of text.split(".")) {
    const [, tag, digits, mark, actionDigits = digits] = PART.exec(part) ?? [];
    if (tag === undefined) return undefined;
    const [lt, actionsLt] = [readLt(digits), readLt(actionDigits)];
    if (lt > MAX_LT || actionsLt > lt) return undefined;
    const account = accountsByTag.get(tag);
    if (account !== undefined) positions.set(account, { lt, owesState: mark !== "", actionsLt });
  }
  return positions;
}

const readLt = (digits) => [...digits].reduce((sum, digit) => sum * BASE + BigInt(parseInt(digit, 36)), 0n);
