// The README of the npm package: its TypeScript examples compile, and its links work wherever npm shows it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { COMPILERS, NODE16, compile } from "../helpers/typescript.mjs";
import { listFencedBlocks } from "../docs/fenced.mjs";

const readme = await readFile(new URL("../../pkg/README.md", import.meta.url), "utf8");
const manifest = JSON.parse(await readFile(new URL("../../pkg/package.json", import.meta.url), "utf8"));
const blocks = listFencedBlocks("pkg/README.md", readme);
const proseText = readme.replace(/^```[^]*?^```$/gm, "");

describe("the README of the npm package", () => {
  for (const [name, compiler] of Object.entries(COMPILERS)) {
    test(`the README's examples compile with ${name}`, { timeout: 120_000 }, async () => {
      const examples = blocks.filter(({ language }) => language === "ts");
      assert.equal(examples.length, 4);
      const texts = Object.fromEntries(
        examples.map(({ source }, index) => [`example-${index + 1}.mts`, `${source}\n`]),
      );
      assert.deepEqual((await compile(compiler, texts, NODE16)).faults, []);
    });
  }

  test("the README names TON Center in its first lines, and the install command", () => {
    assert.match(readme.split("\n").slice(0, 4).join("\n"), /TON Center/);
    assert.match(readme, /^npm install ton-edge$/m);
    assert.doesNotMatch(readme, /cargo|xtask/);
  });

  test("the README has only absolute links and links to its own headings, and no pictures", () => {
    const headings = new Set(
      [...proseText.matchAll(/^#+ (.+)$/gm)].map(
        ([, title]) =>
          `#${title
            .toLowerCase()
            .replace(/[^\w\- ]/g, "")
            .replaceAll(" ", "-")}`,
      ),
    );
    const links = [...proseText.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
    assert.ok(links.length >= 8, links.join(" "));
    for (const target of links) {
      if (target.startsWith("#")) assert.ok(headings.has(target), `no heading for ${target}`);
      else assert.ok(URL.canParse(target) && new URL(target).protocol === "https:" && !/\s/.test(target), target);
    }
    assert.doesNotMatch(proseText, /!\[|!`|\]\[|docs\//);
  });

  test("the README names every entry of package.json, and no other", () => {
    const section = readme.slice(readme.indexOf("## Entries"), readme.indexOf("## License"));
    const namedEntries = [...section.matchAll(/`(ton-edge(?:\/[\w./-]+)?)`/g)].map(([, entry]) =>
      entry.replace("ton-edge", "."),
    );
    const entries = Object.keys(manifest.exports).filter(
      (entry) => entry !== "./package.json" && entry !== "./gateway.wasm",
    );
    assert.deepEqual([...new Set(namedEntries)].sort(), entries.sort());
  });
});
