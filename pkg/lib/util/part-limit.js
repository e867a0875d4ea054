// Limits the number of parts in which a body may arrive. Each part costs as much work as about a kilobyte, so a limit on bytes alone
// does not limit the work.

/** Number of parts that every body may have. */
const FREE_PARTS = 4096;
/** The same number for runtimes that hold each part as an object of about 250 bytes until it is read. */
export const FREE_PARTS_IN_MEMORY = 1024;
/** A body may have one further part per this many bytes. Senders that fill packets need far fewer. */
const BYTES_PER_PART = 64;

/** Whether a body has more parts than one of its size may have. @param {number} parts @param {number} bytes @param {number} [freeParts] */
export const hasTooManyParts = (parts, bytes, freeParts = FREE_PARTS) => parts > freeParts + bytes / BYTES_PER_PART;
