// The clock of the client.

/** Milliseconds that never run backwards. */
export const clock = () => performance.now();
