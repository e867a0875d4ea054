// Creates or updates a Python environment: target/python with the packages of tests/python/requirements.txt, or a folder beside it with those
// of another list.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const OLDEST_VERSION = [3, 10];
const INSTALL = "sudo apt-get install -y --no-install-recommends python3 python3-venv";

const doesSucceed = (program, args) =>
  run(program, args).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );

/** Whether a process still runs. @param {string} pid */
function isRunning(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` while no other process holds the lock of the same folder: suites run at the same time. */
async function runExclusively(folder, work) {
  const lock = `${folder}.lock`;
  await mkdir(dirname(lock), { recursive: true });
  const reserveSlot = () =>
    writeFile(lock, String(process.pid), { flag: "wx" }).then(
      () => true,
      (error) => {
        if (error.code !== "EEXIST") throw error;
        return false;
      },
    );
  while (!(await reserveSlot())) {
    // If the lock file is empty, its owner is still writing it.
    const holder = await readFile(lock, "utf8").catch(() => "");
    if (holder !== "" && !isRunning(holder)) await rm(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** The environment of the ordinary tests. */
const REQUIREMENTS = "requirements";

/** Returns the path of an environment's Python, with the packages of `tests/python/NAME.txt`. */
export async function ensurePython(name = REQUIREMENTS) {
  const folder = join(root, name === REQUIREMENTS ? "target/python" : `target/python-${name}`);
  const list = join(root, `tests/python/${name}.txt`);
  const system = process.env.PYTHON || "python3";
  const version = await doesSucceed(system, ["-c", "import sys; print(*sys.version_info[:3], sep='.')"]);
  if (version === undefined) throw new Error(`${system} was not found; fix: ${INSTALL}`);
  const [major, minor] = version.split(".").map(Number);
  if (major < OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor < OLDEST_VERSION[1])) {
    throw new Error(
      `${system} is version ${version}, older than ${OLDEST_VERSION.join(".")}: set PYTHON=/path/to/python3`,
    );
  }
  const python = join(folder, "bin/python");
  const stamp = join(folder, "installed");
  const mark = createHash("sha256")
    .update(version)
    .update(await readFile(list))
    .digest("hex");
  const isInstalled = async () => (await readFile(stamp, "utf8").catch(() => "")) === mark;
  if (await isInstalled()) return python;
  await runExclusively(folder, async () => {
    if (!(await isInstalled())) await install(system, folder, list);
    await writeFile(stamp, mark);
  });
  return python;
}

/** Runs pip for an environment; Debian's has none of its own. @param {string} python its path @param {string[]} args */
export async function runPip(python, args) {
  const hasPip = (await doesSucceed(python, ["-m", "pip", "--version"])) !== undefined;
  return hasPip
    ? run(python, ["-m", "pip", ...args])
    : run(process.env.PYTHON || "python3", ["-m", "pip", "--python", python, ...args]);
}

/** Makes the environment of a list of packages. */
async function install(system, folder, list) {
  await rm(folder, { recursive: true, force: true });
  const python = join(folder, "bin/python");
  const pip = await makeEnvironment(system, python, folder);
  // The list has every package: pip installs no others.
  await /** @type {any} */ (run)(
    ...pip("install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps", "-r", list),
    {
      maxBuffer: 1 << 24,
    },
  );
  await access(python);
}

/** Creates the environment; returns the pip that installs into it. Debian ships venv's pip in a separate package. */
async function makeEnvironment(system, python, folder) {
  if ((await doesSucceed(system, ["-c", "import ensurepip, venv"])) !== undefined) {
    await run(system, ["-m", "venv", folder]);
    return (...args) => [python, ["-m", "pip", ...args]];
  }
  if (
    (await doesSucceed(system, ["-m", "pip", "--version"])) === undefined ||
    (await doesSucceed(system, ["-c", "import venv"])) === undefined
  ) {
    throw new Error(`${system} has neither pip nor ensurepip to make an environment with; fix: ${INSTALL}`);
  }
  await run(system, ["-m", "venv", "--without-pip", folder]);
  return (...args) => [system, ["-m", "pip", "--python", python, ...args]];
}
