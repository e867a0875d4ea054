// Converts rows of the database to the shapes of v3.
import { OPCODES } from "../bodies/index.mjs";
import { listCurrencies } from "../extra-currencies.mjs";

const toText = (/** @type {any} */ value) => (value === null || value === undefined ? null : String(value));
const toFlag = (/** @type {number | null} */ value) => (value === null ? null : Boolean(value));
const toBoc = (/** @type {Buffer} */ bytes) => bytes.toString("base64");

/** @param {any} row of `messages` */
export function makeMessage(row) {
  const isInternal = row.type === "internal";
  return {
    hash: row.hash,
    source: row.source,
    destination: row.destination,
    value: toText(row.value),
    value_extra_currencies: isInternal ? listCurrencies(row.extra_currencies) : null,
    fwd_fee: toText(row.fwd_fee),
    ihr_fee: toText(row.ihr_fee),
    extra_flags: toText(row.extra_flags),
    created_lt: toText(row.created_lt),
    created_at: toText(row.created_at),
    opcode: row.opcode,
    decoded_opcode: OPCODES.get(row.opcode) ?? null,
    ihr_disabled: toFlag(row.ihr_disabled),
    bounce: toFlag(row.bounce),
    bounced: toFlag(row.bounced),
    import_fee: toText(row.import_fee),
    message_content: {
      hash: row.body_hash,
      body: toBoc(row.body),
      decoded: row.decoded === null ? null : JSON.parse(row.decoded),
    },
    init_state: row.init_hash === null ? null : { hash: row.init_hash, body: toBoc(row.init), decoded: null },
    ...(row.type === "ext_in" ? { hash_norm: row.hash_norm } : {}),
  };
}

/**
 * The state before or after a transaction; only its hash if the account did not exist.
 * @param {string} hash @param {any} row of `account_states`
 */
function makeStateAround(hash, row) {
  if (!row || row.account === null) {
    return {
      hash,
      balance: null,
      extra_currencies: null,
      account_status: null,
      frozen_hash: null,
      data_hash: null,
      code_hash: null,
    };
  }
  return {
    hash,
    balance: String(row.balance),
    extra_currencies: listCurrencies(row.extra_currencies),
    account_status: row.status,
    frozen_hash: row.frozen_hash,
    data_hash: row.data_hash,
    code_hash: row.code_hash,
  };
}

/**
 * @param {any} row of `transactions` @param {{ incoming: any, out: any[], before: any, after: any }} around rows of `messages` and `account_states`
 * @param {{ emulated?: boolean, finality?: string }} [as]
 */
export function makeTransaction(
  row,
  { incoming, out, before, after },
  { emulated = false, finality = "finalized" } = {},
) {
  return {
    account: row.account,
    hash: row.hash,
    lt: String(row.lt),
    now: row.now,
    mc_block_seqno: row.mc_seqno,
    trace_id: row.trace_id,
    prev_trans_hash: row.prev_hash,
    prev_trans_lt: String(row.prev_lt),
    orig_status: row.orig_status,
    end_status: row.end_status,
    total_fees: String(row.total_fees),
    total_fees_extra_currencies: {},
    description: JSON.parse(row.description),
    block_ref: { workchain: row.workchain, shard: row.shard, seqno: row.seqno },
    in_msg: incoming ? makeMessage(incoming) : null,
    out_msgs: out.map(makeMessage),
    account_state_before: makeStateAround(row.state_before, before),
    account_state_after: makeStateAround(row.state_after, after),
    emulated,
    finality,
  };
}

/** @param {any} row of `blocks` @param {number} globalId */
export const makeBlock = (row, globalId) => ({
  workchain: row.workchain,
  shard: row.shard,
  seqno: row.seqno,
  root_hash: row.root_hash,
  file_hash: row.file_hash,
  global_id: globalId,
  version: 0,
  after_merge: false,
  before_split: false,
  after_split: false,
  want_merge: false,
  want_split: false,
  key_block: Boolean(row.key_block),
  vert_seqno_incr: false,
  flags: 0,
  gen_utime: String(row.gen_utime),
  start_lt: String(row.start_lt),
  end_lt: String(row.end_lt),
  validator_list_hash_short: 0,
  gen_catchain_seqno: 0,
  min_ref_mc_seqno: row.master_ref_seqno,
  prev_key_block_seqno: row.prev_key_block_seqno,
  vert_seqno: 0,
  master_ref_seqno: row.master_ref_seqno,
  rand_seed: row.rand_seed,
  created_by: row.created_by,
  tx_count: row.tx_count,
  masterchain_block_ref: { workchain: -1, shard: "8000000000000000", seqno: row.mc_seqno },
  prev_blocks: [{ workchain: row.workchain, shard: row.shard, seqno: row.prev_seqno }],
});
