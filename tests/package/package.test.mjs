// The package as installed: its entries in both module systems, in realms with fewer globals than Node's, in bundles, in a user's Worker, and
// as the tarball that `npm publish` would upload.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";

import { build } from "esbuild";
import { Miniflare } from "miniflare";

import { BEYOND, SPECIFIED } from "../golden/operations.mjs";
import { compareGolden } from "../helpers/golden.mjs";
import { ENTRIES, PORTABLE, WASM_MODULES, WORKERS } from "./entries.mjs";
import { pack, unpack } from "../helpers/tarball.mjs";
import { startReplay } from "../upstream/replay.mjs";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const testsFolder = fileURLToPath(new URL("../", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const pkg = join(root, "pkg");
const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));

const FRIENDLY = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const OPERATIONS = SPECIFIED.length + BEYOND.length;
const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";

/** The exported names of an entry. */
const listNames = async (entry) => Object.keys(await import(entry)).sort();
const PORTABLE_NAMES = PORTABLE.map(({ name }) => name);

/** Runs a program in its own Node; returns its output, as JSON. */
async function startChild(source, { type = "module", flags = [], cwd = testsFolder } = {}) {
  const { stdout, stderr } = await run(process.execPath, [...flags, `--input-type=${type}`, "--eval", source], {
    cwd,
    timeout: 60_000,
  });
  assert.equal(stderr, "");
  return JSON.parse(stdout);
}

describe("entries", () => {
  // Removing a name breaks users, and a new name must stay forever.
  test("every entry exports the names of the golden list, by import and by require", async () => {
    const lines = [];
    for (const { name, requiredTypes } of ENTRIES) {
      const names = await listNames(name);
      if (requiredTypes) assert.deepEqual(Object.keys(require(name)).sort(), names, name);
      for (const loadedModule of [await import(name), ...(requiredTypes ? [require(name)] : [])]) {
        for (const item of names) assert.equal(typeof loadedModule[item], "function", `${item} of ${name}`);
      }
      lines.push(`${name} (${requiredTypes ? "import, require" : "import"})`, ...names.map((name) => `  ${name}`));
    }
    lines.push(...WORKERS.map(({ name }) => `${name} (workerd)`), ...WASM_MODULES.map(({ name }) => `${name} (wasm)`));
    compareGolden("exports.txt", `${lines.join("\n")}\n`);
  });

  test("`require` works in a Node that cannot require ES modules", async () => {
    const nodeOptions = process.allowedNodeEnvironmentFlags.has("--experimental-require-module")
      ? ["--no-experimental-require-module"]
      : [];
    const entries = PORTABLE_NAMES;
    const childResult = await startChild(
      `console.log(JSON.stringify(${JSON.stringify(entries)}.map((entry) => Object.keys(require(entry)).sort())))`,
      { type: "commonjs", flags: nodeOptions },
    );
    assert.deepEqual(childResult, await Promise.all(entries.map(listNames)));
  });

  test("named imports also work from a CommonJS copy", async () => {
    const childResult = await startChild(
      'import { packAddress } from "./node_modules/ton-edge/dist/address.cjs"; console.log(JSON.stringify(packAddress(process.argv[1] ?? "' +
        RAW +
        '")))',
    );
    assert.equal(childResult, FRIENDLY);
  });

  test("ES modules and CommonJS return equal results", async () => {
    for (const entry of ["ton-edge", "ton-edge/address", "ton-edge/address/no-wasm"]) {
      for (const loadedModule of [await import(entry), require(entry)]) {
        assert.equal(loadedModule.unpackAddress(FRIENDLY), RAW);
        assert.equal(loadedModule.packAddress(RAW), FRIENDLY);
      }
    }
  });

  test("ES modules and CommonJS have equal endpoint tables", async () => {
    for (const { endpoints } of [await import("ton-edge/endpoints"), require("ton-edge/endpoints")]) {
      assert.ok(Array.isArray(endpoints()), "endpoints() is a list");
      assert.equal(endpoints().length, OPERATIONS);
      assert.equal(endpoints()[0].name, "getAddressInformation");
    }
    const [esm, cjs] = [await import("ton-edge/endpoints"), require("ton-edge/endpoints")].map((value) =>
      JSON.stringify(value.endpoints()),
    );
    assert.ok(esm === cjs, "the rows differ");
  });

  test("every copy of the package recognizes an error of another copy", async () => {
    const copies = [
      await import("ton-edge"),
      await import("ton-edge/address"),
      await import("ton-edge/address/no-wasm"),
      require("ton-edge"),
      require("ton-edge/address"),
      require("ton-edge/address/no-wasm"),
    ];
    const thrownErrors = copies.map(({ parseAddress }) => {
      try {
        return parseAddress(FRIENDLY.slice(1));
      } catch (error) {
        return error;
      }
    });
    for (const error of thrownErrors) {
      for (const { isTonEdgeError } of copies) {
        assert.ok(isTonEdgeError(error));
        assert.ok(isTonEdgeError(error, "address_length"));
        assert.ok(!isTonEdgeError(error, "timeout"));
      }
      assert.deepEqual(error.toJSON(), thrownErrors[0].toJSON());
    }
    // Within one copy, `instanceof` works across entries as well.
    const [esm, esmAddress, , cjs, cjsAddress] = copies;
    assert.equal(esm.TonEdgeError, esmAddress.TonEdgeError);
    assert.equal(cjs.TonEdgeError, cjsAddress.TonEdgeError);
    assert.ok(thrownErrors[0] instanceof esmAddress.TonEdgeError);
    assert.ok(thrownErrors[3] instanceof cjsAddress.TonEdgeError);
  });
});

/** A program that uses the package in any realm; it reads the globals when it runs. */
const USE_PROGRAM = `
  const { packAddress, isTonEdgeError, createClient } = await import("ton-edge");
  const { createGateway } = await import("ton-edge/gateway");
  const { endpoints } = await import("ton-edge/endpoints");
  const urls = [];
  const respond = () => Response.json({ ok: true, result: { last: { seqno: 7 } } });
  const client = createClient({
    baseUrl: "https://gateway.example",
    fetch: async (request) => (urls.push(request.url), respond()),
  });
  const info = await client.v2.getMasterchainInfo();
  const refused = await client.v3.transactions({ acount: "x" }).catch((error) => isTonEdgeError(error) && error.code);
  const gateway = createGateway({ mainnet: "https://service.example", fetch: async () => respond(), log() {} });
  const through = await gateway.fetch(new Request("https://gateway.example/api/v2/getMasterchainInfo"));
  const result = [packAddress(${JSON.stringify(RAW)}), info.last.seqno, urls, refused, through.status, endpoints().length];
`;
const USED_ARGUMENTS = [
  FRIENDLY,
  7,
  ["https://gateway.example/api/v2/getMasterchainInfo"],
  "unknown_parameter",
  200,
  OPERATIONS,
];

describe("the package in realms with fewer globals", () => {
  test("addresses work without Buffer, process and fetch", async () => {
    const childResult = await startChild(`
      for (const name of ["Buffer", "process", "fetch", "Request", "Response", "Headers"]) delete globalThis[name];
      const { packAddress, isAddress } = await import("ton-edge");
      console.log(JSON.stringify([typeof Buffer, typeof process, packAddress(${JSON.stringify(RAW)}), isAddress("x")]));
    `);
    assert.deepEqual(childResult, ["undefined", "undefined", FRIENDLY, false]);
  });

  test("client and gateway work without Buffer and process", async () => {
    // Node's own fetch uses the global Buffer, so Node keeps it, but the package cannot access it.
    const childResult = await startChild(`
      for (const name of ["Buffer", "process"]) {
        const real = globalThis[name];
        Object.defineProperty(globalThis, name, {
          get() {
            const caller = new Error().stack.split("\\n")[2];
            if (/\\(?node:/.test(caller)) return real;
            throw new ReferenceError(name + " is not defined" + caller);
          },
        });
      }
      ${USE_PROGRAM}
      let gone = 0;
      try { Buffer } catch { gone += 1; }
      try { process } catch { gone += 1; }
      console.log(JSON.stringify([gone, ...result]));
    `);
    assert.deepEqual(childResult, [2, ...USED_ARGUMENTS]);
  });

  test("the package changes no global", async () => {
    const childResult = await startChild(`
      import { builtinModules } from "node:module";
      // Every global, with its properties and those of its prototype; some of Node's are created when they are first read.
      // Node's modules are also globals of a program from the command line.
      const look = () => {
        const seen = new Map();
        const note = (path, object) => {
          for (const key of Reflect.ownKeys(object)) {
            const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key);
            seen.set(path + String(key), value ?? get ?? set);
          }
        };
        note("", globalThis);
        for (const name of Object.getOwnPropertyNames(globalThis).filter((name) => !builtinModules.includes(name))) {
          const value = globalThis[name];
          if (value === globalThis || value === null || !["object", "function"].includes(typeof value)) continue;
          if (["process", "performance", "console", "navigator"].includes(name)) continue;
          note(name + ".", value);
          if (value.prototype) note(name + ".prototype.", value.prototype);
        }
        return seen;
      };
      Response.json({}); new Request("https://a.example"); await new Response("x").text();
      look();
      const before = look();
      ${USE_PROGRAM}
      const now = look();
      const changed = [...new Set([...before.keys(), ...now.keys()])].filter((path) => !Object.is(before.get(path), now.get(path)));
      console.log(JSON.stringify([changed, before.size > 1000, result]));
    `);
    assert.deepEqual(childResult, [[], true, USED_ARGUMENTS]);
  });

  test("importing an entry has no effect: no WebAssembly, no fetch, no timer", async () => {
    const childResult = await startChild(`
      const touched = [];
      for (const name of ["WebAssembly", "fetch", "setTimeout", "setInterval", "crypto"]) {
        const value = globalThis[name];
        Object.defineProperty(globalThis, name, { get: () => (/ton-edge|\\/pkg\\//.test(new Error().stack) && touched.push(name), value) });
      }
      for (const entry of ${JSON.stringify(PORTABLE_NAMES)}) await import(entry);
      console.log(JSON.stringify(touched));
    `);
    assert.deepEqual(childResult, []);
  });
});

/** Bundles an entry for a browser, without further configuration. */
const bundle = async (contents, options) => {
  const { outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: testsFolder },
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2022",
    logLevel: "silent",
    ...options,
  });
  assert.deepEqual(warnings, []);
  return outputFiles[0].text;
};

describe("bundles of the package", () => {
  for (const entry of PORTABLE_NAMES) {
    test(`${entry} can be bundled for the browser without plugin or polyfill`, async () => {
      const text = await bundle(`export * from ${JSON.stringify(entry)};`);
      assert.doesNotMatch(text, /from ["']node:|require\(["']|import\.meta|\bBuffer\b|\bprocess\./);
      assert.match(text, new RegExp(`\\b${(await listNames(entry))[0]}\\b`));
    });
  }

  test("a bundle of addresses needs only the language, text encoding, base64 and WebAssembly", async () => {
    const text = await bundle('export { unpackAddress } from "ton-edge/address";', {
      format: "iife",
      globalName: "bundle",
    });
    const realm = { WebAssembly, TextEncoder, TextDecoder, atob };
    assert.equal(runInNewContext(`${text}; bundle.unpackAddress(${JSON.stringify(FRIENDLY)})`, realm), RAW);
    const plainScript = await bundle('export { unpackAddress } from "ton-edge/address/no-wasm";', {
      format: "iife",
      globalName: "bundle",
    });
    const bareGlobals = { TextEncoder, TextDecoder, atob };
    assert.equal(
      runInNewContext(
        `delete globalThis.WebAssembly; ${plainScript}; bundle.unpackAddress(${JSON.stringify(FRIENDLY)})`,
        bareGlobals,
      ),
      RAW,
    );
  });

  test("a bundle omits unused imports", async () => {
    for (const entry of PORTABLE_NAMES.filter((portableName) => portableName !== "ton-edge/address/no-wasm")) {
      const text = await bundle(`import * as all from ${JSON.stringify(entry)}; globalThis.x = 1;`, { minify: true });
      assert.equal(text.trim(), "globalThis.x=1;", entry);
    }
    // A bundle of the error alone has no client and no wasm.
    const text = await bundle('import { isTonEdgeError } from "ton-edge"; globalThis.x = isTonEdgeError;', {
      minify: true,
    });
    assert.ok(text.length < 2_000, `${text.length} characters`);
  });
});

describe("a user's Worker", () => {
  let ownServer;
  let worker;
  before(async () => {
    ownServer = await startReplay();
    const contents = await bundle(
      `
      import { createClient, isTonEdgeError } from "ton-edge";
      import { packAddress, tryParseAddress } from "ton-edge/address";
      export default {
        async fetch(request, env) {
          const client = createClient({ baseUrl: env.UPSTREAM, apiKey: env.KEY });
          const info = await client.v2.getMasterchainInfo();
          const error = await client.v3.transactions({ limt: 1 }).catch((error) => error);
          const rows = await client.v3.transactions.paginate({}, { pageSize: 4, maxItems: 6 }).toArray();
          return Response.json({
            packed: packAddress(${JSON.stringify(RAW)}), fault: tryParseAddress("EQ").error.code,
            seqno: info.last.seqno, code: isTonEdgeError(error) && error.code, rows: rows.length,
          });
        },
      };
    `,
      { platform: "neutral", conditions: ["workerd"], external: ["*.wasm?module"] },
    );
    const wasm = [...contents.matchAll(/from "\.\/(\w+\.wasm)\?module"/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(wasm)].sort(), ["address.wasm", "cell.wasm", "client.wasm"]);
    worker = new Miniflare({
      host: "127.0.0.1",
      port: 0,
      cf: false,
      telemetry: { enabled: false },
      compatibilityDate: "2026-04-01",
      // There is no compatibility flag, so none of Node's modules exists.
      modulesRoot: "/",
      modules: [
        { type: "ESModule", path: "/worker.mjs", contents },
        ...["address", "cell", "client"].map((name) => ({
          type: /** @type {const} */ ("CompiledWasm"),
          path: `/${name}.wasm?module`,
          contents: readFileSync(require.resolve(`ton-edge/${name}.wasm`)),
        })),
      ],
      bindings: { UPSTREAM: ownServer.url, KEY: "mainnet-key" },
    });
    await worker.ready;
  });
  after(async () => {
    await worker?.dispose();
    await ownServer?.close();
  });

  test("a user's Worker can call the client and the address utilities", { timeout: 60_000 }, async () => {
    const response = await worker.dispatchFetch("http://localhost/");
    const { seqno, ...rest } = await response.json();
    assert.ok(seqno > 0);
    assert.deepEqual(rest, { packed: FRIENDLY, fault: "address_length", code: "unknown_parameter", rows: 6 });
    assert.ok(ownServer.requests.every(({ headers }) => headers["x-api-key"] === "mainnet-key"));
  });
});

/** Every path that the manifest names. */
const findNamed = (value) => (typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(findNamed));
const NAMED_PACKAGES = [
  ...new Set([
    ...findNamed(manifest.exports),
    ...findNamed(manifest.bin),
    // A path that is replaced by itself is a subpath of `exports`.
    ...findNamed(Object.fromEntries(Object.entries(manifest["react-native"]).filter(([from, to]) => from !== to))),
    manifest.main,
    manifest.module,
    manifest.types,
  ]),
];

describe("files of the package", () => {
  test("every file that package.json names exists", () => {
    assert.deepEqual(
      NAMED_PACKAGES.filter((path) => !existsSync(join(pkg, path))),
      [],
    );
  });

  test("each condition of `exports` has its types first, for its module system", () => {
    for (const [path, entry] of Object.entries(manifest.exports)) {
      if (typeof entry === "string") continue;
      // A condition may contain others: for files to import, and for files to require.
      const listTargets = (value) => (value.default ? [value] : Object.values(value).flatMap(listTargets));
      for (const conditions of listTargets(entry)) {
        assert.deepEqual(Object.keys(conditions), ["types", "default"], path);
        assert.equal(conditions.default.endsWith(".cjs"), conditions.types.endsWith(".d.cts"), path);
        assert.ok(/\.(c?js|wasm)$/.test(conditions.default), path);
      }
    }
  });

  test("the command `ton-edge` can be run", async () => {
    const [bin] = Object.values(manifest.bin);
    assert.match(await readFile(join(pkg, bin), "utf8"), /^#!\/usr\/bin\/env node\n/);
  });

  test("crate, package and templates have the same version", async () => {
    const [, version] = /^version = "(.+)"$/m.exec(await readFile(join(root, "Cargo.toml"), "utf8"));
    assert.equal(manifest.version, version);
    for (const name of await readdir(join(pkg, "templates"))) {
      const files = await readdir(join(pkg, "templates", name));
      const texts = await Promise.all(
        files
          .filter((file) => file.endsWith(".json"))
          .map((file) => readFile(join(pkg, "templates", name, file), "utf8")),
      );
      const expected = texts
        .flatMap((text) => [...text.matchAll(/"ton-edge": "\^(.+)"|npm:ton-edge@\^([^/]+)\//g)])
        .map(([, first, secondVersion]) => first ?? secondVersion);
      const needsVersion = files.some((file) => /^(package|deno)\.json$/.test(file));
      assert.ok(
        (expected.length > 0 || !needsVersion) && expected.every((item) => item === version),
        `${name} wants ${expected}`,
      );
    }
  });

  test("no published package has a dependency", () => {
    for (const field of ["dependencies", "peerDependencies", "optionalDependencies"])
      assert.equal(manifest[field], undefined);
    for (const name of Object.keys(manifest.scripts ?? {})) assert.doesNotMatch(name, /install|prepare/);
  });
});

describe("the tarball of the package", () => {
  let folder;
  let packedFiles;
  before(async () => {
    packedFiles = await pack({ again: true });
    folder = packedFiles.folder;
    await unpack(packedFiles.file, folder);
  });
  after(() => packedFiles?.remove());

  test("the tarball has every file that package.json names, and no test or source", () => {
    const paths = packedFiles.paths;
    for (const path of NAMED_PACKAGES) assert.ok(paths.includes(path.replace(/^\.\//, "")), path);
    assert.deepEqual(
      paths.filter((path) => /test(?!ing\b)|\.rs$|node_modules|(^|\/)\.(?!dockerignore$)/.test(path)),
      [],
    );
  });

  test("the tarball has exactly the files of the golden list", () => {
    const paths = [...packedFiles.paths].sort();
    compareGolden("package-files.txt", `${paths.join("\n")}\n`);
  });

  test("the tarball has the licences and the README, whose links lead to files in it", async () => {
    const home = join(folder, "node_modules/ton-edge");
    for (const name of ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE-THIRD-PARTY"]) {
      assert.equal(await readFile(join(home, name), "utf8"), await readFile(join(root, name), "utf8"));
    }
    const readme = await readFile(join(home, "README.md"), "utf8");
    assert.match(readme, /^# ton-edge\n/);
    assert.doesNotMatch(readme, /\]\((?!https?:|#)|```js (run|worker)/);
  });

  test("the tarball has source maps only of bundled files, with their sources", async () => {
    const home = join(folder, "node_modules/ton-edge");
    const maps = packedFiles.paths.filter((path) => path.endsWith(".map"));
    assert.ok(maps.length >= 5, maps.join(" "));
    for (const path of maps) {
      assert.match(await readFile(join(home, path.slice(0, -4)), "utf8"), /\n\/\/# sourceMappingURL=[\w.-]+\.map\n$/);
      const { sources, sourcesContent } = JSON.parse(await readFile(join(home, path), "utf8"));
      assert.equal(sourcesContent, undefined);
      const missingFiles = sources.filter((source) => !existsSync(join(home, path, "..", source)));
      // Small files of a line or two that only the build needs are not in the package.
      assert.deepEqual(
        missingFiles.filter((item) => !/\/lib\/wasm\/(slim(-message|-tvm)?|\w+\.slim)\.js$/.test(item)),
        [],
        path,
      );
    }
  });

  test("the tarball does not contain the path of the build", async () => {
    const home = join(folder, "node_modules/ton-edge");
    const folders = [
      root.replace(/\/$/, ""),
      `${homedir()}/`,
      ".cargo/registry",
      ".cargo/git",
      ".rustup/",
      `${tmpdir()}/`,
    ];
    for (const path of packedFiles.paths) {
      const text = (await readFile(join(home, path))).toString("latin1");
      for (const folder of folders) assert.ok(!text.includes(folder), `${path} holds ${folder}`);
    }
  });

  test("the tarball has every file that its modules import", async () => {
    const home = join(folder, "node_modules/ton-edge");
    for (const path of packedFiles.paths.filter((path) => /\.(js|cjs|d\.ts|d\.cts)$/.test(path))) {
      const text = await readFile(join(home, path), "utf8");
      const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
      for (const [, , to] of code.matchAll(/(from\s*|import\s*\(?\s*|require\(\s*)["'](\.{1,2}\/[^"']+)["']/g)) {
        // `?module` requests the compiled module instead of an instance; the file name does not contain it.
        const target = resolve(join(home, path), "..", to.replace(/\?module$/, ""));
        const doesExist = [target, target.replace(/\.js$/, ".d.ts"), target.replace(/\.cjs$/, ".d.cts")].some((item) =>
          existsSync(item),
        );
        assert.ok(doesExist, `${path} imports ${to}`);
      }
    }
  });

  test("the package works in any folder", async () => {
    assert.deepEqual(
      await startChild(`${USE_PROGRAM} console.log(JSON.stringify(result));`, { cwd: folder }),
      USED_ARGUMENTS,
    );
    const names = await startChild(
      `console.log(JSON.stringify(${JSON.stringify(PORTABLE_NAMES)}.map((entry) => Object.keys(require(entry)).sort())))`,
      { type: "commonjs", cwd: folder },
    );
    assert.deepEqual(names, await Promise.all(PORTABLE_NAMES.map(listNames)));
    const { stdout } = await run(process.execPath, [join(folder, "node_modules/ton-edge/bin/ton-edge.js"), "--help"]);
    assert.match(stdout, /^Usage: ton-edge gateway/);
  });
});
