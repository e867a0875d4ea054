// ton-edge/address/no-wasm in a Node without WebAssembly: the suite of addresses, and odd values for every function.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { bundleProgram } from "../helpers/bundle.mjs";
import { WARM_FETCH } from "../helpers/warm-fetch.mjs";
import { address } from "../suites/address.mjs";

const ODD_TESTS = ["odd values at every function of the package", "odd values at every function of the class Address"];

const PROGRAM = `
import { address } from "./suites/address.mjs";
import { oddTests } from "./suites/odd.mjs";
const fixtures = FIXTURES;
const context = { fixture: async (name) => fixtures[name] };
const results = { WebAssembly: typeof WebAssembly };
for (const [title, work] of [...Object.entries(address), ...ODD.map((title) => [title, oddTests[title]])]) {
  try {
    await work(context);
    results[title] = "passed";
  } catch (error) {
    results[title] = String(error?.stack ?? error);
  }
}
console.log(JSON.stringify(results));`;

/** Runs a program in a Node that removes WebAssembly before anything is imported; returns its output. */
async function run(source, first = "") {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-no-wasm-"));
  try {
    const file = join(folder, "program.mjs");
    await writeFile(file, source);
    const node = spawn(process.execPath, [
      "--import",
      `data:text/javascript,${encodeURIComponent(`${first}delete globalThis.WebAssembly`)}`,
      file,
    ]);
    let output = "";
    for (const stream of [node.stdout, node.stderr])
      stream.on("data", (part) => {
        output += part;
      });
    const code = await new Promise((resolve) => node.on("close", resolve));
    assert.equal(code, 0, output);
    return JSON.parse(output);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("addresses without WebAssembly", () => {
  let results;
  before(async () => {
    const names = ["address_vectors.json", "detected.json"];
    const texts = names.map((name) => readFile(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));
    const fixtures = (await Promise.all(texts)).map((text, index) => `${JSON.stringify(names[index])}: ${text}`);
    const program = PROGRAM.replace("FIXTURES", () => `{ ${fixtures.join(", ")} }`).replace(
      "ODD",
      JSON.stringify(ODD_TESTS),
    );
    const entry = "../pkg/dist/address.no-wasm.js";
    results = await run(await bundleProgram(program, { "ton-edge": entry, "ton-edge/address": entry }));
  });

  test("the program runs without WebAssembly", () => assert.equal(results.WebAssembly, "undefined"));
  for (const title of [...Object.keys(address), ...ODD_TESTS])
    test(title, () => assert.equal(results[title], "passed", results[title]));
});

test("without WebAssembly, the error of `ton-edge/address` names an entry that works", async () => {
  const source = await bundleProgram(
    `import { unpackAddress } from "ton-edge/address";
    try { unpackAddress("x") } catch (error) { console.log(JSON.stringify(error)) }`,
    { "ton-edge/address": "../pkg/address.js" },
  );
  const { name, code, message } = await run(source);
  assert.deepEqual([name, code], ["TonEdgeError", "wasm_unavailable"]);
  assert.match(message, /`ton-edge\/address\/auto`.*`wasm-unsafe-eval`/);
});

describe("the entry ton-edge/address/no-wasm", () => {
  const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
  const require = createRequire(import.meta.url);
  let entries;
  before(async () => {
    entries = [await import("ton-edge/address/no-wasm"), require("ton-edge/address/no-wasm")];
  });
  after(() => {
    entries = undefined;
  });

  test("ton-edge/address/no-wasm can be imported and required, with equal exports", async () => {
    const wasm = Object.keys(await import("ton-edge/address")).sort();
    for (const face of entries) {
      assert.deepEqual(
        Object.keys(face)
          .filter((name) => name !== "default")
          .sort(),
        wasm,
      );
      assert.equal(face.unpackAddress(EQ).slice(0, 6), "0:83DF");
    }
  });

  test("ton-edge/address/no-wasm throws errors that the other entries recognize by their code", async () => {
    const { isTonEdgeError } = await import("ton-edge/address");
    for (const { unpackAddress } of entries) {
      assert.throws(
        () => unpackAddress("EQ"),
        (error) => isTonEdgeError(error, "address_length"),
      );
    }
  });
});

test("results of get-methods and cells can be read without WebAssembly", async () => {
  const source = await bundleProgram(
    `import { createClient } from "ton-edge";
    import { comment, Stack } from "ton-edge/message";
    const stack = [["num", "-0x5"], ["cell", { bytes: comment("hi").toBase64() }]];
    const fetch = async () => Response.json({ ok: true, result: { gas_used: 1, exit_code: 0, stack } });
    const client = createClient({ rateLimit: false, fetch });
    const found = await client.get("0:${"83".repeat(32)}", "any", [comment("x"), 5n]);
    console.log(JSON.stringify([typeof WebAssembly, found.stack instanceof Stack, String(found.stack.int(0)), found.stack.slice(1).skip(32).loadStringTail()]));`,
    { "ton-edge": "../pkg/dist/no-wasm.js", "ton-edge/message": "../pkg/dist/message.no-wasm.js" },
  );
  assert.deepEqual(await run(source, WARM_FETCH), ["undefined", true, "-5", "hi"]);
});
