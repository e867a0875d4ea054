// Writes values as literals of five languages. Values are untrusted: none may end its literal early.

const escaped = (text, pattern, write) => text.replace(pattern, (one) => write(one, one.codePointAt(0).toString(16)));

/** Invisible or misleading characters: controls, formats such as those that change the text direction, line ends. */
const HIDDEN = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}";
const ALONE = new RegExp(`[${HIDDEN}]`, "gu");
const OR_QUOTED = new RegExp(`[${HIDDEN}\\\\"']`, "gu");

/** Quotes a word for a POSIX shell. */
export const quoteForShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {unknown} value @param {string} [indent] of its first line */
export function toJavaScript(value, indent = "") {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null)
    return escaped(JSON.stringify(value), ALONE, (_, code) => `\\u{${code}}`);
  return nested(value, indent, toJavaScript, (name) =>
    // With or without quotes, it would set the prototype.
    name === "__proto__" ? `["${name}"]` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : toJavaScript(name),
  );
}

export function toPython(text) {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  const inner = escaped(text, OR_QUOTED, (one, code) =>
    one === "\\" || one === quote
      ? `\\${one}`
      : one === '"' || one === "'"
        ? one
        : one === "\n"
          ? "\\n"
          : code.length > 4
            ? `\\U${code.padStart(8, "0")}`
            : `\\u${code.padStart(4, "0")}`,
  );
  return quote + inner + quote;
}

export const toRustString = (text) =>
  `"${escaped(text, OR_QUOTED, (one, code) =>
    one === "'" ? one : one === "\n" ? "\\n" : one === "\\" || one === '"' ? `\\${one}` : `\\u{${code}}`,
  )}"`;

/** Go's source text can hold neither a byte order mark nor half a surrogate pair. */
export const toGoString = (text) =>
  `"${escaped(text.replace(/\p{Surrogate}/gu, "\uFFFD"), OR_QUOTED, (one, code) =>
    one === "'"
      ? one
      : one === "\n"
        ? "\\n"
        : one === "\\" || one === '"'
          ? `\\${one}`
          : code.length > 4
            ? `\\U${code.padStart(8, "0")}`
            : `\\u${code.padStart(4, "0")}`,
  )}"`;

/** A literal for the macro `json!`. A bigint becomes a string, as in the API. */
export function toRust(value, indent = "") {
  if (typeof value === "string") return toRustString(value);
  if (typeof value === "bigint") return toRustString(String(value));
  if (typeof value !== "object" || value === null) return String(value);
  return nested(value, indent, toRust, toRustString);
}

function nested(value, indent, write, name) {
  const deeper = `${indent}  `;
  const many = Array.isArray(value);
  const members = many
    ? value.map((one) => write(one, deeper))
    : Object.entries(value).map(([key, one]) => `${name(key)}: ${write(one, deeper)}`);
  const [open, close] = many ? "[]" : "{}";
  const short = members.join(", ");
  if (many && short.length < 80 && !short.includes("\n")) return `${open}${short}${close}`;
  return members.length === 0
    ? open + close
    : `${open}\n${members.map((one) => `${deeper}${one},\n`).join("")}${indent}${close}`;
}
