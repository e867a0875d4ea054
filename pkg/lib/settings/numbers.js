// Generated from src/gateway/ by `cargo xtask generate`: numbers that the gateway's JavaScript uses, too.

/** Most upstreams of a network. */
export const MAX_UPSTREAMS = 8;
/** The greatest quota of an API key. */
export const MAX_QUOTA = 1000000000000;
/** Numbers of the state of a circuit breaker. */
export const BREAKER_NUMBERS = 5;
/** The default of `readiness.ttlMs`. */
export const READINESS_TTL_MS = 10000;
/** The default of `localGetMethods.gasLimit`. */
export const GAS_LIMIT = 1000000;
/** The default of `localGetMethods.workPerRequest`. */
export const WORK_PER_REQUEST = 2000000;
/** The default of `localGetMethods.workPerSecond`. */
export const WORK_PER_SECOND = 20000000;
/** The default of `apiKeysStaleMs`. */
export const API_KEYS_STALE_MS = 14400000;
