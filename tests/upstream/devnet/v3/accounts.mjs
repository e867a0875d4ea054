// The v3 operations about states of accounts. Their lists omit accounts that the chain has never seen.
import { normalizeAddress } from "../../address.mjs";
import { listCurrencies } from "../extra-currencies.mjs";
import { loadCodeAndData } from "../record.mjs";
import { makeWalletFields } from "../v2/wallets.mjs";
import { makeAddressBookBody, listInterfaces, withMaps } from "./book.mjs";
import { readMetadata } from "./metadata.mjs";

const STATES = `SELECT A.*, S.boc, S.extra_currencies,
  (SELECT json_group_array(kind) FROM (SELECT kind FROM contracts C WHERE C.account = A.account ORDER BY kind)) AS kinds
  FROM accounts A JOIN account_states S ON S.hash = A.state_hash WHERE A.account IN (SELECT value FROM json_each(?))`;

/** Rows in the order of the request, each once. @param {{ address: string[], code_hash?: string[] }} params @param {any} db */
function listKnownAccounts({ address, code_hash }, db) {
  const rows = new Map(db.all(STATES, [JSON.stringify([...new Set(address)])]).map((row) => [row.account, row]));
  return [...new Set(address)]
    .flatMap((a) => rows.get(a) ?? [])
    .filter((row) => !code_hash || code_hash.includes(row.code_hash));
}

const omitEmpty = (/** @type {Record<string, any>} */ fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
const toBase64 = (/** @type {import("@ton/core").Cell | null} */ cell) => cell?.toBoc().toString("base64");
const makeLastTransaction = (row) => ({
  last_transaction_hash: row.last_tx_hash,
  last_transaction_lt: row.last_tx_hash === null ? null : String(row.last_tx_lt),
});

function makeFullState(row, withBoc) {
  const { code, data } = withBoc ? loadCodeAndData(row.boc) : { code: null, data: null };
  return {
    address: row.account,
    account_state_hash: row.state_hash,
    balance: String(row.balance),
    extra_currencies: listCurrencies(row.extra_currencies),
    status: row.status,
    ...omitEmpty({ frozen_hash: row.frozen_hash }),
    ...makeLastTransaction(row),
    ...omitEmpty({
      data_hash: row.data_hash,
      code_hash: row.code_hash,
      data_boc: toBase64(data),
      code_boc: toBase64(code),
    }),
    contract_methods: null,
    interfaces: listInterfaces(row),
  };
}

function makeWallet(row, context) {
  const fields = makeWalletFields({ chain: context.chain }, { ...row, ...loadCodeAndData(row.boc) });
  return {
    address: row.account,
    is_wallet: fields !== undefined,
    ...fields,
    balance: String(row.balance),
    ...(row.extra_currencies === null ? {} : { extra_currencies: listCurrencies(row.extra_currencies) }),
    status: row.status,
    ...omitEmpty({ code_hash: row.code_hash }),
    ...makeLastTransaction(row),
  };
}

const ACCOUNTS_BY_BALANCE = "SELECT account, balance FROM accounts ORDER BY balance DESC, account LIMIT ? OFFSET ?";

export const HANDLERS = {
  "/accountStates"(params, context) {
    const accounts = listKnownAccounts(params, context.db).map((row) =>
      makeFullState(row, params.include_boc !== false),
    );
    return withMaps(
      { accounts },
      accounts.map((a) => a.address),
      context,
    );
  },
  "/walletStates"(params, context) {
    const wallets = listKnownAccounts(params, context.db).map((row) => makeWallet(row, context));
    return withMaps(
      { wallets },
      wallets.map((w) => w.address),
      context,
    );
  },
  "/addressBook": ({ address }, context) => makeAddressBookBody(address, context),
  "/metadata": ({ address }, { db }) =>
    readMetadata(
      address.map(normalizeAddress).filter((a) => a !== null),
      db,
    ),
  "/topAccountsByBalance": ({ limit, offset = 0 }, context) =>
    context.db
      .all(ACCOUNTS_BY_BALANCE, [limit, offset])
      .map((row) => ({ account: row.account, balance: String(row.balance) })),
};
