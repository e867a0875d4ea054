// Reads states of accounts, newest and past, and runs get-methods on them.
import { Address, Cell, beginCell } from "@ton/core";

import { listCurrencies } from "./extra-currencies.mjs";
import { NO_ACCOUNT } from "./machine.mjs";
import { loadCodeAndData } from "./record.mjs";

const NONEXISTENT_STATE = {
  balance: 0,
  extra_currencies: null,
  status: "nonexist",
  frozen_hash: null,
  code_hash: null,
  data_hash: null,
  last_tx_hash: null,
  last_tx_lt: 0,
  last_tx_now: 0,
  state_hash: Cell.fromBoc(NO_ACCOUNT)[0].refs[0].hash().toString("base64"),
  boc: null,
};

const STATE =
  "s.balance, s.extra_currencies, s.status, s.frozen_hash, s.code_hash, s.data_hash, s.hash AS state_hash, s.boc";

/** The database row of `findState`. @param {import("./database.mjs").Store} db @param {string} account @param {number | undefined} mcSeqno */
function findStateRecord(db, account, mcSeqno) {
  if (mcSeqno === undefined) {
    return db.get(
      `SELECT ${STATE}, a.last_tx_hash, a.last_tx_lt, a.last_tx_now FROM accounts a JOIN account_states s ON s.hash = a.state_hash WHERE a.account = ?`,
      [account],
    );
  }
  const pastState = db.get(
    `SELECT ${STATE}, t.hash AS last_tx_hash, t.lt AS last_tx_lt, t.now AS last_tx_now FROM transactions t
    JOIN account_states s ON s.hash = t.state_after WHERE t.account = ? AND t.mc_seqno <= ? ORDER BY t.lt DESC LIMIT 1`,
    [account, mcSeqno],
  );
  if (pastState) return pastState;
  // Before its first transaction an account has the state of the zero state.
  return db.get(
    `SELECT ${STATE}, NULL AS last_tx_hash, 0 AS last_tx_lt, 0 AS last_tx_now FROM accounts a
    JOIN account_states s ON s.hash = coalesce((SELECT state_before FROM transactions t WHERE t.account = a.account ORDER BY t.lt LIMIT 1), a.state_hash)
    WHERE a.account = ?`,
    [account],
  );
}

/** @param {any} record @returns {Buffer} ShardAccount cell */
function findShardAccount(record) {
  if (!record.boc) return NO_ACCOUNT;
  const hash = record.last_tx_hash ? Buffer.from(record.last_tx_hash, "base64") : Buffer.alloc(32);
  return beginCell()
    .storeRef(Cell.fromBoc(record.boc)[0])
    .storeBuffer(hash)
    .storeUint(record.last_tx_lt, 64)
    .endCell()
    .toBoc();
}

/**
 * The state of an account: the newest, or that after a masterchain block. An account that was never seen is `nonexist`.
 * @param {{ db: import("./database.mjs").Store }} chain @param {string} account raw, upper-case @param {number} [mcSeqno]
 * @returns {{ account: string, balance: number | bigint, extra_currencies: string | null, status: string, state_hash: string, frozen_hash: string | null, code_hash: string | null,
 *   data_hash: string | null, last_tx_hash: string | null, last_tx_lt: number, last_tx_now: number, code: Cell | null, data: Cell | null,
 *   boc: Buffer | null, shard_account: Buffer }} `boc`: the Account cell
 */
export function findState({ db }, account, mcSeqno) {
  const record = findStateRecord(db, account, mcSeqno) ?? NONEXISTENT_STATE;
  const shardAccount = findShardAccount(record);
  return { account, ...record, ...loadCodeAndData(record.boc), shard_account: shardAccount };
}

/** The error of a liteserver for an account without code. */
const NO_CODE = -13;

/**
 * @param {import("./chain.mjs").Chain} chain
 * @param {{ account: string, method: string | number, stack: import("@ton/core").TupleItem[], mcSeqno?: number }} call
 * @returns {Promise<{ exit_code: number, gas_used: number, stack: import("@ton/core").TupleItem[], stackCell: Cell | null, state: ReturnType<typeof findState> }>}
 */
export async function runGetMethod(chain, { account, method, stack, mcSeqno }) {
  const state = findState(chain, account, mcSeqno);
  if (!state.code || !state.data) return { exit_code: NO_CODE, gas_used: 0, stack: [], stackCell: null, state };
  const block =
    mcSeqno === undefined
      ? chain.head.mc
      : chain.db.get("SELECT gen_utime, rand_seed FROM blocks WHERE workchain = -1 AND seqno = ?", [mcSeqno]);
  const runResult = await chain.get({
    code: state.code,
    data: state.data,
    address: Address.parseRaw(account),
    method,
    stack,
    now: block.gen_utime,
    balance: BigInt(state.balance),
    extraCurrencies: listCurrencies(state.extra_currencies),
    seed: Buffer.from(block.rand_seed, "base64"),
  });
  return { ...runResult, state };
}
