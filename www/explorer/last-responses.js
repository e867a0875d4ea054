// The last response of each operation in this visit, to compare the next one with it. Nothing of it is stored.

/** Operations remembered. */
const MOST = 20;
/** Characters of a response; a longer one is not compared. */
const LONGEST = 2_000_000;

/** @type {Map<string, string>} */
const responses = new Map();

/** Remembers a response, and returns the one before it. @param {string} id of the operation and its network @param {string} text */
export function exchangeResponse(id, text) {
  const before = responses.get(id);
  responses.delete(id);
  if (text.length <= LONGEST) responses.set(id, text);
  if (responses.size > MOST) responses.delete(responses.keys().next().value);
  return before;
}
