// The clock of the client.

/** Returns milliseconds that never run backwards, if the runtime has such a clock. */
export const clock = () => (globalThis.performance ?? Date).now();
