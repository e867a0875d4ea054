// The examples of docs/hooks.md compile with the types of React and TanStack Query, and the hook aborts its call.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { BUNDLER, COMPILERS, compile } from "../helpers/typescript.mjs";
import { listFencedBlocks } from "./fenced.mjs";

const guide = readFileSync(new URL("../../docs/hooks.md", import.meta.url), "utf8");
const blocks = listFencedBlocks("docs/hooks.md", guide).filter(({ tags }) => tags.includes("check"));
const texts = Object.fromEntries(blocks.map(({ source }, index) => [`example-${index + 1}.tsx`, `${source}\n`]));

describe("examples of docs/hooks.md", () => {
  for (const [name, compiler] of Object.entries(COMPILERS)) {
    test(`the examples of docs/hooks.md compile with ${name}`, { timeout: 120_000 }, async () => {
      assert.equal(blocks.length, 4);
      // This suite does not check the declarations of React and TanStack Query.
      const { faults } = await compile(compiler, texts, { ...BUNDLER, jsx: "react-jsx", skipLibCheck: true });
      assert.deepEqual(faults, []);
    });
  }

  test("the check of docs/hooks.md finds a mistake", { timeout: 120_000 }, async () => {
    const [compiler] = Object.values(COMPILERS);
    const brokenTexts = { "example.tsx": texts["example-1.tsx"].replace("BigInt(balance)", "balance") };
    const { faults } = await compile(compiler, brokenTexts, { ...BUNDLER, jsx: "react-jsx", skipLibCheck: true });
    assert.equal(faults.length, 1, faults.join("\n"));
  });
});
