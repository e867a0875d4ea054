// The tests of the PyPI package toncenter, unmodified, from its source distribution.

import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { ensurePython, runPip } from "../../helpers/python.mjs";

export const VERSION = "0.4.0";
const SHA256 = "ffe0d764396afa678a2ec77b75be7403a22f849a2aaca0f19145cdba2b809ad6";
const CONFTEST = fileURLToPath(new URL("../../python/toncenter_conftest.py", import.meta.url));
const folder = fileURLToPath(new URL("../../../target/clients/toncenter-tests/", import.meta.url));
const run = promisify(execFile);

/** Downloads and extracts the source distribution; pip checks its hash. @param {string} python */
async function extractSource(python) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const list = join(folder, "toncenter.txt");
  await writeFile(list, `toncenter==${VERSION} --hash=sha256:${SHA256}\n`);
  const pipArgs = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-binary", ":all:", "--require-hashes"];
  await runPip(python, ["download", ...pipArgs, "-r", list, "-d", folder]);
  await run("tar", ["xzf", `toncenter-${VERSION}.tar.gz`], { cwd: folder });
  const source = join(folder, `toncenter-${VERSION}`);
  await copyFile(CONFTEST, join(source, "tests/conftest.py"));
  return source;
}

/**
 * Runs the tests.
 * @param {string} url of a gateway that refuses unknown API keys @param {string[]} apiKeys two that it knows
 * @returns {Promise<Record<string, string | null>>} null: passed; otherwise the failure, or "skipped"
 */
export async function runSuite(url, [apiKey, otherKey]) {
  const python = await ensurePython("clients");
  const source = await extractSource(python);
  const report = join(folder, "report.xml");
  await run(python, ["-m", "pytest", "--quiet", `--junitxml=${report}`, "tests"], {
    cwd: source,
    env: {
      ...process.env,
      TON_EDGE_URL: url,
      TON_EDGE_API_KEY: apiKey,
      TON_EDGE_API_KEY_2: otherKey,
      PYTHONDONTWRITEBYTECODE: "1",
    },
    maxBuffer: 1 << 24,
  }).catch((error) => {
    // Exit code 1 means that tests failed; the report lists them.
    if (error.code !== 1) throw new Error(`${error.stdout}${error.stderr}`);
  });
  const results = {};
  const cases = (await readFile(report, "utf8")).matchAll(
    /<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs,
  );
  for (const [, group, name, outcome = ""] of cases) {
    const failure = /<(?:failure|error) message="([^"]*)"/.exec(outcome);
    results[`${group}.${name}`] = failure?.[1] ?? (outcome.includes("<skipped") ? "skipped" : null);
  }
  return results;
}
