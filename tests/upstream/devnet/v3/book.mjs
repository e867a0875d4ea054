// address_book and metadata: the data that a response adds about its accounts.
import { Address } from "@ton/core";

import { normalizeAddress } from "../../address.mjs";
import { isPersonal } from "../wallets.mjs";
import { readMetadata } from "./metadata.mjs";

/** The service's name of a contract kind: "wallet v4 r2" -> "wallet_v4r2". @param {string | null} wallet */
const readInterfaces = (wallet) =>
  wallet === null || wallet === undefined ? [] : [wallet.replace(/ (?=r\d)/g, "").replace(/ /g, "_")];

/** Wallets of people and accounts without code get the non-bounceable form. */
function makeEntry(raw, row, domain, network) {
  const isBounceable = Boolean(row?.code_hash) && !isPersonal(row.wallet);
  return {
    user_friendly: Address.parseRaw(raw.toLowerCase()).toString({
      bounceable: isBounceable,
      testOnly: network === "testnet",
    }),
    domain,
    interfaces: row ? listInterfaces(row) : [],
  };
}

const KNOWN_ACCOUNTS = `SELECT account, code_hash, wallet,
  (SELECT json_group_array(kind) FROM (SELECT kind FROM contracts C WHERE C.account = A.account ORDER BY kind)) AS kinds
  FROM accounts A WHERE account IN (SELECT value FROM json_each(?))`;

/** The domains that accounts own and that have them as their wallet. */
const DOMAINS = `SELECT owner, json_extract(details, '$.domain') AS domain FROM contracts
  WHERE kind = 'dns' AND owner IN (SELECT value FROM json_each(?)) AND owner = json_extract(details, '$.dns_wallet')
  ORDER BY length(domain) DESC, domain DESC`;

/** @param {any} row with `wallet`, and `kinds` as a JSON list */
export const listInterfaces = (row) => [...readInterfaces(row.wallet), ...JSON.parse(row.kinds ?? "[]")];

/** @param {Iterable<string>} accounts raw @param {any} context @returns {Record<string, any>} */
function makeAddressBook(accounts, context) {
  const list = [...new Set(accounts)].sort();
  const knownAccounts = new Map(
    context.db.all(KNOWN_ACCOUNTS, [JSON.stringify(list)]).map((row) => [row.account, row]),
  );
  // If an account has several domains, the shortest comes first: a map keeps the last value of a key.
  const domains = new Map(context.db.all(DOMAINS, [JSON.stringify(list)]).map((row) => [row.owner, row.domain]));
  return Object.fromEntries(
    list.map((raw) => [raw, makeEntry(raw, knownAccounts.get(raw), domains.get(raw) ?? null, context.network)]),
  );
}

/** The body of /addressBook: its keys are the texts of the request. @param {string[]} texts @param {any} context */
export function makeAddressBookBody(texts, context) {
  const raw = texts.map(normalizeAddress);
  const book = makeAddressBook(
    raw.filter((address) => address !== null),
    context,
  );
  return Object.fromEntries(
    texts.map((text, i) => [
      text,
      raw[i] === null ? { user_friendly: null, domain: null, interfaces: [] } : book[raw[i]],
    ]),
  );
}

/**
 * Whether a header or a parameter of the request declines a part of the response. @param {any} context @param {string} name for example
 * "address-book"
 */
function isDeclined(context, name) {
  const value = context.headers[`x-no-${name}`] ?? context.query.get(`x_no_${name.replace("-", "_")}`);
  return /^(1|t|true|on)$/i.test(String(value));
}

/**
 * Adds the address book to a body.
 * @param {Record<string, any>} rows @param {Iterable<string | null>} accounts of the rows @param {any} context
 */
export function withBook(rows, accounts, context) {
  const ownAccounts = [...accounts].filter((a) => a !== null && !a.includes("$")); // without external addresses
  return { ...rows, address_book: isDeclined(context, "address-book") ? {} : makeAddressBook(ownAccounts, context) };
}

/** Adds both maps to a body. @param {Record<string, any>} rows @param {Iterable<string | null>} accounts @param {any} context */
export function withMaps(rows, accounts, context) {
  const namedAccounts = [...accounts].filter((a) => a !== null);
  return {
    ...withBook(rows, namedAccounts, context),
    metadata: isDeclined(context, "metadata") ? {} : readMetadata(namedAccounts, context.db),
  };
}

/** The accounts of a transaction, as the service collects them. @param {any} tx in the shape of v3 */
export const listTransactionNames = (tx) => [
  tx.account,
  tx.in_msg?.source ?? null,
  ...tx.out_msgs.map((m) => m.destination),
];
