// The tables of docs/migration.md name only methods that exist, in the packages they migrate from and in the client.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";

import { TonClient } from "@ton/ton";
import { createClient } from "ton-edge";

import { loadTonweb, VERSION } from "../helpers/tonweb.mjs";
import { COMPILERS, compile, NODE16 } from "../helpers/typescript.mjs";

const require = createRequire(import.meta.url);
const guide = await readFile(new URL("../../docs/migration.md", import.meta.url), "utf8");
const client = createClient();

/** The cells of the table between two markers. */
function rows(name) {
  const [, section] = new RegExp(`<!-- ${name} -->([^]*)<!-- /${name} -->`).exec(guide);
  const lines = section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .slice(1);
  return lines.map((line) => line.split(" | ").map((cell) => cell.replace(/^\| /, "")));
}

function check(name, prototype) {
  const methods = rows(name).flatMap(([before, after]) => {
    for (const [, path] of after.matchAll(/`client\.v2\.(\w+)\(/g))
      assert.equal(typeof client.v2[path], "function", path);
    return [...before.matchAll(/`(\w+)\(/g)].map(([, method]) => method);
  });
  assert.ok(methods.length > 15);
  for (const method of methods) assert.equal(typeof prototype[method], "function", `${name}: ${method}`);
  return methods;
}

test("@ton/ton: every method of TonClient is in the table", () => {
  const methods = check("@ton/ton", TonClient.prototype);
  const deprecated = ["constructor", "callGetMethod", "callGetMethodWithError"];
  const all = Object.getOwnPropertyNames(TonClient.prototype).filter((name) => !deprecated.includes(name));
  assert.deepEqual(
    all.filter((name) => !methods.includes(name)),
    [],
  );
});

test("tonweb: every method in the table exists", async () => {
  const TonWeb = await loadTonweb();
  check("tonweb", TonWeb.HttpProvider.prototype);
  assert.equal(typeof TonWeb.utils.Address.isValid, "function");
});

test("the documented versions are the installed ones", () => {
  const version = (name) => require(`${name}/package.json`).version;
  assert.ok(
    guide.includes(`\`@ton/ton\` ${version("@ton/ton")}, \`@ton/core\` ${version("@ton/core")} and tonweb ${VERSION}.`),
  );
});

test("viem: every call of ton-edge in the table compiles", { timeout: 120_000 }, async () => {
  const calls = rows("viem").flatMap(([, after]) => [...after.matchAll(/`([^`]+\([^`]*)`/g)].map(([, call]) => call));
  assert.ok(calls.length > 12, `${calls.length} calls`);
  const program = (lines) => ({
    "viem.mts": `
    import { addressesEqual, createClient, isAddress, isTonEdgeError, normalizeAddress, packAddress, type Client, type TonEdgeErrorCode } from "ton-edge";
    declare const client: Client, network: "mainnet", url: string, address: string, text: string, a: string, b: string, boc: Uint8Array;
    declare const method: string, stack: ["num", string][], msg_hash: string[], timeoutMs: number, attempts: number, error: unknown, code: TonEdgeErrorCode;
    declare const calls: { method: "getMasterchainInfo" }[];
    ${lines.map((line) => `void (${line});`).join("\n")}
    export {};`,
  });
  const [compiler] = Object.values(COMPILERS);
  assert.deepEqual((await compile(compiler, program(calls), NODE16)).faults, []);
  const broken = calls.map((call) => call.replace("getMasterchainInfo()", "getMasterchainInf()"));
  assert.equal((await compile(compiler, program(broken), NODE16)).faults.length, 1);
});
