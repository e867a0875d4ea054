// The queue for the budget of an upstream: leased slots, ordered by time, and requests that wait for a slot, each with its own timer.
// Requests share only plain data; none settles the promise of another, which workerd does not allow.
//
// Callers with an API key go first. While a caller without a key waits, one of five consecutive slots is for such a caller, so that
// keyless callers always progress.

/** Milliseconds without a check after which the holder of a slot counts as gone: in workerd no code runs when a caller disconnects. */
const SILENCE_MS = 600;
/** How many callers with a key in a row may go before a waiting caller without a key. */
const MAX_KEYED_IN_A_ROW = 4;
/** Milliseconds after its deadline for which a holder still accepts a slot, since the request to the limiter takes time, too. */
const MAX_LATE_MS = 250;

/**
 * A slot may be used once, between `from` and `until`, by its `holder`: an object `{ isKeyed, deadline, seenAt }` for a waiting request,
 * which waits until `deadline` and made its last check at `seenAt`. A holder's slot may change while the request sleeps.
 */
export function createSlotQueue() {
  /** The slots, ordered by `from`. */
  let slots = [];
  let lostCount = 0;
  /** The number of callers with an API key that were served since the last one without. */
  let keyedStreak = 0;
  const isFree = ({ holder }, now) => holder === undefined || now - holder.seenAt > SILENCE_MS;
  const findSlot = (holder) => slots.find((slot) => slot.holder === holder);

  /** Returns the first free slot that begins before `latestStart`. */
  const findFreeSlot = (now, latestStart) => {
    const validSlots = slots.filter(({ until }) => until > now);
    lostCount += slots.length - validSlots.length;
    slots = validSlots;
    return slots.find((slot) => slot.from < latestStart && isFree(slot, now));
  };

  const assignSlot = (slot, holder, now) => {
    if (slot) slot.holder = holder;
    holder.seenAt = now;
    return slot;
  };

  /** Redistributes the held slots among their holders and `newHolder`, by priority; the last one gets no slot. */
  function arrangeSlots(now, newHolder) {
    const heldSlots = slots.filter((slot) => slot.until > now && !isFree(slot, now));
    const holders = heldSlots.map(({ holder }) => holder);
    if (newHolder) holders.push(newHolder);
    const keyedHolders = holders.filter(({ isKeyed }) => isKeyed);
    if (keyedHolders.length === 0 || keyedHolders.length === holders.length) return;
    const keylessHolders = holders.filter(({ isKeyed }) => !isKeyed);
    let [nextKeyed, nextKeyless, keyedCount] = [0, 0, keyedStreak];
    for (const slot of heldSlots) {
      slot.holder = undefined;
      while (slot.holder === undefined && (nextKeyed < keyedHolders.length || nextKeyless < keylessHolders.length)) {
        const isKeyless =
          nextKeyless < keylessHolders.length &&
          (nextKeyed === keyedHolders.length || keyedCount >= MAX_KEYED_IN_A_ROW);
        const holder = isKeyless ? keylessHolders[nextKeyless++] : keyedHolders[nextKeyed++];
        // The slot is too late for this holder, which finds out at its next check.
        if (slot.from > holder.deadline + MAX_LATE_MS) continue;
        slot.holder = holder;
        keyedCount = isKeyless ? 0 : keyedCount + 1;
      }
    }
  }

  return {
    /** Takes a free slot that begins within `horizon` milliseconds. */
    take(holder, now, horizon) {
      const slot = assignSlot(findFreeSlot(now, now + horizon), holder, now);
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

    /** Takes the slot of another holder if the queue is full and `holder` has priority. */
    displace(holder, now) {
      holder.seenAt = now;
      arrangeSlots(now, holder);
      return findSlot(holder) !== undefined;
    },

    /**
     * Returns the slot to wait for: an earlier one that became free, otherwise the holder's own; undefined if the holder has lost its
     * slot.
     */
    moveUp(holder, now) {
      const slot = findSlot(holder);
      if (!slot) return undefined;
      const earlierSlot = findFreeSlot(now, slot.from);
      if (earlierSlot) slot.holder = undefined;
      return assignSlot(earlierSlot ?? slot, holder, now);
    },

    leave(holder) {
      const slot = findSlot(holder);
      if (slot) slot.holder = undefined;
    },

    /** Uses up the holder's slot. */
    use(holder) {
      slots = slots.filter((slot) => slot.holder !== holder);
      keyedStreak = holder.isKeyed ? keyedStreak + 1 : 0;
    },

    /** Returns the number of slots that expired unused since the last call. */
    takeLostCount() {
      const count = lostCount;
      lostCount = 0;
      return count;
    },

    /** Returns how many slots have a waiting holder. */
    countWaiting: (now) => slots.reduce((count, slot) => count + (slot.until > now && !isFree(slot, now) ? 1 : 0), 0),

    get length() {
      return slots.length;
    },
  };
}
