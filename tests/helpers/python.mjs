// Python with the packages of tests/python/requirements.txt in target/python, or of another list beside it, created if it is missing or
// outdated.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const OLDEST = [3, 10];
const INSTALL = "sudo apt-get install -y --no-install-recommends python3 python3-venv";

const works = (program, args) =>
  run(program, args).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );

/** The environment of the ordinary tests. */
const ORDINARY = "requirements";

/** Path of the Python of an environment, with the packages of `tests/python/NAME.txt`. */
export async function ensurePython(name = ORDINARY) {
  const folder = join(root, name === ORDINARY ? "target/python" : `target/python-${name}`);
  const list = join(root, `tests/python/${name}.txt`);
  const system = process.env.PYTHON || "python3";
  const version = await works(system, ["-c", "import sys; print(*sys.version_info[:3], sep='.')"]);
  if (version === undefined) throw new Error(`${system} is not found; fix: ${INSTALL}`);
  const [major, minor] = version.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new Error(
      `${system} is ${version}, and at least ${OLDEST.join(".")} is needed; name another: PYTHON=/path/to/python3`,
    );
  }
  const python = join(folder, "bin/python");
  const stamp = join(folder, "installed");
  const mark = createHash("sha256")
    .update(version)
    .update(await readFile(list))
    .digest("hex");
  if ((await readFile(stamp, "utf8").catch(() => "")) === mark) return python;

  await rm(folder, { recursive: true, force: true });
  const pip = await makeEnvironment(system, python, folder);
  // The list has every package: pip installs no other.
  await /** @type {any} */ (run)(
    ...pip("install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps", "-r", list),
    {
      maxBuffer: 1 << 24,
    },
  );
  await access(python);
  await writeFile(stamp, mark);
  return python;
}

/** Creates the environment; returns the pip that installs into it. Debian ships venv's pip in a separate package. */
async function makeEnvironment(system, python, folder) {
  if ((await works(system, ["-c", "import ensurepip, venv"])) !== undefined) {
    await run(system, ["-m", "venv", folder]);
    return (...args) => [python, ["-m", "pip", ...args]];
  }
  if (
    (await works(system, ["-m", "pip", "--version"])) === undefined ||
    (await works(system, ["-c", "import venv"])) === undefined
  ) {
    throw new Error(`${system} has neither pip nor ensurepip to make an environment with; fix: ${INSTALL}`);
  }
  await run(system, ["-m", "venv", "--without-pip", folder]);
  return (...args) => [system, ["-m", "pip", "--python", python, ...args]];
}
