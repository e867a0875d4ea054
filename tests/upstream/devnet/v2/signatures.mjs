// Signatures of validators under blocks. Proofs are refused: a proof is a part of the block's cells, and the devnet has none.
import { Refusal } from "../../refusal.mjs";
import { VALIDATORS, loadParameter } from "../configuration.mjs";
import { readValidatorSet, listSignatures } from "../validators.mjs";
import { findBySeqno, findMasterchainBlock } from "./block-lookup.mjs";
import { makeBlockId } from "./shapes.mjs";

/** @param {import("@ton/core").Cell} cell */
function isSet(cell) {
  try {
    return readValidatorSet(cell) !== undefined;
  } catch {
    return false; // the owner of the config contract's key can set any cell
  }
}

/** The validators of the state before a block sign it: a set takes office after the block that installs it. */
export function getMasterchainBlockSignatures({ seqno }, context) {
  const block = findMasterchainBlock(context, seqno);
  const set = loadParameter(context.chain.configurationAt(block.seqno - 1), VALIDATORS.current);
  if (!set || !isSet(set))
    throw new Refusal(500, "LITE_SERVER_NOTREADY: cannot load block signatures: no validators signed this block");
  return {
    "@type": "blocks.blockSignatures",
    id: makeBlockId(block),
    signatures: listSignatures(context.chain.seed, block, set).map((signature) => ({
      "@type": "blocks.signature",
      ...signature,
    })),
  };
}

export function getShardBlockProof({ workchain, shard, seqno, from_seqno: from }, context) {
  findBySeqno(context, workchain, shard, seqno);
  findMasterchainBlock(context, from);
  throw new Refusal(500, "LITE_SERVER_NOTREADY: cannot construct block proof: the blocks of this chain have no cells");
}
