// Consumers that are bundlers, configured only with input and output; their bundles run in a page.

import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { promisify } from "node:util";

import { transform } from "esbuild";

import { launch } from "../runtimes/chromium.mjs";
import { writePage, readPageResult, visitFolder } from "./pages.mjs";
import { FACES } from "./program/slim-faces.mjs";
import { environment, output } from "./programs.mjs";

const run = promisify(execFile);

/** Bundles a program with esbuild; the programs of workers are also made in this way. */
export async function bundleWithEsbuild(home, entry, options) {
  const { build, version } = await import("esbuild");
  const { warnings } = await build({
    entryPoints: [join(home, entry)],
    bundle: true,
    format: "esm",
    outfile: join(home, `out/${entry}`),
    ...options,
  });
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join("\n"));
  return version;
}

export const runEsbuild = async (projects, service) => {
  const home = await projects.project("esbuild");
  const version = await bundleWithEsbuild(home, "page.mjs", { minify: true });
  const { result } = await visitFolder(launch, join(home, "out"), { page: writePage("/page.mjs"), query: { service } });
  return { result, version };
};

/** A page with a content security policy, whose script is bundled by esbuild. */
export const runWithPolicy = (entry, policy) => async (projects, service) => {
  const home = await projects.project(`csp ${entry}`);
  await bundleWithEsbuild(home, entry);
  const headers = {
    "content-security-policy": `default-src 'none'; connect-src 'self' ${new URL(service).origin}; ${policy}`,
  };
  return visitFolder(launch, join(home, "out"), { page: writePage(`/${entry}`), headers, query: { service } });
};

export const runWebWorker = async (projects, service) => {
  const home = await projects.project("web worker");
  // Bundled as a classic script, which every browser accepts.
  await bundleWithEsbuild(home, "worker.mjs", { format: "iife" });
  const page = `<!doctype html><script>
    const worker = new Worker("/worker.mjs");
    globalThis.done = new Promise((done) => { worker.onmessage = ({ data }) => done(data); worker.onerror = ({ message }) => done(message); });
    worker.postMessage(new URL(location.href).searchParams.get("service"));
  </script>`;
  return visitFolder(launch, join(home, "out"), { page, query: { service } });
};

export const runServiceWorker = async (projects, service) => {
  const home = await projects.project("service worker");
  await bundleWithEsbuild(home, "service-worker.mjs", { format: "iife" });
  const page = `<!doctype html><script>
    globalThis.done = (async () => {
      await navigator.serviceWorker.register("/service-worker.mjs");
      const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
      if (navigator.serviceWorker.controller === null) await taken;
      const response = await fetch("/checked" + location.search);
      return response.ok ? response.json() : "HTTP " + response.status;
    })().catch(String);
  </script>`;
  return visitFolder(launch, join(home, "out"), { page, query: { service } });
};

/** Vite: the newest version comes with the tests, an old one with the tools of the full matrix. */
export const runVite = (mode, project, tool) => async (projects, service) => {
  const home = await projects.project(`${tool ?? "vite"} ${mode} ${project}`, project);
  const viteModule = tool ? await projects.tool("bundlers", tool) : await import("vite");
  // In Node, the old version is CommonJS.
  const { createServer, build, preview, version } = {
    version: viteModule.version,
    ...(viteModule.createServer ? viteModule : viteModule.default),
  };
  const settings = { root: home, logLevel: "error" };
  if (mode === "build") await build(settings);
  const server =
    mode === "dev"
      ? await (await createServer({ ...settings, server: { port: 0, host: "127.0.0.1" } })).listen()
      : await preview({ ...settings, preview: { port: 0, host: "127.0.0.1" } });
  try {
    return {
      ...(await readPageResult(launch, `${server.resolvedUrls.local[0]}?${new URLSearchParams({ service })}`)),
      version,
    };
  } finally {
    await server.close();
  }
};

/** Runs a tool once, for its output files. */
const runTool = (home, ...args) =>
  run(process.execPath, args, { cwd: home, env: environment, timeout: 120_000, maxBuffer: 1 << 24 });

/** The page for a bundle that is a classic script, as old tools write it. */
const writeClassicPage = (script) =>
  `<!doctype html><meta charset="utf-8"><title>consumer</title><script src="${script}"></script>`;

/** webpack and rspack have the same API. */
export const runWebpack = (name) => async (projects, service) => {
  const home = await projects.project(name);
  const tool = await projects.tool("bundlers", name);
  const bundlerFunction = tool.rspack ?? tool.default;
  const compiler = bundlerFunction({
    mode: "production",
    context: home,
    entry: "./page.mjs",
    output: { path: join(home, "out"), filename: "page.js" },
  });
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise((resolve) => compiler.close(resolve));
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  // Ignores the warning that a bundle is larger than the tool recommends.
  const faults = [...errors, ...warnings]
    .map(({ message }) => message)
    .filter((message) => !/size limit|performance/i.test(message));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const { result } = await visitFolder(launch, join(home, "out"), { page: writePage("/page.js"), query: { service } });
  return { result, version: tool.version };
};

/** webpack 4 uses hashes that OpenSSL 3 calls legacy, so it runs in a separate Node process. */
export const runWebpack4 = async (projects, service) => {
  const home = await projects.project("webpack 4", "webpack-4", "bundlers");
  await runTool(home, "--openssl-legacy-provider", "build.cjs");
  const { result } = await visitFolder(launch, join(home, "out"), { page: writePage("/page.js"), query: { service } });
  return { result, version: await projects.version("bundlers", "webpack-4") };
};

/** Parcel reads package exports only with an option in the project's package.json. */
export const runParcel = async (projects, service) => {
  const home = await projects.project("parcel", "vite", "bundlers");
  const script = projects.path("bundlers", "parcel/lib/bin.js");
  await runTool(home, script, "build", "index.html", "--dist-dir", "out", "--no-cache");
  const { result } = await visitFolder(launch, join(home, "out"), { page: undefined, query: { service } });
  return { result, version: await projects.version("bundlers", "parcel") };
};

/** Lowers the syntax of a file, because browserify does not parse syntax after ES2019. */
function lowerSyntax() {
  const chunks = [];
  return new Transform({
    transform(chunk, encoding, done) {
      chunks.push(chunk);
      done();
    },
    flush(done) {
      transform(Buffer.concat(chunks).toString(), { target: "es2018" }).then(({ code }) => done(null, code), done);
    },
  });
}

/** browserify ignores package exports, and reads only CommonJS. */
export const runBrowserify = (program) => async (projects, service) => {
  const home = await projects.project(`browserify ${program}`);
  const { code } = await transform(await readFile(join(home, "use.mjs"), "utf8"), { format: "cjs" });
  await writeFile(join(home, "use.cjs"), code);
  const { default: make, version } = await projects.tool("bundlers", "browserify");
  const text = await new Promise((resolve, reject) =>
    make(join(home, program))
      .transform(lowerSyntax, { global: true })
      .bundle((error, bytes) => (error ? reject(error) : resolve(bytes))),
  );
  await mkdir(join(home, "out"));
  await writeFile(join(home, "out/page.js"), text);
  const { result } = await visitFolder(launch, join(home, "out"), {
    page: writeClassicPage("/page.js"),
    query: { service },
  });
  return { result, version };
};

export const runRolldown = async (projects, service) => {
  const home = await projects.project("rolldown");
  const { rolldown: make, version } = await projects.tool("bundlers", "rolldown");
  const bundle = await make({ input: join(home, "page.mjs"), platform: "browser" });
  // The output is a folder, because functions that few programs call are in separate files, which are loaded on demand.
  await bundle.write({ dir: join(home, "out"), entryFileNames: "page.js", format: "es" });
  await bundle.close();
  const { result } = await visitFolder(launch, join(home, "out"), { page: writePage("/page.js"), query: { service } });
  return { result, version };
};

export const runRsbuild = async (projects, service) => {
  const home = await projects.project("rsbuild");
  const { createRsbuild, version } = await projects.tool("bundlers", "@rsbuild/core");
  const rsbuild = await createRsbuild({
    cwd: home,
    config: { source: { entry: { index: "./page.mjs" } }, output: { distPath: { root: "out" } }, logLevel: "error" },
  });
  const { close } = await rsbuild.build();
  await close();
  const { result } = await visitFolder(launch, join(home, "out"), { page: undefined, query: { service } });
  return { result, version };
};

/** @param {"es" | "cjs"} format a page, or a program for Node */
export const runRollup = (format) => async (projects, service) => {
  const home = await projects.project(`rollup ${format}`);
  const [{ rollup: make, version }, { nodeResolve }] = await Promise.all([
    projects.tool("bundlers", "rollup"),
    projects.tool("bundlers", "@rollup/plugin-node-resolve"),
  ]);
  const warnings = [];
  // Without this plugin, Rollup finds no package.
  const bundle = await make({
    input: join(home, format === "es" ? "page.mjs" : "server.mjs"),
    plugins: [nodeResolve()],
    onwarn: ({ message }) => warnings.push(message),
  });
  const name = format === "es" ? "page.js" : "program.cjs";
  const file = `out/${name}`;
  // The output is a folder, because functions that few programs call are in separate files, which are loaded on demand.
  const chunkFileNames = format === "es" ? "[name]-[hash].js" : "[name]-[hash].cjs";
  await bundle.write({ dir: join(home, "out"), entryFileNames: name, chunkFileNames, format });
  await bundle.close();
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  if (format === "cjs") return { result: await output([process.execPath], home, file, service), version };
  const { result } = await visitFolder(launch, join(home, "out"), { page: writePage("/page.js"), query: { service } });
  return { result, version };
};

const PACKAGE_PATH = "/node_modules/ton-edge";
const IMPORT_MAP = `<script type="importmap">{"imports": {
  "ton-edge": "${PACKAGE_PATH}/client.js", "ton-edge/address": "${PACKAGE_PATH}/address.js", "ton-edge/message": "${PACKAGE_PATH}/message.js",
  "ton-edge/tvm": "${PACKAGE_PATH}/tvm.js", "ton-edge/slim": "${PACKAGE_PATH}/dist/slim.js",
  "ton-edge/slim/message": "${PACKAGE_PATH}/dist/slim-message.js", "ton-edge/slim/tvm": "${PACKAGE_PATH}/dist/slim-tvm.js"
}}</script>`;

/** A page that imports the files without a bundler. */
export const runUnbundled = (browser, script) => async (projects, service) => {
  const home = await projects.project(`${script} without bundler`);
  const query = new URLSearchParams({ service });
  for (const moduleName of FACES) query.append("wasm", `${PACKAGE_PATH}/dist/${moduleName}.wasm`);
  return visitFolder(browser, home, { page: writePage(`/${script}`, IMPORT_MAP), query });
};
