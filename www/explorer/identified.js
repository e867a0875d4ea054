// The names of operations in URLs and samples.

/**
 * Rows of the table with their ids, such as "v3.nft.items".
 * @param {readonly import("ton-edge/endpoints").EndpointRow[]} rows
 */
export function identified(rows) {
  const taken = new Set();
  return rows.map((row) => {
    const name = `${row.generation}.${row.path.slice(1).replaceAll("/", ".")}`;
    // `decode` exists with both verbs.
    const id = taken.has(name) ? `${name}.${row.verb.toLowerCase()}` : name;
    taken.add(name);
    return { id, row };
  });
}
