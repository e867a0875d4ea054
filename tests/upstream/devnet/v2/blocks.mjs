// The v2 methods about blocks, except those about signatures and proofs (signatures.mjs).
import { hashSha256 } from "../blocks.mjs";
import { findByLt, findBySeqno, findByUtime, findByFullId, findMasterchainBlock } from "./block-lookup.mjs";
import { makeBlockId, addTag } from "./shapes.mjs";

export function getMasterchainInfo(_params, { chain }) {
  const { mc } = chain.head;
  const { init } = chain;
  return {
    "@type": "blocks.masterchainInfo",
    last: makeBlockId(mc),
    // The devnet has no masterchain state: this is a hash over the block's own hash, made like the block hashes.
    state_root_hash: hashSha256("ton-edge devnet state", mc.root_hash),
    init: {
      "@type": "ton.blockIdExt",
      workchain: init.workchain,
      shard: "0",
      seqno: 0,
      root_hash: init.root_hash,
      file_hash: init.file_hash,
    },
  };
}

/** The time of the response is the chain's time, which does not advance while the chain makes no blocks. */
export function getConsensusBlock(_params, context) {
  const { seqno, gen_utime: now } = context.chain.head.mc;
  return addTag(context, "ext.blocks.consensusBlock", { consensus_block: seqno, timestamp: now });
}

export function lookupBlock({ workchain, shard, seqno, lt, unixtime }, context) {
  if (seqno !== undefined) return makeBlockId(findBySeqno(context, workchain, shard, seqno));
  return makeBlockId(
    lt !== undefined ? findByLt(context, workchain, shard, lt) : findByUtime(context, workchain, shard, unixtime),
  );
}

export function getShards({ seqno }, context) {
  const mc = findMasterchainBlock(context, seqno);
  const rows = context.db.all(
    "SELECT b.* FROM shards s JOIN blocks b ON b.workchain = s.workchain AND b.shard = s.shard AND b.seqno = s.seqno WHERE s.mc_seqno = ? AND s.workchain >= 0 ORDER BY s.workchain, s.shard",
    [mc.seqno],
  );
  return { "@type": "blocks.shards", shards: rows.map(makeBlockId) };
}

export function getBlockHeader(params, context) {
  const row = findByFullId(context, params);
  const previousBlocks = {
    workchain: row.workchain,
    shard: row.shard,
    seqno: row.prev_seqno,
    root_hash: row.prev_root_hash,
    file_hash: row.prev_file_hash,
  };
  const header = {
    "@type": "blocks.header",
    id: makeBlockId(row),
    global_id: context.chain.globalId,
    version: 0,
    // With one shard and no validators, nothing is split, merged or elected.
    after_merge: false,
    after_split: false,
    before_split: false,
    want_merge: false,
    want_split: false,
    validator_list_hash_short: 0,
    catchain_seqno: 0,
    min_ref_mc_seqno: row.master_ref_seqno,
    is_key_block: row.key_block === 1,
    prev_key_block_seqno: row.prev_key_block_seqno,
    start_lt: String(row.start_lt),
    end_lt: String(row.end_lt),
    gen_utime: row.gen_utime,
    prev_blocks: [makeBlockId(previousBlocks)],
  };
  return context.variant === "python" ? { ...header, flags: 1, vert_seqno: 0 } : header;
}

/** Messages in the queue of each shard; a message waits in the queue of the shard that sent it. */
export function getOutMsgQueueSize(_params, { chain, db }) {
  const findQueueSize = (workchain) =>
    db.get("SELECT count(*) AS size FROM queue q JOIN messages m ON m.hash = q.hash WHERE m.source LIKE ?", [
      `${workchain}:%`,
    ]).size;
  const shards = [chain.head.mc, chain.head.base].map((row) => ({
    "@type": "blocks.outMsgQueueSize",
    id: makeBlockId(row),
    size: findQueueSize(row.workchain),
  }));
  return { "@type": "blocks.outMsgQueueSizes", shards, ext_msg_queue_size_limit: 0 };
}
