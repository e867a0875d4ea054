// The types, as the compiler of a user sees them: tests/types/*.ts under strict options, in both ways of finding
// modules and both module systems, with the libraries checked too. What they must refuse is in those files.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));
const here = join(root, "tests/types");
const pkg = join(root, "pkg");
const usage = readFileSync(join(here, "usage.ts"), "utf8");
const node = readFileSync(join(here, "node.ts"), "utf8");

const STRICT = {
  strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true, noImplicitOverride: true, isolatedModules: true, verbatimModuleSyntax: false,
  forceConsistentCasingInFileNames: true, target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
  // Only what the package brings: no @types of somebody else.
  types: [],
};
const NODE16 = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 };
const BUNDLER = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };

/** Compiles texts as if they were files of tests/types, without writing any. */
function compile(texts, options) {
  const all = { ...STRICT, ...options };
  const host = ts.createCompilerHost(all);
  const virtual = new Map(Object.entries(texts).map(([name, text]) => [join(here, name), text]));
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => virtual.has(path) || fileExists.call(host, path);
  host.readFile = (path) => virtual.get(path) ?? readFile.call(host, path);
  host.getSourceFile = (path, version, ...rest) =>
    virtual.has(path) ? ts.createSourceFile(path, virtual.get(path), version) : getSourceFile.call(host, path, version, ...rest);
  return ts.createProgram([...virtual.keys()], all, host);
}

const faults = (program) => ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
  const text = ts.flattenDiagnosticMessageText(messageText, "\n");
  if (!file) return text;
  return `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
});
const clean = (program) => assert.deepEqual(faults(program), []);
const own = (program) => program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${pkg}/`));
const options = { timeout: 120_000 };

test("node16, as an ES module", options, () => {
  const program = compile({ "usage.mts": usage, "node.mts": node }, NODE16);
  clean(program);
  assert.ok(own(program).every(({ fileName }) => fileName.endsWith(".d.ts")));
});

test("node16, as CommonJS", options, () => {
  const program = compile({ "usage.cts": usage }, NODE16);
  clean(program);
  // It found the halves that are for `require`.
  const found = own(program).map(({ fileName }) => fileName);
  assert.ok(found.length > 0 && found.every((name) => name.endsWith(".d.cts")), found.join(" "));
});

test("bundler", options, () => clean(compile({ "usage.ts": usage, "node.ts": node }, BUNDLER)));

test("bundler, for workerd", options, () => {
  clean(compile({ "usage.ts": usage, "node.ts": node }, { ...BUNDLER, customConditions: ["workerd"] }));
});

test("with the newest rules for modules", options, () => {
  clean(compile({ "usage.mts": usage, "node.mts": node }, { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }));
});

test("a program without the types of a page: addresses and errors need none", options, () => {
  const text = 'import { packAddress, isTonEdgeError, Address } from "ton-edge/address"; export { packAddress, isTonEdgeError, Address };';
  clean(compile({ "plain.mts": text }, { ...NODE16, lib: ["lib.es2022.d.ts"] }));
});

test("the file names what it should refuse", () => {
  // A wrong use that is accepted makes its `@ts-expect-error` an error; this guards the guards.
  const marks = `${usage}${node}`.match(/@ts-expect-error/g).length;
  assert.ok(marks >= 50, `${marks} wrong uses`);
  const program = compile({ "usage.mts": usage.replaceAll("@ts-expect-error", ""), "node.mts": node.replaceAll("@ts-expect-error", "") }, NODE16);
  assert.ok(faults(program).length >= marks);
});

/** What a module of the package exports, by name: true when it is there at run time. */
function exported(program, path) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(path));
  return new Map(checker.getExportsOfModule(module).map((symbol) => {
    const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return [symbol.name, (flags & ts.SymbolFlags.Value) !== 0];
  }));
}

test("types and modules export the same, and all of it is used here", options, async () => {
  const program = compile({ "usage.mts": usage, "node.mts": node }, NODE16);
  for (const face of ["client", "address", "gateway", "endpoints", "node"]) {
    const names = exported(program, join(pkg, `${face}.d.ts`));
    const entry = face === "client" ? "ton-edge" : `ton-edge/${face}`;
    const values = [...names].filter(([, value]) => value).map(([name]) => name).sort();
    assert.deepEqual(Object.keys(await import(entry)).sort(), values, entry);
    for (const name of names.keys()) assert.match(`${usage}${node}`, new RegExp(`\\b${name}\\b`), `${name} of ${entry}`);
  }
  const cjs = compile({ "usage.cts": usage }, NODE16);
  for (const face of ["client", "address", "gateway", "endpoints"]) {
    const esm = [...exported(program, join(pkg, `${face}.d.ts`)).keys()];
    assert.deepEqual([...exported(cjs, join(pkg, `dist/${face}.d.cts`)).keys()], esm, face);
  }
});

test("every method that the types name is there, and no other", options, async () => {
  const program = compile({ "usage.mts": usage }, NODE16);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(join(pkg, "dist/operations.d.ts"));
  const paths = (type, prefix) => type.getProperties().flatMap((property) => {
    const inner = checker.getTypeOfSymbol(property);
    const path = `${prefix}.${property.name}`;
    if (inner.getCallSignatures().length === 0) return paths(inner, path);
    return [inner.getProperty("paginate") ? `${path} paged` : path];
  });
  const typed = file.statements.filter(ts.isInterfaceDeclaration)
    .flatMap((one) => paths(checker.getTypeAtLocation(one), one.name.text.toLowerCase()));
  const { createClient } = require("ton-edge");
  const walk = (object, prefix) => Object.entries(object).flatMap(([name, value]) => {
    const path = `${prefix}.${name}`;
    if (typeof value !== "function") return walk(value, path);
    return [value.paginate ? `${path} paged` : path];
  });
  const { v2, v3 } = createClient();
  // Conveniences of the client, beside the table.
  const made = [...walk(v2, "v2"), ...walk(v3, "v3")].filter((path) => path !== "v2.jsonRpc" && path !== "v2.batch");
  assert.deepEqual(made.sort(), typed.sort());
});

test("the codes that the types name are the codes that there are", async () => {
  const text = readFileSync(join(pkg, "address.d.ts"), "utf8");
  const [, union] = /export type TonEdgeErrorCode =([^;]+);/.exec(text);
  const codes = union.match(/"\w+"/g).map((one) => one.slice(1, -1));
  assert.equal(new Set(codes).size, codes.length);
  // What the shell throws by name, and the codes of address.wasm.
  const files = readdirSync(join(pkg, "lib"), { recursive: true }).filter((name) => name.endsWith(".js"));
  const thrown = files.flatMap((name) =>
    [...readFileSync(join(pkg, "lib", name), "utf8").matchAll(/\bfail\(\s*"(\w+)"/g)].map(([, code]) => code));
  thrown.push(...(await import("../../pkg/dist/codes.js")).codes);
  assert.ok(thrown.length > 10);
  assert.deepEqual(thrown.filter((code) => !codes.includes(code)), []);
});

test("no `any`, in no declaration", () => {
  const names = [...readdirSync(pkg), ...readdirSync(join(pkg, "dist"), { recursive: true }).map((name) => `dist/${name}`)]
    .filter((name) => /\.d\.[cm]?ts$/.test(name));
  assert.ok(names.length >= 10);
  for (const name of names) {
    const file = ts.createSourceFile(name, readFileSync(join(pkg, name), "utf8"), ts.ScriptTarget.Latest, true);
    const look = (at) => {
      const where = `${name}:${file.getLineAndCharacterOfPosition(at.getStart()).line + 1}`;
      assert.notEqual(at.kind, ts.SyntaxKind.AnyKeyword, where);
      ts.forEachChild(at, look);
    };
    look(file);
  }
});
