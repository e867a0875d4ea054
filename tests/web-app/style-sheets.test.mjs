// The style sheets of all views that a visitor has opened apply together, so a rule of one view must not match elements of another view.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WWW_FOLDER = fileURLToPath(new URL("../../www/", import.meta.url));
/** The folders that all views use, but for the styles of the view Design. */
const isCommon = (path) => /^(app|design)\//.test(path) && path !== "design/design.css";

const SHEETS = Object.fromEntries(
  readdirSync(WWW_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: folder }) =>
      readdirSync(WWW_FOLDER + folder)
        .filter((name) => name.endsWith(".css"))
        .map((name) => `${folder}/${name}`),
    )
    .map((path) => [path, readFileSync(WWW_FOLDER + path, "utf8")]),
);

/** The paths of a sheet and of all sheets that it imports. */
function listImported(path) {
  const paths = new Set([path]);
  for (const importer of paths)
    for (const [, imported] of SHEETS[importer].matchAll(/@import "([^"]+)"/g))
      paths.add(join(dirname(importer), imported));
  return paths;
}

/** The selectors of a sheet. Commas within parentheses do not divide selectors. */
const listSelectors = (css) =>
  [...css.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]+)\{/g)]
    .map(([, prelude]) => prelude.slice(prelude.lastIndexOf(";") + 1).trim())
    .filter((prelude) => prelude !== "" && !prelude.startsWith("@") && !/^(from|to|[\d.]+%)$/.test(prelude))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/).map((selector) => selector.trim()));

const listClasses = (selector) =>
  [...selector.replace(/"[^"]*"/g, "").matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name);

/**
 * The selectors of the first sheet that can match elements of the view with the second sheet: they name only classes that this view or the common
 * sheets style, at least one of the view's own, and no id.
 */
function findForeignSelectors(css, ownCss, commonCss) {
  const [ownClasses, commonClasses] = [ownCss, commonCss].map(
    (text) => new Set(listSelectors(text).flatMap(listClasses)),
  );
  return listSelectors(css).filter((selector) => {
    const classes = listClasses(selector);
    return (
      !selector.includes("#") &&
      classes.some((name) => ownClasses.has(name) && !commonClasses.has(name)) &&
      classes.every((name) => ownClasses.has(name) || commonClasses.has(name))
    );
  });
}

test("no rule of one view matches elements of another view", () => {
  const paths = Object.keys(SHEETS);
  const commonCss = paths
    .filter(isCommon)
    .map((path) => SHEETS[path])
    .join("\n");
  /** The sheets that are loaded, as opposed to imported. */
  const roots = paths.filter(
    (path) => !isCommon(path) && !paths.some((other) => other !== path && listImported(other).has(path)),
  );
  assert.ok(roots.length > 8);
  const faults = new Set();
  for (const root of roots)
    for (const other of roots.filter((path) => dirname(path) !== dirname(root))) {
      const ownPaths = listImported(other);
      const ownCss = [...ownPaths]
        .filter((path) => !isCommon(path))
        .map((path) => SHEETS[path])
        .join("\n");
      for (const path of listImported(root))
        if (!ownPaths.has(path) && !isCommon(path))
          for (const selector of findForeignSelectors(SHEETS[path], ownCss, commonCss))
            faults.add(`${selector} of ${path} matches elements of ${other}`);
    }
  assert.deepEqual([...faults], []);
});

test("the check finds a rule that matches elements of another view", () => {
  const css = `
    /* .own { } */
    .own > div, :where(#view-a) .own, .own.foreign { color: red }
    @media (max-width: 1px) { .card .own:is(.x, .own) {} .own:hover, .card {} }`;
  assert.deepEqual(findForeignSelectors(css, "#view-b .own {} .own .x {}", ".card {}"), [
    ".own > div",
    ".card .own:is(.x, .own)",
    ".own:hover",
  ]);
});
