// Colours code: comments, texts, numbers and keywords. It uses patterns, not a parser, so it can be wrong.

import { el } from "../shared/dom.js";

const KEYWORDS = {
  javascript: "import from const await for of console new",
  typescript: "import from const await for of console type new",
  python: "import from with as print",
  rust: "use pub async fn let await",
  go: "package import func if nil defer var",
  shell: "curl",
  text: "",
};
const COMMENT_MARKS = { javascript: "//", typescript: "//", rust: "//", go: "//" };
const QUOTED_TEXT = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;
/** In single quotes of a shell, a backslash has no special meaning. */
const SHELL_TEXT = `'[^']*'`;

/** @param {string} text @param {keyof typeof KEYWORDS} language @returns {(Node | string)[]} */
export function highlight(text, language) {
  if (language === "text") return [text];
  const comment = COMMENT_MARKS[language] ? `${COMMENT_MARKS[language]}[^\\n]*` : "(?!)";
  const keywordPattern = KEYWORDS[language].split(" ").join("|");
  const pattern = new RegExp(
    `(?<comment>${comment})|(?<string>${language === "shell" ? SHELL_TEXT : QUOTED_TEXT})|(?<number>\\b\\d[\\d_.]*n?\\b)|(?<word>(?<![\\w.])(?:${keywordPattern})\\b)|(?<flag>(?<=\\s)--?[a-zA-Z][\\w-]*)`,
    "gs",
  );
  const parts = [];
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    if (kind === "flag" && language !== "shell") continue;
    parts.push(text.slice(start, match.index), el("span", { class: `code-${kind}` }, match[0]));
    start = match.index + match[0].length;
  }
  parts.push(text.slice(start));
  return parts.filter(Boolean);
}
