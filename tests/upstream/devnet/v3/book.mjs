// address_book and metadata: what an answer adds about the accounts it names.
import { Address } from "@ton/core";

import { normalAddress } from "../../address.mjs";

/** The service's name of a contract kind: "wallet v4 r2" -> "wallet_v4r2". @param {string | null} wallet */
export const interfacesOf = (wallet) =>
  wallet === null || wallet === undefined ? [] : [wallet.replace(/ (?=r\d)/g, "").replace(/ /g, "_")];

/** Wallets and accounts without code are written non-bounceable. */
function entry(raw, row, network) {
  const bounceable = Boolean(row?.code_hash) && row.wallet === null;
  return {
    user_friendly: Address.parseRaw(raw.toLowerCase()).toString({ bounceable, testOnly: network === "testnet" }),
    domain: null,
    interfaces: interfacesOf(row?.wallet ?? null),
  };
}

const KNOWN = "SELECT account, code_hash, wallet FROM accounts WHERE account IN (SELECT value FROM json_each(?))";

/** @param {Iterable<string>} accounts raw @param {any} ctx @returns {Record<string, any>} */
export function addressBook(accounts, ctx) {
  const list = [...new Set(accounts)].sort();
  const known = new Map(ctx.db.all(KNOWN, [JSON.stringify(list)]).map((row) => [row.account, row]));
  return Object.fromEntries(list.map((raw) => [raw, entry(raw, known.get(raw), ctx.network)]));
}

/** The answer of /addressBook: keyed by the texts as they came. @param {string[]} texts @param {any} ctx */
export function addressBookOf(texts, ctx) {
  const raw = texts.map(normalAddress);
  const book = addressBook(
    raw.filter((address) => address !== null),
    ctx,
  );
  return Object.fromEntries(
    texts.map((text, i) => [
      text,
      raw[i] === null ? { user_friendly: null, domain: null, interfaces: [] } : book[raw[i]],
    ]),
  );
}

/** Was a part of the answer declined, by header or query? @param {any} ctx @param {string} name as "address-book" */
function declined(ctx, name) {
  const value = ctx.headers[`x-no-${name}`] ?? ctx.query.get(`x_no_${name.replace("-", "_")}`);
  return /^(1|t|true|on)$/i.test(String(value));
}

/** An answer with its address book. @param {Record<string, any>} rows @param {Iterable<string | null>} accounts those named in the rows @param {any} ctx */
export function withBook(rows, accounts, ctx) {
  const own = [...accounts].filter((a) => a !== null && !a.includes("$")); // external addresses are no accounts
  return { ...rows, address_book: declined(ctx, "address-book") ? {} : addressBook(own, ctx) };
}

/**
 * An answer with both maps. No account of the devnet is a token, so `metadata` has nothing to tell.
 * @param {Record<string, any>} rows @param {Iterable<string | null>} accounts @param {any} ctx
 */
export const withMaps = (rows, accounts, ctx) => ({ ...withBook(rows, accounts, ctx), metadata: {} });

/** Accounts that a transaction names: as the service collects them. @param {any} tx in the shape of v3 */
export const namedBy = (tx) => [tx.account, tx.in_msg?.source ?? null, ...tx.out_msgs.map((m) => m.destination)];
