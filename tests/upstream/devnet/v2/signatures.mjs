// What a chain without validators cannot answer. A block must exist to be asked about; then the error is the one of a
// liteserver that has no proof at hand. Nothing that looks like a proof is ever made.
import { Refusal } from "../../refusal.mjs";
import { bySeqno, masterchainBlock } from "./block-lookup.mjs";

export function getMasterchainBlockSignatures({ seqno }, ctx) {
  masterchainBlock(ctx, seqno);
  throw new Refusal(500, "LITE_SERVER_NOTREADY: cannot load block signatures: no validators signed this block");
}

export function getShardBlockProof({ workchain, shard, seqno, from_seqno: from }, ctx) {
  bySeqno(ctx, workchain, shard, seqno);
  masterchainBlock(ctx, from);
  throw new Refusal(500, "LITE_SERVER_NOTREADY: cannot construct block proof: no validators signed this block");
}
