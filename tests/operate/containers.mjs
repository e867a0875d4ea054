// Runs the gateway of the container template as a process in a container, with the steps of its Dockerfile run by hand. images.mjs does the
// same with an image builder.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { findFreePort } from "../helpers/free-port.mjs";
import { makeBaseRoot } from "./base-root.mjs";
import { applyChanges, runProgram, TEMPLATES } from "./templates.mjs";

/** Whether this user can create namespaces and mounts. */
export const isRoot = () => process.getuid?.() === 0 && process.platform === "linux";

export const UPSTREAM_KEY = "upstream-key-of-the-operator";

/** Runs a program that must exit with 0. */
export async function runOrFail(program, args, options) {
  const { code, output, stdout } = await runProgram(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output}`);
  return stdout;
}

/**
 * The template as a user gets it, with secrets and a lockfile; only the ports, the upstream and the limiter of its settings differ.
 *
 * @param {string} folder @param {{ registry: string, upstream: string }} urls
 */
export async function prepare(folder, { registry, upstream }) {
  const home = join(folder, "container");
  await cp(join(TEMPLATES, "container"), home, { recursive: true });
  const env = { ...process.env, TON_EDGE_MAINNET_API_KEY: UPSTREAM_KEY, npm_config_update_notifier: "false" };
  await runOrFail("sh", ["secrets.sh"], { cwd: home, env });
  await runOrFail("npm", ["install", "--package-lock-only", "--registry", registry], { cwd: home, env });
  const [port, adminPort] = [await findFreePort(), await findFreePort()];
  const settings = applyChanges(await readFile(join(home, "config/ton-edge.toml"), "utf8"), [
    ["port = 8080", `port = ${port}`],
    ["port = 8081", `port = ${adminPort}`],
    ["https://toncenter.com", upstream],
    [/^redis = .*\n/gm, ""],
    [/^budget = .*\n/gm, ""],
  ]);
  await writeFile(join(home, "config/ton-edge.toml"), settings);
  const readSecret = async (name) => (await readFile(join(home, "secrets", name), "utf8")).trim();
  return { home, port, adminPort, registry, secrets: [UPSTREAM_KEY, await readSecret("admin-token")] };
}

/** @typedef {Awaited<ReturnType<typeof prepare>>} Prepared */
/**
 * @typedef {{ run(args: string[], env?: Record<string, string>): Promise<{ code: number | string, output: string }>,
 *   process(): Promise<{ status: string, mounts: string, environment: string }>, stop(): Promise<number>, logs(): Promise<string>,
 *   close(): Promise<void> }} Container `run`: runs a program in it, as its user; `stop`: sends SIGTERM, returns the exit code
 */

/** Instructions of the Dockerfile. */
async function readInstructions(home) {
  const text = await readFile(join(home, "Dockerfile"), "utf8");
  const findInstruction = (name) => new RegExp(`^${name} (.+)$`, "m").exec(text)[1];
  const [user, group] = findInstruction("USER").split(":");
  return {
    user,
    group,
    install: findInstruction("RUN").split(" "),
    command: [...JSON.parse(findInstruction("ENTRYPOINT")), ...JSON.parse(findInstruction("CMD"))],
  };
}

export const findProcess = async (pid) => {
  const [status, mounts, environment] = await Promise.all(
    ["status", "mountinfo", "environ"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8")),
  );
  return { status, mounts, environment };
};

export async function waitFor(isReady, failureText) {
  for (let index = 0; !(await isReady()); index += 1) {
    if (index === 600) throw new Error(await failureText());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const isListening = (text) => text.includes("ton-edge is listening on ");

/**
 * Runs the steps of the Dockerfile without an image builder. The container is a mount namespace: a read-only root, no capabilities, another
 * user, and each secret mounted as a file.
 *
 * @param {string} folder @param {Prepared} prepared @returns {Promise<Container>}
 */
export async function runByHand(folder, { home, port, adminPort, registry }) {
  const { user, group, install, command } = await readInstructions(home);
  const root = join(folder, "root");
  const app = join(root, "app");
  await makeBaseRoot(root, { shell: false });
  await mkdir(app);
  // The files that .dockerignore lets through.
  for (const name of ["package.json", "package-lock.json", "healthcheck.mjs"])
    await cp(join(home, name), join(app, name));
  await runOrFail(install[0], [...install.slice(1), "--registry", registry], { cwd: app });
  for (const name of ["etc/ton-edge", "run/secrets", "proc", "dev"]) await mkdir(join(root, name), { recursive: true });
  const script = [
    "set -e",
    'mount --bind "$1" "$1"',
    'mount --rbind /dev "$1/dev"',
    'mount --bind "$2" "$1/etc/ton-edge"; mount -o remount,bind,ro "$1/etc/ton-edge"',
    'mount -t tmpfs -o mode=755 tmpfs "$1/run/secrets"',
    'for one in "$3"/*; do touch "$1/run/secrets/${one##*/}"; mount --bind "$one" "$1/run/secrets/${one##*/}"; done',
    'mount -o remount,bind,ro "$1/run/secrets"',
    'mount -o remount,bind,ro "$1"',
    'mount --rbind /proc "$1/proc"',
    'root=$1; shift 3; exec setpriv --no-new-privs unshare --root "$root" --wd /app --setgid "$AS_GROUP" --setuid "$AS_USER" "$@"',
  ].join("\n");
  const env = {
    PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    AS_USER: user,
    AS_GROUP: group,
    NODE_ENV: "production",
    TON_EDGE_PORT: String(port),
    TON_EDGE_ADMIN_PORT: String(adminPort),
  };
  const listArgs = (words) => [
    "--mount",
    "--propagation",
    "private",
    "sh",
    "-c",
    script,
    "sh",
    root,
    join(home, "config"),
    join(home, "secrets"),
    ...words,
  ];
  const child = spawn("unshare", listArgs(command), { env, stdio: ["ignore", "pipe", "pipe"] });
  const messages = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => messages.push(text));
  const exitEvent = once(child, "exit");
  const readLogs = async () => messages.join("");
  await waitFor(async () => child.exitCode !== null || isListening(await readLogs()), readLogs);
  if (child.exitCode !== null) throw new Error(await readLogs());
  return {
    run: (words, overrides = {}) => runProgram("unshare", listArgs(words), { env: { ...env, ...overrides } }),
    process: () => findProcess(child.pid),
    async stop() {
      child.kill("SIGTERM");
      return (await exitEvent)[0];
    },
    logs: readLogs,
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exitEvent;
    },
  };
}
