// Calls in the sentences of the documents, such as `packAddress(address, { bounceable: false })`, pass only options that exist. No other test runs
// them: examples in fenced blocks run, these are compiled.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

import ts from "typescript-5";

import { COMPILERS, compile, NODE16 } from "../helpers/typescript.mjs";

const root = new URL("../../", import.meta.url);
const ENTRIES = [
  "ton-edge",
  "message",
  "gateway",
  "gateway/limiter",
  "gateway/redis",
  "gateway/telemetry",
  "node",
  "query",
  "testing",
  "tvm",
];
/** Their tables also have calls of other packages; tests/docs/migration-docs.test.mjs checks them. */
const MIGRATION = /^docs\/(migration|from-ton-core)\.md$/;
/** TypeScript's errors for an unknown property of an object literal or of a value, without and with a suggestion of a similar name. */
const UNKNOWN_NAME_ERROR = /error TS(2353|2561|2339|2551):/;

async function listDocuments() {
  const folders = ["docs", "docs/operate", "docs/decisions"];
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(new URL(`${folder}/`, root))).map((name) => `${folder}/${name}`)),
  );
  return ["README.md", "pkg/README.md", ...names.flat()].filter(
    (name) => name.endsWith(".md") && !MIGRATION.test(name),
  );
}

/** The inline code of a document, outside of fenced blocks, with its place. */
function listInlineCode(name, text) {
  let isFenced = false;
  return text.split("\n").flatMap((line, at) => {
    if (/^\s*```/.test(line)) isFenced = !isFenced;
    if (isFenced) return [];
    return [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => ({ code, place: `${name}:${at + 1}` }));
  });
}

/** Whether code is one call with an object among its arguments: of a function of the package, or of a client. */
function isCallWithObject(code, functionNames) {
  const { statements, parseDiagnostics } = /** @type {any} */ (
    ts.createSourceFile("a.ts", code, ts.ScriptTarget.ES2022)
  );
  const call =
    statements.length === 1 && ts.isExpressionStatement(statements[0]) ? statements[0].expression : undefined;
  if (parseDiagnostics.length > 0 || !call || !ts.isCallExpression(call)) return false;
  const callee = code.slice(0, call.expression.end).trim();
  return (
    (functionNames.has(callee) || /^client(\.\w+)+$/.test(callee)) && call.arguments.some(ts.isObjectLiteralExpression)
  );
}

/** Compiles calls, one per line; returns the faults with the places of the calls. */
async function findFaults(calls) {
  const imports = [
    `import type { Client } from "ton-edge";`,
    ...ENTRIES.map((entry, at) => `import * as e${at} from "${entry === "ton-edge" ? entry : `ton-edge/${entry}`}";`),
    "declare const client: Client;",
    `const { ${[...new Set(calls.flatMap(({ owner, name }) => (owner === undefined ? [] : [`${name}: f_${name}`])))].join(", ")} } = { ${ENTRIES.map((_, at) => `...e${at}`).join(", ")} };`,
  ];
  const lines = calls.map(
    ({ code, owner, name }) => `void (() => ${owner === undefined ? code : code.replace(name, `f_${name}`)});`,
  );
  const [compiler] = Object.values(COMPILERS);
  const { faults } = await compile(compiler, { "prose.ts": [...imports, ...lines].join("\n") }, NODE16);
  return faults
    .filter((fault) => UNKNOWN_NAME_ERROR.test(fault))
    .map((fault) => {
      const line = Number(/^prose\.ts\((\d+),/.exec(fault)?.[1]) - imports.length;
      return `${calls[line - 1]?.place}: ${fault.replace(/^.*?error /, "")}`;
    });
}

const functionOwners = new Map();
for (const entry of ENTRIES)
  for (const name of Object.keys(await import(entry === "ton-edge" ? entry : `ton-edge/${entry}`)))
    functionOwners.set(name, entry);

/** @param {{ code: string, place: string }} call */
const describeCall = ({ code, place }) => {
  const [, name] = /** @type {RegExpExecArray} */ (/^(\w+)/.exec(code.trim()));
  return { code, place, name, owner: functionOwners.get(name) };
};

test("calls in sentences of the documents pass only known options", { timeout: 120_000 }, async () => {
  const calls = [];
  for (const name of await listDocuments()) {
    const inlineCode = listInlineCode(name, await readFile(new URL(name, root), "utf8"));
    calls.push(...inlineCode.filter(({ code }) => isCallWithObject(code, functionOwners)).map(describeCall));
  }
  assert.ok(calls.length > 20, `${calls.length} calls`);
  assert.deepEqual(await findFaults(calls), []);
});

test("an unknown option in a sentence is found", { timeout: 120_000 }, async () => {
  const code = "packAddress(address, { bounceable: false, testnet: true })";
  const faults = await findFaults([describeCall({ code, place: "here" })]);
  assert.equal(faults.length, 1);
  assert.match(faults[0], /^here: TS2353: .*'testnet' does not exist/);
});
