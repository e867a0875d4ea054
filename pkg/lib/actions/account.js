// Accounts and jettons at a glance: what v3 knows of them, with amounts as bigint.

import { beginCell } from "../../message.js";
import { pickOptions } from "../util/options.js";
import { CALL_OPTIONS } from "./get.js";

/** Domains of an account that are listed. */
const MOST_DOMAINS = 100;

const bigintOf = (text) => BigInt(text ?? 0);

/** An address in raw form. */
const rawOf = (address) => beginCell().storeAddress(address).endCell().beginParse().loadAddress();

/** @param {any} client @param {any} address @param {any} [written] */
export async function account(client, address, written = {}) {
  const options = pickOptions(written, CALL_OPTIONS, "client.account");
  const [states, records] = await Promise.all([
    client.v3.walletStates({ address: [address] }, options),
    client.v3.dns.records({ wallet: address, limit: MOST_DOMAINS }, options),
  ]);
  // The service has no row of an account that nobody sent anything to.
  const state = states.wallets[0] ?? {
    address: rawOf(address),
    last_transaction_hash: null,
    last_transaction_lt: null,
  };
  const own = states.address_book?.[state.address];
  const domains = records.records.map(({ domain }) => domain);
  // The name that the account points at itself comes first.
  if (own?.domain) domains.unshift(own.domain);
  return {
    address: state.address,
    balance: bigintOf(state.balance),
    extraCurrencies: Object.fromEntries(
      Object.entries(state.extra_currencies ?? {}).map(([id, amount]) => [id, bigintOf(amount)]),
    ),
    status: state.status ?? "nonexist",
    seqno: state.seqno ?? null,
    walletType: state.wallet_type ?? null,
    walletId: state.wallet_id ?? null,
    interfaces: own?.interfaces ?? [],
    domains: [...new Set(domains)],
    lastTransaction:
      state.last_transaction_hash === null || state.last_transaction_lt === null
        ? null
        : { lt: bigintOf(state.last_transaction_lt), hash: state.last_transaction_hash },
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
  const { maxItems = 1000, includeZero = false, ...options } = pickOptions(written, JETTON_OPTIONS, "client.jettons");
  const params = { owner_address: [owner], exclude_zero_balance: !includeZero };
  const pager = client.v3.jetton.wallets.paginate(params, { ...options, maxItems });
  const found = [];
  for await (const { rows, metadata = {} } of pager.pages()) {
    for (const row of rows) {
      const about = metadata[row.jetton]?.token_info?.find(({ type }) => type === "jetton_masters");
      found.push({
        balance: bigintOf(row.balance),
        address: row.address,
        master: row.jetton,
        name: about?.name ?? null,
        symbol: about?.symbol ?? null,
        decimals: decimalsOf(about?.extra?.decimals),
        image: about?.image ?? null,
        isScam: about?.is_scam ?? false,
      });
    }
  }
  return found;
}
