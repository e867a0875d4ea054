// Breakers as plain numbers, five per upstream: failures, the time until which it is not used, the key that comes first, the time of
// its last good answer, and whether a request tests it. What they mean is in src/gateway/breaker.rs.

const NUMBERS = 5;
/** Most questions that are remembered of an upstream, and most characters of one. */
const MOST_QUESTIONS = 64;
const MOST_CHARACTERS = 8192;
/** Questions that timed out at an upstream since its last good answer, by its states. */
const slow = new WeakMap();

export const breakers = (upstreams) => new Float64Array(upstreams * NUMBERS);

export const failures = (states, upstream) => states[upstream * NUMBERS];
export const openUntil = (states, upstream) => states[upstream * NUMBERS + 1];
export const firstKey = (states, upstream) => states[upstream * NUMBERS + 2];

/** An upstream gave a good answer. As `State::answered` in src/gateway/breaker.rs, which need not be asked for it. */
export function answered(states, upstream, now) {
  const at = upstream * NUMBERS;
  if (states[at] > 0) {
    states[at] = 0;
    states[at + 1] = 0;
    states[at + 4] = 0;
  }
  slow.get(states)?.delete(upstream);
  states[at + 3] = now;
}

/**
 * An upstream has begun a good answer, which is streamed: others may ask it again, however slowly this one is read. Another failure,
 * of this answer too, opens the breaker again.
 */
export function begins(states, upstream, most) {
  const at = upstream * NUMBERS;
  if (states[at] < most) return;
  states[at] = most - 1;
  states[at + 1] = 0;
  states[at + 4] = 0;
}

/**
 * Whether a failure says something new about the upstream. A question that takes too long does so once: asked again and again, it
 * must not close the upstream for all other questions.
 */
export function isNews(states, upstream, { response, failure }, { keep, url, body = "" }) {
  if (failure !== "timeout" && response?.status !== 504) return true;
  let upstreams = slow.get(states);
  if (!upstreams) slow.set(states, (upstreams = new Map()));
  let questions = upstreams.get(upstream);
  if (!questions) upstreams.set(upstream, (questions = new Set()));
  const question = keep?.key ?? shortened(`${url}\n${body}`);
  if (questions.has(question)) return false;
  if (questions.size < MOST_QUESTIONS) questions.add(question);
  return true;
}

const shortened = (question) => (question.length > MOST_CHARACTERS ? `${question.slice(0, MOST_CHARACTERS)}${question.length}` : question);
