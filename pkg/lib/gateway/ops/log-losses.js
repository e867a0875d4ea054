// Lines of the log that this process has lost: it could not write them, or their reader stands still.

/** Most bytes that wait for the reader of standard output or of standard error: in a pipe, Node would store any number of them. */
export const MAX_WAITING_BYTES = 1024 * 1024;

export const logLosses = { count: 0 };
