// The queue for the budget of an upstream: leased slots in time order, for which requests wait, each on its own timer. Slots are plain
// numbers that requests share; no request settles the promise of another.
//
// Callers with an API key go first. Of five slots in a row one is for a caller without a key, as long as one waits, so that keyless
// callers are never shut out.

/** Milliseconds of silence after which the holder of a slot is gone: in workerd no code runs when a caller disconnects. */
const SILENT = 600;
/** Keyed callers that may go in a row while a keyless one waits. */
const KEYED_IN_A_ROW = 4;
/** Milliseconds after its end that a slot may begin for a holder: the way to the limiter takes time, too. */
const LATE = 250;

/**
 * A slot may be used from `from` to `until`, once, by its holder `by`: `{ isKeyed, end, seen }`, an object of the request's own. It
 * waits until `end`, and last looked at `seen`. Which slot a holder has may change while it sleeps.
 */
export function createSlotQueue() {
  /** The slots, ordered by `from`. */
  let slots = [];
  let lost = 0;
  /** How many callers with an API key were served since the last one without. */
  let row = 0;
  const isFree = ({ by }, now) => by === undefined || now - by.seen > SILENT;
  const slotOf = (by) => slots.find((slot) => slot.by === by);

  /** The first free slot before `before`. */
  const free = (now, before) => {
    const left = slots.filter(({ until }) => until > now);
    lost += slots.length - left.length;
    slots = left;
    return slots.find((slot) => slot.from < before && isFree(slot, now));
  };

  const hold = (slot, by, now) => {
    if (slot) slot.by = by;
    by.seen = now;
    return slot;
  };

  /** Redistributes the held slots among their holders and `newcomer`; the last of them gets no slot. */
  function arrange(now, newcomer) {
    const held = slots.filter((slot) => slot.until > now && !isFree(slot, now));
    const holders = held.map(({ by }) => by);
    if (newcomer) holders.push(newcomer);
    const keyed = holders.filter(({ isKeyed }) => isKeyed);
    if (keyed.length === 0 || keyed.length === holders.length) return;
    const keyless = holders.filter(({ isKeyed }) => !isKeyed);
    let [nextKeyed, nextKeyless, passed] = [0, 0, row];
    for (const slot of held) {
      slot.by = undefined;
      while (slot.by === undefined && (nextKeyed < keyed.length || nextKeyless < keyless.length)) {
        const isKeyless = nextKeyless < keyless.length && (nextKeyed === keyed.length || passed >= KEYED_IN_A_ROW);
        const by = isKeyless ? keyless[nextKeyless++] : keyed[nextKeyed++];
        // Too late for this holder, which notices at its next check.
        if (slot.from > by.end + LATE) continue;
        slot.by = by;
        passed = isKeyless ? 0 : passed + 1;
      }
    }
  }

  return {
    /** Takes a slot that is free within `horizon` milliseconds. */
    take(by, now, horizon) {
      const slot = hold(free(now, now + horizon), by, now);
      if (slot && by.isKeyed) arrange(now);
      return slot !== undefined;
    },

    /** Adds leased slots: the first one is for `by`, the others are free. */
    add(by, count, from, until, now) {
      const added = Array.from({ length: count }, () => ({ from, until, by: undefined }));
      const isLast = slots.length === 0 || slots.at(-1).from <= from;
      slots.push(...added);
      if (!isLast) slots.sort((one, other) => one.from - other.from);
      hold(added[0], by, now);
      if (by.isKeyed) arrange(now);
    },

    /** Takes the slot of another holder where the queue is full, if `by` goes first. */
    displace(by, now) {
      by.seen = now;
      arrange(now, by);
      return slotOf(by) !== undefined;
    },

    /** The slot to wait for: an earlier one that has become free, else the same; undefined if its slot was taken away. */
    forward(by, now) {
      const slot = slotOf(by);
      if (!slot) return undefined;
      const better = free(now, slot.from);
      if (better) slot.by = undefined;
      return hold(better ?? slot, by, now);
    },

    leave(by) {
      const slot = slotOf(by);
      if (slot) slot.by = undefined;
    },

    /** Uses the holder's slot up. */
    use(by) {
      slots = slots.filter((slot) => slot.by !== by);
      row = by.isKeyed ? row + 1 : 0;
    },

    /** How many slots expired unused since the last call. */
    lost() {
      const count = lost;
      lost = 0;
      return count;
    },

    /** How many slots have a holder that waits for them. */
    waiting: (now) => slots.reduce((count, slot) => count + (slot.until > now && !isFree(slot, now) ? 1 : 0), 0),

    get length() {
      return slots.length;
    },
  };
}
