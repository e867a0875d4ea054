// Two tools that check packages, publint and "Are the types wrong?", must find no fault in the tarball.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

import { DOCUMENTS, SERVERS, WASM_MODULES, WORKERS } from "./entries.mjs";
import { pack } from "../helpers/tarball.mjs";

let tarball;
before(async () => {
  tarball = await pack();
});
after(() => tarball?.remove());

test("publint in strict mode reports nothing", async () => {
  const { buffer, byteOffset, byteLength } = tarball.bytes;
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) },
  });
  assert.equal(pkg.name, "ton-edge");
  assert.deepEqual(
    messages.map((message) => `${message.type}: ${formatMessage(message, pkg)}`),
    [],
  );
});

/**
 * Findings that are intended, each with its reason; all others are faults. Wasm modules are only for tools that import files as modules:
 * `require` does not, and the oldest module resolution cannot name the type of such a file.
 */
const WASM = ["NoResolution node10", "CJSResolvesToESM node16-cjs"];
/** JSON files have no declared types, and the oldest module resolution does not read `exports`. */
const JSON_FILE = ["NoResolution node10"];
/** Servers and the ready-made Worker are for runtimes that use `import`; in CommonJS, Node has `import()`. */
const SERVER = ["CJSResolvesToESM node16-cjs"];
const INTENDED_FINDINGS = Object.fromEntries([
  ...WASM_MODULES.map(({ path }) => [path, WASM]),
  ...DOCUMENTS.map((path) => [path, JSON_FILE]),
  ...[...WORKERS, ...SERVERS].map(({ path }) => [path, SERVER]),
]);

test('"Are the types wrong?" finds no fault for any kind of module resolution', async () => {
  const report = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball.bytes)));
  const entries = Object.keys(/** @type {any} */ (report).entrypoints);
  assert.ok(entries.length >= 15, entries.join(" "));
  const faults = {};
  for (const { kind, entrypoint, resolutionKind } of /** @type {any} */ (report).problems)
    (faults[entrypoint ?? "anywhere"] ??= []).push(`${kind} ${resolutionKind}`);
  assert.deepEqual(faults, INTENDED_FINDINGS);
});
