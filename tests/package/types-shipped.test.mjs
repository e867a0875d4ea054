// The package's types, queried by the compiler's API: they match the modules' exports and the client's methods, nothing is `any`, and an editor
// shows the documentation.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript-5";

import { ENTRIES, PORTABLE, WORKERS } from "./entries.mjs";
import { query, NODE16 } from "../helpers/typescript.mjs";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));
const pkg = join(root, "pkg");
const TYPED_ENTRIES = [...ENTRIES, ...WORKERS];
const listImports = (entries) =>
  entries.map(({ name }, index) => `import * as entry${index} from "${name}";`).join("\n") +
  `\nexport { ${entries.map((_, index) => `entry${index}`).join(", ")} };\n`;
const usedText = readdirSync(join(root, "tests/types"))
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(root, "tests/types", name), "utf8"))
  .join("\n");
const options = { timeout: 120_000 };

/** The exports of a module of the package: name, symbol, whether it exists at run time, the file that declares it. */
function listExports({ program, checker }, path) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(pkg, path)));
  return checker.getExportsOfModule(module).map((symbol) => {
    const resolvedSymbol = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const file = resolvedSymbol.declarations?.[0]?.getSourceFile().fileName ?? "";
    return {
      name: symbol.name,
      real: resolvedSymbol,
      value: (resolvedSymbol.flags & ts.SymbolFlags.Value) !== 0,
      file: basename(file),
    };
  });
}

/** Programs that import every entry. Each is compiled once, because the tests only read them. */
const programs = new Map();
const makeProgram = (file, entries) => {
  if (!programs.has(file))
    programs.set(
      file,
      query({ [file]: listImports(entries) }, NODE16, (checker) => checker),
    );
  return programs.get(file);
};
const queryModules = (callback) => callback(makeProgram("all.mts", TYPED_ENTRIES));
const queryRequired = (callback) => callback(makeProgram("all.cts", PORTABLE));

test("types and modules have the same exports, and the type tests use all of them", options, async () => {
  const declaredTypes = queryModules(
    (checker) => new Map(TYPED_ENTRIES.map((entry) => [entry, listExports(checker, entry.types)])),
  );
  for (const entry of ENTRIES) {
    // The recordings check the types of requests and responses; those of messages are generated from one table.
    const ownTypes = declaredTypes.get(entry).filter(({ file }) => !/^(messages|v[23])\.d\.ts$/.test(file));
    const values = ownTypes.filter(({ value }) => value).map(({ name }) => name);
    assert.deepEqual(Object.keys(await import(entry.name)).sort(), values.sort(), entry.name);
    // The functions of wallets have one type, and tests/message/wallets.test.mjs calls each of them.
    const names = ownTypes.map(({ name }) => name).filter((name) => !/^wallet[A-Z]/.test(name));
    assert.ok(names.length === ownTypes.length || /\bwalletV5R1\b/.test(usedText), entry.name);
    for (const name of names) assert.match(usedText, new RegExp(`\\b${name}\\b`), `${name} of ${entry.name}`);
  }
  const requiredTypes = queryRequired((checker) =>
    PORTABLE.map(({ requiredTypes }) => listExports(checker, requiredTypes).map(({ name }) => name)),
  );
  assert.deepEqual(
    requiredTypes,
    PORTABLE.map((entry) => declaredTypes.get(entry).map(({ name }) => name)),
  );
});

test("every type of v3 is an export of the package, and of v2 in its namespace", options, () =>
  queryModules((checker) => {
    const entries = new Map(listExports(checker, "client.d.ts").map((item) => [item.name, item]));
    const types = listExports(checker, "dist/v3.d.ts");
    assert.ok(types.length > 150);
    // If two names were equal, `export *` would silently drop both.
    for (const { name, real: resolvedSymbol } of types) assert.equal(entries.get(name)?.real, resolvedSymbol, name);
    assert.equal(entries.get("v2").file, "v2.d.ts");
    assert.equal(entries.get("v3").file, "v3.d.ts");
  }),
);

test("the types have exactly the methods that exist", options, () =>
  queryModules(({ program, checker }) => {
    const file = program.getSourceFile(join(pkg, "dist/operations.d.ts"));
    const listPaths = (type, prefix) =>
      type.getProperties().flatMap((property) => {
        const innerType = checker.getTypeOfSymbol(property);
        const path = `${prefix}.${property.name}`;
        if (innerType.getCallSignatures().length === 0) return listPaths(innerType, path);
        return [innerType.getProperty("paginate") ? `${path} paged` : path];
      });
    const typedStatements = file.statements
      .filter(ts.isInterfaceDeclaration)
      .filter((item) => /^V\d$/.test(item.name.text))
      .flatMap((item) => listPaths(checker.getTypeAtLocation(item), item.name.text.toLowerCase()));
    const { createClient } = require("ton-edge");
    const listMethods = (object, prefix) =>
      Object.entries(object).flatMap(([name, value]) => {
        const path = `${prefix}.${name}`;
        if (typeof value !== "function") return listMethods(value, path);
        return [value.paginate ? `${path} paged` : path];
      });
    const { v2, v3 } = createClient();
    // A method of the client that is not in the table.
    const methodPaths = [...listMethods(v2, "v2"), ...listMethods(v3, "v3")].filter(
      (path) => path !== "v2.jsonRpc" && path !== "v2.batch",
    );
    assert.deepEqual(methodPaths.sort(), typedStatements.sort());
  }),
);

test("the types have exactly the error codes that exist", async () => {
  const text = readFileSync(join(pkg, "error-codes.d.ts"), "utf8").replace(/\/\*\*.*?\*\//g, "");
  const [, union] = /export type TonEdgeErrorCode =([^;]+);/.exec(text);
  const codes = union.match(/"\w+"/g).map((item) => item.slice(1, -1));
  assert.equal(new Set(codes).size, codes.length);
  // Codes that the JavaScript code throws, and codes of address.wasm.
  const files = /** @type {string[]} */ (readdirSync(join(pkg, "lib"), { recursive: true })).filter((name) =>
    name.endsWith(".js"),
  );
  const thrownTypes = files.flatMap((name) =>
    [...readFileSync(join(pkg, "lib", name), "utf8").matchAll(/\bfail\(\s*"(\w+)"/g)].map(([, code]) => code),
  );
  thrownTypes.push(...(await import("../../pkg/dist/codes.js")).codes);
  assert.ok(thrownTypes.length > 10);
  assert.deepEqual(
    thrownTypes.filter((code) => !codes.includes(code)),
    [],
  );
});

/** Visits every type that exports use, and returns the places of `any`: written, inferred, or by a broken import. */
function findAnyTypes({ program, checker }, faces) {
  const anyPaths = [];
  const seenNodes = new Set();
  const locateNode = (node) => {
    const file = node.getSourceFile();
    return `${basename(file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  };
  const visitNode = (node) => {
    if (seenNodes.has(node)) return;
    seenNodes.add(node);
    if (node.kind === ts.SyntaxKind.AnyKeyword) anyPaths.push(`${locateNode(node)} says any`);
    else if (
      ts.isTypeNode(node) &&
      !ts.isTemplateLiteralTypeSpan(node) &&
      checker.getTypeFromTypeNode(node).flags & ts.TypeFlags.Any
    )
      anyPaths.push(`${locateNode(node)} is any`);
    const isTyped =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ts.isFunctionDeclaration(node);
    if (isTyped && checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any)
      anyPaths.push(`${locateNode(node)} has no type`);
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isImportTypeNode(node)) {
      const name =
        /** @type {any} */ (node).typeName ??
        /** @type {any} */ (node).expression ??
        /** @type {any} */ (node).qualifier;
      const symbol = name && checker.getSymbolAtLocation(name);
      follow(symbol);
    }
    ts.forEachChild(node, visitNode);
  };
  const follow = (symbol) => {
    const resolvedSymbol = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of resolvedSymbol?.declarations ?? []) {
      if (declaration.getSourceFile().fileName.startsWith(`${pkg}/`)) visitNode(declaration);
    }
  };
  for (const face of faces) {
    for (const { real: resolvedSymbol } of listExports({ program, checker }, face)) follow(resolvedSymbol);
  }
  return { found: anyPaths, seen: seenNodes.size };
}

test("no type of an export is or contains `any`", options, () => {
  const esm = queryModules((checker) =>
    findAnyTypes(
      checker,
      TYPED_ENTRIES.map(({ types }) => types),
    ),
  );
  assert.deepEqual(esm.found, []);
  assert.ok(esm.seen > 10_000, `${esm.seen} nodes`);
  const cjs = queryRequired((checker) =>
    findAnyTypes(
      checker,
      PORTABLE.map(({ requiredTypes }) => requiredTypes),
    ),
  );
  assert.deepEqual(cjs.found, []);
  assert.ok(cjs.seen > 10_000, `${cjs.seen} nodes`);
});

test("no file of types contains `any`", () => {
  const files = /** @type {string[]} */ (readdirSync(pkg, { recursive: true })).filter(
    (name) => /\.d\.c?ts$/.test(name) && !name.includes("node_modules"),
  );
  assert.ok(files.length > 15, files.join(" "));
  const anyPaths = [];
  for (const name of files) {
    const source = ts.createSourceFile(name, readFileSync(join(pkg, name), "utf8"), ts.ScriptTarget.Latest);
    const visitNode = (node) => {
      if (node.kind === ts.SyntaxKind.AnyKeyword)
        anyPaths.push(`${name}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
      ts.forEachChild(node, visitNode);
    };
    visitNode(source);
  }
  assert.deepEqual(anyPaths, []);
});

test("pkg/dist has the types of pkg/generated", () => {
  for (const name of ["v2.d.ts", "v3.d.ts", "operations.d.ts"]) {
    const [builtFile, generatedText] = [join(pkg, "dist", name), join(pkg, "generated", name)].map((path) =>
      readFileSync(path, "utf8"),
    );
    assert.ok(builtFile === generatedText, `pkg/dist/${name} differs: cargo xtask build`);
  }
});

/** The text that an editor shows for the name after `/*here*\/` of each text. */
function readHovers(texts) {
  const hoverFiles = Object.fromEntries(texts.map((text, index) => [`hover${index}.mts`, text]));
  return query(hoverFiles, NODE16, ({ files, options: settings }) => {
    const service = ts.createLanguageService({
      ...ts.sys,
      useCaseSensitiveFileNames: () => true,
      getCompilationSettings: () => settings,
      getScriptFileNames: () => files,
      getScriptVersion: () => "1",
      getScriptSnapshot: (path) => {
        const fileText = ts.sys.readFile(path);
        return fileText === undefined ? undefined : ts.ScriptSnapshot.fromString(fileText);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    });
    return texts.map((text, index) => {
      const info = service.getQuickInfoAtPosition(files[index], text.indexOf("/*here*/") + 8);
      const tags = (info.tags ?? []).map(({ name, text: parts }) => `@${name} ${ts.displayPartsToString(parts)}`);
      return [ts.displayPartsToString(info.displayParts), ts.displayPartsToString(info.documentation), ...tags].join(
        "\n",
      );
    });
  });
}

test(
  "an editor shows the doc of a method with parameters, defaults, pages and source, and that of a parameter",
  options,
  () => {
    const head = 'import { createClient } from "ton-edge";\nconst client = createClient();\n';
    const [shownHover, field, deprecatedHover] = readHovers(
      [
        "await client.v3./*here*/transactions({ limit: 3 });",
        "await client.v3.transactions({ /*here*/limit: 3 });",
        'await client.v2./*here*/getAddressInformation({ address: "" });',
      ].map((call) => head + call),
    );
    for (const part of [
      "TransactionsRequest",
      "TransactionsResponse",
      "Transactions by filter.",
      "Pages have 100 rows by default, at most 1000",
      "no metadata key",
      "`direction` only with `msg_hash` or `opcode`",
      "GET /api/v3/transactions",
      "https://docs.ton.org/ecosystem/api/toncenter/v3/overview",
      "params.limit",
      "1 to 1000",
      "Default `100`",
      "params.sort",
      "`asc` or `desc`",
    ])
      assert.ok(shownHover.includes(part), `${part}\n${shownHover}`);
    assert.match(field, /limit\?: number \| undefined/);
    assert.match(field, /1 to 1000/);
    assert.match(field, /Default `100`/);
    assert.match(deprecatedHover, /State of one account[^]*toncenter\/v2\/overview[^]*params\.address/);
  },
);
