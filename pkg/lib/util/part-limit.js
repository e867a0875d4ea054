// How many parts a body may arrive in. Each part costs about as much as a kilobyte of one, so bytes alone bound no work.

/** Parts of a body of any size. */
const FREE_PARTS = 4096;
/** Bytes for which it may have one more; senders that fill packets are far above. */
const BYTES_PER_PART = 64;

/** Whether a body has more parts than one of its size may have. @param {number} parts @param {number} bytes */
export const hasTooManyParts = (parts, bytes) => parts > FREE_PARTS + bytes / BYTES_PER_PART;
