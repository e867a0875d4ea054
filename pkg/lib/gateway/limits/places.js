// Places in the line for a service's budget: each is leased for a time, and whoever waits for it sleeps by himself. Plain
// numbers that requests share; no promise of one is settled by another.

/** Milliseconds of silence after which whoever held a place is gone: in workerd nothing of ours runs when a caller leaves. */
const SILENT = 600;

/** A place: it may be used from `from` to `until`; whoever holds it was last `seen` then. */
export function line() {
  let places = [];
  let lost = 0;
  const isFree = (place, now) => now - place.seen > SILENT;

  /** The first place that nobody holds and that comes before `before`. */
  const free = (now, before) => {
    const left = places.filter(({ until }) => until > now);
    lost += places.length - left.length;
    places = left;
    return places.reduce((best, place) => (isFree(place, now) && place.from < (best?.from ?? before) ? place : best), undefined);
  };

  return {
    /** Takes a place that is free within `horizon` milliseconds. */
    take(now, horizon) {
      const place = free(now, now + horizon);
      if (place) place.seen = now;
      return place;
    },

    /** Adds what was leased: the first place is the caller's, the others are free. */
    add(count, from, until, now) {
      const added = Array.from({ length: count }, (_, at) => ({ from, until, seen: at === 0 ? now : -Infinity }));
      places.push(...added);
      return added[0];
    },

    /** The place to wait on: an earlier one that has become free, else the same. */
    forward(place, now) {
      place.seen = now;
      const better = free(now, place.from);
      if (!better) return place;
      better.seen = now;
      place.seen = -Infinity;
      return better;
    },

    leave(place) {
      place.seen = -Infinity;
    },

    use(place) {
      places = places.filter((one) => one !== place);
    },

    /** How many were over before they were used, since this was last asked. */
    lost() {
      const count = lost;
      lost = 0;
      return count;
    },

    get length() {
      return places.length;
    },
  };
}
