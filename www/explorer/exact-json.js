// Parses JSON exactly: numbers that JavaScript cannot represent keep their digits.

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Only these numbers can change in JavaScript: long ones, and those with a fraction, an exponent or negative zero. */
const DOUBTFUL = /\d{16}|\d[.eE]|-0/;

/** A number as its digits. */
export class Digits {
  constructor(text) {
    this.text = text;
  }
}

/**
 * Parses JSON; numbers that would lose digits become `made(text)`.
 *
 * @param {string} text @param {(digits: string) => unknown} made
 */
export function parseExact(text, made = (digits) => new Digits(digits)) {
  if (!DOUBTFUL.test(text)) return JSON.parse(text);
  // Random, so that no response contains it.
  const mark = `\u{E000}${Math.random()}:`;
  const marked = text.replace(TOKEN, (found) =>
    found[0] === '"' || String(Number(found)) === found ? found : JSON.stringify(mark + found),
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(mark) ? made(value.slice(mark.length)) : value,
  );
}

const PARTS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Levels that are indented: the spaces of thousands of levels would be far more than the text. */
const DEEPEST = 50;

/** Indents JSON; every value keeps its text. */
export function indentJson(text) {
  let out = "";
  let depth = 0;
  let before = "";
  const line = () => `\n${"  ".repeat(Math.min(depth, DEEPEST))}`;
  for (const [part] of text.matchAll(PARTS)) {
    const opened = before === "{" || before === "[";
    if (part === "}" || part === "]") {
      depth -= 1;
      out += opened ? part : line() + part;
    } else {
      out += (opened || before === "," ? line() : "") + (part === ":" ? ": " : part);
      if (part === "{" || part === "[") depth += 1;
    }
    before = part;
  }
  return out;
}
