// The style sheets of all views that a visitor has opened apply together, so no two views may style the same class.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WWW_FOLDER = fileURLToPath(new URL("../../www/", import.meta.url));
/** The folders that all views use. */
const COMMON_FOLDERS = ["app", "design"];

/** The first class of each selector that begins with a class. */
const listFirstClasses = (css) =>
  [...css.replace(/\/\*[^]*?\*\/|\([^()]*\)/g, "").matchAll(/(?:^|[{},])\s*\.([\w-]+)/g)].map(([, name]) => name);

/** The folders by the classes with which the selectors of their sheets begin. */
function findFoldersByClass() {
  const foldersOfClass = new Map();
  for (const folder of readdirSync(WWW_FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (const file of readdirSync(WWW_FOLDER + folder.name).filter((name) => name.endsWith(".css")))
      for (const name of listFirstClasses(readFileSync(`${WWW_FOLDER}${folder.name}/${file}`, "utf8")))
        foldersOfClass.set(name, (foldersOfClass.get(name) ?? new Set()).add(folder.name));
  return foldersOfClass;
}

test("a class is styled by one view, or by the shared style sheets", () => {
  const foldersOfClass = findFoldersByClass();
  assert.ok(foldersOfClass.size > 100);
  const sharedClasses = [...foldersOfClass]
    .map(([name, folders]) => [name, [...folders].filter((folder) => !COMMON_FOLDERS.includes(folder)).sort()])
    .filter(([, folders]) => folders.length > 1);
  assert.deepEqual(sharedClasses, []);
});

test("the check finds a class that two views style", () => {
  assert.deepEqual(listFirstClasses(".a { } /* .b {} */ #x .c:is(.g, .h), .d > e {} @media (x) { .f:hover { } }"), [
    "a",
    "d",
    "f",
  ]);
});
