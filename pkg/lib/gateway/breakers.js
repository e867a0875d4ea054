// Breakers as plain numbers, three a service: failures, the time until which it is left alone, and the key that comes first. What
// they mean is in src/gateway/breaker.rs.

const NUMBERS = 3;

export const breakers = (services) => new Float64Array(services * NUMBERS);

export const failures = (states, upstream) => states[upstream * NUMBERS];
export const openUntil = (states, upstream) => states[upstream * NUMBERS + 1];
export const firstKey = (states, upstream) => states[upstream * NUMBERS + 2];
