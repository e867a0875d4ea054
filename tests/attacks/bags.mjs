// Bags of cells: valid ones, and ones whose headers promise content that the bag does not have.

const WIDTH = 4;

const encodeNumber = (value, width) => {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntBE(value, 0, width);
  return bytes;
};

/** The header of a bag of `cells` cells with these roots. */
function writeHeader({ cells: cellCount, roots, total, flags = 0 }) {
  const counts = [cellCount, roots.length, 0].map((count) => encodeNumber(count, WIDTH));
  return Buffer.concat([
    Buffer.from([0xb5, 0xee, 0x9c, 0x72, flags | WIDTH, WIDTH]),
    ...counts,
    encodeNumber(total, WIDTH),
    ...roots.map((root) => encodeNumber(root, WIDTH)),
  ]);
}

/** A chain of cells, each with one reference to the next, in about `size` bytes. */
export function makeChain(size, flags = 0) {
  const cellCount = Math.max(2, Math.floor(size / (2 + WIDTH)));
  const data = Buffer.alloc((cellCount - 1) * (2 + WIDTH) + 2);
  for (let index = 0; index < cellCount - 1; index += 1) {
    data[index * (2 + WIDTH)] = 1;
    data.writeUInt32BE(index + 1, index * (2 + WIDTH) + 2);
  }
  return Buffer.concat([writeHeader({ cells: cellCount, roots: [0], total: data.length, flags }), data]);
}

/** Cells without references, each with as many bytes of data as a reference takes: with fewer bytes, the header is refused. */
export function makeWideCell(size, flags = 0) {
  const cellCount = Math.max(1, Math.floor(size / (2 + WIDTH)));
  const data = Buffer.alloc(cellCount * (2 + WIDTH));
  for (let index = 0; index < cellCount; index += 1) data[index * (2 + WIDTH) + 1] = WIDTH * 2;
  return Buffer.concat([writeHeader({ cells: cellCount, roots: [0], total: data.length, flags }), data]);
}

/** A bag in which every cell is a root. */
export function makeRootedCells(size) {
  const cellCount = Math.max(1, Math.floor(size / (2 + WIDTH)));
  return Buffer.concat([
    writeHeader({
      cells: cellCount,
      roots: Array.from({ length: cellCount }, (_, index) => index),
      total: cellCount * 2,
    }),
    Buffer.alloc(cellCount * 2),
  ]);
}

/** A bag whose header promises a checksum, with a wrong checksum. */
export const makeChecksumBag = (size) => Buffer.concat([makeWideCell(size, 0x40), Buffer.from("0000")]);

/** A bag whose header promises more cells than it has bytes. */
export const makeBrokenBag = (size) =>
  Buffer.concat([writeHeader({ cells: 0x7fffffff, roots: [0], total: 0xffffffff }), Buffer.alloc(size)]);
