// The Worker in which a program of the playground runs: it sends the output, the error and the end of the program to the page.

/** Output beyond this number of lines is dropped, or the page would become slow. */
const MAX_LINES = 1000;
/** The characters of a line that are shown. */
const MAX_LINE_LENGTH = 10_000;
let lineCount = 0;

/** Deeper values are not shown: a value can contain itself. */
const MAX_DEPTH = 8;
/** Bytes of an array that are shown. */
const SHOWN_BYTES = 32;

/** Writes a value like the console of Node, as far as the examples need it. */
function formatValue(value, depth = 0) {
  const format = (item) => formatValue(item, depth + 1);
  if (typeof value === "string") return depth > 0 && !value.includes("'") ? `'${value}'` : value;
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Error) return formatError(value);
  if (value === null || typeof value !== "object") return String(value);
  if (depth > MAX_DEPTH) return "…";
  if (value instanceof Uint8Array) {
    const bytes = [...value.subarray(0, SHOWN_BYTES), ...(value.length > SHOWN_BYTES ? ["…"] : [])];
    return `Uint8Array(${value.length}) [ ${bytes.join(", ")} ]`;
  }
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(format).join(", ")} ]`;
  if (value instanceof Map)
    return `Map { ${[...value].map(([key, item]) => `${format(key)} => ${format(item)}`).join(", ")} }`;
  const fields = Object.entries(value).map(([name, item]) => `${name}: ${format(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

const formatError = (error) => `${error.name}: ${error.message}${error.code ? ` (${error.code})` : ""}`;

function send(kind, text) {
  lineCount += 1;
  if (lineCount > MAX_LINES + 1) return;
  if (lineCount > MAX_LINES) return postMessage({ kind: "note", text: `Only the first ${MAX_LINES} lines are shown.` });
  const shownText = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
  postMessage({ kind, text: shownText });
}

for (const [method, kind] of Object.entries({
  log: "output",
  info: "output",
  debug: "output",
  warn: "error",
  error: "error",
}))
  console[method] = (...values) => send(kind, values.map((value) => formatValue(value)).join(" "));
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  send("error", formatValue(event.reason));
});
addEventListener("message", async ({ data: path }) => {
  try {
    await import(path);
  } catch (error) {
    send("error", formatValue(error));
  }
  postMessage({ kind: "end" });
});
