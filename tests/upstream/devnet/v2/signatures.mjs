// The v2 methods that a chain without validators cannot serve. The block must exist; then the error is that of a
// liteserver without a proof. The devnet never makes anything that looks like a proof.
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
