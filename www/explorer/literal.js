// Values as literals of four languages. What is in them is anybody's: nothing may end a literal early.

const escaped = (text, pattern, write) => text.replace(pattern, (one) => write(one, one.codePointAt(0).toString(16)));

/** What is not seen, or makes a line look like another: controls, formats such as those that turn the direction, ends of lines. */
const HIDDEN = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}";
const ALONE = new RegExp(`[${HIDDEN}]`, "gu");
const OR_QUOTED = new RegExp(`[${HIDDEN}\\\\"']`, "gu");

/** A word of a POSIX shell. */
export const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {unknown} value @param {string} [indent] of the line it begins on */
export function javascript(value, indent = "") {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return escaped(JSON.stringify(value), ALONE, (_, code) => `\\u{${code}}`);
  return nested(value, indent, javascript, (name) =>
    // Bare or quoted it would be the prototype.
    (name === "__proto__" ? `["${name}"]` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : javascript(name)));
}

export function python(text) {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  const inner = escaped(text, OR_QUOTED, (one, code) =>
    one === "\\" || one === quote ? `\\${one}`
      : one === '"' || one === "'" ? one
      : one === "\n" ? "\\n"
      : code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`);
  return quote + inner + quote;
}

export const rustText = (text) => `"${escaped(text, OR_QUOTED, (one, code) =>
  one === "'" ? one : one === "\n" ? "\\n" : one === "\\" || one === '"' ? `\\${one}` : `\\u{${code}}`)}"`;

/** What the macro `json!` takes. Whole numbers that no i64 holds travel as text, as the services have them. */
export function rust(value, indent = "") {
  if (typeof value === "string") return rustText(value);
  if (typeof value === "bigint") return rustText(String(value));
  if (typeof value !== "object" || value === null) return String(value);
  return nested(value, indent, rust, rustText);
}

function nested(value, indent, write, name) {
  const deeper = `${indent}  `;
  const many = Array.isArray(value);
  const members = many ? value.map((one) => write(one, deeper))
    : Object.entries(value).map(([key, one]) => `${name(key)}: ${write(one, deeper)}`);
  const [open, close] = many ? "[]" : "{}";
  const short = members.join(", ");
  if (many && short.length < 80 && !short.includes("\n")) return `${open}${short}${close}`;
  return members.length === 0 ? open + close : `${open}\n${members.map((one) => `${deeper}${one},\n`).join("")}${indent}${close}`;
}
