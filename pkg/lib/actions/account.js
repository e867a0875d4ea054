// Summaries of accounts and jettons from v3, with amounts as bigint.

import { fail } from "../util/error.js";
import { readFlagOption, pickOptions } from "../util/options.js";
import { CALL_OPTIONS } from "./get-options.js";
import { requireOneAddress, toRawAddress } from "./raw-address.js";
import {
  readAddress,
  readAmount,
  readList,
  readResponse,
  requireAccount,
  readText,
  readUint32,
} from "./read-response.js";

/** Maximum number of domains of an account that are listed. */
const MAX_DOMAINS = 100;

/** Matches the wallet types that have a seqno. Highload wallets have no seqno, and the service does not report their type. */
const SEQNO_WALLET_TYPE = /^wallet v\d/;

/** @param {any} client @param {any} address @param {any} [rawOptions] */
export async function account(client, address, rawOptions = {}) {
  const options = pickOptions(rawOptions, CALL_OPTIONS, "client.account");
  requireOneAddress(address, "address");
  const [states, records] = await Promise.all([
    client.v3.walletStates({ address }, options),
    client.v3.dns.records({ wallet: address, limit: MAX_DOMAINS }, options),
  ]);
  const rawOwner = toRawAddress(address);
  return readResponse("walletStates or dns/records", () => readSummary(rawOwner, states, records));
}

/** The service has no row for an account that never received a message. */
const EMPTY_STATE = {
  balance: "0",
  status: "nonexist",
  last_transaction_hash: null,
  last_transaction_lt: null,
};

/** Returns a text of a response, which may be missing. */
const readOptionalText = (value) => (value === undefined || value === null ? null : readText(value));

function readSummary(address, states, records) {
  const rows = readList(states.wallets);
  for (const [index, row] of rows.entries()) requireAccount(`wallets[${index}].address`, row.address, address);
  const domainRows = readList(records.records);
  for (const [index, row] of domainRows.entries())
    requireAccount(`records[${index}].dns_wallet`, row.dns_wallet, address);
  const state = rows[0] ?? EMPTY_STATE;
  const bookEntry = states.address_book?.[address];
  const domains = domainRows.map(({ domain }) => readText(domain));
  // The domain that the account chose as its own comes first.
  if (bookEntry?.domain) domains.unshift(readText(bookEntry.domain));
  const [hash, lt] = [state.last_transaction_hash, state.last_transaction_lt];
  return {
    address,
    balance: readAmount(state.balance),
    extraCurrencies: Object.fromEntries(
      Object.entries(state.extra_currencies ?? {}).map(([id, amount]) => [id, readAmount(amount)]),
    ),
    state: readText(state.status),
    seqno: readSeqno(state),
    walletType: readOptionalText(state.wallet_type),
    walletId: state.wallet_id ?? null,
    interfaces: readList(bookEntry?.interfaces ?? null).map(readText),
    domains: [...new Set(domains)],
    lastTransaction: hash === null && lt === null ? null : { lt: readAmount(lt), hash: readText(hash) },
  };
}

/** Returns the seqno of a wallet; `null` for an account without one. */
function readSeqno({ seqno, wallet_type: type }) {
  const isMissing = seqno === undefined || seqno === null;
  return isMissing && !SEQNO_WALLET_TYPE.test(type ?? "") ? null : readUint32(seqno);
}

/** The default number of jettons that are read. */
const DEFAULT_MAX_JETTONS = 1000;
/** Maximum number of rows of a page of `jetton/wallets`. */
const MAX_PAGE_SIZE = 1000;
const JETTON_OPTIONS = [...CALL_OPTIONS, "maxItems", "includeZero"];

/** Decimals in metadata, a number or a text; `null` if missing, since wrong decimals would show a wrong amount. */
function readDecimals(value) {
  const number = /^\d{1,3}$/.test(String(value)) ? Number(value) : NaN;
  return number <= 255 ? number : null;
}

/** @param {any} client @param {any} owner @param {any} [rawOptions] */
export async function jettons(client, owner, rawOptions = {}) {
  const { maxItems, includeZero, ...options } = pickOptions(rawOptions, JETTON_OPTIONS, "client.jettons");
  requireOneAddress(owner, "owner");
  const params = { owner_address: owner, exclude_zero_balance: !readFlagOption("includeZero", includeZero, false) };
  // The largest pages: the service drops stale wallets only after cutting a page, and a page that lost most of its rows looks like the last
  // one.
  const pager = client.v3.jetton.wallets.paginate(params, {
    ...options,
    pageSize: MAX_PAGE_SIZE,
    maxItems: maxItems ?? DEFAULT_MAX_JETTONS + 1,
  });
  const balances = [];
  for await (const { rows, metadata } of pager.pages()) {
    const rawOwner = toRawAddress(owner);
    balances.push(
      ...readResponse("jetton/wallets", () => rows.map((row) => readBalance(rawOwner, row, metadata ?? {}))),
    );
  }
  if (maxItems === undefined && balances.length > DEFAULT_MAX_JETTONS)
    throw fail(
      "invalid_option",
      `the owner has more than ${DEFAULT_MAX_JETTONS} jettons: pass \`maxItems\`, or page \`client.v3.jetton.wallets\``,
      { parameter: "maxItems" },
    );
  return balances;
}

/** Converts a jetton of an owner. The metadata is what its contract claims, so it cannot be trusted. */
function readBalance(owner, row, metadata) {
  requireAccount("owner", row.owner, owner);
  const master = readAddress(row.jetton);
  const tokenInfo = Object.hasOwn(metadata, master) ? metadata[master]?.token_info : undefined;
  const jettonInfo = tokenInfo?.find(({ type }) => type === "jetton_masters");
  const textOrNull = (value) => (typeof value === "string" ? value : null);
  return {
    balance: readAmount(row.balance),
    address: readAddress(row.address),
    master,
    name: textOrNull(jettonInfo?.name),
    symbol: textOrNull(jettonInfo?.symbol),
    decimals: readDecimals(jettonInfo?.extra?.decimals),
    image: textOrNull(jettonInfo?.image),
    isScam: jettonInfo?.is_scam === true,
  };
}
