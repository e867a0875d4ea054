// Many gateways in one workerd, without Miniflare, whose own Worker would run in front of them: it changes headers, and does not report that a
// caller has disconnected.

import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import workerd from "workerd";

import { bundleProgram } from "../helpers/bundle.mjs";

const ENTRIES = {
  "ton-edge/gateway": "../pkg/dist/gateway.workerd.js",
  "ton-edge/gateway/limiter": "../pkg/dist/limiter.workerd.js",
  "ton-edge/gateway/telemetry": "../pkg/telemetry.js",
  "ton-edge/tvm": "../pkg/dist/tvm.workerd.js",
};

/** Streams of a configuration are in a Durable Object, which `/restart-hub` of the gateway restarts. */
const hasHub = ({ streaming }) => streaming?.scope === "durable-object";
/** @param {object} config @param {number} index its index in the fleet */
const writeHubProgram = (config, index) => `
export class StreamHub extends makeGateway({ ...gateway, createGateway: gateway.createStreamHub, otlp, remoteLimiter, tvm }, ${JSON.stringify(config)}, ${index}) {
  constructor(state, env) {
    super(state, env);
    this.abort = () => state.abort("a restart");
  }
  fetch(request) {
    if (new URL(request.url).pathname === "/restart") this.abort();
    return super.fetch(request);
  }
}
async function restartHub(env, name) {
  const object = env.STREAM_HUB.get(env.STREAM_HUB.idFromName(name));
  return new Response(await object.fetch("https://stream-hub/restart").then(() => "alive", (error) => error.message));
}`;

/** The modules that a bundle imports, by the names of their files. */
const listModules = (text) => [...new Set(Array.from(text.matchAll(/"\.\/(\w+\.wasm)"/g), ([, name]) => name))];

const writeProgram = (configs) => `
import * as gateway from "ton-edge/gateway";
import { remoteLimiter } from "ton-edge/gateway/limiter";
import { otlp } from "ton-edge/gateway/telemetry";
import { makeGateway } from "./runtimes/fleet-gateway.mjs";
// Cloudflare gives every request a \`cf\`; a self-hosted workerd does not.
const onCloudflare = ${JSON.stringify(configs.map(({ selfHosted = false }) => !selfHosted))};
const tvm = ${configs.some(({ localGetMethods }) => localGetMethods) ? '() => import("ton-edge/tvm")' : "undefined"};
const gateways = ${JSON.stringify(configs.map(({ selfHosted, ...config }) => config))}.map((config, at) => makeGateway({ ...gateway, otlp, remoteLimiter, tvm }, config, at));
${configs
  .map(
    (config, index) => `${hasHub(config) ? writeHubProgram(config, index) : ""}
export const g${index} = { fetch(request, env, ctx) {
  ${
    hasHub(config)
      ? `const [, name] = request.url.split("/restart-hub/");
  if (name) return restartHub(env, name);`
      : ""
  }
  if (onCloudflare[${index}]) Object.defineProperty(request, "cf", { value: { colo: "TST" } });
  return gateways[${index}].fetch(request, env, ctx);
} };`,
  )
  .join("\n")}
/** Cache entries that the gateways share: a Durable Object for all of them. */
export class StoreObject {
  #entries = new Map();
  async fetch(request) {
    const key = new URL(request.url).pathname;
    if (request.method === "GET") return new Response(this.#entries.get(key) ?? "null");
    this.#entries.set(key, await request.text());
    return new Response();
  }
}
export default g0;`;

const writeCapnp = (configs, modules, flags, heapMiB) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (${
  heapMiB
    ? `
  v8Flags = ["--max-heap-size=${heapMiB}"],`
    : ""
}
  services = [
    (name = "main", worker = .main),
    (name = "disk", disk = (path = "storage", writable = true)),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [${configs.map((_, index) => `(name = "g${index}", address = "127.0.0.1:0", http = (), service = (name = "main", entrypoint = "g${index}"))`).join(", ")}],
);
const main :Workerd.Worker = (
  modules = [
    (name = "main.mjs", esModule = embed "main.mjs"),
    ${modules.map((name) => `(name = "${name}", wasm = embed "${name}")`).join(", ")},
  ],
  compatibilityDate = "2026-04-01",
  compatibilityFlags = ${JSON.stringify(flags)},
  bindings = [
    (name = "STORE", durableObjectNamespace = "StoreObject"),
    ${configs.some(hasHub) ? '(name = "STREAM_HUB", durableObjectNamespace = "StreamHub"),' : ""}
  ],
  durableObjectNamespaces = [
    (className = "StoreObject", uniqueKey = "store"),
    ${configs.some(hasHub) ? '(className = "StreamHub", uniqueKey = "hub", enableSql = true),' : ""}
  ],
  durableObjectStorage = (localDisk = "disk"),
);`;

/** Starts workerd: returns the process, and a promise of the gateways' URLs. `close` removes its files. */
export async function startWorkerd(
  configs,
  flags = ["enable_request_signal"],
  inspectorPort = undefined,
  heapMiB = undefined,
) {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-fleet-"));
  const text = await bundleProgram(writeProgram(configs), ENTRIES);
  const modules = listModules(text);
  await mkdir(join(folder, "storage"));
  await writeFile(join(folder, "main.mjs"), text);
  await writeFile(join(folder, "config.capnp"), writeCapnp(configs, modules, flags, heapMiB));
  for (const name of modules)
    await copyFile(fileURLToPath(new URL(`../../pkg/dist/${name}`, import.meta.url)), join(folder, name));
  const child = spawn(
    workerd.default ?? workerd,
    [
      "serve",
      "config.capnp",
      "--control-fd=3",
      ...(inspectorPort ? [`--inspector-addr=127.0.0.1:${inspectorPort}`] : []),
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe", "pipe"] },
  );
  const urls = new Promise((resolve) => {
    const ports = new Map();
    createInterface({ input: /** @type {any} */ (child.stdio[3]) }).on("line", (line) => {
      const { event, socket, port } = JSON.parse(line);
      if (event !== "listen") return;
      ports.set(socket, port);
      if (ports.size === configs.length)
        resolve(configs.map((_, index) => `http://127.0.0.1:${ports.get(`g${index}`)}`));
    });
  });
  return { child, urls, remove: () => rm(folder, { recursive: true, force: true }) };
}
