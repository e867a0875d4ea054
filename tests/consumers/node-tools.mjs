// Consumers that run, compile, bundle or pack a program for Node or another server-side runtime.

import { execFile } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";

import { build } from "esbuild";

import { getCommand } from "../runtimes/runtimes.mjs";
import { environment, output, runTool } from "./programs.mjs";

const run = promisify(execFile);
const KIND = "node-tools";
const NODE_COMMAND = [process.execPath];

/** Programs that run TypeScript: a command, or a module that Node loads first. */
const createLoaderRow = (name, command) => async (projects, service) => {
  const home = await projects.project(name, "typescript-program", KIND);
  const result = await output(command(projects), home, "main.ts", service);
  return { result, version: await projects.version(KIND, name) };
};

export const runTsx = createLoaderRow("tsx", (projects) => [...NODE_COMMAND, projects.path(KIND, "tsx/dist/cli.mjs")]);
export const runTsNode = createLoaderRow("ts-node", () => [
  ...NODE_COMMAND,
  "--no-warnings",
  "--loader",
  "ts-node/esm",
]);

/** swc compiles TypeScript to ES modules. */
export const runSwc = async (projects, service) => {
  const home = await projects.project("swc", "typescript-program", KIND);
  await runTool([...NODE_COMMAND, projects.path(KIND, "@swc/cli/bin/swc.js"), "main.ts", "-o", "main.mjs"], home);
  const result = await output(NODE_COMMAND, home, "main.mjs", service);
  return { result, version: await projects.version(KIND, "@swc/core") };
};

/** tsup bundles all packages into a CommonJS file. The tool needs a newer Node than the bundled program. */
export const runTsup = async (projects, service) => {
  const home = await projects.project("tsup", "typescript-program", KIND);
  const script = projects.path(KIND, "tsup/dist/cli-default.js");
  const node = getCommand("Node 22");
  const settings = { entry: ["main.ts"], format: "cjs", noExternal: ["ton-edge"], outDir: "out" };
  await writeFile(join(home, "tsup.config.json"), JSON.stringify(settings));
  await runTool([...node, script], home);
  const result = await output(NODE_COMMAND, home, "out/main.cjs", service);
  return { result, version: await projects.version(KIND, "tsup") };
};

/** One file with all packages in it, for Node. */
async function bundleForNode(home, file, format) {
  await build({
    entryPoints: [join(home, "server.mjs")],
    bundle: true,
    platform: "node",
    format,
    outfile: join(home, file),
    logLevel: "error",
  });
}

/** @param {"cjs" | "esm"} format */
export const runEsbuildForNode = (format) => async (projects, service) => {
  const home = await projects.project(`esbuild for node ${format}`);
  const file = format === "cjs" ? "out.cjs" : "out.mjs";
  await bundleForNode(home, file, format);
  const { version } = await import("esbuild");
  return { result: await output(NODE_COMMAND, home, file, service), version };
};

const SEA_FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** A single executable: Node with the bundle inside. */
export const runSingleExecutable = async (projects, service) => {
  const home = await projects.project("sea", undefined, KIND);
  await bundleForNode(home, "out.cjs", "cjs");
  const settings = { main: "out.cjs", output: "sea.blob", disableExperimentalSEAWarning: true };
  await writeFile(join(home, "sea.json"), JSON.stringify(settings));
  await runTool([...NODE_COMMAND, "--experimental-sea-config", "sea.json"], home);
  const program = join(home, "program");
  await copyFile(process.execPath, program);
  await runTool(
    [
      ...NODE_COMMAND,
      projects.path(KIND, "postject/dist/cli.js"),
      program,
      "NODE_SEA_BLOB",
      "sea.blob",
      "--sentinel-fuse",
      SEA_FUSE,
    ],
    home,
  );
  return { result: await output([program], home, service), version: process.version };
};

/** Bun and Deno bundle the program, and run the bundle in a folder without the package. */
const BUNDLE_COMMANDS = {
  Bun: (program) => [program, "build", "server.mjs", "--target=bun", "--outfile=out/main.mjs"],
  Deno: (program) => [program, "bundle", "--node-modules-dir=manual", "-o", "out/main.mjs", "server.mjs"],
};
export const runRuntimeBundle = (name) => async (projects, service) => {
  const home = await projects.project(`${name} bundle`);
  const [program, ...args] = getCommand(name);
  await runTool(BUNDLE_COMMANDS[name](program), home);
  await writeFile(join(home, "out/package.json"), '{ "type": "module" }\n');
  const result = await output([program, ...args], join(home, "out"), "main.mjs", service);
  const { stdout } = await run(program, ["--version"]);
  return { result, version: stdout.replace(/^deno /, "").split(/\s/)[0] };
};

/** Vercel's treatment of `import module from "x.wasm?module"`: the module is a global variable of the runtime. */
const makeWasmGlobals = (modules) => ({
  name: "wasm-globals",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace("?module", "")),
      namespace: "wasm",
    }));
    onLoad({ filter: /./, namespace: "wasm" }, async ({ path }) => {
      const name = `wasm_${basename(path, ".wasm")}`;
      modules[name] = await WebAssembly.compile(await readFile(path));
      return { contents: `export default globalThis.${name}` };
    });
  },
});

/** The Edge Runtime of Vercel, which has the globals of the web platform, but none of Node's. */
export const runEdgeRuntime = (program) => async (projects, service) => {
  const home = await projects.project(`edge-runtime ${program}`);
  const modules = {};
  await build({
    entryPoints: [join(home, program)],
    bundle: true,
    format: "iife",
    globalName: "program",
    conditions: ["edge-light"],
    outfile: join(home, "out.js"),
    logLevel: "error",
    plugins: [makeWasmGlobals(modules)],
  });
  const { EdgeRuntime, version } = await projects.tool(KIND, "edge-runtime");
  const code = await readFile(join(home, "out.js"), "utf8");
  const handlerCode = `addEventListener("fetch", (event) => event.respondWith(program.default.fetch(event.request)));`;
  const runtime = new EdgeRuntime({
    initialCode: `${code}\n${handlerCode}`,
    extend: (context) => Object.assign(context, modules),
  });
  const response = await runtime.dispatchFetch(`http://edge.example/?${new URLSearchParams({ service })}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 2000)}`);
  return { result: JSON.parse(text), version };
};
