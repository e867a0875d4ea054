// Adds to each export of the package a link to its page, which editors show when the pointer rests on the name:
// `node xtask/docs/hover-links.mjs PACKAGE PAGES URL`, or imported. A release runs it on the package that it packs, since only a release knows
// the URL of the site. PAGES is the folder of the site's pages about exports.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

import ts from "typescript";

import { readEntries } from "./exports.mjs";

/** The folder of the pages about a kind of declaration. @type {Record<number, string>} */
const FOLDERS = {
  [ts.SyntaxKind.FunctionDeclaration]: "functions",
  [ts.SyntaxKind.ClassDeclaration]: "classes",
  [ts.SyntaxKind.InterfaceDeclaration]: "interfaces",
  [ts.SyntaxKind.TypeAliasDeclaration]: "type-aliases",
  [ts.SyntaxKind.VariableStatement]: "variables",
};

/** Returns the name that a statement declares. @param {any} statement */
const readName = ({ name, declarationList }) => name?.text ?? declarationList?.declarations[0].name.text;

/**
 * Adds the links, and returns their number.
 *
 * @param {string} packageFolder whose declarations are changed @param {string} pagesFolder
 * @param {string} url of the pages, ending with a slash
 */
export async function addHoverLinks(packageFolder, pagesFolder, url) {
  const entries = await readEntries(packageFolder);
  const pages = (await readdir(pagesFolder, { recursive: true }))
    .map((page) => page.replaceAll("\\", "/"))
    .filter((page) => page.endsWith(".html"));
  let count = 0;
  for (const file of (await readdir(packageFolder)).filter((name) => name.endsWith(".d.ts"))) {
    const path = join(packageFolder, file);
    let text = await readFile(path, "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    // From the end, so that the positions of the other statements stay right.
    for (const statement of [...source.statements].reverse()) {
      const comment = /** @type {any} */ (statement).jsDoc?.at(-1);
      const folder = FOLDERS[statement.kind];
      const candidates = pages.filter((page) => page.endsWith(`/${folder}/${readName(statement)}.html`));
      // A declaration that several entries export has its page at one of them.
      const page =
        candidates.find((candidate) => candidate.startsWith(`${entries.get(`./${file}`)}/${folder}/`)) ?? candidates[0];
      if (!comment || !page) continue;
      const lines = comment
        .getText()
        .replace(/\s*\*\/$/, "")
        .replace(/^\/\*\* +(?=\S)/, "/**\n * ");
      text = `${text.slice(0, comment.pos)}${lines}\n * @see {@link ${url}${page} | ${basename(page, ".html")} in the documents}\n */${text.slice(comment.end)}`;
      count += 1;
    }
    await writeFile(path, text);
  }
  return count;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [packageFolder, pagesFolder, url] = argv.slice(2);
  process.stdout.write(`${await addHoverLinks(packageFolder, pagesFolder, url)} links\n`);
}
