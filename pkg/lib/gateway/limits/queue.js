// The queue for the budget of an upstream: leased slots in time order, for which requests wait, each on its own timer. Slots are plain
// numbers that requests share; no request settles the promise of another.
//
// Callers with an API key go first. Of five slots in a row one is for a caller without a key, as long as one waits, so that keyless
// callers are never shut out.

/** Milliseconds of silence after which the holder of a slot is gone: in workerd no code runs when a caller disconnects. */
const SILENCE_MS = 600;
/** Keyed callers that may go in a row while a keyless one waits. */
const MAX_KEYED_IN_A_ROW = 4;
/** Milliseconds after its end that a slot may begin for a holder: the way to the limiter takes time, too. */
const MAX_LATE_MS = 250;

/**
 * A slot may be used from `from` to `until`, once, by its holder `holder`: `{ isKeyed, deadline, seenAt }`, an object of the request's own. It
 * waits until `deadline`, and last checked at `seenAt`. Which slot a holder has may change while it sleeps.
 */
export function createSlotQueue() {
  /** The slots, ordered by `from`. */
  let slots = [];
  let lostCount = 0;
  /** The number of callers with an API key that were served since the last one without. */
  let keyedInRow = 0;
  const isFree = ({ holder }, now) => holder === undefined || now - holder.seenAt > SILENCE_MS;
  const findSlot = (holder) => slots.find((slot) => slot.holder === holder);

  /** The first free slot before `before`. */
  const findFree = (now, before) => {
    const remaining = slots.filter(({ until }) => until > now);
    lostCount += slots.length - remaining.length;
    slots = remaining;
    return slots.find((slot) => slot.from < before && isFree(slot, now));
  };

  const assignSlot = (slot, holder, now) => {
    if (slot) slot.holder = holder;
    holder.seenAt = now;
    return slot;
  };

  /** Redistributes the held slots among their holders and `newcomer`; the last of them gets no slot. */
  function arrangeSlots(now, newcomer) {
    const heldSlots = slots.filter((slot) => slot.until > now && !isFree(slot, now));
    const holders = heldSlots.map(({ holder }) => holder);
    if (newcomer) holders.push(newcomer);
    const keyed = holders.filter(({ isKeyed }) => isKeyed);
    if (keyed.length === 0 || keyed.length === holders.length) return;
    const keyless = holders.filter(({ isKeyed }) => !isKeyed);
    let [nextKeyed, nextKeyless, keyedCount] = [0, 0, keyedInRow];
    for (const slot of heldSlots) {
      slot.holder = undefined;
      while (slot.holder === undefined && (nextKeyed < keyed.length || nextKeyless < keyless.length)) {
        const isKeyless =
          nextKeyless < keyless.length && (nextKeyed === keyed.length || keyedCount >= MAX_KEYED_IN_A_ROW);
        const holder = isKeyless ? keyless[nextKeyless++] : keyed[nextKeyed++];
        // Too late for this holder, which notices at its next check.
        if (slot.from > holder.deadline + MAX_LATE_MS) continue;
        slot.holder = holder;
        keyedCount = isKeyless ? 0 : keyedCount + 1;
      }
    }
  }

  return {
    /** Takes a slot that is free within `horizon` milliseconds. */
    take(holder, now, horizon) {
      const slot = assignSlot(findFree(now, now + horizon), holder, now);
      if (slot && holder.isKeyed) arrangeSlots(now);
      return slot !== undefined;
    },

    /** Adds leased slots: the first one is for `holder`, the others are free. */
    add(holder, count, from, until, now) {
      const addedSlots = Array.from({ length: count }, () => ({ from, until, holder: undefined }));
      const isLast = slots.length === 0 || slots.at(-1).from <= from;
      slots.push(...addedSlots);
      if (!isLast) slots.sort((a, b) => a.from - b.from);
      assignSlot(addedSlots[0], holder, now);
      if (holder.isKeyed) arrangeSlots(now);
    },

    /** Takes the slot of another holder where the queue is full, if `holder` goes first. */
    displace(holder, now) {
      holder.seenAt = now;
      arrangeSlots(now, holder);
      return findSlot(holder) !== undefined;
    },

    /** The slot to wait for: an earlier one that has become free, else the same; undefined if its slot was taken away. */
    moveUp(holder, now) {
      const slot = findSlot(holder);
      if (!slot) return undefined;
      const earlierSlot = findFree(now, slot.from);
      if (earlierSlot) slot.holder = undefined;
      return assignSlot(earlierSlot ?? slot, holder, now);
    },

    leave(holder) {
      const slot = findSlot(holder);
      if (slot) slot.holder = undefined;
    },

    /** Uses the holder's slot up. */
    use(holder) {
      slots = slots.filter((slot) => slot.holder !== holder);
      keyedInRow = holder.isKeyed ? keyedInRow + 1 : 0;
    },

    /** The number of slots that expired unused since the last call. */
    takeLostCount() {
      const count = lostCount;
      lostCount = 0;
      return count;
    },

    /** How many slots have a holder that waits for them. */
    countWaiting: (now) => slots.reduce((count, slot) => count + (slot.until > now && !isFree(slot, now) ? 1 : 0), 0),

    get length() {
      return slots.length;
    },
  };
}
