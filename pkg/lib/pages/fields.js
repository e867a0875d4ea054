// Fields of rows as lines of text: all that crosses into wasm of a page.

/** The values of paths parted by spaces, joined by spaces; what is neither text nor number is an empty text. */
export function at(row, paths) {
  return paths.split(" ").map((path) => {
    const value = path.split(".").reduce((part, name) => part?.[name], row);
    return typeof value === "string" || typeof value === "number" ? String(value).replace(/\s/g, "_") : "";
  }).join(" ");
}

/**
 * A line a row. Where there are no `paths`, a row without an identity under `id` is told by all that it holds, so that the
 * core knows a page that comes again.
 */
export function lines(rows, paths, id) {
  if (paths !== "") return rows.map((row) => at(row, paths)).join("\n");
  if (id === undefined || rows.every((row) => at(row, id).trim() !== "")) return "";
  return rows.map((row) => (at(row, id).trim() === "" ? JSON.stringify(row) ?? "" : "")).join("\n");
}
