// JSON as it was written: numbers that JavaScript would write otherwise keep their own text.

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Only numbers like these can come back as another text: long ones, and those with a fraction, an exponent or minus nought. */
const DOUBTFUL = /\d{16}|\d[.eE]|-0/;

/** A number by its own digits. */
export class Digits {
  constructor(text) {
    this.text = text;
  }
}

/** Parses JSON; numbers that would lose digits come as `made(text)`. */
export function parseExact(text, made = (digits) => new Digits(digits)) {
  if (!DOUBTFUL.test(text)) return JSON.parse(text);
  // A text that is in no answer, as it is by chance.
  const mark = `\u{E000}${Math.random()}:`;
  const marked = text.replace(TOKEN, (found) =>
    (found[0] === '"' || String(Number(found)) === found ? found : JSON.stringify(mark + found)));
  return JSON.parse(marked, (_, value) =>
    (typeof value === "string" && value.startsWith(mark) ? made(value.slice(mark.length)) : value));
}

const PARTS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** The same JSON over many lines, every value as it was written. */
export function indented(text) {
  let out = "";
  let depth = 0;
  let before = "";
  const line = () => `\n${"  ".repeat(depth)}`;
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
