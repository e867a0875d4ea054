// The paths with which the gateways are measured.

/** Accounts that web pages poll. */
const POLLED_ACCOUNTS = 1000;

export const makeRawAddress = (at) => `0:${at.toString(16).padStart(64, "0")}`;
/** Transactions of an account: a response of this many kilobytes. */
export const makeTransactionsPath = (account, kilobytes) =>
  `/api/v3/transactions?account=${account}&limit=${kilobytes}&sort=desc`;
/** Transactions of the polled accounts in turn, by the number of the request. */
export const makePolledPath = (kilobytes) => (at) =>
  makeTransactionsPath(makeRawAddress((at * 7919) % POLLED_ACCOUNTS), kilobytes);
/** The first account that is not polled. */
export const FIRST_UNPOLLED_ACCOUNT = POLLED_ACCOUNTS;
/** The response for a block is immutable: it stays cached for the whole run. */
export const makeBlockPath = (seqno) => `/api/v3/blocks?workchain=0&shard=8000000000000000&seqno=${seqno}`;
