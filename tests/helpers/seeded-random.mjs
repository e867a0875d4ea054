// Random values from a seed, for fixtures and suites: the same ones in every run.

/** Random values from a seed (mulberry32). */
export function createSeededRandom(seed) {
  let state = seed;
  /** A number from 0 up to 2^32. */
  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return (mixedBits ^ (mixedBits >>> 14)) >>> 0;
  }
  /** A number from 0 up to a bound. */
  const drawBelow = (limit) => next() % limit;
  const pick = (list) => list[drawBelow(list.length)];
  const drawBytes = (count) => Buffer.from(Array.from({ length: count }, () => drawBelow(256)));

  /** A number of this many bits. One in `oneIn` is an edge case: 0, 1, the greatest number, or only the highest bit. */
  function drawNumber(bits, oneIn = 3) {
    if (bits === 0) return 0n;
    const mask = (1n << BigInt(bits)) - 1n;
    if (drawBelow(oneIn) === 0) return pick([0n, 1n, mask, 1n << BigInt(bits - 1)]);
    let value = 0n;
    for (let index = 0; index < bits; index += 32) value = (value << 32n) | BigInt(next());
    return value & mask;
  }

  return { next, below: drawBelow, pick, bytes: drawBytes, number: drawNumber };
}
