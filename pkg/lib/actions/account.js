// Summaries of accounts and jettons from v3, with amounts as bigint.

import { fail } from "../util/error.js";
import { flag, pickOptions } from "../util/options.js";
import { CALL_OPTIONS } from "./get-options.js";
import { oneAddress, rawAddress } from "./raw-address.js";
import { addressIn, amountIn, listIn, readResponse, requireAccount, textIn, uint32In } from "./read-response.js";

/** Domains of an account that are listed. */
const MOST_DOMAINS = 100;

/** Every version of these wallets has a seqno. Highload wallets have none, and the service does not know their kind. */
const HAS_SEQNO = /^wallet v\d/;

/** @param {any} client @param {any} address @param {any} [written] */
export async function account(client, address, written = {}) {
  const options = pickOptions(written, CALL_OPTIONS, "client.account");
  oneAddress(address, "address");
  const [states, records] = await Promise.all([
    client.v3.walletStates({ address }, options),
    client.v3.dns.records({ wallet: address, limit: MOST_DOMAINS }, options),
  ]);
  const own = rawAddress(address);
  return readResponse("walletStates or dns/records", () => summaryOf(own, states, records));
}

/** The service has no row for an account that never received a message. */
const NOTHING = {
  balance: "0",
  status: "nonexist",
  last_transaction_hash: null,
  last_transaction_lt: null,
};

/** A text of a response that may be missing. */
const optionalText = (value) => (value === undefined || value === null ? null : textIn(value));

function summaryOf(address, states, records) {
  const rows = listIn(states.wallets);
  for (const [at, row] of rows.entries()) requireAccount(`wallets[${at}].address`, row.address, address);
  const names = listIn(records.records);
  for (const [at, row] of names.entries()) requireAccount(`records[${at}].dns_wallet`, row.dns_wallet, address);
  const state = rows[0] ?? NOTHING;
  const own = states.address_book?.[address];
  const domains = names.map(({ domain }) => textIn(domain));
  // The name that the account points at itself comes first.
  if (own?.domain) domains.unshift(textIn(own.domain));
  const [hash, lt] = [state.last_transaction_hash, state.last_transaction_lt];
  return {
    address,
    balance: amountIn(state.balance),
    extraCurrencies: Object.fromEntries(
      Object.entries(state.extra_currencies ?? {}).map(([id, amount]) => [id, amountIn(amount)]),
    ),
    state: textIn(state.status),
    seqno: seqnoIn(state),
    walletType: optionalText(state.wallet_type),
    walletId: state.wallet_id ?? null,
    interfaces: listIn(own?.interfaces ?? null).map(textIn),
    domains: [...new Set(domains)],
    lastTransaction: hash === null && lt === null ? null : { lt: amountIn(lt), hash: textIn(hash) },
  };
}

/** The seqno of a wallet; `null` for an account without one. */
function seqnoIn({ seqno, wallet_type: type }) {
  const isMissing = seqno === undefined || seqno === null;
  return isMissing && !HAS_SEQNO.test(type ?? "") ? null : uint32In(seqno);
}

/** The default number of jettons that are read. */
const MOST_JETTONS = 1000;
/** Most rows of a page of `jetton/wallets`. */
const LARGEST_PAGE = 1000;
const JETTON_OPTIONS = [...CALL_OPTIONS, "maxItems", "includeZero"];

/** Decimals as metadata has them, a number or a text; `null` without them, since wrong decimals would show a wrong amount. */
function decimalsOf(written) {
  const number = /^\d{1,3}$/.test(String(written)) ? Number(written) : NaN;
  return number <= 255 ? number : null;
}

/** @param {any} client @param {any} owner @param {any} [written] */
export async function jettons(client, owner, written = {}) {
  const { maxItems, includeZero, ...options } = pickOptions(written, JETTON_OPTIONS, "client.jettons");
  oneAddress(owner, "owner");
  const params = { owner_address: owner, exclude_zero_balance: !flag("includeZero", includeZero, false) };
  // The largest pages: the service drops stale wallets only after cutting a page, and a page that lost most of its rows looks like the last
  // one.
  const pager = client.v3.jetton.wallets.paginate(params, {
    ...options,
    pageSize: LARGEST_PAGE,
    maxItems: maxItems ?? MOST_JETTONS + 1,
  });
  const found = [];
  for await (const { rows, metadata } of pager.pages()) {
    const own = rawAddress(owner);
    found.push(...readResponse("jetton/wallets", () => rows.map((row) => balanceOf(own, row, metadata ?? {}))));
  }
  if (maxItems === undefined && found.length > MOST_JETTONS)
    throw fail(
      "invalid_option",
      `the owner has more than ${MOST_JETTONS} jettons: pass \`maxItems\`, or page \`client.v3.jetton.wallets\``,
      { parameter: "maxItems" },
    );
  return found;
}

/** A jetton of an owner. The data of its contract cannot be trusted. */
function balanceOf(owner, row, metadata) {
  requireAccount("owner", row.owner, owner);
  const master = addressIn(row.jetton);
  const known = Object.hasOwn(metadata, master) ? metadata[master]?.token_info : undefined;
  const about = known?.find(({ type }) => type === "jetton_masters");
  const said = (value) => (typeof value === "string" ? value : null);
  return {
    balance: amountIn(row.balance),
    address: addressIn(row.address),
    master,
    name: said(about?.name),
    symbol: said(about?.symbol),
    decimals: decimalsOf(about?.extra?.decimals),
    image: said(about?.image),
    isScam: about?.is_scam === true,
  };
}
