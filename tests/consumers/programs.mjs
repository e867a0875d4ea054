// Consumers that are programs: they run, print their result and exit, or they serve a request.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import workerd from "workerd";

import { getCommand } from "../runtimes/runtimes.mjs";
import { FACES } from "./program/slim-faces.mjs";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
/**
 * The environment of child processes; bundlers in this process may set NODE_ENV.
 *
 * @type {NodeJS.ProcessEnv}
 */
export const environment = {
  ...process.env,
  CI: "1",
  NO_COLOR: "1",
  WRANGLER_SEND_METRICS: "false",
  NEXT_TELEMETRY_DISABLED: "1",
};
delete environment.NODE_ENV;

/** Runs a tool of a project once, for its output files; `timeout` in milliseconds. */
export async function runTool(command, cwd, env = {}, timeout = 400_000) {
  const [program, ...args] = command;
  return run(program, args, { cwd, env: { ...environment, ...env }, timeout, maxBuffer: 1 << 26 });
}

/** Runs a program of a project and parses the JSON that it prints. */
export async function output(command, cwd, ...args) {
  const [program, ...first] = command;
  const { stdout } = await run(program, [...first, ...args], { cwd, env: environment, timeout: 120_000 });
  return JSON.parse(stdout);
}

export const node = (file) => async (projects, service) => {
  const result = await output([process.execPath], await projects.project(`node ${file}`), file, service);
  return { result, version: process.version };
};

export const runInRuntime = (name, file) => async (projects, service) => {
  const command = getCommand(name);
  const { stdout } = await run(command[0], ["--version"]);
  const result = await output(command, await projects.project(`${name} ${file}`), file, service);
  return {
    result,
    version: stdout
      .split("\n")[0]
      .replace(/^deno /, "")
      .split(" ")[0],
  };
};

/** Starts a server, waits for the line with its URL, sends a request, and ends it. */
export async function requestServer(command, cwd, findUrl, request, stream = (child) => [child.stdout, child.stderr]) {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: environment,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const lines = [];
  try {
    const url = await new Promise((resolve, reject) => {
      for (const outputStream of stream(child)) {
        createInterface({ input: outputStream }).on("line", (line) => {
          lines.push(line);
          const serverUrl = findUrl(line);
          if (serverUrl) resolve(serverUrl);
        });
      }
      child.once("exit", (code) => reject(new Error(`ended with ${code}\n${lines.join("\n")}`)));
      setTimeout(() => reject(new Error(`printed no URL\n${lines.join("\n")}`)), 90_000).unref();
    });
    return await request(url);
  } finally {
    // The process group: also its child processes.
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, "SIGTERM");
      await once(child, "exit");
    }
  }
}

export async function fetchJson(url) {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 2000)}`);
  return JSON.parse(text);
}

/** The configuration of workerd without a bundler: it lists the files of the package by their names. */
const writeWorkerdConfig = (modules, service) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.map(([name, kind, file]) => `(name = "${name}", ${kind} = embed "${file}")`).join(",\n    ")}],
  bindings = [(name = "SERVICE", text = "${service}")],
  compatibilityDate = "2026-04-01",
);`;
const DIST_FOLDER = "node_modules/ton-edge/dist";
const getWasm = (name, moduleName) => [name, "wasm", `${DIST_FOLDER}/${moduleName}.wasm`];

/** The modules of each program besides its own file. */
const WORKERD_PROGRAMS = {
  // The entries share files, which all import by relative names.
  "edge.mjs": async (home) => [
    ...["default.mjs", "default-server.mjs"].map((file) => [file, "esModule", file]),
    ["ton-edge", "esModule", `${DIST_FOLDER}/client.workerd.js`],
    ...["address", "message", "tvm", "gateway"].map((name) => [
      `ton-edge/${name}`,
      "esModule",
      `${DIST_FOLDER}/${name}.workerd.js`,
    ]),
    ...(await readdir(join(home, DIST_FOLDER)))
      .filter((file) => file.endsWith(".workerd.js"))
      .flatMap((file) => [
        [file, "esModule", `${DIST_FOLDER}/${file}`],
        [`ton-edge/${file}`, "esModule", `${DIST_FOLDER}/${file}`],
      ]),
    ...["client", "address", "cell", "gateway", "tvm", "emulator", "ed25519"].flatMap((moduleName) => [
      getWasm(`${moduleName}.wasm?module`, moduleName),
      getWasm(`ton-edge/${moduleName}.wasm?module`, moduleName),
    ]),
  ],
  // All entries import the files beside `ton-edge/slim`: with a second name, a file would be loaded twice, and `init` would reach one of both.
  "edge-slim.mjs": async (home) => {
    const nestedEntries = ["message", "tvm"];
    for (const name of nestedEntries)
      await writeFile(join(home, `slim-${name}.mjs`), `export * from "../slim-${name}.js";\n`);
    return [
      ["slim.mjs", "esModule", "slim.mjs"],
      ["ton-edge/slim", "esModule", `${DIST_FOLDER}/slim.js`],
      ...nestedEntries.map((name) => [`ton-edge/slim/${name}`, "esModule", `slim-${name}.mjs`]),
      ...(await readdir(join(home, DIST_FOLDER)))
        .filter((file) => file.endsWith(".slim.js") || nestedEntries.some((name) => file === `slim-${name}.js`))
        .map((file) => [`ton-edge/${file}`, "esModule", `${DIST_FOLDER}/${file}`]),
      ...FACES.map((moduleName) => getWasm(`ton-edge/${moduleName}.wasm`, moduleName)),
    ];
  },
};

export const runWorkerd = (file) => async (projects, service) => {
  const home = await projects.project(`workerd ${file}`);
  const modules = [
    [file, "esModule", file],
    ["use.mjs", "esModule", "use.mjs"],
    ...(await WORKERD_PROGRAMS[file](home)),
  ];
  await writeFile(join(home, "config.capnp"), writeWorkerdConfig(modules, service));
  const getPort = (line) => (line.startsWith("{") ? JSON.parse(line).port : undefined);
  const result = await requestServer(
    [workerd.default ?? workerd, "serve", "config.capnp", "--control-fd=3"],
    home,
    getPort,
    (serverPort) => fetchJson(`http://127.0.0.1:${serverPort}/`),
    (child) => [child.stdio[3], child.stderr],
  );
  return { result, version: require("workerd/package.json").version };
};

export const runWrangler = async (projects, service) => {
  const home = await projects.project("wrangler", "wrangler");
  const script = join(require.resolve("wrangler/package.json"), "../bin/wrangler.js");
  const devCommand = [
    process.execPath,
    script,
    "dev",
    "--ip",
    "127.0.0.1",
    "--port",
    "0",
    "--inspector-port",
    "0",
    "--var",
    `SERVICE:${service}`,
  ];
  const result = await requestServer(devCommand, home, (line) => /Ready on (http:\S+)/.exec(line)?.[1], fetchJson);
  return { result, version: require("wrangler/package.json").version };
};
