// The fake chain: accounts that a test sets, the transactions of their messages, and the outcomes of messages.

import { BODY_EXIT_CODES, WALLETS } from "../../dist/schemas.js";
import { toRawAddress } from "../actions/raw-address.js";
import { readMessage } from "../actions/send.js";
import { readRequest } from "../actions/witness.js";
import { beginCell, parseBoc } from "../message/cell.js";
import { decodeMessage, decodeStateInit } from "../message/decode.js";
import { buildMessageCell, comment, encodeBody, toBodyCell } from "../message/encode.js";
import { encodeHex } from "../message/text.js";
import { storeFields } from "../message/tlb.js";
import { fail, kindOf } from "../util/error.js";
import { pickOptions, readChoiceOption, readPositiveOption } from "../util/options.js";
import { readSentMessages } from "./sent-messages.js";
import { makeBagRow, makeRow, makeTransactionCell } from "./transaction.js";

const STATES = ["active", "uninit", "frozen", "nonexist"];
const ACCOUNT_OPTIONS = ["balance", "state", "wallet", "seqno", "jettons", "domains"];
const JETTON_OPTIONS = ["master", "balance", "address", "name", "symbol", "decimals", "image"];
const DEPOSIT_OPTIONS = ["amount", "from", "comment", "jetton"];
const OUTCOMES = ["executed", "failed", "rejected", "lost"];

const FIRST_LT = 60_000_000_000_000n;
/** The logical time between two transactions. */
const LT_STEP = 1_000_000n;
const FIRST_BLOCK = 50_000_000;
/** The account from which the first coins of every account come. */
const ORIGIN = `0:${"0".repeat(64)}`;
/**
 * The exit codes of outcomes that do not name one. No wallet gives the code of a failure (9: cell underflow) a meaning of its own. A refusal
 * with 133 would claim a wrong seqno, which the state of the wallet can contradict.
 */
const DEFAULT_EXIT_CODES = { failed: 9, rejected: 135 };

/** Reads an amount in the smallest units. */
function readAmount(name, value, fallback) {
  if (value === undefined) return fallback;
  const amount = typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof amount === "bigint" && amount >= 0n) return amount;
  throw fail("invalid_option", `\`${name}\` must be a bigint of 0 or more, not ${kindOf(value)}`, { parameter: name });
}

const readSeqno = (value) => readPositiveOption("seqno", value, 0, true);

/** The jetton wallet of an owner: any address that differs for each owner and master. */
export const findJettonWallet = (owner, master) =>
  `0:${encodeHex(beginCell().storeAddress(owner).storeAddress(master).endCell().hash()).toUpperCase()}`;

function readJetton(owner, rawJetton) {
  const jetton = pickOptions(rawJetton, JETTON_OPTIONS, "a jetton");
  const master = toRawAddress(jetton.master);
  return {
    name: "Test Jetton",
    symbol: "TEST",
    decimals: 9,
    ...jetton,
    master,
    balance: readAmount("balance", jetton.balance, 0n),
    address: jetton.address === undefined ? findJettonWallet(owner, master) : toRawAddress(jetton.address),
  };
}

/** Whether wallets of this version have a seqno, unlike highload wallets. */
export const hasSeqno = (version) => WALLETS[version].data.some(([name]) => name === "seqno");

/** Reads a wallet that ton-edge/message made. */
function readWallet(wallet) {
  if (wallet === undefined) return undefined;
  if (typeof wallet?.version === "string" && Object.hasOwn(WALLETS, wallet.version)) return wallet;
  throw fail("invalid_option", "`wallet` must be a wallet, such as `walletV5R1({ publicKey })` returns", {
    parameter: "wallet",
  });
}

/** @param {import("../actions/time.js").Time} time */
export function makeChain(time) {
  /** By address in raw form. @type {Map<string, any>} */
  const accounts = new Map();
  /** Transactions by their hashes, and by the hashes of the messages that they received. @type {Map<string, any>} */
  const transactionsByHash = new Map();
  /** The outcomes that tests have set for the next messages, the newest setting first. @type {any[]} */
  const outcomes = [];
  /** The messages of all requests to wallets. @type {any[]} */
  const sentMessages = [];
  let lt = FIRST_LT;
  let block = FIRST_BLOCK;
  let isStarted = false;
  const nowSeconds = () => Math.floor(time.now() / 1000);

  /** Executes a message. @param {any} account @param {any} message its cell @param {{ exitCode: number | null, before: string }} outcome */
  function execute(account, message, { exitCode, before }) {
    const decodedMessage = decodeMessage(message);
    const isExternal = decodedMessage.info.type === "external-in";
    lt += LT_STEP;
    block += 1;
    const status = { before, after: account.state };
    const last = account.history[account.history.length - 1];
    const facts = { account: account.address, status, exitCode, seqno: block, balance: account.balance };
    const cell = makeTransactionCell({
      ...facts,
      lt,
      now: nowSeconds(),
      previous: last ? { lt: BigInt(last.row.lt), hash: last.row.hash } : null,
      message,
      credit: isExternal ? null : decodedMessage.info.value.coins,
    });
    const row = makeRow(cell, decodedMessage, facts);
    const transaction = { row, bag: makeBagRow(cell, row) };
    account.history.push(transaction);
    for (const hash of [row.hash, decodedMessage.hash, decodedMessage.normalizedHash])
      transactionsByHash.set(hash, transaction);
    return transaction;
  }

  function makeInternal(account, { from, value, body }) {
    lt += LT_STEP;
    const info = {
      type: "internal",
      ihrDisabled: true,
      bounce: false,
      bounced: false,
      src: from,
      dest: account.address,
      value: { coins: value },
      createdLt: lt,
      createdAt: nowSeconds(),
    };
    return buildMessageCell(info, undefined, toBodyCell(body, false), false);
  }

  /** Adds an account with the transaction that created it: the history of every account that exists begins with one. */
  function addAccount(account) {
    accounts.set(account.address, account);
    if (account.state === "nonexist") return account;
    const message = makeInternal(account, { from: ORIGIN, value: 0n, body: undefined });
    execute(account, message, { exitCode: null, before: "nonexist" });
    return account;
  }

  const makeAccount = (address) => ({
    address,
    balance: 0n,
    state: undefined,
    wallet: undefined,
    seqno: 0,
    jettons: [],
    domains: [],
    history: [],
  });

  /** Returns the exit code with which a wallet refuses a message, or undefined. */
  function findRefusal({ state, wallet, seqno }, message) {
    if (!wallet || (state !== "active" && !message.decoded.init)) return undefined;
    const request = readRequest(wallet.version, message.decoded.body);
    const { signed } = WALLETS[wallet.version];
    const findCode = (words) =>
      Number(Object.entries(BODY_EXIT_CODES[signed] ?? {}).find(([, text]) => text.includes(words))?.[0]);
    if (request?.seqno === undefined) return undefined;
    if (request.seqno !== seqno) return findCode("its seqno is not");
    // Compared with the system's time, which programs use when they sign: after a wait the simulated time is ahead.
    return request.validUntil * 1000 < Date.now() ? findCode("it has expired") : undefined;
  }

  /** Takes the outcome of the next message. */
  function takeOutcome() {
    const outcome = outcomes.find(({ remaining }) => remaining > 0);
    if (!outcome) return { status: "executed" };
    outcome.remaining -= 1;
    return outcome;
  }

  return {
    time,
    accounts,
    nowSeconds,
    get block() {
      return block;
    },
    /** Whether operations respond from this chain. */
    get isUsed() {
      return isStarted || accounts.size > 0 || outcomes.length > 0;
    },
    start() {
      isStarted = true;
    },
    findTransaction: (hash) => transactionsByHash.get(hash),

    setAccount(address, rawOptions) {
      const options = pickOptions(rawOptions, ACCOUNT_OPTIONS, "setAccount");
      const rawAddress = toRawAddress(address);
      const knownAccount = accounts.get(rawAddress);
      const account = knownAccount ?? makeAccount(rawAddress);
      account.wallet = readWallet(options.wallet) ?? account.wallet;
      account.balance = readAmount("balance", options.balance, account.balance);
      const state = readChoiceOption(
        "state",
        options.state,
        STATES,
        account.state ?? (account.wallet ? "active" : "uninit"),
      );
      account.seqno = options.seqno === undefined ? account.seqno : readSeqno(options.seqno);
      account.domains = options.domains ?? account.domains;
      account.jettons = options.jettons?.map((jetton) => readJetton(rawAddress, jetton)) ?? account.jettons;
      const isNew = account.history.length === 0;
      account.state = state;
      if (isNew) addAccount(account);
    },

    /** Lets an account receive coins or jettons. */
    receive(address, rawOptions) {
      const { amount, from = ORIGIN, comment: text, jetton } = pickOptions(rawOptions, DEPOSIT_OPTIONS, "receive");
      const rawAddress = toRawAddress(address);
      const account = accounts.get(rawAddress);
      if (!account)
        throw fail("invalid_parameter", "the account is not set: call `setAccount` first", { parameter: "address" });
      const sender = toRawAddress(from);
      const value = readAmount("amount", amount, 0n);
      const payload = text === undefined ? undefined : comment(text);
      const stateBefore = account.state;
      if (account.state === "nonexist") account.state = "uninit";
      let message;
      if (jetton === undefined) {
        account.balance += value;
        message = makeInternal(account, { from: sender, value, body: payload });
      } else {
        const master = toRawAddress(jetton);
        const ownedJetton =
          account.jettons.find((otherJetton) => otherJetton.master === master) ?? readJetton(rawAddress, { master });
        ownedJetton.balance += value;
        if (!account.jettons.includes(ownedJetton)) account.jettons = [...account.jettons, ownedJetton];
        const body = encodeBody({
          type: "jetton_notification",
          queryId: 0,
          amount: value,
          sender,
          forwardPayload: payload,
        });
        message = makeInternal(account, { from: ownedJetton.address, value: 1n, body });
      }
      return execute(account, message, { exitCode: account.state === "active" ? 0 : null, before: stateBefore });
    },

    setOutcome(rawOutcome, rawOptions) {
      const { status, exitCode } = pickOptions(rawOutcome, ["status", "exitCode"], "an outcome");
      const { times } = pickOptions(rawOptions, ["times"], "an outcome");
      const outcome = readChoiceOption("status", status, OUTCOMES, "executed");
      if (exitCode !== undefined && !Number.isInteger(exitCode))
        throw fail("invalid_option", "`exitCode` must be an integer", { parameter: "exitCode" });
      outcomes.unshift({
        status: outcome,
        exitCode: exitCode ?? DEFAULT_EXIT_CODES[outcome],
        remaining: readPositiveOption("times", times, Infinity),
      });
    },

    sentMessages,

    /** Takes a message that a program sends; returns it, and the exit code if the account refuses it. */
    sendMessage(boc) {
      const message = readMessage(boc);
      sentMessages.push(...readSentMessages(message, accounts.get(message.account)?.wallet?.version));
      const { status, exitCode } = takeOutcome();
      if (status === "rejected") return { message, refusal: exitCode };
      if (status === "lost") return { message, refusal: undefined };
      const account = accounts.get(message.account) ?? addAccount({ ...makeAccount(message.account), state: "active" });
      const refusal = findRefusal(account, message);
      if (refusal !== undefined) return { message, refusal };
      const stateBefore = account.state;
      if (message.decoded.init) account.state = "active";
      if (status === "executed") account.seqno += 1;
      execute(account, parseBoc(message.boc), { exitCode: status === "failed" ? exitCode : 0, before: stateBefore });
      return { message, refusal: undefined };
    },

    /**
     * Returns code and data of an account as cells: those of a wallet with its current seqno, or empty cells. Undefined for accounts
     * without a contract.
     */
    readState({ state, wallet, seqno }) {
      if (state !== "active") return undefined;
      if (!wallet) return { code: beginCell().endCell(), data: beginCell().endCell() };
      const { version, walletId, publicKey, stateInit } = wallet;
      const { code, data } = decodeStateInit(stateInit);
      if (!hasSeqno(version)) return { code, data };
      const values = { signatureAllowed: true, seqno, walletId, publicKey: BigInt(`0x${encodeHex(publicKey)}`) };
      return { code, data: storeFields(WALLETS[version].data, values, beginCell()).endCell() };
    },

    reset() {
      accounts.clear();
      transactionsByHash.clear();
      outcomes.length = 0;
      sentMessages.length = 0;
      isStarted = false;
    },
  };
}
