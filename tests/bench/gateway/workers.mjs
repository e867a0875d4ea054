// Starts contenders as workerd processes, one each, and reads the CPU time of a process.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const resolvePathBeside = (path) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(resolvePathBeside("../../package.json"));
const { build } = require("esbuild");

export const KEY = "bench-key-of-the-gateway";

/** Every `fetch` of a Worker goes to the upstream, whatever the URL. @param {string[]} wasm names of modules @param {number} port */
const config = (wasm, port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")${wasm.map((name) => `, (name = "${name}", wasm = embed "${name}")`).join("")}],
      compatibilityDate = "2026-04-01",
      bindings = [(name = "UPSTREAM", text = "http://service.localhost"), (name = "API_KEY", text = "${KEY}")],
      globalOutbound = "service",
    )),
    (name = "service", external = (address = "127.0.0.1:${port}", http = ())),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/**
 * Starts a contender. `log` gets the lines of its log; without `log` they are dropped. `inspected`: with an inspector, for the protocol of
 * Chromium's developer tools.
 *
 * @param {string} name of a file beside this one @param {number} port of the service @param {(line: string) => void} [log]
 * @param {boolean} [inspected]
 */
export async function startContender(name, port, log, inspected = false) {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-bench-"));
  const { outputFiles } = await build({
    entryPoints: [resolvePathBeside(`${name}.mjs`)],
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "import"],
    target: "es2022",
    write: false,
    logLevel: "warning",
    plugins: [
      {
        name: "wasm",
        // The suffix `?module` is for bundlers; the file's name does not have it.
        setup: ({ onResolve }) =>
          onResolve({ filter: /\.wasm(\?module)?$/ }, ({ path }) => ({
            path: basename(path).replace("?module", ""),
            external: true,
          })),
      },
    ],
  });
  const { text } = outputFiles[0];
  const wasm = [...new Set(Array.from(text.matchAll(/"(\w+\.wasm)"/g), ([, file]) => file))];
  await writeFile(join(folder, "worker.js"), text);
  for (const file of wasm) await copyFile(resolvePathBeside(`../../../pkg/dist/${file}`), join(folder, file));
  await writeFile(join(folder, "config.capnp"), config(wasm, port));
  const inspector = inspected ? ["--inspector-addr=127.0.0.1:0"] : [];
  const configPath = join(folder, "config.capnp");
  const child = spawn(require("workerd").default, ["serve", "--control-fd=3", ...inspector, configPath], {
    stdio: ["ignore", log ? "pipe" : "ignore", "inherit", "pipe"],
  });
  if (log) createInterface({ input: child.stdout }).on("line", log);
  const exitEvent = once(child, "exit");
  const lines = createInterface({ input: /** @type {any} */ (child.stdio[3]) });
  const ports = new Map();
  const portsPromise = (async () => {
    for await (const line of lines) {
      const { event, port: listenPort } = JSON.parse(line);
      ports.set(event, listenPort);
      if (ports.size === (inspected ? 2 : 1)) break;
    }
  })();
  await Promise.race([
    portsPromise,
    exitEvent.then(() => {
      throw new Error(`workerd ended before ${name} listened`);
    }),
  ]);
  return {
    name,
    url: `http://127.0.0.1:${ports.get("listen")}`,
    inspector: `ws://127.0.0.1:${ports.get("listen-inspector")}/main`,
    cpu: () => readCpu(child.pid),
    async stop() {
      child.kill("SIGKILL");
      await exitEvent;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Microseconds of CPU time that all threads of a process have used, user and system together. */
function readCpu(pid) {
  const readCpuOfThread = (thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1000;
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + readCpuOfThread(thread), 0);
}
