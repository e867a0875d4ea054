// Counts the log lines that this process has lost because it could not write them, or because the program that reads them does not
// read.

/**
 * Maximum number of bytes that wait for the reader of standard output, and of standard error. Without a maximum, Node would keep
 * any number of bytes for a pipe in memory.
 */
export const MAX_WAITING_BYTES = 1024 * 1024;

export const logLosses = { count: 0 };
