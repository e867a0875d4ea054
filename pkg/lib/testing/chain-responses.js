// The responses of operations about accounts, messages and transactions, if a test has set accounts or sent messages. Each function returns the
// result, or undefined for a request about other data, which gets the recorded example.

import { packAddress } from "../../address.js";
import { EXAMPLES } from "../../dist/examples.js";
import { toRawAddress } from "../actions/raw-address.js";
import { decodeStack, encodeStack } from "../message/stack-entries.js";
import { encodeBase64 } from "../message/text.js";
import { findJettonWallet, hasSeqno } from "./chain.js";

const DEFAULT_LIMIT = 10;
const NO_HASH = encodeBase64(new Uint8Array(32));
/** The names of account states in v2. */
const V2_STATES = { active: "active", frozen: "frozen" };

const listOf = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const listRawAddresses = (value) => listOf(value).map(toRawAddress);
const exampleOf = (operation) => {
  const { body } = structuredClone(EXAMPLES[operation]);
  return operation.startsWith("v2.") ? body.result : body;
};

/** Names a wallet version as rows do: `v5r1` becomes `wallet v5 r1`. */
const walletType = ({ wallet }) =>
  wallet && hasSeqno(wallet.version) && wallet.version.replace(/^v(\d)r/, "wallet v$1 r");
const interfacesOf = ({ wallet, state }) => (wallet && state === "active" ? [`wallet_${wallet.version}`] : []);
const encodeHash = (cell) => encodeBase64(cell.hash());
const rowsOf = ({ history }) => history.map(({ row }) => row);
const lastRowOf = ({ history }) => history[history.length - 1]?.row;

function makeAddressBook(accounts) {
  const entries = accounts.map((account) => [
    account.address,
    {
      user_friendly: packAddress(account.address, { bounceable: false }),
      domain: account.domains[0] ?? null,
      interfaces: interfacesOf(account),
    },
  ]);
  return Object.fromEntries(entries);
}

/** Fields that the rows of account states and of wallet states share. */
function makeStateRow(chain, account) {
  const state = chain.readState(account);
  const last = lastRowOf(account);
  return {
    address: account.address,
    balance: String(account.balance),
    extra_currencies: {},
    status: account.state,
    code_hash: state && encodeHash(state.code),
    last_transaction_hash: last?.hash ?? NO_HASH,
    last_transaction_lt: last?.lt ?? "0",
  };
}

function listExistingAccounts(chain, addresses) {
  const accounts = listRawAddresses(addresses).map((address) => chain.accounts.get(address));
  return [...new Set(accounts)].filter((account) => account && account.state !== "nonexist");
}

function makeWalletRow(chain, account) {
  const type = walletType(account);
  const isActiveWallet = Boolean(type) && account.state === "active";
  return {
    ...makeStateRow(chain, account),
    is_wallet: isActiveWallet,
    ...(isActiveWallet && { wallet_type: type, seqno: account.seqno, wallet_id: account.wallet.walletId }),
  };
}

function makeAccountRow(chain, account, hasBoc) {
  const state = chain.readState(account);
  return {
    ...makeStateRow(chain, account),
    account_state_hash: NO_HASH,
    data_hash: state && encodeHash(state.data),
    contract_methods: null,
    interfaces: interfacesOf(account),
    ...(state && hasBoc && { code_boc: state.code.toBase64(), data_boc: state.data.toBase64() }),
  };
}

/** Returns the id of the last transaction of an account, in the form of v2. */
function makeTransactionId(account) {
  const last = account && lastRowOf(account);
  return { "@type": "internal.transactionId", lt: last?.lt ?? "0", hash: last?.hash ?? NO_HASH };
}

const findAccount = (chain, address) => chain.accounts.get(toRawAddress(address));
const getV2State = (account) => V2_STATES[account?.state] ?? "uninitialized";

const filterRows = (rows, params) => {
  const { start_lt, end_lt, start_utime, end_utime, lt } = params;
  const isWithin = (row) =>
    (lt === undefined || BigInt(row.lt) === BigInt(lt)) &&
    (start_lt === undefined || BigInt(row.lt) >= BigInt(start_lt)) &&
    (end_lt === undefined || BigInt(row.lt) <= BigInt(end_lt)) &&
    (start_utime === undefined || row.now >= start_utime) &&
    (end_utime === undefined || row.now <= end_utime);
  return rows.filter(isWithin);
};

const takePage = (rows, { offset = 0, limit = DEFAULT_LIMIT }) =>
  rows.slice(Number(offset), Number(offset) + Number(limit));

function listTransactions(chain, params) {
  const { account, hash, sort = "desc" } = params;
  if (account === undefined && hash === undefined) return undefined;
  const transactions =
    hash === undefined
      ? listRawAddresses(account).flatMap((address) => rowsOf(chain.accounts.get(address) ?? { history: [] }))
      : listOf(hash)
          .map((hash) => chain.findTransaction(hash)?.row)
          .filter(Boolean);
  const compareByLt = (first, second) => (BigInt(first.lt) < BigInt(second.lt) ? -1 : 1);
  const rows = filterRows([...new Set(transactions)], params).sort(compareByLt);
  const page = takePage(sort === "asc" ? rows : rows.reverse(), params);
  return {
    transactions: page,
    address_book: makeAddressBook(
      listExistingAccounts(
        chain,
        page.map((row) => row.account),
      ),
    ),
  };
}

/** Fields of the only transaction of a trace. */
function makeTrace({ row }) {
  const example = exampleOf("v3.traces").traces[0];
  return {
    ...example,
    trace_id: row.trace_id,
    external_hash: row.in_msg.source === null ? row.in_msg.hash : null,
    mc_seqno_start: String(row.mc_block_seqno),
    mc_seqno_end: String(row.mc_block_seqno),
    start_lt: row.lt,
    end_lt: row.lt,
    start_utime: row.now,
    end_utime: row.now,
    trace_info: { ...example.trace_info, messages: 1, transactions: 1 },
    trace: { tx_hash: row.hash, in_msg_hash: row.in_msg.hash, children: [] },
    transactions_order: [row.hash],
    transactions: { [row.hash]: row },
    actions: undefined,
  };
}

/** Runs the get-methods that accounts of a test have. */
function runGetMethod(chain, { address, method, stack }) {
  const account = findAccount(chain, address);
  const respond = (values) => ({
    ...exampleOf("v2.runGetMethod"),
    gas_used: 1000,
    exit_code: 0,
    stack: encodeStack(values, "v2"),
  });
  if (method === "seqno" && account?.wallet && account.state === "active") return respond([account.seqno]);
  if (method !== "get_wallet_address") return undefined;
  const owner = /** @type {string} */ (decodeStack(stack).address(0));
  const master = toRawAddress(address);
  const jetton = chain.accounts.get(owner)?.jettons.find((jetton) => jetton.master === master);
  return respond([jetton?.address ?? findJettonWallet(owner, master)]);
}

function listJettons(chain, params) {
  const { owner_address, jetton_address, exclude_zero_balance } = params;
  if (owner_address === undefined) return undefined;
  const masters = listRawAddresses(jetton_address);
  const example = exampleOf("v3.jetton.wallets").jetton_wallets[0];
  const owners = listRawAddresses(owner_address)
    .map((address) => chain.accounts.get(address))
    .filter(Boolean);
  const ownedJettons = owners.flatMap((owner) => owner.jettons.map((jetton) => ({ owner, jetton })));
  const matchingJettons = ownedJettons.filter(
    ({ jetton }) =>
      (masters.length === 0 || masters.includes(jetton.master)) && !(exclude_zero_balance && jetton.balance === 0n),
  );
  const page = takePage(matchingJettons, params);
  const metadata = page.map(({ jetton: { master, name, symbol, image, decimals } }) => [
    master,
    {
      is_indexed: true,
      token_info: [{ valid: true, type: "jetton_masters", name, symbol, image, extra: { decimals: String(decimals) } }],
    },
  ]);
  return {
    jetton_wallets: page.map(({ owner, jetton }) => ({
      ...example,
      address: jetton.address,
      balance: String(jetton.balance),
      owner: owner.address,
      jetton: jetton.master,
      last_transaction_lt: lastRowOf(owner)?.lt ?? "0",
    })),
    address_book: makeAddressBook(owners),
    metadata: Object.fromEntries(metadata),
  };
}

/** Responds to a message; `refusal` becomes the failure that TON Center sends. */
function sendMessage(chain, { boc }, makeResult) {
  const { message, refusal } = chain.sendMessage(boc);
  return refusal === undefined ? makeResult(message) : { refusal };
}

/** By operation. @type {Record<string, (chain: ReturnType<typeof import("./chain.js").makeChain>, params: any) => any>} */
export const CHAIN_RESPONSES = {
  "v3.walletStates"(chain, { address }) {
    const accounts = listExistingAccounts(chain, address);
    const wallets = accounts.map((account) => makeWalletRow(chain, account));
    return { wallets, address_book: makeAddressBook(accounts), metadata: {} };
  },
  "v3.accountStates"(chain, { address, include_boc = true }) {
    const accounts = listExistingAccounts(chain, address);
    const rows = accounts.map((account) => makeAccountRow(chain, account, include_boc));
    return { accounts: rows, address_book: makeAddressBook(accounts), metadata: {} };
  },
  "v3.dns.records"(chain, { wallet }) {
    if (wallet === undefined) return undefined;
    const account = findAccount(chain, wallet);
    const [example] = exampleOf("v3.dns.records").records;
    const records = account?.domains.map((domain) => ({ ...example, domain, dns_wallet: account.address })) ?? [];
    return { records, address_book: account ? makeAddressBook([account]) : {} };
  },
  "v3.jetton.wallets": listJettons,
  "v3.transactions": listTransactions,
  "v3.transactionsByMessage"(chain, { msg_hash, direction }) {
    if (msg_hash === undefined) return undefined;
    const transaction = direction === "out" ? undefined : chain.findTransaction(listOf(msg_hash)[0]);
    return { transactions: transaction ? [transaction.row] : [], address_book: {} };
  },
  "v3.pendingTraces": () => ({ traces: [], address_book: {}, metadata: {} }),
  "v3.traces"(chain, { trace_id, msg_hash }) {
    const [hash] = listOf(trace_id ?? msg_hash);
    if (hash === undefined) return undefined;
    const transaction = chain.findTransaction(hash);
    return { traces: transaction ? [makeTrace(transaction)] : [], address_book: {}, metadata: {} };
  },
  "v3.message": (chain, params) =>
    sendMessage(chain, params, ({ decoded, hash }) => ({ message_hash: decoded.hash, message_hash_norm: hash })),
  "v2.sendBoc": (chain, params) => sendMessage(chain, params, () => ({ "@type": "ok" })),
  "v2.sendBocReturnHash": (chain, params) => sendMessage(chain, params, makeMessageInfo),
  "v2.sendBocReturnHashNoError": (chain, params) => sendMessage(chain, params, makeMessageInfo),
  "v2.getAddressBalance": (chain, { address }) => String(findAccount(chain, address)?.balance ?? 0n),
  "v2.getAddressState": (chain, { address }) => getV2State(findAccount(chain, address)),
  "v2.getAddressInformation"(chain, { address }) {
    const account = findAccount(chain, address);
    const state = account && chain.readState(account);
    const example = exampleOf("v2.getAddressInformation");
    return {
      ...example,
      balance: String(account?.balance ?? 0n),
      code: state?.code.toBase64() ?? "",
      data: state?.data.toBase64() ?? "",
      state: getV2State(account),
      last_transaction_id: makeTransactionId(account),
      block_id: { ...example.block_id, seqno: chain.block },
      sync_utime: chain.nowSeconds(),
    };
  },
  "v2.getWalletInformation"(chain, { address }) {
    const account = findAccount(chain, address);
    const type = account && walletType(account);
    const isActiveWallet = Boolean(type) && account.state === "active";
    return {
      wallet: isActiveWallet,
      balance: String(account?.balance ?? 0n),
      account_state: getV2State(account),
      last_transaction_id: makeTransactionId(account),
      ...(isActiveWallet && { wallet_type: type, seqno: account.seqno, wallet_id: account.wallet.walletId }),
    };
  },
  "v2.getTransactions"(chain, { address, limit = DEFAULT_LIMIT, lt, to_lt = 0 }) {
    const bags = [...(findAccount(chain, address)?.history ?? [])].reverse();
    const isWithin = ({ row }) => (lt === undefined || BigInt(row.lt) <= BigInt(lt)) && BigInt(row.lt) > BigInt(to_lt);
    return bags
      .filter(isWithin)
      .slice(0, Number(limit))
      .map(({ bag }) => bag);
  },
  "v2.runGetMethod": runGetMethod,
};

function makeMessageInfo({ decoded, hash }) {
  return { "@type": "raw.extMessageInfo", hash: decoded.hash, hash_norm: hash };
}
