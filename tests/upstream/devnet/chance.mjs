// Pseudorandom numbers from a seed: SHA-256 of the seed and a counter.
import { createHash } from "node:crypto";

/** @param {...(string | number)} seed */
export function createRandom(...seed) {
  let counter = 0;
  /** A whole number from 0 below n. @param {number} n */
  const drawBelow = (n) =>
    createHash("sha256")
      .update([...seed, counter++].join("\n"))
      .digest()
      .readUIntBE(0, 6) % n;
  return { below: drawBelow, pick: (list) => list[drawBelow(list.length)] };
}
