// Parses JSON exactly: numbers that JavaScript cannot represent keep their digits.

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/**
 * Matches text that may contain numbers that JavaScript would change: long numbers, numbers with a fraction or an exponent,
 * and negative zero.
 */
const INEXACT_NUMBER = /\d{16}|\d[.eE]|-0/;

/** A number that keeps its digits as text. */
export class Digits {
  constructor(text) {
    this.text = text;
  }
}

/**
 * Parses JSON. Each number that would lose digits becomes `makeNumber(digits)`.
 *
 * @param {string} text @param {(digits: string) => unknown} makeNumber
 */
export function parseExact(text, makeNumber = (digits) => new Digits(digits)) {
  if (!INEXACT_NUMBER.test(text)) return JSON.parse(text);
  // The marker is random, so that no response contains it.
  const marker = `\u{E000}${Math.random()}:`;
  const markedText = text.replace(TOKEN, (token) =>
    token[0] === '"' || String(Number(token)) === token ? token : JSON.stringify(marker + token),
  );
  return JSON.parse(markedText, (_, value) =>
    typeof value === "string" && value.startsWith(marker) ? makeNumber(value.slice(marker.length)) : value,
  );
}

const JSON_PARTS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Maximum number of levels that are indented. With thousands of levels, the indentation would be far longer than the text
 * itself.
 */
const MAX_INDENT_LEVELS = 50;

/** Indents JSON and keeps the text of every value. */
export function indentJson(text) {
  let indentedText = "";
  let depth = 0;
  let previousPart = "";
  const startLine = () => `\n${"  ".repeat(Math.min(depth, MAX_INDENT_LEVELS))}`;
  for (const [part] of text.matchAll(JSON_PARTS)) {
    const isFirstInside = previousPart === "{" || previousPart === "[";
    if (part === "}" || part === "]") {
      depth -= 1;
      indentedText += isFirstInside ? part : startLine() + part;
    } else {
      indentedText += (isFirstInside || previousPart === "," ? startLine() : "") + (part === ":" ? ": " : part);
      if (part === "{" || part === "[") depth += 1;
    }
    previousPart = part;
  }
  return indentedText;
}
