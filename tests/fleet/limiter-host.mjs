// A Durable Object behind a small fetch Worker, in its own workerd: the limiter of other gateways. Its storage is a folder, so that it can be
// stopped and restarted. The Worker is that of docs/operate/limits.md.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import workerd from "workerd";

import { bundleProgram } from "../helpers/bundle.mjs";
import { findFreePort } from "../helpers/free-port.mjs";
import { readDocumented } from "./documented.mjs";
import { createKillable } from "./killable.mjs";

const writeCapnp = (port, secret) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "disk", disk = (path = "storage", writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "main.mjs", esModule = embed "main.mjs"), (name = "gateway.wasm", wasm = embed "gateway.wasm")],
  compatibilityDate = "2026-04-01",
  bindings = [(name = "LIMITER", durableObjectNamespace = "LimiterObject"), (name = "LIMITER_SECRET", text = ${JSON.stringify(secret)})],
  durableObjectNamespaces = [(className = "LimiterObject", uniqueKey = "limiter", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),
);`;

/** Starts the limiter, and can end it and start it again on the same port and storage. */
export async function startLimiterHost(secret) {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-limiter-"));
  const port = await findFreePort();
  await mkdir(join(folder, "storage"));
  await writeFile(
    join(folder, "main.mjs"),
    await bundleProgram(readDocumented("limiter").program, {
      "ton-edge/gateway/limiter": "../pkg/dist/limiter.workerd.js",
    }),
  );
  await writeFile(join(folder, "config.capnp"), writeCapnp(port, secret));
  await copyFile(fileURLToPath(new URL("../../pkg/dist/gateway.wasm", import.meta.url)), join(folder, "gateway.wasm"));
  const run = () =>
    spawn(workerd.default ?? workerd, ["serve", "config.capnp", "--control-fd=3"], {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit", "pipe"],
    });
  const server = await createKillable({ folder, run, ready: (child) => once(child.stdio[3], "data") });
  return { url: `http://127.0.0.1:${port}`, program: join(folder, "main.mjs"), ...server };
}
