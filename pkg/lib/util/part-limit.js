// Limits the number of parts in which a body may arrive. Each part costs as much work as about a kilobyte, so a limit on bytes alone
// does not limit the work.

/** Number of parts that every body may have. */
const FREE_PARTS = 4096;
/** A body may have one further part per this many bytes. Senders that fill packets need far fewer. */
const BYTES_PER_PART = 64;

/** Whether a body has more parts than one of its size may have. @param {number} parts @param {number} bytes */
export const hasTooManyParts = (parts, bytes) => parts > FREE_PARTS + bytes / BYTES_PER_PART;
