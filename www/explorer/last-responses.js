// The last response of each operation during this visit, to be compared with the next one. Responses are not stored.

/** Maximum number of operations whose response is remembered. */
const MAX_OPERATIONS = 20;
/** Maximum number of characters of a response; a longer response is not compared. */
const MAX_RESPONSE_CHARS = 2_000_000;

/** @type {Map<string, string>} */
const responseById = new Map();

/** Remembers a response, and returns the previous one. @param {string} id of the operation and its network @param {string} text */
export function exchangeResponse(id, text) {
  const previousResponse = responseById.get(id);
  responseById.delete(id);
  if (text.length <= MAX_RESPONSE_CHARS) responseById.set(id, text);
  if (responseById.size > MAX_OPERATIONS) responseById.delete(responseById.keys().next().value);
  return previousResponse;
}
