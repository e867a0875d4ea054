// The examples of docs/react.md compile with the types of React and TanStack Query, and the hook aborts its call.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { build } from "esbuild";
import { createClient } from "ton-edge";

import { BUNDLER, COMPILERS, compile } from "../helpers/typescript.mjs";
import { fenced } from "./fenced.mjs";

const guide = readFileSync(new URL("../../docs/react.md", import.meta.url), "utf8");
const blocks = fenced("docs/react.md", guide).filter(({ tags }) => tags.includes("check"));
const texts = Object.fromEntries(blocks.map(({ source }, at) => [`example-${at + 1}.tsx`, `${source}\n`]));

describe("examples of docs/react.md", () => {
  for (const [name, compiler] of Object.entries(COMPILERS)) {
    test(`the examples of docs/react.md compile with ${name}`, { timeout: 120_000 }, async () => {
      assert.equal(blocks.length, 3);
      // This suite does not check the declarations of React and TanStack Query.
      const { faults } = await compile(compiler, texts, { ...BUNDLER, jsx: "react-jsx", skipLibCheck: true });
      assert.deepEqual(faults, []);
    });
  }

  test("the check of docs/react.md finds a mistake", { timeout: 120_000 }, async () => {
    const [compiler] = Object.values(COMPILERS);
    const broken = { "example.tsx": texts["example-1.tsx"].replace("BigInt(balance)", "balance") };
    const { faults } = await compile(compiler, broken, { ...BUNDLER, jsx: "react-jsx", skipLibCheck: true });
    assert.equal(faults.length, 1, faults.join("\n"));
  });
});

/** The exports of an example, whose imports are replaced by `imports`. @param {string} text @param {Record<string, any>} imports */
async function run(text, imports) {
  globalThis.hookTest = imports;
  const stand = {
    name: "stand-ins",
    setup(plugins) {
      plugins.onResolve({ filter: /^(react|react\/jsx-runtime|@tanstack\/react-query|ton-edge)$/ }, ({ path }) => ({
        path,
        namespace: "stand-in",
      }));
      plugins.onLoad({ filter: /.*/, namespace: "stand-in" }, () => ({
        contents: `export const { ${Object.keys(imports)} } = globalThis.hookTest; export const jsx = () => {}; export const jsxs = jsx;`,
      }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: text, loader: "tsx", resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    plugins: [stand],
    logLevel: "silent",
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

test("the hook for jettons returns all of them, not only the first page", async () => {
  const addressOf = (at) => `0:${String(at).padStart(64, "0")}`;
  const [owner, master] = [addressOf("A"), addressOf("C")];
  const all = Array.from({ length: 250 }, (_, at) => ({ address: addressOf(at), owner, jetton: master, balance: "1" }));
  const fetch = async (request) => {
    const { searchParams: query } = new URL(request.url);
    const from = Number(query.get("offset"));
    return Response.json({ jetton_wallets: all.slice(from, from + Number(query.get("limit"))), metadata: {} });
  };
  const text = texts["example-3.tsx"];
  const { useJettons } = await run(text, {
    useQuery: (query) => query,
    useInfiniteQuery: (query) => query,
    createClient: (options) => createClient({ ...options, fetch, rateLimit: false }),
  });
  const found = await useJettons(owner).queryFn({ signal: new AbortController().signal });
  assert.equal(found.length, 250);
});

test("the hook aborts its call when the component unmounts, and reports nothing afterwards", async () => {
  const signals = [];
  const states = [];
  let cleanup;
  const { useBalance } = await run(texts["example-1.tsx"], {
    useState: (first) => [first, (state) => states.push(state.status)],
    useEffect: (effect) => {
      cleanup = effect();
    },
    createClient: () => ({
      v2: {
        getAddressBalance: (params, { signal }) => {
          signals.push(signal);
          return new Promise((resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        },
      },
    }),
  });
  assert.equal(useBalance("EQ…").status, "loading");
  assert.equal(signals[0].aborted, false);
  cleanup();
  await new Promise((done) => setTimeout(done));
  assert.equal(signals[0].aborted, true);
  assert.deepEqual(states, ["loading"]);
});
