// Writes values as literals of five languages. Values are untrusted: they must not end their literal early.

import { replaceLoneSurrogates } from "../shared/lone-surrogates.js";

const escapeCharacters = (text, pattern, write) =>
  text.replace(pattern, (character) => write(character, character.codePointAt(0).toString(16)));

/**
 * Invisible or misleading characters: control characters, format characters such as marks of text direction, and line
 * separators.
 */
const HIDDEN_CHARACTERS = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}";
const HIDDEN_PATTERN = new RegExp(`[${HIDDEN_CHARACTERS}]`, "gu");
const HIDDEN_OR_QUOTED = new RegExp(`[${HIDDEN_CHARACTERS}\\\\"']`, "gu");

/** Quotes a word for a POSIX shell. */
export const quoteForShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {unknown} value @param {string} [indent] of its first line */
export function toJavaScript(value, indent = "") {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null)
    return escapeCharacters(JSON.stringify(value), HIDDEN_PATTERN, (_, code) => `\\u{${code}}`);
  return writeNestedValue(value, indent, toJavaScript, (name) =>
    // With or without quotes, this key would set the prototype.
    name === "__proto__" ? `["${name}"]` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : toJavaScript(name),
  );
}

export function toPython(text) {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  const innerText = escapeCharacters(text, HIDDEN_OR_QUOTED, (character, code) =>
    character === "\\" || character === quote
      ? `\\${character}`
      : character === '"' || character === "'"
        ? character
        : character === "\n"
          ? "\\n"
          : code.length > 4
            ? `\\U${code.padStart(8, "0")}`
            : `\\u${code.padStart(4, "0")}`,
  );
  return quote + innerText + quote;
}

export const toRustString = (text) =>
  `"${escapeCharacters(text, HIDDEN_OR_QUOTED, (character, code) =>
    character === "'"
      ? character
      : character === "\n"
        ? "\\n"
        : character === "\\" || character === '"'
          ? `\\${character}`
          : `\\u{${code}}`,
  )}"`;

/** Go's source text must not contain a byte order mark or a lone surrogate. */
export const toGoString = (text) =>
  `"${escapeCharacters(replaceLoneSurrogates(text), HIDDEN_OR_QUOTED, (character, code) =>
    character === "'"
      ? character
      : character === "\n"
        ? "\\n"
        : character === "\\" || character === '"'
          ? `\\${character}`
          : code.length > 4
            ? `\\U${code.padStart(8, "0")}`
            : `\\u${code.padStart(4, "0")}`,
  )}"`;

/** Writes a literal for the macro `json!`. A bigint becomes a string, as in the API. */
export function toRust(value, indent = "") {
  if (typeof value === "string") return toRustString(value);
  if (typeof value === "bigint") return toRustString(String(value));
  if (typeof value !== "object" || value === null) return String(value);
  return writeNestedValue(value, indent, toRust, toRustString);
}

function writeNestedValue(value, indent, write, writeName) {
  const innerIndent = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((member) => write(member, innerIndent))
    : Object.entries(value).map(([key, member]) => `${writeName(key)}: ${write(member, innerIndent)}`);
  const [openBracket, closeBracket] = isList ? "[]" : "{}";
  const shortText = members.join(", ");
  if (isList && shortText.length < 80 && !shortText.includes("\n")) return `${openBracket}${shortText}${closeBracket}`;
  return members.length === 0
    ? openBracket + closeBracket
    : `${openBracket}\n${members.map((member) => `${innerIndent}${member},\n`).join("")}${indent}${closeBracket}`;
}
