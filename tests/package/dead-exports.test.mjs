// Every export of a module is imported by another module; otherwise it should not be exported. Entries of the package are for its users.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript-5";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folders with modules of the project, without built files, templates for users, compiled contracts, and separate projects. */
const FOLDERS = ["pkg", "www", "tests", "xtask/js", "xtask/docs"];
const SKIPPED_PATHS =
  /(?:^|\/)(?:node_modules|dist|vendor|templates|\.vitepress\/cache)\/|^tests\/(?:consumers\/projects|examples)\/|^tests\/fixtures\/.*\.js$/;

function listModules(folder) {
  const names = /** @type {string[]} */ (readdirSync(join(root, folder), { recursive: true }));
  return names
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\.m?js$/.test(path) && !SKIPPED_PATHS.test(path));
}

/** The names of a pattern or a declaration. */
function listNames(name) {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : listNames(element.name)));
}

/** The names that a dynamic import destructures; `undefined` if the module is used as a value. */
function getNamesTakenFrom(call) {
  let node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) return listProperties(parent.name);
  if (!ts.isPropertyAccessExpression(parent)) return undefined;
  if (parent.name.text !== "then") return [parent.name.text];
  const callback = ts.isCallExpression(parent.parent) ? parent.parent.arguments[0] : undefined;
  const pattern = callback && ts.isArrowFunction(callback) ? callback.parameters[0]?.name : undefined;
  return pattern && ts.isObjectBindingPattern(pattern) ? listProperties(pattern) : undefined;
}

/** The properties that a pattern destructures; `undefined` if it takes the rest as well. */
function listProperties(pattern) {
  if (pattern.elements.some((element) => element.dotDotDotToken)) return undefined;
  return pattern.elements.map((element) => (element.propertyName ?? element.name).text);
}

/**
 * The names that a module exports, and its imports: each specifier with names, or with `undefined` for all of them.
 *
 * @param {string} path
 * @param {string} text
 */
function read(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  /** @type {string[]} */
  const exportedNames = [];
  /** @type {[specifier: string, names: string[] | undefined][]} */
  const imports = [];
  /** Specifiers by the names of their namespaces. @type {Map<string, string>} */
  const namespaces = new Map();
  const visit = (node) => {
    const specifier = node.moduleSpecifier?.text;
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const bindings = clause?.namedBindings;
      const names = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
      if (bindings && ts.isNamespaceImport(bindings)) namespaces.set(bindings.name.text, specifier);
      imports.push([specifier, [...names.map((name) => (name.propertyName ?? name.name).text), "default"]]);
    } else if (ts.isExportDeclaration(node)) {
      const exportElements =
        node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : undefined;
      if (specifier) imports.push([specifier, exportElements?.map((item) => (item.propertyName ?? item.name).text)]);
      exportedNames.push(...(exportElements ?? []).map((item) => item.name.text).filter((name) => name !== "default"));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument)) imports.push([argument.text, getNamesTakenFrom(node)]);
    } else if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      if (ts.isVariableStatement(node)) {
        for (const { name } of node.declarationList.declarations) exportedNames.push(...listNames(name));
      } else if (!node.modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
        exportedNames.push(node.name.text);
    }
    if (ts.isIdentifier(node) && namespaces.has(node.text) && !ts.isNamespaceImport(node.parent)) {
      const { parent } = node;
      // `namespace.name` uses one export, while the namespace as a value uses all of them.
      const isMember = ts.isPropertyAccessExpression(parent) && parent.expression === node;
      imports.push([namespaces.get(node.text), isMember ? [parent.name.text] : undefined]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { exports: exportedNames, imports };
}

/**
 * Exports that no other module imports, as `path: name`.
 *
 * @param {Map<string, string>} texts of the modules, by their paths
 * @param {(path: string) => boolean} isEntry
 * @param {(from: string, specifier: string) => string} resolveModule
 */
function listDeadExports(texts, isEntry, resolveModule) {
  const modules = new Map([...texts].map(([path, text]) => [path, read(path, text)]));
  const usedExports = new Map([...modules.keys()].map((path) => [path, new Set()]));
  for (const [from, { imports }] of modules) {
    for (const [specifier, names] of imports) {
      const target = resolveModule(from, specifier);
      for (const name of names ?? modules.get(target)?.exports ?? []) usedExports.get(target)?.add(name);
    }
  }
  return [...modules].flatMap(([path, { exports: exportedNames }]) =>
    isEntry(path)
      ? []
      : exportedNames.filter((name) => !usedExports.get(path)?.has(name)).map((name) => `${path}: ${name}`),
  );
}

const packageJson = JSON.parse(readFileSync(join(root, "pkg/package.json"), "utf8"));
const PACKAGE = new Set(
  [...JSON.stringify(packageJson.exports).matchAll(/"\.\/([^"]+\.js)"/g)].map(([, path]) => `pkg/${path}`),
);
/** Exports for users other than the project's modules: package users, the build, which composes names, the router, a runtime. */
const PUBLIC_MODULES = [
  // Entries, some of which the build bundles.
  /^pkg\/[\w-]+\.js$/,
  // The build puts one of these files into each entry (`xtask/src/build.rs`, `xtask/js/swap.mjs`).
  /^pkg\/lib\/wasm\/[\w-]+\.js$/,
  /^pkg\/lib\/wasm\/[\w-]+\.(?:auto|no-wasm|slim|workerd)\.js$/,
  /^pkg\/lib\/util\/\w+\.fallback\.js$/,
  // `www/app/views.js` names the folders of the views.
  /^www\/[\w-]+\/view\.js$/,
  // Bundlers and runtimes get the paths of these files.
  /^tests\/bench\/buffer\.js$/,
  /^tests\/consumers\/program/,
  /^tests\/wasm\/echo\.mjs$/,
  // Vite builds these for the server, and the suite imports what it has built.
  /^tests\/hooks\/site\/\w+\/server\.js$/,
];
const isEntry = (path) => PACKAGE.has(path) || PUBLIC_MODULES.some((item) => item.test(path));
const findModule = (from, specifier) => {
  // The URL under which the suites of the web app serve its sources.
  if (specifier.startsWith("/sources/")) return specifier.replace("/sources/", "www/");
  const importedPath = relative(root, resolve(root, dirname(from), specifier)).replaceAll("\\", "/");
  return importedPath.replace(/^www\/ton-edge\//, "pkg/");
};
const texts = new Map(FOLDERS.flatMap(listModules).map((path) => [path, readFileSync(join(root, path), "utf8")]));

test("every export of a module is imported by another module", () => {
  assert.ok(texts.size > 500, `${texts.size} modules`);
  assert.deepEqual(listDeadExports(texts, isEntry, findModule), []);
});

test("the check finds an unused export in any form", () => {
  const plantedSource = `
    export const constant = 1, { a: renamed, ...rest } = {};
    export function named() {}
    export class Type {}
    const inner = 1;
    export { inner as outer };
    export { imported } from "./other.js";
    export default 1;`;
  const modules = new Map([
    ["planted.js", plantedSource],
    ["other.js", "export const imported = 1, other = 2;"],
  ]);
  const findDeadExports = (/** @type {Record<string, string>} */ addedFiles) =>
    listDeadExports(new Map([...modules, ...Object.entries(addedFiles)]), (path) => path === "main.js", findModule);
  const names = ["constant", "renamed", "rest", "named", "Type", "outer", "imported"];
  const plantedNames = [...names.map((name) => `planted.js: ${name}`), "other.js: other"];
  assert.deepEqual(findDeadExports({}), plantedNames);
  assert.deepEqual(findDeadExports({ "planted.js": plantedSource, "main.js": 'import "./planted.js"' }), plantedNames);
  const main = 'import { named as mine, Type } from "./planted.js"; export { rest } from "./planted.js";';
  const unusedExports = plantedNames.filter((item) => !/: (?:named|Type|rest)$/.test(item));
  assert.deepEqual(findDeadExports({ "main.js": main }), unusedExports);
  assert.deepEqual(findDeadExports({ "main.js": 'import * as planted from "./planted.js"; planted.outer();' }), [
    ...plantedNames.filter((item) => item !== "planted.js: outer"),
  ]);
  assert.deepEqual(findDeadExports({ "main.js": 'import * as planted from "./planted.js"; use(planted);' }), [
    "other.js: other",
  ]);
  assert.deepEqual(findDeadExports({ "main.js": 'const { Type, other } = await import("./planted.js");' }), [
    ...plantedNames.filter((item) => item !== "planted.js: Type"),
  ]);
  assert.deepEqual(findDeadExports({ "main.js": 'import("./planted.js").then(({ Type }) => new Type())' }), [
    ...plantedNames.filter((item) => item !== "planted.js: Type"),
  ]);
  assert.deepEqual(findDeadExports({ "main.js": 'const later = import("./planted.js");' }), ["other.js: other"]);
  assert.deepEqual(findDeadExports({ "main.js": 'export * from "./planted.js";' }), ["other.js: other"]);
});
