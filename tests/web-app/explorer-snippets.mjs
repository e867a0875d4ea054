// The snippets of all operations, with values that try to break out of literals.

import { writeSnippets } from "../../www/explorer/snippets.js";
import { OPERATION_IDS, OPERATION_TABLE } from "./explorer-table.mjs";

export const HOSTILE_TEXTS = [
  "",
  "'",
  '"',
  "'\"'",
  "\\",
  "\\'",
  "a'\\''b",
  "$HOME ${HOME} $(id) `id`",
  "!!",
  "line\nline\r\n\tend",
  "\u0001\u001b[31m\u007f\u2028\u2029",
  "é💎 \u202e\u200b\ufeff",
  "👨\u200d👩\u{e0041}",
  "%41 %s {0} {}",
  "*/ // # --",
  "</script>",
  '"); process.exit(1); ("',
  "${process.exit(1)}",
  "\\u0041 \\x41 \\0",
  'r#"x"#',
];

const BIG_NUMBER = 123456789012345678901234567890n;

/** A value of a parameter, with as many hostile texts as fit. */
function makeHostileValue({ kind, array }) {
  const value =
    {
      int: 3,
      utime: 3,
      bool: true,
      object: { a: {}, [HOSTILE_TEXTS[9]]: [HOSTILE_TEXTS, true, null] },
      stack: [["num", BIG_NUMBER, null, 1.5, ...HOSTILE_TEXTS]],
    }[kind] ?? HOSTILE_TEXTS.join(" ");
  return array && kind !== "stack" ? [value, ...HOSTILE_TEXTS] : value;
}

/** A value that the types accept. */
export function makeTypicalValue({ kind, array, choices }) {
  const value =
    { int: 3, utime: 3, bool: true, object: { config_id: 0 }, stack: [] }[kind] ??
    (choices ? choices[0] : HOSTILE_TEXTS[7]);
  return array && kind !== "stack" ? [value, value] : value;
}

/** The snippets in a language, in the order of the table. @param {string} name @param {{ all?: boolean, values?: (param: any) => unknown }} [how] */
export const writeAllSnippets = (name, { all: isComplete, values: makeValue = makeHostileValue } = {}) =>
  OPERATION_TABLE.map((row, index) => {
    const values = Object.fromEntries((row.params ?? []).map((param) => [param.name, makeValue(param)]));
    const url = `https://gateway.example/api/${row.generation}${row.path}?${new URLSearchParams(HOSTILE_TEXTS.map((text, i) => [`p${i}`, text]))}`;
    /** @type {any} */
    const request = {
      method: row.verb,
      url,
      headers: [["x-note", HOSTILE_TEXTS[7]]],
      body: row.verb === "POST" ? JSON.stringify(HOSTILE_TEXTS) : "",
    };
    const operation = { id: OPERATION_IDS[index], row, method: row.path.slice(1).replaceAll("/", ".") };
    return writeSnippets(/** @type {any} */ (operation), values, request, { all: isComplete }).find(
      (snippet) => snippet.name === name,
    ).text;
  });
