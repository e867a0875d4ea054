// Runs the examples of README.md, docs/*.md and docs/operate/*.md that need a chain, unchanged, on a local chain behind a gateway. The word after its language
// makes a fenced block an example:
//
//   ```js chain    an ES module; its output is compared like that of the examples of examples.test.mjs
//   ```js before   one with `@ton/core`, `@ton/crypto` and `@ton/ton`
//   ```js after    the equivalent with ton-edge, which comes next and must print the same
//
// `process.env.MNEMONIC` is a wallet v5 r1 with 10 TON, 100 EDGE and an NFT, a different one for each example or pair. `./build/` has the
// wrapper of a compiled contract.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { startStack } from "../helpers/stack.mjs";
import { createFundedMnemonics, runOnChain } from "./chain-examples.mjs";
import { compareLines, listFencedBlocks, listPromisedLines } from "./fenced.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const BLOCK_MS = 250;

const guides = ["", "operate/"]
  .flatMap((folder) => readdirSync(join(root, "docs", folder)).map((name) => folder + name))
  .filter((name) => name.endsWith(".md"));
const blocks = ["README.md", ...guides.sort().map((name) => `docs/${name}`)].flatMap((name) =>
  listFencedBlocks(name, readFileSync(join(root, name), "utf8")),
);
const listTagged = (tag) => blocks.filter(({ tags }) => tags.includes(tag));
const examples = listTagged("chain");
const examplePairs = listTagged("before").map((firstBlock) => [firstBlock, blocks[blocks.indexOf(firstBlock) + 1]]);

let stack;
let mnemonics;
before(async () => {
  stack = await startStack({
    upstream: "devnet",
    page: false,
    devnet: { world: "small", clock: BLOCK_MS, traffic: false },
    bindings: { TON_EDGE_LIMITS_KEYLESS: "100", TON_EDGE_STREAMING: "true" },
  });
  await stack.own.ready;
  mnemonics = await createFundedMnemonics(stack.own, examples.length + examplePairs.length);
});
after(() => stack?.close());

const takeEnvironment = () => ({ url: stack.url, mnemonic: mnemonics.pop() });

test("the documents have chain examples, and every `before` is followed by its `after`", () => {
  assert.ok(examples.length > 10, `${examples.length} examples`);
  assert.ok(examplePairs.length > 3, `${examplePairs.length} pairs`);
  for (const [{ place }, second] of examplePairs) assert.ok(second?.tags.includes("after"), place);
  assert.equal(listTagged("after").length, examplePairs.length);
});

test("the compiled contract that a program of docs/own-contract.md imports is the one of its guide", () => {
  const [{ source }] = blocks.filter(({ language }) => language === "tact");
  assert.equal(`${source}\n`, readFileSync(join(root, "tests/fixtures/contracts/tact/counter.tact"), "utf8"));
});

// The examples mostly wait for blocks, so several run at the same time.
const CONCURRENCY = { concurrency: 4 };

describe("chain examples of the documents", CONCURRENCY, () => {
  for (const { place, source } of examples) {
    test(place, { timeout: 600_000 }, async () => {
      assert.ok(listPromisedLines(source).length > 0, `${place} shows no output`);
      compareLines(await runOnChain(source, takeEnvironment()), listPromisedLines(source), place);
    });
  }
});

describe("examples with other packages and with ton-edge print the same", CONCURRENCY, () => {
  for (const [{ place, source }, second] of examplePairs) {
    test(place, { timeout: 600_000 }, async () => {
      const environment = takeEnvironment();
      const oldOutput = await runOnChain(source, environment);
      assert.ok(oldOutput.length > 0, `${place} prints nothing`);
      assert.match(source, /from "@ton\//, place);
      assert.doesNotMatch(second.source, /@ton\/|Buffer/, second.place);
      compareLines(oldOutput, listPromisedLines(source), place);
      assert.deepEqual(await runOnChain(second.source, environment), oldOutput, second.place);
    });
  }
});
