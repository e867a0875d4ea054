// Places in the line for a service's budget: each is leased for a time, and whoever waits for it sleeps by himself. Plain
// numbers that requests share; no promise of one is settled by another.

/** Milliseconds of silence after which whoever held a place is gone: in workerd nothing of ours runs when a caller leaves. */
const SILENT = 600;

/**
 * A place may be used from `from` to `until`, once, by its holder `by`, who was last `seen` then. Who holds it is any value of
 * his own: on a machine that stood still, a place may have been given to another before its holder was seen again.
 */
export function line() {
  let places = [];
  let lost = 0;
  const isFree = (place, now) => place.by === undefined || now - place.seen > SILENT;

  /** The first place that nobody holds and that comes before `before`. */
  const free = (now, before) => {
    const left = places.filter(({ until }) => until > now);
    lost += places.length - left.length;
    places = left;
    return places.reduce((best, place) => (isFree(place, now) && place.from < (best?.from ?? before) ? place : best), undefined);
  };

  const hold = (place, by, now) => (place ? Object.assign(place, { by, seen: now }) : undefined);

  return {
    /** Takes a place that is free within `horizon` milliseconds. */
    take: (by, now, horizon) => hold(free(now, now + horizon), by, now),

    /** Adds what was leased: the first place is the caller's, the others are free. */
    add(by, count, from, until, now) {
      const added = Array.from({ length: count }, () => ({ from, until, by: undefined, seen: now }));
      places.push(...added);
      return hold(added[0], by, now);
    },

    /** The place to wait on: an earlier one that has become free, else the same; nothing if it is no more his. */
    forward(place, by, now) {
      if (place.by !== by) return undefined;
      const better = hold(free(now, place.from), by, now);
      if (better) place.by = undefined;
      else place.seen = now;
      return better ?? place;
    },

    leave(place, by) {
      if (place.by === by) place.by = undefined;
    },

    /** Uses a place up. */
    use(place) {
      places = places.filter((one) => one !== place);
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
