// Accounts and jettons at a glance: what v3 knows of them, with amounts as bigint.

import { flag, pickOptions } from "../util/options.js";
import { CALL_OPTIONS } from "./get-options.js";
import { rawAddress } from "./raw-address.js";
import { integerIn, listIn, readResponse, textIn } from "./read-response.js";

/** Domains of an account that are listed. */
const MOST_DOMAINS = 100;

const amountIn = (text) => integerIn(text ?? 0n);

/** @param {any} client @param {any} address @param {any} [written] */
export async function account(client, address, written = {}) {
  const options = pickOptions(written, CALL_OPTIONS, "client.account");
  const [states, records] = await Promise.all([
    client.v3.walletStates({ address: [address] }, options),
    client.v3.dns.records({ wallet: address, limit: MOST_DOMAINS }, options),
  ]);
  const own = rawAddress(address);
  return readResponse("walletStates or dns/records", () => summaryOf(own, states, records));
}

function summaryOf(address, states, records) {
  // The service has no row of an account that nobody sent anything to.
  const state = listIn(states.wallets)[0] ?? {
    address,
    last_transaction_hash: null,
    last_transaction_lt: null,
  };
  const own = states.address_book?.[state.address];
  const domains = listIn(records.records).map(({ domain }) => textIn(domain));
  // The name that the account points at itself comes first.
  if (own?.domain) domains.unshift(own.domain);
  return {
    address: textIn(state.address),
    balance: amountIn(state.balance),
    extraCurrencies: Object.fromEntries(
      Object.entries(state.extra_currencies ?? {}).map(([id, amount]) => [id, amountIn(amount)]),
    ),
    state: state.status ?? "nonexist",
    seqno: state.seqno ?? null,
    walletType: state.wallet_type ?? null,
    walletId: state.wallet_id ?? null,
    interfaces: own?.interfaces ?? [],
    domains: [...new Set(domains)],
    lastTransaction:
      state.last_transaction_hash === null || state.last_transaction_lt === null
        ? null
        : { lt: integerIn(state.last_transaction_lt), hash: textIn(state.last_transaction_hash) },
  };
}

const JETTON_OPTIONS = [...CALL_OPTIONS, "maxItems", "includeZero"];

/** Decimals as metadata has them, a number or a text; `null` where it has none, since a wrong number would be a wrong amount. */
function decimalsOf(written) {
  const number = /^\d{1,3}$/.test(String(written)) ? Number(written) : NaN;
  return number <= 255 ? number : null;
}

/** @param {any} client @param {any} owner @param {any} [written] */
export async function jettons(client, owner, written = {}) {
  const { maxItems = 1000, includeZero, ...options } = pickOptions(written, JETTON_OPTIONS, "client.jettons");
  const params = { owner_address: [owner], exclude_zero_balance: !flag("includeZero", includeZero, false) };
  const pager = client.v3.jetton.wallets.paginate(params, { ...options, maxItems });
  const found = [];
  for await (const { rows, metadata } of pager.pages())
    found.push(...readResponse("jetton/wallets", () => rows.map((row) => balanceOf(row, metadata ?? {}))));
  return found;
}

/** A jetton of an owner. What its contract says may be of any kind. */
function balanceOf(row, metadata) {
  const master = textIn(row.jetton);
  const known = Object.hasOwn(metadata, master) ? metadata[master]?.token_info : undefined;
  const about = known?.find(({ type }) => type === "jetton_masters");
  const said = (value) => (typeof value === "string" ? value : null);
  return {
    balance: integerIn(row.balance),
    address: textIn(row.address),
    master,
    name: said(about?.name),
    symbol: said(about?.symbol),
    decimals: decimalsOf(about?.extra?.decimals),
    image: said(about?.image),
    isScam: about?.is_scam === true,
  };
}
