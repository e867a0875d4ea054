// Starts compose.yaml of the container template by Docker Compose over podman's API.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { findFreePort } from "../helpers/free-port.mjs";
import { runOrFail, waitFor } from "./containers.mjs";
import { makeStandIns, NODE_IMAGE } from "./images.mjs";
import { applyChanges, runProgram, readTemplate, TEMPLATES, findTool } from "./templates.mjs";

/** A server in place of TON Center and of the alert receivers, whose paths it logs. It has no TLS, so no upstream API key is sent to it. */
const UPSTREAM = `const { createServer } = require("node:http");
createServer((request, response) => response.end('{"ok":true,"result":{}}')).listen(8090);
createServer((request, response) => { console.log("alert at", request.url); response.end(); }).listen(9095);`;

/** The settings that the test changes: an upstream, and free ports. */
const composeOverride = (ports) => `services:
  gateway:
    ports: !override ["127.0.0.1:${ports.gateway}:8080"]
  grafana:
    ports: !override ["127.0.0.1:${ports.grafana}:3000"]
  caddy:
    ports: !override ["127.0.0.1:${ports.caddy}:443"]
  upstream:
    image: ${NODE_IMAGE}
    entrypoint: [node, -e, ${JSON.stringify(UPSTREAM)}]
    networks: [public, alerts]
`;

/**
 * @param {import("./images.mjs").Engine} engine with the image of the gateway @param {import("./containers.mjs").Prepared} prepared
 */
export async function composeUp({ folder, env }, { home }) {
  const ports = { gateway: await findFreePort(), grafana: await findFreePort(), caddy: await findFreePort() };
  await writeFile(join(home, "override.yaml"), composeOverride(ports));
  const settings = applyChanges(await readTemplate("container/config/ton-edge.toml"), [
    ["https://toncenter.com", "http://upstream:8090"],
    [/^apiKey = .*\n/gm, ""],
    ['testnet = "off"', 'testnet = "off"\nlogClient = "address"'],
  ]);
  await writeFile(join(home, "config/ton-edge.toml"), settings);
  const receivers = applyChanges(await readTemplate("container/alertmanager.yml"), [
    ["host.docker.internal", "upstream"],
  ]);
  await writeFile(join(home, "alertmanager.yml"), receivers);
  for (const name of ["ops", "proxies"]) {
    const from = join(TEMPLATES, name);
    if (existsSync(from)) await cp(from, join(dirname(home), name), { recursive: true });
  }
  for (const name of ["rules", "grafana"]) await mkdir(join(dirname(home), "ops", name), { recursive: true });

  const socket = `unix://${folder}/podman.sock`;
  const service = spawn("podman", ["system", "service", "--time", "0", socket], { env, stdio: "ignore" });
  const exitEvent = once(service, "exit");
  await waitFor(
    async () => existsSync(join(folder, "podman.sock")),
    async () => "podman's API does not respond",
  );
  const docker = await findTool("docker-compose");
  const options = { cwd: home, env: { ...env, DOCKER_HOST: socket }, timeout: 180_000 };
  const runCompose = (...args) =>
    runProgram(docker, ["--profile", "tls", "--file", "compose.yaml", "--file", "override.yaml", ...args], options);
  const config = JSON.parse((await runCompose("config", "--format", "json")).stdout);
  await makeStandIns(
    { folder, env, close: async () => {} },
    Object.fromEntries(Object.entries(config.services).map(([name, { image }]) => [name, `docker.io/${image}`])),
  );

  // Without systemd, podman runs no health checks by itself.
  let isFinished = false;
  const checks = (async () => {
    while (!isFinished) {
      const { stdout } = await runProgram("podman", ["ps", "--format", "{{.Names}}"], { env });
      for (const name of stdout.split("\n").filter(Boolean))
        await runProgram("podman", ["healthcheck", "run", name], { env, timeout: 20_000 });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  })();
  const { code, output } = await runCompose("up", "--detach", "--no-build", "--wait");
  isFinished = true;
  await checks;
  return {
    code,
    output,
    url: `http://127.0.0.1:${ports.gateway}`,
    grafana: `http://127.0.0.1:${ports.grafana}`,
    caddy: ports.caddy,
    /** A program in a service. */
    run: (name, ...words) => runProgram("podman", ["exec", `ton-edge-${name}-1`, ...words], { env, timeout: 30_000 }),
    inspect: async (name) => JSON.parse(await runOrFail("podman", ["inspect", `ton-edge-${name}-1`], { env }))[0],
    logs: async () => (await runCompose("logs")).output,
    secret: async (name) => (await readFile(join(home, "secrets", name), "utf8")).trim(),
    stop: (name) => runCompose("stop", name),
    async close() {
      await runCompose("down", "--volumes", "--timeout", "2");
      service.kill();
      await exitEvent;
    },
  };
}
