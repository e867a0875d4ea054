// Places in the line for a service's budget: each is leased for a time, and whoever waits for it sleeps by himself. Plain
// numbers that requests share; no promise of one is settled by another.
//
// Callers with an API key go first. Of five places in a row one is for a caller without a key, as long as one waits: nobody
// is starved wholly.

/** Milliseconds of silence after which whoever held a place is gone: in workerd nothing of ours runs when a caller leaves. */
const SILENT = 600;
/** Keyed callers that may go in a row while a keyless one waits. */
const KEYED_IN_A_ROW = 4;
/** Milliseconds after its end that a place may begin for a holder: the way to the limiter takes time, too. */
const LATE = 250;

/**
 * A place may be used from `from` to `until`, once, by its holder `by`: `{ isKeyed, end, seen }`, an object of the request's own. It
 * waits until `end`, and last looked at `seen`. Which place a holder has may change while it sleeps.
 */
export function line() {
  /** In the order of `from`. */
  let places = [];
  let lost = 0;
  /** Keyed callers that have gone since a keyless one has. */
  let row = 0;
  const isFree = ({ by }, now) => by === undefined || now - by.seen > SILENT;
  const placeOf = (by) => places.find((place) => place.by === by);

  /** The first place that nobody holds and that comes before `before`. */
  const free = (now, before) => {
    const left = places.filter(({ until }) => until > now);
    lost += places.length - left.length;
    places = left;
    return places.find((place) => place.from < before && isFree(place, now));
  };

  const hold = (place, by, now) => {
    if (place) place.by = by;
    by.seen = now;
    return place;
  };

  /** Hands the places that are held out anew, to those who hold one and to `newcomer`: whoever comes last of all gets none. */
  function arrange(now, newcomer) {
    const held = places.filter((place) => place.until > now && !isFree(place, now));
    const holders = held.map(({ by }) => by);
    if (newcomer) holders.push(newcomer);
    const keyed = holders.filter(({ isKeyed }) => isKeyed);
    if (keyed.length === 0 || keyed.length === holders.length) return;
    const keyless = holders.filter(({ isKeyed }) => !isKeyed);
    let [nextKeyed, nextKeyless, passed] = [0, 0, row];
    for (const place of held) {
      place.by = undefined;
      while (place.by === undefined && (nextKeyed < keyed.length || nextKeyless < keyless.length)) {
        const isKeyless = nextKeyless < keyless.length && (nextKeyed === keyed.length || passed >= KEYED_IN_A_ROW);
        const by = isKeyless ? keyless[nextKeyless++] : keyed[nextKeyed++];
        // Else it is too late for it: it learns that when it looks.
        if (place.from > by.end + LATE) continue;
        place.by = by;
        passed = isKeyless ? 0 : passed + 1;
      }
    }
  }

  return {
    /** Takes a place that is free within `horizon` milliseconds. */
    take(by, now, horizon) {
      const place = hold(free(now, now + horizon), by, now);
      if (place && by.isKeyed) arrange(now);
      return place !== undefined;
    },

    /** Adds what was leased: the first place is the caller's, the others are free. */
    add(by, count, from, until, now) {
      const added = Array.from({ length: count }, () => ({ from, until, by: undefined }));
      const isLast = places.length === 0 || places.at(-1).from <= from;
      places.push(...added);
      if (!isLast) places.sort((one, other) => one.from - other.from);
      hold(added[0], by, now);
      if (by.isKeyed) arrange(now);
    },

    /** Takes the place of another where the line is full, if it is this one's turn before it. */
    displace(by, now) {
      by.seen = now;
      arrange(now, by);
      return placeOf(by) !== undefined;
    },

    /** The place to wait on: an earlier one that has become free, else the same; nothing if there is none any more. */
    forward(by, now) {
      const place = placeOf(by);
      if (!place) return undefined;
      const better = free(now, place.from);
      if (better) place.by = undefined;
      return hold(better ?? place, by, now);
    },

    leave(by) {
      const place = placeOf(by);
      if (place) place.by = undefined;
    },

    /** Uses the holder's place up. */
    use(by) {
      places = places.filter((place) => place.by !== by);
      row = by.isKeyed ? row + 1 : 0;
    },

    /** How many were over before they were used, since this was last asked. */
    lost() {
      const count = lost;
      lost = 0;
      return count;
    },

    /** How many places are held by somebody who waits for them. */
    waiting: (now) => places.reduce((count, place) => count + (place.until > now && !isFree(place, now) ? 1 : 0), 0),

    get length() {
      return places.length;
    },
  };
}
