// The ready-made Worker in workerd. A server of the test replaces Workers KV, and fails on demand.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import workerd from "workerd";

import { findFreePort } from "../helpers/free-port.mjs";

const DIST = fileURLToPath(new URL("../../pkg/dist/", import.meta.url));

/**
 * Serves Workers KV in the form that workerd requests: `GET /NAME` returns the value or 404.
 *
 * @param {any[]} records of API keys
 */
export async function serveKv(records) {
  const values = new Map(records.map((record) => [`key:${record.hash}`, JSON.stringify(record)]));
  /** @type {{ port: number, fault?: "500" | "garbage" | "broken off" | "silent", close(): Promise<void> }} */
  const kv = { port: 0, fault: undefined, close: async () => {} };
  const server = createServer((request, response) => {
    const value = values.get(decodeURIComponent(new URL(request.url, "http://kv").pathname.slice(1)));
    if (kv.fault === "500") return void response.writeHead(500).end("no");
    if (kv.fault === "garbage") return void response.end("{");
    if (kv.fault === "broken off") return void request.socket.destroy();
    if (kv.fault === "silent") return undefined;
    return void (value === undefined ? response.writeHead(404).end() : response.end(value));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  kv.port = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
  kv.close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return kv;
}

/**
 * Starts workerd with `ton-edge/worker`.
 *
 * @param {import("node:test").TestContext} t @param {{ kv: number, upstream: string, token: string }} parts `kv`: its port
 */
export async function startWorker(t, { kv, upstream, token }) {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-kv-"));
  const port = await findFreePort();
  const files = (await readdir(DIST)).filter((name) => /\.workerd\.js$|\.wasm$/.test(name));
  for (const name of files) await copyFile(join(DIST, name), join(folder, name));
  const entry = "worker.workerd.js";
  const modules = [entry, ...files.filter((name) => name !== entry)].map((name) =>
    name.endsWith(".wasm")
      ? `(name = "${name}?module", wasm = embed "${name}")`
      : `(name = "${name}", esModule = embed "${name}")`,
  );
  const texts = Object.entries({
    TON_EDGE_MAINNET: upstream,
    TON_EDGE_TESTNET: "off",
    TON_EDGE_ADMIN_TOKEN: token,
    TON_EDGE_LIMITS_KEYLESS: "off",
    TON_EDGE_LIMITS_BUDGET: "off",
  }).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`);
  const config = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "kv", external = (address = "127.0.0.1:${kv}", http = ())),
    (name = "internet", network = (allow = ["private", "public"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.join(",\n    ")}],
  compatibilityDate = "2026-04-01",
  bindings = [(name = "KEYS", kvNamespace = "kv"), ${texts.join(", ")}],
);`;
  await writeFile(join(folder, "config.capnp"), config);
  const child = spawn(workerd.default ?? workerd, ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  t.after(async () => {
    const exitPromise = once(child, "exit");
    child.kill("SIGKILL");
    await exitPromise;
    await rm(folder, { recursive: true, force: true });
  });
  await Promise.race([
    once(child.stdio[3], "data"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`workerd ended with ${code}`))),
  ]);
  return { url: `http://127.0.0.1:${port}` };
}
