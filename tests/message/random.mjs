// Random values with a seed, and random cells of @ton/core, for the suites of this folder.

import { Address, beginCell, convertToMerkleProof } from "@ton/core";

import { createSeededRandom } from "../helpers/seeded-random.mjs";

/** The factor by which a full run tries more cases. */
export const TIMES = process.env.TESTS_FULL === "1" ? 10 : 1;

/** Random values from a seed. */
export function makeRandom(seed) {
  const { next, below, pick, bytes, number } = createSeededRandom(seed);

  /** A builder of @ton/core with random bits. */
  function fillBuilder(bits) {
    const builder = beginCell();
    for (let remaining = bits; remaining > 0; remaining -= 200)
      builder.storeUint(number(Math.min(remaining, 200)), Math.min(remaining, 200));
    return builder;
  }

  /** A cell of @ton/core with references to others, some of which are shared. */
  function makeDag(size) {
    const cells = [fillBuilder(below(40)).endCell()];
    while (cells.length < size) {
      const builder = fillBuilder(pick([0, 1, 7, 8, 9, 31, 1023, below(1024), below(64)]));
      const refCount = Math.min(cells.length, 1 + below(4));
      for (let ref = 0; ref < refCount; ref += 1) builder.storeRef(ref === 0 ? cells.at(-1) : pick(cells));
      cells.push(builder.endCell());
    }
    return cells.at(-1);
  }

  /** A pruned branch in place of a cell. */
  function pruneCell(cell, levelCount = 1) {
    const builder = beginCell()
      .storeUint(1, 8)
      .storeUint(2 ** levelCount - 1, 8);
    for (let level = 0; level < levelCount; level += 1) builder.storeBuffer(cell.hash(level));
    for (let level = 0; level < levelCount; level += 1) builder.storeUint(cell.depth(level), 16);
    return builder.endCell({ exotic: true });
  }

  /** A cell with exotic cells: nested Merkle proofs, pruned branches of levels 1 and 2, and a library. */
  function makeExotic() {
    const library = beginCell().storeUint(2, 8).storeBuffer(bytes(32)).endCell({ exotic: true });
    const innerBody = fillBuilder(below(60))
      .storeRef(pruneCell(makeDag(1 + below(6))))
      .storeRef(pick([library, makeDag(2)]))
      .endCell();
    if (below(2) === 0) return pick([innerBody, library, convertToMerkleProof(innerBody)]);
    const deepCell = beginCell().storeRef(pruneCell(innerBody, 2)).storeRef(innerBody).endCell();
    const proof = convertToMerkleProof(deepCell);
    return pick([deepCell, proof, convertToMerkleProof(fillBuilder(below(60)).storeRef(proof).endCell())]);
  }

  const makeAddress = () => new Address(pick([0, 0, -1, below(256) - 128]), bytes(32));

  return {
    next,
    below,
    pick,
    bytes,
    number,
    /** A signed number of this many bits. */
    signed: (bits) => BigInt.asIntN(bits, number(bits)),
    filled: fillBuilder,
    dag: makeDag,
    pruned: pruneCell,
    exotic: makeExotic,
    address: makeAddress,
    coin: () => number(below(121)),
    maybe: (make) => (below(2) === 0 ? null : make()),
  };
}
