// Converts a recorded result to the form in which the client returns it.

/** Lists that the service sends as null become empty lists. Changes its argument. */
export function toReadForm(result) {
  for (const list of ["transactions", "traces"]) if (result?.[list] === null) result[list] = [];
  return result;
}
