// Counts the bytes that requests and connections hold: bodies that are being read, responses that are being assembled or wait for their readers, and
// queued requests.

import { WORKERD } from "../../util/runtime.js";

const MIB = 1024 * 1024;
/** Maximum bytes if no server sets a limit: an isolate in Workers has 128 MB in total. */
const MAX_BYTES = (WORKERD ? 32 : 64) * MIB;
/** Maximum bytes of one body that is read whole, and of all responses to the calls of one batch. */
const MAX_READ_BYTES = (WORKERD ? 8 : 32) * MIB;
const MAX_BATCH_BYTES = (WORKERD ? 16 : 32) * MIB;
/**
 * Milliseconds in which the next part of a long response must be read; in Workers this is the time that an upstream has for its whole
 * response.
 */
const UNREAD_MS = WORKERD ? 15_000 : 30_000;
/** After this many milliseconds without progress, a holder has stalled, and may be ended to make room for others. */
const STALLED_MS = 1000;
/**
 * In workerd a request can end without notice, so a request that holds many bytes sends heartbeats. After `SILENT_MS` without a heartbeat
 * it counts as ended.
 */
const BEAT_MS = 1000;
const SILENT_MS = 3500;
const REPORTED_BYTES = 64 * 1024;
/**
 * Small holders, and responses that have begun, may exceed the limit by this factor. So callers who hold many bytes do not stop the requests of
 * others, and no reader is cut off before it is known which ones have stalled.
 */
const SHARE_OF_SMALL = 1.25;
/**
 * The largest share of the limit for holders that cannot be ended. Without it, callers who do read their responses would be cut off to make room for
 * them.
 */
const SHARE_OF_FIXED = 0.75;

/**
 * @typedef {{ heldBytes: number, reset?: () => void, movedAt?: number, texts?: object[], timer?: any }} Holder a connection, a stream, a body that is
 *   being read, or a batch that is being assembled. `heldBytes`: its own bytes; `texts`: the owners of texts that it shares with other holders;
 *   `reset` ends the holder and frees its bytes; a holder without `reset` is never ended to make room
 */

/**
 * Creates a counter of the bytes of all holders. Above `maxBytes`, it ends holders that have stalled; bytes that cannot be refused may exceed the
 * limit by a quarter. Only above that, it ends other holders, those with the oldest progress first.
 *
 * @param {number} [maxBytes] @param {{ unreadMs?: number, writesTexts?: boolean, mayEndHolders?: boolean }} [server] `unreadMs`: the time for the next part of a response;
 *   `writesTexts`: the server writes and counts long texts itself; `mayEndHolders`: whether a request may end another one, which in workerd only those of
 *   a Durable Object may
 */
export function createByteCounter(
  maxBytes = MAX_BYTES,
  { unreadMs = UNREAD_MS, writesTexts = false, mayEndHolders = !WORKERD } = {},
) {
  /** Holders in the order of their last progress. @type {Set<Holder>} */
  const holders = new Set();
  /** Texts that several holders share; each counts once. @type {Map<object, { bytes: number, count: number }>} */
  const sharedTexts = new Map();
  let total = 0;
  /** Bytes of holders that cannot be ended; in workerd these are all, since no request may end another one. */
  let fixedBytes = 0;
  const countFixedBytes = (holder, bytes) => {
    if (mayEndHolders && holder.reset === undefined) fixedBytes += bytes;
  };

  /** Makes room for bytes that were added because they cannot be refused. @param {Holder} sparedHolder the holder that added them */
  function makeRoom(sparedHolder) {
    if (total <= maxBytes) return;
    endSlowHolders(maxBytes, performance.now() - STALLED_MS, sparedHolder);
    endSlowHolders(maxBytes * SHARE_OF_SMALL, Infinity, sparedHolder);
  }

  /** Ends holders without progress since `since`, the slowest first, until `limit` bytes are left. @param {Holder} [sparedHolder] */
  function endSlowHolders(limit, since, sparedHolder) {
    for (const holder of holders) {
      if (total <= limit || holder.movedAt > since) return;
      // `sparedHolder` is not ended, because a single response may be larger than the limit.
      if (holder.reset === undefined || holder === sparedHolder) continue;
      forget(holder);
      holder.reset();
    }
  }

  /** Forgets requests that ended without notice. */
  function forgetSilentHolders(now) {
    for (const holder of holders) if (now - holder.movedAt > SILENT_MS) forget(holder);
  }

  /**
   * Notes that a holder has more bytes. This is not progress, because they may wait for a reader that does not read. @param {Holder} holder
   */
  function reportGrowth(holder) {
    if (!mayEndHolders || !holders.has(holder)) markProgress(holder);
  }

  /** @param {Holder} holder */
  function markProgress(holder) {
    holder.movedAt = performance.now();
    holders.delete(holder);
    holders.add(holder);
    if (!mayEndHolders && (holder.texts || holder.heldBytes >= REPORTED_BYTES))
      holder.timer ??= setInterval(markProgress, BEAT_MS, holder);
  }

  /** @param {Holder} holder @param {number} bytes */
  function addBytes(holder, bytes) {
    holder.heldBytes += bytes;
    total += bytes;
    countFixedBytes(holder, bytes);
    reportGrowth(holder);
    makeRoom(holder);
  }

  /** @param {number} bytes @param {boolean} [isSmall] */
  function hasRoom(bytes, isSmall = false) {
    if (total + bytes <= maxBytes) return true;
    const now = performance.now();
    if (!mayEndHolders) forgetSilentHolders(now);
    else endSlowHolders(maxBytes - bytes, now - STALLED_MS);
    return total + bytes <= maxBytes * (isSmall ? SHARE_OF_SMALL : 1);
  }

  /** @param {Holder} holder */
  function forget(holder) {
    total -= holder.heldBytes;
    countFixedBytes(holder, -holder.heldBytes);
    holder.heldBytes = 0;
    holders.delete(holder);
    clearInterval(holder.timer);
    holder.timer = undefined;
    forgetTexts(holder);
  }

  /** @param {Holder} holder */
  function forgetTexts(holder) {
    const { texts } = holder;
    if (texts === undefined) return;
    holder.texts = undefined;
    for (const owner of texts) {
      const text = sharedTexts.get(owner);
      text.count -= 1;
      if (text.count > 0) continue;
      total -= text.bytes;
      sharedTexts.delete(owner);
    }
    if (holder.heldBytes === 0) holders.delete(holder);
  }

  return {
    /** Adds bytes, which does not count as progress. */
    hold: addBytes,
    /**
     * Adds bytes if there is room for them; otherwise returns false. Small holders may exceed the limit.
     *
     * @param {Holder} holder @param {number} bytes
     */
    tryHold(holder, bytes) {
      const isSmall = holder.heldBytes + bytes <= REPORTED_BYTES;
      if (!isSmall && fixedBytes + bytes > SHARE_OF_FIXED * maxBytes) return false;
      if (!hasRoom(bytes, isSmall)) return false;
      addBytes(holder, bytes);
      return true;
    },
    /** Whether this many more bytes may be held. */
    hasRoom,
    /**
     * Counts a text until the holder is forgotten. `owner` identifies the text: the same object in all holders. @param {Holder} holder @param
     * {object} owner @param {number} bytes
     */
    share(holder, owner, bytes) {
      const text = sharedTexts.get(owner);
      if (text) text.count += 1;
      else {
        sharedTexts.set(owner, { bytes, count: 1 });
        total += bytes;
      }
      (holder.texts ??= []).push(owner);
      reportGrowth(holder);
      makeRoom(holder);
    },
    /** Whether a text is already counted: another holder of the same text takes no memory. @param {object} owner */
    isShared: (owner) => sharedTexts.has(owner),
    /** Removes bytes that were sent, which counts as progress. @param {Holder} holder @param {number} bytes */
    release(holder, bytes) {
      const freedBytes = Math.min(bytes, holder.heldBytes);
      holder.heldBytes -= freedBytes;
      total -= freedBytes;
      countFixedBytes(holder, -freedBytes);
      if (holder.heldBytes > 0 || holder.texts) markProgress(holder);
      else holders.delete(holder);
    },
    /** Sets the function that may end the holder from now on. @param {Holder} holder @param {() => void} reset */
    allowReset(holder, reset) {
      if (!mayEndHolders) return;
      countFixedBytes(holder, -holder.heldBytes);
      holder.reset = reset;
    },
    /** Records progress: a part of the held bytes was read, or the caller has sent bytes. */
    move: markProgress,
    forget,
    /** Forgets only the texts that the holder shares. */
    forgetTexts,
    get total() {
      return total;
    },
    maxBytes,
    maxReadBytes: Math.min(MAX_READ_BYTES, maxBytes),
    maxBatchBytes: Math.min(MAX_BATCH_BYTES, maxBytes),
    unreadMs,
    writesTexts,
  };
}

/** @typedef {ReturnType<typeof createByteCounter>} ByteCounter */

/** A holder for a body that is being read, or for a long URL: its bytes count from their arrival until the holder is forgotten. */
export class BodyInMemory {
  /** See `Holder`. */
  heldBytes = 0;
  #byteCounter;
  #isForced;

  /** @param {ByteCounter} byteCounter @param {boolean} isForced whether it is read even without room */
  constructor(byteCounter, isForced) {
    this.#byteCounter = byteCounter;
    this.#isForced = isForced;
  }

  /** Adds received bytes; returns false if there is no room for them. @param {number} bytes */
  take(bytes) {
    if (!this.#isForced) return this.#byteCounter.tryHold(this, bytes);
    this.#byteCounter.hold(this, bytes);
    return true;
  }

  /** Removes bytes that were passed on. @param {number} bytes */
  passOn(bytes) {
    this.#byteCounter.release(this, bytes);
  }

  forget() {
    this.#byteCounter.forget(this);
  }
}

/** The counter of this process or isolate, for gateways without a server adapter that has its own. */
const isolateCounter = createByteCounter();

/** Returns the counter of the bytes that requests hold. @param {{ ctx: any }} context @returns {ByteCounter} */
export const getByteCounter = ({ ctx }) => ctx?.server?.byteCounter ?? isolateCounter;
