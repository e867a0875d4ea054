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
import { fundedMnemonics, runOnChain } from "./chain-examples.mjs";
import { compare, fenced, promised } from "./fenced.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const BLOCK_MS = 250;

const guides = ["", "operate/"]
  .flatMap((folder) => readdirSync(join(root, "docs", folder)).map((name) => folder + name))
  .filter((name) => name.endsWith(".md"));
const blocks = ["README.md", ...guides.sort().map((name) => `docs/${name}`)].flatMap((name) =>
  fenced(name, readFileSync(join(root, name), "utf8")),
);
const tagged = (tag) => blocks.filter(({ tags }) => tags.includes(tag));
const examples = tagged("chain");
const pairs = tagged("before").map((first) => [first, blocks[blocks.indexOf(first) + 1]]);

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
  mnemonics = await fundedMnemonics(stack.own, examples.length + pairs.length);
});
after(() => stack?.close());

const next = () => ({ url: stack.url, mnemonic: mnemonics.pop() });

test("the documents have chain examples, and every `before` is followed by its `after`", () => {
  assert.ok(examples.length > 10, `${examples.length} examples`);
  assert.ok(pairs.length > 3, `${pairs.length} pairs`);
  for (const [{ place }, second] of pairs) assert.ok(second?.tags.includes("after"), place);
  assert.equal(tagged("after").length, pairs.length);
});

test("the compiled contract that a program of docs/own-contract.md imports is the one of its guide", () => {
  const [{ source }] = blocks.filter(({ language }) => language === "tact");
  assert.equal(`${source}\n`, readFileSync(join(root, "tests/fixtures/contracts/tact/counter.tact"), "utf8"));
});

// The examples mostly wait for blocks, so several run at the same time.
const SIDE_BY_SIDE = { concurrency: 4 };

describe("chain examples of the documents", SIDE_BY_SIDE, () => {
  for (const { place, source } of examples) {
    test(place, { timeout: 600_000 }, async () => {
      assert.ok(promised(source).length > 0, `${place} shows no output`);
      compare(await runOnChain(source, next()), promised(source), place);
    });
  }
});

describe("examples with other packages and with ton-edge print the same", SIDE_BY_SIDE, () => {
  for (const [{ place, source }, second] of pairs) {
    test(place, { timeout: 600_000 }, async () => {
      const own = next();
      const old = await runOnChain(source, own);
      assert.ok(old.length > 0, `${place} prints nothing`);
      assert.match(source, /from "@ton\//, place);
      assert.doesNotMatch(second.source, /@ton\/|Buffer/, second.place);
      compare(old, promised(source), place);
      assert.deepEqual(await runOnChain(second.source, own), old, second.place);
    });
  }
});
