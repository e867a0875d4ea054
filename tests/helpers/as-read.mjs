// A recorded result as the client reads it.

/** Lists that the service sends as null become empty lists. Changes its argument. */
export function asRead(result) {
  for (const list of ["transactions", "traces"]) if (result?.[list] === null) result[list] = [];
  return result;
}
