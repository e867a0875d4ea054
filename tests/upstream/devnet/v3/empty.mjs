// Validators: the devnet has none, so every list is empty, in the service's form of an empty list.

/** An empty list with the address book only. @param {string} key */
const plain = (key) => () => ({ [key]: [], address_book: {} });

/** An empty list of a time range, which the body repeats if the request had one. @param {string} key @param {Record<string, any>} [more] */
const span =
  (key, more = {}) =>
  ({ start_utime, end_utime }) => ({
    ...(start_utime === undefined ? {} : { start_utime }),
    ...(end_utime === undefined ? {} : { end_utime }),
    ...more,
    [key]: [],
    address_book: {},
  });

export const HANDLERS = {
  "/validators/events": span("events"),
  "/validators/elections": plain("elections"),
  "/validators/cycles": plain("cycles"),
  "/validators/complaints": plain("complaints"),
};
