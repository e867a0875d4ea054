// The names of operations in URLs and samples.

/**
 * Returns rows of the table with their ids, such as "v3.nft.items".
 * @param {readonly import("ton-edge/endpoints").EndpointRow[]} rows
 */
export function identifyRows(rows) {
  const takenNames = new Set();
  return rows.map((row) => {
    const name = `${row.generation}.${row.path.slice(1).replaceAll("/", ".")}`;
    // `decode` exists with both HTTP methods.
    const id = takenNames.has(name) ? `${name}.${row.verb.toLowerCase()}` : name;
    takenNames.add(name);
    return { id, row };
  });
}
