// The endpoint table for the tests of the explorer, and the names of the operations in URLs, computed independently.

import { readFileSync } from "node:fs";

/** All operations, as the package contains them. */
export const OPERATION_TABLE = JSON.parse(
  readFileSync(new URL("../../pkg/dist/endpoints.json", import.meta.url), "utf8"),
);
/** The name of each operation in URLs. */
export const OPERATION_IDS = computeIds(OPERATION_TABLE);

function computeIds(rows) {
  const usedIds = new Set();
  return rows.map(({ generation, path, verb }) => {
    const id = `${generation}.${path.slice(1).replaceAll("/", ".")}`;
    const uniqueId = usedIds.has(id) ? `${id}.${verb.toLowerCase()}` : id;
    usedIds.add(id);
    return uniqueId;
  });
}
