// No module of the package or of the web app imports itself, directly or through other modules.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pkg = join(root, "pkg");
const www = join(root, "www");

/** The specifier of each static import and of each export from another module. */
const STATIC_IMPORT = /^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*"(\.[^"]+)"/gm;
/** The specifier of each dynamic import. A circle of such imports is harmless for the engine, but confuses readers. */
const DYNAMIC_IMPORT = /\bimport\("(\.[^"]+)"\)/g;
/** Comments, in which types may be imported. */
const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Modules written by the build, and templates that users copy, are not part of the graph. */
const SKIPPED_PATHS = /^(?:dist|templates|node_modules)\//;

function listModules(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  return names.filter((name) => name.endsWith(".js") && !SKIPPED_PATHS.test(name)).map((name) => join(folder, name));
}

/** The modules that one module imports. The web app finds the package in its own folder, as `ton-edge/`. */
function listImports(path) {
  const text = readFileSync(path, "utf8").replace(COMMENT, "");
  const specifiers = [STATIC_IMPORT, DYNAMIC_IMPORT]
    .flatMap((form) => [...text.matchAll(form)])
    .map(([, specifier]) => specifier);
  return specifiers.map((specifier) => {
    const target = resolve(dirname(path), specifier);
    const pathInPackage = relative(join(www, "ton-edge"), target);
    return pathInPackage.startsWith("..") ? target : join(pkg, pathInPackage);
  });
}

/** The first circle in a graph as a list of its modules, or undefined. */
function findCircle(graph) {
  const visitedModules = new Set();
  const route = [];
  const visit = (module) => {
    if (route.includes(module)) return [...route.slice(route.indexOf(module)), module];
    if (visitedModules.has(module)) return undefined;
    route.push(module);
    for (const next of graph.get(module) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    route.pop();
    visitedModules.add(module);
    return undefined;
  };
  for (const module of graph.keys()) {
    const circle = visit(module);
    if (circle) return circle;
  }
  return undefined;
}

const modules = [...listModules(pkg), ...listModules(www)];
const graph = new Map(modules.map((path) => [path, listImports(path)]));

test("the graph of imports has every module, and every import leads to a file", () => {
  assert.ok(modules.length > 100, `${modules.length} modules`);
  assert.ok(graph.get(join(pkg, "client.js")).includes(join(pkg, "lib/client/create-client.js")));
  for (const [path, imports] of graph) {
    for (const target of imports) {
      // Built files exist only after `cargo xtask build`, and so do the libraries of the web app.
      if (/\/(?:dist|vendor)\//.test(target)) continue;
      assert.ok(existsSync(target), `${relative(root, path)} imports ${relative(root, target)}, which does not exist`);
    }
  }
});

test("no imports form a circle", () => {
  const circle = findCircle(graph);
  assert.equal(circle, undefined, circle?.map((path) => relative(root, path)).join(" -> "));
});

test("the check finds a circle of imports", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", []],
    ["d", ["b"]],
  ]);
  assert.deepEqual(findCircle(graph), ["b", "d", "b"]);
  assert.equal(
    findCircle(
      new Map([
        ["a", ["b", "c"]],
        ["b", ["c"]],
        ["c", []],
      ]),
    ),
    undefined,
  );
});

test("no folder of the gateway imports itself through other folders", () => {
  const gateway = join(pkg, "lib/gateway");
  const getFolder = (path) => relative(gateway, dirname(path)) || ".";
  const folders = new Map();
  for (const [path, imports] of graph) {
    if (!path.startsWith(gateway)) continue;
    const foreignImports = imports.filter(
      (target) => target.startsWith(gateway) && getFolder(target) !== getFolder(path),
    );
    folders.set(getFolder(path), [...(folders.get(getFolder(path)) ?? []), ...foreignImports.map(getFolder)]);
  }
  assert.ok(folders.size > 8 && folders.get(".").includes("steps"), `${[...folders.keys()]}`);
  assert.equal(findCircle(folders), undefined);
});
