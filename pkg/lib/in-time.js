// A promise raced with a timer.

/** What a timer can hold, in milliseconds; more would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What `work` gives; after `ms` what `late` returns or throws. The timer is cleared, `work` goes on. */
export function inTime(ms, work, late) {
  if (ms > LONGEST_TIMER) return work;
  let timer;
  const end = new Promise((done) => {
    timer = setTimeout(done, ms);
  }).then(late);
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
