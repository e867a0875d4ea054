// Limits the number of parts in which a body may arrive. Each part costs about as much as a kilobyte, so a limit on bytes alone does not
// bound the work.

/** Parts that a body of any size may have. */
const FREE_PARTS = 4096;
/** A body may have one more part per this many bytes; senders that fill packets need far fewer parts. */
const BYTES_PER_PART = 64;

/** Whether a body has more parts than one of its size may have. @param {number} parts @param {number} bytes */
export const hasTooManyParts = (parts, bytes) => parts > FREE_PARTS + bytes / BYTES_PER_PART;
