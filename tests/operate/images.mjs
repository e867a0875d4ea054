// Images and containers of a test, by buildah and podman, with their storage and networks in a folder.

import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { addProgram, addShell, makeBaseRoot, makeRoot } from "./base-root.mjs";
import { isListening, runOrFail, findProcess, waitFor } from "./containers.mjs";
import { runProgram, findTool } from "./templates.mjs";

export const NODE_IMAGE = "localhost/node-stand-in";
export const GATEWAY_IMAGE = "localhost/ton-gateway";
/** Debian's packages, and a program of each. */
export const PACKAGES = {
  buildah: "/usr/bin/buildah",
  podman: "/usr/bin/podman",
  runc: "/usr/sbin/runc",
  netavark: "/usr/lib/podman/netavark",
  "aardvark-dns": "/usr/lib/podman/aardvark-dns",
  iptables: "/usr/sbin/iptables",
  "busybox-static": "/usr/bin/busybox",
  "prometheus-alertmanager": "/usr/bin/prometheus-alertmanager",
};

/** The same options as in compose.yaml. */
const HARDENING_OPTIONS = [
  "--read-only",
  "--read-only-tmpfs=false",
  "--cap-drop",
  "ALL",
  "--security-opt",
  "no-new-privileges",
];

/**
 * Configures the engine for a machine without systemd, and without the right to raise limits.
 *
 * @param {string} folder @returns {Promise<{ folder: string, env: NodeJS.ProcessEnv, close(): Promise<unknown> }>}
 */
export async function makeEngine(folder) {
  const home = join(folder, "engine");
  await mkdir(home);
  const engine = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
[engine]
runtime = "runc"
[network]
network_backend = "netavark"
network_config_dir = "${home}/networks"
`;
  const storage = `[storage]
driver = "overlay"
graphroot = "${home}/storage"
runroot = "${home}/run"
`;
  await writeFile(join(home, "containers.conf"), engine);
  await writeFile(join(home, "storage.conf"), storage);
  const env = {
    ...process.env,
    CONTAINERS_CONF: join(home, "containers.conf"),
    CONTAINERS_STORAGE_CONF: join(home, "storage.conf"),
  };
  return { folder: home, env, close: () => runProgram("podman", ["system", "reset", "--force"], { env }) };
}

/** @typedef {Awaited<ReturnType<typeof makeEngine>>} Engine */

/**
 * Makes an image from the files of a folder.
 *
 * @param {Engine} engine @param {string} name @param {string} root
 * @param {{ config?: string[], owned?: Record<string, string> }} [options] `config`: of buildah; `owned`: folders and their owners
 */
async function makeImage({ env }, name, root, { config = [], owned: ownerByFile = {} } = {}) {
  const runBuildah = async (...args) => (await runOrFail("buildah", args, { env })).trim();
  const container = await runBuildah("from", "scratch");
  await runBuildah("copy", "--quiet", container, root, "/");
  const mountPath = await runBuildah("mount", container);
  for (const [folder, owner] of Object.entries(ownerByFile)) {
    await mkdir(join(mountPath, folder), { recursive: true });
    await runOrFail("chown", [owner, join(mountPath, folder)]);
  }
  await runBuildah("umount", container);
  await runBuildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", ...config, container);
  await runBuildah("commit", "--quiet", "--format", "docker", "--rm", container, name);
}

/**
 * Builds the image of the template, on a base image of this machine's programs.
 *
 * @param {Engine} engine @param {import("./containers.mjs").Prepared} prepared
 */
export async function buildGateway(engine, { home, registry }) {
  const root = join(engine.folder, "node");
  await makeBaseRoot(root, { shell: true });
  await makeImage(engine, NODE_IMAGE, root, { config: ["--env", `NPM_CONFIG_REGISTRY=${registry}`] });
  const buildArgs = ["--isolation", "chroot", "--network", "host", "--format", "docker"];
  const args = ["build", ...buildArgs, "--build-arg", `NODE_IMAGE=${NODE_IMAGE}`, "--tag", GATEWAY_IMAGE, home];
  await runOrFail("buildah", args, { env: engine.env });
}

/**
 * Makes images with the names in compose.yaml, from this machine's Redis, Prometheus and Alertmanager, and PyPI's Caddy. Grafana is not available, so a
 * file server that responds to its health check replaces it.
 *
 * @param {Engine} engine @param {Record<string, string>} names of the images, by service
 */
export async function makeStandIns(engine, names) {
  const readRoot = async (name) => {
    const root = join(engine.folder, name);
    await makeRoot(root);
    await addShell(root);
    return root;
  };
  const valkey = await readRoot("valkey");
  const redis = process.env.REDIS_SERVER || "redis-server";
  await addProgram(valkey, redis, "usr/local/bin/valkey-server");
  await addProgram(valkey, redis.replace(/-server$/, "-cli"), "usr/local/bin/valkey-cli");
  await makeImage(engine, names.valkey, valkey, { config: ["--volume", "/data"], owned: { "/data": "999:1000" } });

  const prometheus = await readRoot("prometheus");
  await addProgram(prometheus, process.env.PROMETHEUS || "prometheus", "bin/prometheus");
  await mkdir(join(prometheus, "etc/prometheus"), { recursive: true });
  await makeImage(engine, names.prometheus, prometheus, {
    config: ["--volume", "/prometheus", "--user", "65534", "--entrypoint", '["/bin/prometheus"]'],
    owned: { "/prometheus": "65534:65534" },
  });

  const alertmanager = await readRoot("alertmanager");
  await addProgram(alertmanager, "/usr/bin/prometheus-alertmanager", "bin/alertmanager");
  await mkdir(join(alertmanager, "etc/alertmanager"), { recursive: true });
  // Debian's program reads its templates from there; the official one contains them.
  const templates = "usr/share/prometheus/alertmanager";
  await cp(`/${templates}`, join(alertmanager, templates), { recursive: true, dereference: true });
  await makeImage(engine, names.alertmanager, alertmanager, {
    config: ["--volume", "/alertmanager", "--user", "65534", "--entrypoint", '["/bin/alertmanager"]'],
    owned: { "/alertmanager": "65534:65534" },
  });

  // The same setup as in the official image.
  const caddy = await readRoot("caddy");
  await addProgram(caddy, await findTool("caddy"), "usr/bin/caddy");
  await mkdir(join(caddy, "etc/caddy"), { recursive: true });
  const command = ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"];
  await makeImage(engine, names.caddy, caddy, {
    config: ["--env", "XDG_CONFIG_HOME=/config", "--env", "XDG_DATA_HOME=/data", "--cmd", JSON.stringify(command)],
  });

  const grafana = await readRoot("grafana");
  await mkdir(join(grafana, "www/api"), { recursive: true });
  await writeFile(join(grafana, "www/api/health"), "ok\n");
  await makeImage(engine, names.grafana, grafana, {
    config: ["--user", "472", "--entrypoint", '["/bin/httpd", "-f", "-p", "3000", "-h", "/www"]'],
    owned: { "/var/lib/grafana": "472:0" },
  });
}

/**
 * Runs a container of the gateway's image, with the restrictions and mounts of compose.yaml.
 *
 * @param {Engine} engine @param {import("./containers.mjs").Prepared} prepared
 * @returns {Promise<import("./containers.mjs").Container>}
 */
export async function runGateway({ env }, { home, port, adminPort }) {
  const name = "gateway";
  const runPodman = (...args) => runOrFail("podman", args, { env });
  const mounts = [
    `${home}/config:/etc/ton-edge:ro`,
    ...["admin-token", "mainnet-api-key", "valkey-url"].map(
      (item) => `${home}/secrets/${item}:/run/secrets/${item}:ro`,
    ),
  ];
  const variables = [`TON_EDGE_PORT=${port}`, `TON_EDGE_ADMIN_PORT=${adminPort}`];
  const options = [
    ...mounts.flatMap((mount) => ["--volume", mount]),
    ...variables.flatMap((mount) => ["--env", mount]),
  ];
  const limits = ["--memory", "512m", "--pids-limit", "100", "--network", "host"];
  await runPodman("run", "--detach", "--name", name, ...HARDENING_OPTIONS, ...limits, ...options, GATEWAY_IMAGE);
  const readLogs = async () => (await runProgram("podman", ["logs", name], { env })).output;
  const readState = async () =>
    (await runPodman("inspect", "--format", "{{.State.Status}} {{.State.Pid}}", name)).trim().split(" ");
  await waitFor(async () => (await readState())[0] !== "running" || isListening(await readLogs()), readLogs);
  if ((await readState())[0] !== "running") throw new Error(await readLogs());
  return {
    run(words, overrides = {}) {
      const variables = Object.entries(overrides).flatMap(([variableName, value]) => [
        "--env",
        `${variableName}=${value}`,
      ]);
      return runProgram("podman", ["exec", ...variables, name, ...words], { env });
    },
    process: async () => findProcess((await readState())[1]),
    async stop() {
      await runPodman("stop", "--time", "15", name);
      return Number(await runPodman("inspect", "--format", "{{.State.ExitCode}}", name));
    },
    logs: readLogs,
    close: () => runProgram("podman", ["rm", "--force", name], { env }).then(() => {}),
  };
}
