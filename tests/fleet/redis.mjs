// A Redis for a test, which writes every change to disk before it responds.

import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "../helpers/free-port.mjs";
import { createKillable } from "./killable.mjs";

/** Starts Redis, and can end it and start it again on the same port and data. */
export async function startRedis() {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-redis-"));
  const port = await findFreePort();
  const args = [
    "--port",
    port,
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    "yes",
    "--appendfsync",
    "always",
    "--daemonize",
    "no",
  ];
  const run = () =>
    spawn(process.env.REDIS_SERVER || "redis-server", args.map(String), { stdio: ["ignore", "ignore", "inherit"] });
  const server = await createKillable({ folder, run, ready: () => waitUntilReady(port) });
  return { url: `redis://127.0.0.1:${port}`, port, ...server };
}

async function waitUntilReady(port) {
  for (let index = 0; index < 1200; index += 1) {
    const isReady = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
      socket.once("data", (data) => resolve(String(data).startsWith("+PONG"))).once("error", () => resolve(false));
      socket.once("data", () => socket.destroy());
    });
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("Redis does not respond");
}
