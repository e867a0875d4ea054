// `ton-edge gateway` in a separate process, with what its operator sees: the alerts of `/readyz`, and `/metrics`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const BIN = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const TOKEN = "a-token-of-the-operators";

/** Root may read every file, so programs that must not be able to run as another user. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Waits until a check passes; the check returns a false value, or throws, until then. */
export async function waitUntil(check, label) {
  let lastValue;
  for (let waitCount = 0; waitCount < 400; waitCount += 1) {
    lastValue = await Promise.resolve()
      .then(check)
      .catch((error) => void (lastValue = error));
    if (lastValue) return lastValue;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return assert.fail(label);
}

/**
 * Starts the command in a folder with these settings.
 *
 * @param {import("node:test").TestContext} t
 * @param {{ folder: string, settings: string, through?: string[], stdio?: any[] }} options `through`: the program and its arguments that
 *   run the command in their place, as this user; `stdio`: of standard output and standard error; with it, `port` in the settings is not 0
 */
export async function startCommand(t, { folder, settings, through: wrapperArgs, stdio }) {
  const file = join(folder, "ton-edge.toml");
  await writeFile(file, settings);
  const words = [process.execPath, BIN, "gateway", "--config", file, "--admin-token", "env:TOKEN"];
  const [program, ...args] = [...(wrapperArgs ?? []), ...words];
  const child = spawn(program, args, {
    ...(wrapperArgs ? {} : OTHER_USER),
    cwd: folder,
    env: { ...process.env, TOKEN },
    stdio: ["ignore", ...(stdio ?? ["pipe", "pipe"])],
  });
  t.after(() => child.kill("SIGKILL"));
  /** @type {any[]} */
  const lines = [];
  if (child.stderr)
    createInterface({ input: child.stderr }).on("line", (line) =>
      lines.push(line.startsWith("{") ? JSON.parse(line) : line),
    );
  let url = `http://127.0.0.1:${/^port = (\d+)/m.exec(settings)[1]}`;
  if (child.stdout) {
    const exitPromise = once(child, "exit").then(([code]) => [`exit ${code}: ${lines.join("\n")}`]);
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), exitPromise]);
    assert.match(line, /listening/);
    url = /http:\S+/.exec(line)[0];
  } else await waitUntil(() => fetch(`${url}/healthz`).then(({ ok }) => ok), "the command does not listen");

  const get = (path, headers = {}) => fetch(url + path, { headers, signal: AbortSignal.timeout(10_000) });
  const getAsOperator = (path) => get(path, { authorization: `Bearer ${TOKEN}` });
  return {
    child,
    url,
    file,
    lines,
    get,
    /** The status of the response to a path. */
    status: async (path, headers) => {
      const response = await get(path, headers);
      await response.arrayBuffer();
      return response.status;
    },
    alerts: async () => (await (await getAsOperator("/readyz")).json()).alerts.map(({ code }) => code),
    metric: async (name) =>
      Number(new RegExp(`^${name} (.+)$`, "m").exec(await (await getAsOperator("/metrics")).text())?.[1]),
    reload: () => child.kill("SIGHUP"),
    async stop() {
      child.kill("SIGTERM");
      return (await once(child, "exit"))[0];
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startCommand>>} RunningCommand */
