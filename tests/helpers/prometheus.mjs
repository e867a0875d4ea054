// Prometheus and promtool, from Debian's package `prometheus`.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { ensurePython } from "./python.mjs";
import { findFreePort } from "./free-port.mjs";

const PROMETHEUS = process.env.PROMETHEUS || "prometheus";
const PROMTOOL = PROMETHEUS.includes("/") ? join(dirname(PROMETHEUS), "promtool") : "promtool";

/**
 * Runs promtool; resolves to its output and its exit code.
 *
 * @param {string[]} args @param {string} [input] @returns {Promise<{ code: number, output: string }>}
 */
export function runPromtool(args, input = "") {
  return new Promise((resolve, fail) => {
    const child = execFile(PROMTOOL, args, { timeout: 60_000, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (/** @type {any} */ (error)?.code === "ENOENT") return fail(error);
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
    child.stdin?.end(input);
  });
}

/**
 * Starts a Prometheus that scrapes one target every second.
 *
 * @param {{ target: string, token: string, rules: string, features?: string[] }} options `target`: host and port; `rules`: the text of a
 *   file of rules
 */
export async function startPrometheus({ target, token, rules, features = [] }) {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-prometheus-"));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, "rules.yml"), rules);
  await writeFile(join(folder, "token"), token);
  const config = {
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: ["rules.yml"],
    scrape_configs: [
      {
        job_name: "ton-edge",
        authorization: { credentials_file: "token" },
        static_configs: [{ targets: [target] }],
      },
    ],
  };
  // The configuration is written as JSON, which is also valid YAML.
  await writeFile(join(folder, "prometheus.yml"), JSON.stringify(config));
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--enable-feature=${["exemplar-storage", ...features].join(",")}`,
      "--log.level=warn",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  const exitEvent = once(child, "exit");
  const callApi = async (path) => {
    const response = await fetch(`${url}/api/v1/${path}`, { signal: AbortSignal.timeout(10_000) });
    const { status, data, error } = await response.json();
    if (status !== "success") throw new Error(`${path}: ${error}`);
    return data;
  };
  const close = async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
    await exitEvent;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  for (let index = 0; ; index += 1) {
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (child.exitCode !== null || index > 300) {
      await close();
      throw new Error(`Prometheus does not start: ${errors}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, api: callApi, close, errors: () => errors };
}

/** Runs a Python program with an input; resolves to the parsed JSON that it prints. @param {string} program @param {string} input */
export async function runPython(program, input) {
  const child = spawn(await ensurePython(), ["-c", program], { stdio: ["pipe", "pipe", "pipe"] });
  let [stdoutText, errors] = ["", ""];
  child.stdout.on("data", (chunk) => (stdoutText += chunk));
  child.stderr.on("data", (chunk) => (errors += chunk));
  child.stdin.end(input);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(errors);
  return JSON.parse(stdoutText);
}
