// Colours code: comments, texts, numbers and the words of the language. It approximates, and is not a parser.

import { el } from "../shared/dom.js";

const WORDS = {
  javascript: "import from const await for of console new",
  typescript: "import from const await for of console type new",
  python: "import from with as print",
  rust: "use pub async fn let await",
  go: "package import func if nil defer var",
  shell: "curl",
  text: "",
};
const COMMENTS = { javascript: "//", typescript: "//", rust: "//", go: "//" };
const TEXT = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;
/** Between quotes of a shell, a backslash is a backslash. */
const SHELL_TEXT = `'[^']*'`;

/** @param {string} text @param {keyof typeof WORDS} language @returns {(Node | string)[]} */
export function highlight(text, language) {
  if (language === "text") return [text];
  const comment = COMMENTS[language] ? `${COMMENTS[language]}[^\\n]*` : "(?!)";
  const words = WORDS[language].split(" ").join("|");
  const pattern = new RegExp(
    `(?<comment>${comment})|(?<string>${language === "shell" ? SHELL_TEXT : TEXT})|(?<number>\\b\\d[\\d_.]*n?\\b)|(?<word>(?<![\\w.])(?:${words})\\b)|(?<flag>(?<=\\s)--?[a-zA-Z][\\w-]*)`,
    "gs",
  );
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const [kind] = Object.entries(found.groups).find(([, value]) => value !== undefined);
    if (kind === "flag" && language !== "shell") continue;
    parts.push(text.slice(from, found.index), el("span", { class: `code-${kind}` }, found[0]));
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts.filter(Boolean);
}
