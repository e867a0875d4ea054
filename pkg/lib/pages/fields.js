// Fields of rows as lines of text: all that crosses into wasm of a page.

/** The values of paths parted by spaces, joined by spaces; what is neither text nor number is an empty text. */
export function at(row, paths) {
  return paths.split(" ").map((path) => {
    const value = path.split(".").reduce((part, name) => part?.[name], row);
    return typeof value === "string" || typeof value === "number" ? String(value).replace(/\s/g, "_") : "";
  }).join(" ");
}

/** A line a row. */
export const lines = (rows, paths) => (paths === "" ? "" : rows.map((row) => at(row, paths)).join("\n"));
