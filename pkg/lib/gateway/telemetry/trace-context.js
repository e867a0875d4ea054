// W3C Trace Context: the caller's trace, and whether this gateway records it. The core reads the same header for the upstream
// (src/gateway/dispatch/trace.rs), without the caller's span; a test compares the two.

import { randomBytes } from "../../util/crypto.js";

/** A version above 00 may have more fields, and is parsed like 00 (W3C Trace Context, section 4.3). */
const TRACEPARENT =
  /^(?:00|(?!00|ff)[0-9a-f]{2}(?=.{53}(?:-|$)))-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/;
const TRACEPARENT_LENGTH = 55;
/** The same limit as in the core: a longer `tracestate` is dropped, which section 3.3.1.5 allows. */
const TRACESTATE = /^[ -~]{1,512}$/;

/** @typedef {{ traceId: string, spanId: string, isSampled: boolean, state: string | undefined }} Parent */

/**
 * Returns the caller's span; undefined if the header is malformed.
 *
 * @param {string} header `traceparent` @param {{ get(name: string): string | null }} headers which may have `tracestate`
 * @returns {Parent | undefined}
 */
export function readParent(header, headers) {
  const match = TRACEPARENT.exec(header);
  if (!match || (header.startsWith("00") && header.length !== TRACEPARENT_LENGTH)) return undefined;
  const [, traceId, spanId, flags] = match;
  const state = headers.get("tracestate");
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & 1) === 1,
    state: state && TRACESTATE.test(state) ? state : undefined,
  };
}

/** Number of random bits of a trace id that sampling compares. */
const COMPARED_BITS = 48;

/**
 * Whether a trace is in the share `ratio`. The upper 48 of the 56 random bits of its id decide, as in OpenTelemetry's consistent
 * probability sampling: gateways and upstreams with the same ratio choose the same traces. `random`: those bits as 12
 * hexadecimal digits.
 *
 * @param {string} randomDigits @param {number} ratio
 */
export const isInRatio = (randomDigits, ratio) => Number.parseInt(randomDigits, 16) >= (1 - ratio) * 2 ** COMPARED_BITS;

/** Returns the random digits of a trace id. */
export const extractRandom = (traceId) => traceId.slice(18, 30);

/** Returns the random digits of the trace id that begins with a request id, a UUID. */
export const extractUuidRandom = (id) => id.slice(21, 23) + id.slice(24, 34);

/** Number of span ids that are made from one call for random bytes. */
const POOL_IDS = 256;
const ID_BYTES = 8;
/** Created at the first use, because workerd has no random numbers before the first request. */
let spanIdPool;
let usedIds = POOL_IDS;

/** Returns a random span id: 16 hexadecimal digits. */
export function createSpanId() {
  if (usedIds === POOL_IDS) {
    spanIdPool = new DataView(randomBytes(POOL_IDS * ID_BYTES).buffer);
    usedIds = 0;
  }
  const id = spanIdPool
    .getBigUint64(usedIds * ID_BYTES)
    .toString(16)
    .padStart(16, "0");
  usedIds += 1;
  return id === ZERO_ID ? createSpanId() : id;
}
const ZERO_ID = "0".repeat(16);
