// Parses JSON exactly: numbers that JavaScript cannot represent keep their digits.

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Matches the only numbers that JavaScript can change: long ones, and those with a fraction, an exponent or negative zero. */
const DOUBTFUL = /\d{16}|\d[.eE]|-0/;

/** A number that keeps its digits as text. */
export class Digits {
  constructor(text) {
    this.text = text;
  }
}

/**
 * Parses JSON; numbers that would lose digits become `makeNumber(digits)`.
 *
 * @param {string} text @param {(digits: string) => unknown} makeNumber
 */
export function parseExact(text, makeNumber = (digits) => new Digits(digits)) {
  if (!DOUBTFUL.test(text)) return JSON.parse(text);
  // Random, so that no response contains it.
  const marker = `\u{E000}${Math.random()}:`;
  const markedText = text.replace(TOKEN, (token) =>
    token[0] === '"' || String(Number(token)) === token ? token : JSON.stringify(marker + token),
  );
  return JSON.parse(markedText, (_, value) =>
    typeof value === "string" && value.startsWith(marker) ? makeNumber(value.slice(marker.length)) : value,
  );
}

const JSON_PARTS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Most levels that are indented: for thousands of levels, the indentation would be far longer than the text. */
const MAX_INDENT_LEVELS = 50;

/** Indents JSON; every value keeps its text. */
export function indentJson(text) {
  let indented = "";
  let depth = 0;
  let previousPart = "";
  const startLine = () => `\n${"  ".repeat(Math.min(depth, MAX_INDENT_LEVELS))}`;
  for (const [part] of text.matchAll(JSON_PARTS)) {
    const isFirstInside = previousPart === "{" || previousPart === "[";
    if (part === "}" || part === "]") {
      depth -= 1;
      indented += isFirstInside ? part : startLine() + part;
    } else {
      indented += (isFirstInside || previousPart === "," ? startLine() : "") + (part === ":" ? ": " : part);
      if (part === "{" || part === "[") depth += 1;
    }
    previousPart = part;
  }
  return indented;
}
