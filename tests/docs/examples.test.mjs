// Runs the examples of README.md, docs/*.md and docs/operate/*.md unchanged. The words after its opening backticks make a fenced block an example:
//
//   ```js run       an ES module in a Node of its own, where `ton-edge` is installed
//   ```js worker    a module Worker, bundled by esbuild with the condition `workerd`, run in workerd
//   ```html run     a page in Chromium; the package is under /ton-edge/, and bare imports of it are resolved
//
// Every `https://gateway.example` in an example becomes the URL of a gateway in front of a recorded upstream.
//
// The output of an example by console.log is compared, in order, with the comments
//
//   // prints TEXT        or        // → TEXT
//
// at the end of a line or on a separate line (in HTML also `<!-- prints TEXT -->`); each is one line of output. A `…` in TEXT matches any
// text. A block with such comments must print exactly these lines. A block without them may print anything, and must end without an
// error.
//
// A Worker gets the request `GET /api/v2/getMasterchainInfo`, and must respond with 200, or as its comments say:
//
//   // GET /path → TEXT   status and body, as "200 {…}"; a `…` stands for anything, as above
//
// Its bindings are API_KEY, TON_EDGE_MAINNET_API_KEY and TON_EDGE_TESTNET_API_KEY, with keys that the upstream accepts.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { build } from "esbuild";
import { Miniflare } from "miniflare";

import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../helpers/stack.mjs";
import { compareLines, listFencedBlocks, matchesLine, listPromisedLines } from "./fenced.mjs";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));
const testsFolder = join(root, "tests");
const GATEWAY = "https://gateway.example";
const MIN_EXAMPLES = 3;

const documentNames = ["", "operate/"]
  .flatMap((folder) => readdirSync(join(root, "docs", folder)).map((name) => folder + name))
  .filter((name) => name.endsWith(".md"))
  .sort();
const documents = ["README.md", ...documentNames.map((name) => `docs/${name}`)];

/** The blocks of a text that the test runs. */
const listExamples = (name, text) =>
  listFencedBlocks(name, text).filter(({ tags }) => tags.includes("run") || tags.includes("worker"));

const allExamples = documents.flatMap((name) => listExamples(name, readFileSync(join(root, name), "utf8")));
const makeKind = ({ language, tags }) => `${language} ${tags.includes("worker") ? "worker" : "run"}`;

let stack;
before(async () => {
  stack = await startStack({ page: false });
});
after(() => stack?.close());

const replaceGateway = ({ source }) => source.replaceAll(GATEWAY, stack.url);

const RUNNERS = {
  async "js run"(example) {
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", replaceGateway(example)], {
      cwd: testsFolder,
      timeout: 60_000,
      env: { ...process.env, API_KEY: "mainnet-key", NO_COLOR: "1" },
    });
    compareLines(
      stdout === "" ? [] : stdout.replace(/\n$/, "").split("\n"),
      listPromisedLines(example.source),
      example.place,
    );
  },

  async "js worker"(example) {
    const { outputFiles } = await build({
      stdin: { contents: replaceGateway(example), resolveDir: testsFolder },
      bundle: true,
      write: false,
      format: "esm",
      target: "es2022",
      platform: "neutral",
      conditions: ["workerd"],
      external: ["*.wasm?module", "cloudflare:*", "node:*"],
      logLevel: "silent",
    });
    const wasm = ["address", "cell", "client", "gateway"].map((name) => ({
      type: /** @type {const} */ ("CompiledWasm"),
      path: `/${name}.wasm?module`,
      contents: readFileSync(require.resolve(`ton-edge/${name}.wasm`)),
    }));
    const key = "mainnet-key";
    const worker = new Miniflare({
      host: "127.0.0.1",
      port: 0,
      cf: false,
      telemetry: { enabled: false },
      compatibilityDate: "2026-04-01",
      modulesRoot: "/",
      modules: [{ type: "ESModule", path: "/worker.mjs", contents: outputFiles[0].text }, ...wasm],
      bindings: { API_KEY: key, TON_EDGE_MAINNET_API_KEY: key, TON_EDGE_TESTNET_API_KEY: "testnet-key" },
    });
    try {
      const requests = [...example.source.matchAll(/\/\/\s*GET (\/\S*) → (.*?)\s*$/gm)].map(
        ([, path, expectedLines]) => [path, expectedLines],
      );
      if (requests.length === 0) requests.push(["/api/v2/getMasterchainInfo", "200 …"]);
      for (const [path, expectedLines] of requests) {
        const response = await fetch(`${(await worker.ready).origin}${path}`);
        const receivedText = `${response.status} ${await response.text()}`;
        assert.ok(
          matchesLine(receivedText.trimEnd(), expectedLines),
          `${example.place}: GET ${path} gives ${receivedText}, not ${expectedLines}`,
        );
      }
    } finally {
      await worker.dispose();
    }
  },

  async "html run"(example) {
    const site = await servePage(replaceGateway(example));
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const lines = [];
      const problems = [];
      page.on("console", (message) => (message.type() === "error" ? problems : lines).push(message.text()));
      page.on("pageerror", (error) => problems.push(String(error)));
      await page.goto(site.url, { waitUntil: "load" });
      const expectedLines = listPromisedLines(example.source);
      const endTime = Date.now() + 20_000;
      while (lines.length < expectedLines.length && problems.length === 0 && Date.now() < endTime)
        await page.waitForTimeout(25);
      // Waits for a possible additional line.
      await page.waitForTimeout(200);
      assert.deepEqual(
        problems.filter((text) => !text.includes("favicon")),
        [],
        example.place,
      );
      compareLines(lines, expectedLines, example.place);
    } finally {
      await browser.close();
      await site.close();
    }
  },
};

const TYPES = {
  ".js": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".css": "text/css",
};
const IMPORT_MAP = { "ton-edge": "/ton-edge/client.js", "ton-edge/": "/ton-edge/" };
for (const moduleName of ["address", "gateway", "endpoints", "message"])
  IMPORT_MAP[`ton-edge/${moduleName}`] = `/ton-edge/${moduleName}.js`;

/** A page at `/`, and the package under `/ton-edge/`. An import map that the page already has is not changed. */
async function servePage(source) {
  const importMapTag = source.includes("importmap")
    ? ""
    : `<script type="importmap">${JSON.stringify({ imports: IMPORT_MAP })}</script>\n`;
  const [pageStart] = /^.*?<head>/is.exec(source) ?? /^\s*<!doctype[^>]*>/i.exec(source) ?? [""];
  const pageText = `${pageStart || '<!doctype html><meta charset="utf-8">'}\n${importMapTag}${source.slice(pageStart.length)}`;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    const send = (status, type, body) => response.writeHead(status, { "content-type": type }).end(body);
    if (pathname === "/") return send(200, "text/html; charset=utf-8", pageText);
    if (pathname === "/favicon.ico") return send(204, "image/x-icon", "");
    const path = normalize(join(root, "pkg", pathname.replace(/^\/(node_modules\/)?ton-edge\//, "/")));
    const body = path.startsWith(join(root, "pkg/")) ? await readFile(path).catch(() => undefined) : undefined;
    return body ? send(200, TYPES[extname(path)] ?? "text/plain", body) : send(404, "text/plain", "no");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}

test(`the documents have at least ${MIN_EXAMPLES} examples, each of a known kind`, () => {
  assert.ok(
    allExamples.length >= MIN_EXAMPLES,
    `only ${allExamples.length}: ${allExamples.map(({ place }) => place).join(" ")}`,
  );
  for (const example of allExamples)
    assert.ok(RUNNERS[makeKind(example)], `${example.place}: nothing runs \`${makeKind(example)}\``);
  assert.ok(
    allExamples.some(({ place }) => place.startsWith("README.md")),
    "README.md has no example",
  );
});

describe("examples of the documents", () => {
  for (const example of allExamples.filter((runnable) => RUNNERS[makeKind(runnable)])) {
    test(`${example.place} ${makeKind(example)}`, { timeout: 90_000 }, () => RUNNERS[makeKind(example)](example));
  }
});

describe("the runner of the examples", () => {
  const getExample = (info, source) => listExamples("here", `\`\`\`${info}\n${source}\n\`\`\`\n`)[0];
  const runExample = (info, source) => RUNNERS[info](getExample(info, source));

  test("the runner of the examples finds only tagged blocks", () => {
    const text =
      "~~~js run\na\n~~~\n\n```js\nb\n```\n- item\n  ```js run\n  c\n    d\n  ```\n````md\n```js run\ne\n```\n````\n";
    assert.deepEqual(
      listExamples("x", text).map(({ place, source }) => [place, source]),
      [
        ["x:1", "a"],
        ["x:9", "c\n  d"],
      ],
    );
    assert.throws(() => listExamples("x", "```js run\n"), /not closed/);
  });

  test("the runner of the examples reports wrong, additional and missing output", async () => {
    await runExample("js run", 'console.log("a", 1); // prints a 1\nconsole.log("b"); // → b');
    await runExample("js run", 'console.log("a long line"); // → a … line');
    await runExample("js run", 'console.log("whatever");');
    await assert.rejects(runExample("js run", 'console.log("a"); // prints b'));
    await assert.rejects(runExample("js run", 'console.log("a"); // prints a\nconsole.log("b");'));
    await assert.rejects(runExample("js run", "// prints a"));
    await assert.rejects(runExample("js run", 'throw new Error("no"); // prints a'));
    await assert.rejects(runExample("js run", 'import { nothing } from "ton-edge";'));
  });

  test("the runner of the examples runs a page", async () => {
    const makePage = (script) => `<!doctype html>\n<title>x</title>\n<script type="module">\n${script}\n</script>`;
    const goodOutput =
      'import { createClient, isAddress } from "ton-edge";\n' +
      `const rows = await createClient({ baseUrl: "${GATEWAY}" }).v3.transactions({ limit: 2 });\n` +
      "console.log(isAddress('x'), rows.transactions.length); // prints false 2";
    await runExample("html run", makePage(goodOutput));
    await assert.rejects(runExample("html run", makePage('throw new Error("no");')));
    await assert.rejects(runExample("html run", makePage('import "./ton-edge/nothing.js";')));
  });

  test("the runner of the examples runs a Worker", async () => {
    const goodOutput =
      'import { isAddress } from "ton-edge/address";\n// GET /x → 201 false\n' +
      "export default { fetch: () => new Response(String(isAddress('x')), { status: 201 }) };";
    await runExample("js worker", goodOutput);
    await assert.rejects(
      runExample("js worker", goodOutput.replace("201 false", "201 true")),
      /gives 201 false, not 201 true/,
    );
    await assert.rejects(runExample("js worker", goodOutput.replace("GET /x →", "")));
  });
});
