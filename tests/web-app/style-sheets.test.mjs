// The style sheets of all views that a visitor has opened apply together, so no two views may style the same class.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WWW = fileURLToPath(new URL("../../www/", import.meta.url));
/** The folders that all views use. */
const COMMON = ["app", "design"];

/** The first class of each selector that begins with a class. */
const firstClasses = (css) =>
  [...css.replace(/\/\*[^]*?\*\/|\([^()]*\)/g, "").matchAll(/(?:^|[{},])\s*\.([\w-]+)/g)].map(([, name]) => name);

/** The folders by the classes with which the selectors of their sheets begin. */
function foldersByClass() {
  const found = new Map();
  for (const folder of readdirSync(WWW, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (const file of readdirSync(WWW + folder.name).filter((name) => name.endsWith(".css")))
      for (const name of firstClasses(readFileSync(`${WWW}${folder.name}/${file}`, "utf8")))
        found.set(name, (found.get(name) ?? new Set()).add(folder.name));
  return found;
}

test("a class is styled by one view, or by the shared style sheets", () => {
  const found = foldersByClass();
  assert.ok(found.size > 100);
  const shared = [...found]
    .map(([name, folders]) => [name, [...folders].filter((folder) => !COMMON.includes(folder)).sort()])
    .filter(([, folders]) => folders.length > 1);
  assert.deepEqual(shared, []);
});

test("the check finds a class that two views style", () => {
  assert.deepEqual(firstClasses(".a { } /* .b {} */ #x .c:is(.g, .h), .d > e {} @media (x) { .f:hover { } }"), [
    "a",
    "d",
    "f",
  ]);
});
