// The tables of docs/migration.md and docs/from-ton-core.md name only existing functions, of the other packages and of ton-edge.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";

import * as core from "@ton/core";
import * as crypto from "@ton/crypto";
import * as ton from "@ton/ton";
import * as edge from "ton-edge";
import * as edgeMessage from "ton-edge/message";

import { loadTonweb, VERSION } from "../helpers/tonweb.mjs";
import { COMPILERS, compile, NODE16 } from "../helpers/typescript.mjs";

const require = createRequire(import.meta.url);
const readGuide = (name) => readFile(new URL(`../../docs/${name}`, import.meta.url), "utf8");
const guide = await readGuide("migration.md");
const guideText = await readGuide("from-ton-core.md");
const client = edge.createClient();

/** The cells of the table between two markers. */
function listRows(name) {
  const [, section] = new RegExp(`<!-- ${name} -->([^]*)<!-- /${name} -->`).exec(guide + guideText);
  const lines = section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .slice(1);
  return lines.map((line) => line.split(" | ").map((cell) => cell.replace(/^\| /, "")));
}

/** Checks that the client's calls in a cell exist. */
function checkClient(cell) {
  for (const [, path] of cell.matchAll(/`client\.([\w.]+)\(/g)) {
    const method = path.split(".").reduce((value, part) => value?.[part], /** @type {any} */ (client));
    assert.equal(typeof method, "function", path);
  }
}

function checkNames(name, prototype) {
  const methods = listRows(name).flatMap(([before, after]) => {
    checkClient(after);
    return [...before.matchAll(/`(\w+)\(/g)].map(([, method]) => method);
  });
  assert.ok(methods.length > 15);
  for (const method of methods) assert.equal(typeof prototype[method], "function", `${name}: ${method}`);
  return methods;
}

test("docs/migration.md has every method of @ton/ton's TonClient", () => {
  const methods = checkNames("@ton/ton", ton.TonClient.prototype);
  const deprecatedNames = ["constructor", "callGetMethod", "callGetMethodWithError"];
  const methodNames = Object.getOwnPropertyNames(ton.TonClient.prototype).filter(
    (name) => !deprecatedNames.includes(name),
  );
  assert.deepEqual(
    methodNames.filter((name) => !methods.includes(name)),
    [],
  );
});

/** The names at the start of the code in a cell, such as `Cell` of `Cell.fromBase64(text)`; not methods of objects. */
const listNames = (cell) => [...cell.matchAll(/`(\w+)[`(]|`([A-Z]\w*)\./g)].map(([, name, owner]) => name ?? owner);

for (const [name, from] of Object.entries({ "@ton/core": core, "@ton/crypto": crypto, wallets: ton })) {
  test(`${name} and ton-edge export every name in the migration table`, () => {
    const table = listRows(name);
    assert.ok(table.length > 5);
    for (const [before, after] of table) {
      for (const methodName of listNames(before)) assert.ok(methodName in from, `${name} has no ${methodName}`);
      for (const memberName of listNames(after))
        assert.ok(memberName in edgeMessage || memberName in edge, `ton-edge has no ${memberName}`);
      checkClient(after);
    }
  });
}

test("methods of cells, slices and builders in docs/from-ton-core.md exist in both packages", () => {
  const makeObjects = ({ beginCell }) => {
    const cell = beginCell().endCell();
    return { cell, slice: cell.beginParse(), builder: beginCell() };
  };
  const assertMethods = (text, source) => {
    const result = makeObjects(source);
    for (const [, object, method] of text.matchAll(/`(cell|slice|builder)\.(\w+)\(/g))
      assert.equal(typeof result[object][method], "function", `${object}.${method}`);
  };
  for (const [before, after, differences = ""] of listRows("@ton/core")) {
    assertMethods(before, core);
    assertMethods(after, edgeMessage);
    assertMethods(differences, edgeMessage);
  }
});

test("every method of tonweb in docs/migration.md exists", async () => {
  const TonWeb = await loadTonweb();
  checkNames("tonweb", TonWeb.HttpProvider.prototype);
  assert.equal(typeof TonWeb.utils.Address.isValid, "function");
});

test("docs/migration.md documents the installed versions", () => {
  const readVersion = (name) => require(`${name}/package.json`).version;
  assert.ok(guide.includes(`tonweb ${VERSION}`));
  for (const name of ["@ton/core", "@ton/ton", "@ton/crypto"])
    assert.ok(guideText.includes(`\`${name}\` ${readVersion(name)}`), name);
});

test("every call of ton-edge in the table for viem compiles", { timeout: 120_000 }, async () => {
  const calls = listRows("viem").flatMap(([, after]) =>
    [...after.matchAll(/`([^`]+\([^`]*)`/g)].map(([, call]) => call),
  );
  assert.ok(calls.length > 12, `${calls.length} calls`);
  const makeProgram = (lines) => ({
    "viem.mts": `
    import { addressesEqual, createClient, isAddress, isTonEdgeError, normalizeAddress, packAddress, type Client, type TonEdgeErrorCode } from "ton-edge";
    import { fromUnits, toNano } from "ton-edge/message";
    declare const client: Client, network: "mainnet", url: string, address: string, text: string, a: string, b: string, boc: Uint8Array;
    declare const method: string, values: bigint[], hash: string, name: string, value: bigint, decimals: number, timeoutMs: number, attempts: number, error: unknown, code: TonEdgeErrorCode;
    declare const calls: { address: string; method: string }[];
    ${lines.map((line) => `void (${line});`).join("\n")}
    export {};`,
  });
  const [compiler] = Object.values(COMPILERS);
  assert.deepEqual((await compile(compiler, makeProgram(calls), NODE16)).faults, []);
  const brokenCalls = calls.map((call) => call.replace("getMasterchainInfo()", "getMasterchainInf()"));
  assert.equal((await compile(compiler, makeProgram(brokenCalls), NODE16)).faults.length, 1);
});
