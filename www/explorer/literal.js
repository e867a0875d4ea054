// Values as literals of four languages. What is in them is anybody's: nothing may end a literal early.

const escaped = (text, pattern, write) => text.replace(pattern, (one) => write(one, one.codePointAt(0).toString(16)));

/** A word of a POSIX shell. */
export const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {unknown} value @param {string} [indent] of the line it begins on */
export function javascript(value, indent = "") {
  if (typeof value === "bigint") return `${value}n`;
  // Editors take U+2028 and U+2029 for ends of lines.
  if (typeof value !== "object" || value === null) return escaped(JSON.stringify(value), /[\u2028\u2029\u007f]/g, (_, code) => `\\u${code.padStart(4, "0")}`);
  return nested(value, indent, javascript, (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)));
}

export function python(text) {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  const inner = escaped(text, /[\\\u0000-\u001f\u007f\u2028\u2029"']/g, (one, code) =>
    one === "\\" ? "\\\\" : one === "\n" ? "\\n" : one === '"' || one === "'" ? (one === quote ? `\\${one}` : one)
      : `\\u${code.padStart(4, "0")}`);
  return quote + inner + quote;
}

export const rustText = (text) => `"${escaped(text, /[\\"\u0000-\u001f\u007f\u2028\u2029]/g, (one, code) =>
  one === "\n" ? "\\n" : one === "\\" || one === '"' ? `\\${one}` : `\\u{${code}}`)}"`;

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
