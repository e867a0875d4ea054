// The clock of the client.

/** Milliseconds that never run backwards, where the runtime has such a clock. */
export const clock = () => (globalThis.performance ?? Date).now();
