// Loads a block; for a masterchain block, also the shard blocks that it commits.

import { loadClient } from "../shared/client.js";
import { MASTERCHAIN } from "./block-id.js";

/** Maximum shard blocks of one masterchain block that are listed. */
const MAX_SHARDS = 200;
const NOT_FOUND_STATUS = 404;

/**
 * @typedef {{ block: any, committed: any[], unchanged: any[] }} Found `committed`: new shard blocks; `unchanged`: the blocks of shards
 * without a new one
 */

/** @param {import("./block-id.js").BlockId} id @param {AbortSignal} signal @returns {Promise<Found | undefined>} */
export async function findBlock({ workchain, shard, seqno }, signal) {
  const { v3 } = await loadClient();
  if (workchain !== MASTERCHAIN) {
    const { blocks } = await v3.blocks({ workchain, shard, seqno, limit: 1 }, { signal });
    return blocks[0] && { block: blocks[0], committed: [], unchanged: [] };
  }
  const [state, newBlocks] = await Promise.all([
    emptyIfUnknown(v3.masterchainBlockShardState({ seqno }, { signal })),
    emptyIfUnknown(v3.masterchainBlockShards({ seqno, limit: MAX_SHARDS }, { signal })),
  ]);
  const isMaster = (block) => block.workchain === MASTERCHAIN;
  const block = [...state, ...newBlocks].find((block) => isMaster(block) && block.seqno === seqno);
  if (!block) return undefined;
  const committedBlocks = newBlocks.filter((block) => !isMaster(block));
  const hashes = new Set(committedBlocks.map(({ root_hash: hash }) => hash));
  return {
    block,
    committed: committedBlocks,
    unchanged: state.filter((block) => !isMaster(block) && !hashes.has(block.root_hash)),
  };
}

/** Returns an empty list if the service responds with 404, because it does not have the block. */
async function emptyIfUnknown(response) {
  try {
    return (await response).blocks;
  } catch (error) {
    if (error?.status === NOT_FOUND_STATUS && /not found/i.test(error.message)) return [];
    throw error;
  }
}

/** Returns the first and the last masterchain block that the service has. @param {AbortSignal} signal */
export async function findEnds(signal) {
  const { v3 } = await loadClient();
  const { first: firstBlock, last } = await v3.masterchainInfo({}, { signal });
  return { first: firstBlock?.seqno, last: last?.seqno };
}
