// `cargo xtask mutants`: changes the JavaScript of client, message and gateway in one place at a time, and counts how many of these mutants the
// suites detect. Results are in target/mutants; a mutant that has been decided is not tested again.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { applyMutant, listMutants } from "./generate.mjs";
import { BUNDLING_SUITES, listSuites, measureSuite, ROOT, runSuite } from "./suites.mjs";

/** The folders whose modules are changed. */
const FOLDERS = ["client", "actions", "pagination", "message", "gateway"].map((name) => `pkg/lib/${name}`);
const OUTPUT_FOLDER = join(ROOT, "target/mutants");
const RESULTS_FOLDER = join(OUTPUT_FOLDER, "results");
const SUITES_FOLDER = join(OUTPUT_FOLDER, "suites");
/** Mutants that no test can detect, each with the reason. */
const EQUIVALENT_FILE = join(ROOT, "xtask/equivalent-mutants.json");
/** How long an unchanged suite may take. */
const SUITE_LIMIT_MS = 120_000;
/** A mutant has this many times as long as the unchanged suite, but at least the minimum, because other programs run too. */
const LIMIT_FACTOR = 5;
const LEAST_LIMIT_MS = 30_000;

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "400" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "2" },
    seconds: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    suite: { type: "string", default: "" },
    control: { type: "string", default: "0" },
    again: { type: "boolean", default: false },
    measure: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
  },
});

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
/** Reads a folder with one file per row. */
const readRows = (folder) => readdirSync(folder).map((name) => readJson(join(folder, name)));
const writeRow = (folder, key, row) =>
  writeFileSync(join(folder, `${hash(key).toString("hex").slice(0, 16)}.json`), JSON.stringify(row));
const hash = (text) => createHash("sha256").update(text).digest();
const print = (line) => process.stdout.write(`${line}\n`);

const listModules = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".js"))
      .map((name) => `${folder}/${name}`),
  ).sort();

/** Runs a task for each item, as many at a time as `--jobs` says. */
const runAll = async (items, task) => {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
};

/** A number from 0 to 1 that depends only on the seed and the mutant, so an edit elsewhere does not change the choice. */
const computeRank = (id) => hash(`${options.seed}|${id}`).readUInt32BE(0) / 2 ** 32;

/** Chooses mutants: one of each module, the others in proportion to how many a module has. */
const chooseMutants = (mutantsByFile, count) =>
  [...mutantsByFile.values()]
    .flatMap((mutants) =>
      mutants
        .map((mutant) => ({ mutant, rank: computeRank(mutant.id) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ mutant, rank }, index) => ({ mutant, key: index === 0 ? rank - 1 : rank })),
    )
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ mutant }) => mutant);

const texts = new Map(listModules().map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
const mutantsByFile = new Map([...texts].map(([file, text]) => [file, listMutants(file, text)]));
const total = [...mutantsByFile.values()].flat().length;
const chosenMutants = chooseMutants(mutantsByFile, Number(options.count)).filter(({ file }) =>
  file.includes(options.only),
);
print(`${chosenMutants.length} of ${total} mutants of ${texts.size} modules, seed ${options.seed}`);

for (const folder of [RESULTS_FOLDER, SUITES_FOLDER]) mkdirSync(folder, { recursive: true });

/** Measures a suite, and returns its row. */
const measure = async (suite) => {
  const row = { suite, ...(await measureSuite(suite, texts, SUITE_LIMIT_MS)) };
  writeRow(SUITES_FOLDER, suite, row);
  print(
    `${suite}: ${row.verdict} in ${row.seconds.toFixed(1)} s ${row.failing.join("; ")} ${row.verdict === "failed" ? row.output.slice(0, 200) : ""}`,
  );
  return row;
};

/** Measures the suites that have not been measured. */
const measureSuites = async () => {
  const measurements = new Map((options.measure ? [] : readRows(SUITES_FOLDER)).map((row) => [row.suite, row]));
  await runAll(
    listSuites().filter((suite) => !measurements.has(suite)),
    async (suite) => void measurements.set(suite, await measure(suite)),
  );
  return [...measurements.values()].filter(({ verdict }) => verdict === "passed");
};

const results = new Map(readRows(RESULTS_FOLDER).map((row) => [row.id, row]));

/** The suites that execute a mutant: first those that have detected another one of its module, then the fast ones, as long as the time allows. */
const chooseSuites = (measurements, { file, start }) => {
  const detectionsBySuite = new Map();
  for (const result of results.values()) {
    if (result.file === file && result.suite)
      detectionsBySuite.set(result.suite, (detectionsBySuite.get(result.suite) ?? 0) + 1);
  }
  const suites = measurements
    .filter(({ suite }) => suite.includes(options.suite))
    .filter(({ executed }) => executed[file]?.some(([from, to]) => from <= start && start < to))
    .map(({ suite, seconds, failing }) => ({
      suite,
      seconds,
      failing,
      key: seconds / (1 + (detectionsBySuite.get(suite) ?? 0)),
    }))
    .sort((a, b) => a.key - b.key);
  if (suites.length === 0) return measurements.filter(({ suite }) => BUNDLING_SUITES.includes(suite));
  let remainingSeconds = Number(options.seconds);
  return suites.filter(({ seconds }, index) => {
    remainingSeconds -= seconds;
    return remainingSeconds >= 0 || index < 3;
  });
};

/** How long a suite may take with a mutant, in milliseconds. */
const computeLimit = ({ seconds }) => Math.max(LEAST_LIMIT_MS, seconds * 1000 * LIMIT_FACTOR);

/** Runs suites of a mutant until one fails. */
const testMutant = async (measurements, mutant) => {
  const file = join(OUTPUT_FOLDER, `${hash(mutant.id).toString("hex").slice(0, 16)}.js`);
  writeFileSync(file, applyMutant(texts.get(mutant.file), mutant));
  const env = { MUTANT_URL: pathToFileURL(join(ROOT, mutant.file)).href, MUTANT_FILE: file };
  const suites = chooseSuites(measurements, mutant);
  const { id, file: path, line, lineText, operator, before, after } = mutant;
  const base = { id, file: path, line, lineText, operator, before, after, suites: suites.map(({ suite }) => suite) };
  try {
    for (const measuredSuite of suites) {
      const { suite, failing } = measuredSuite;
      const ignoreVariable = { MUTANT_IGNORED: JSON.stringify(failing) };
      const { verdict, output } = await runSuite(suite, computeLimit(measuredSuite), { ...env, ...ignoreVariable });
      if (verdict !== "passed") {
        return { ...base, verdict: verdict === "failed" ? "detected" : "timeout", suite, output: output.slice(0, 300) };
      }
    }
    return { ...base, verdict: suites.length === 0 ? "not executed" : "survived" };
  } finally {
    rmSync(file, { force: true });
  }
};

const equivalents = existsSync(EQUIVALENT_FILE) ? readJson(EQUIVALENT_FILE) : [];
const findReason = ({ file, lineText, before, after }) =>
  equivalents.find((row) => row.file === file && row.line === lineText && row.before === before && row.after === after)
    ?.reason;
const isDetected = ({ verdict }) => verdict === "detected" || verdict === "timeout";

const describeResult = ({ file, line, verdict, before, after, suites }) =>
  `${file}:${line} ${verdict} (${suites.length} suites)\n    - ${before}\n    + ${after}`;

/** Prints the score by verdict and by folder, and the mutants that nothing explains. */
const printReport = () => {
  const decidedMutants = chosenMutants
    .filter(({ id }) => results.has(id))
    .map(({ id, line }) => ({ ...results.get(id), line }));
  const survivors = decidedMutants.filter((result) => !isDetected(result));
  const unexplainedSurvivors = survivors.filter((result) => findReason(result) === undefined);
  for (const result of unexplainedSurvivors) print(describeResult(result));
  const count = (name) => decidedMutants.filter(({ verdict }) => verdict === name).length;
  const formatPercent = (part, total) => `${((100 * part) / total).toFixed(1)} %`;
  for (const folder of FOLDERS) {
    const folderMutants = decidedMutants.filter(({ file }) => file.startsWith(`${folder}/`));
    print(`${folder}: ${folderMutants.filter(isDetected).length} of ${folderMutants.length} detected`);
  }
  const detectedCount = decidedMutants.filter(isDetected).length;
  const equivalentCount = survivors.length - unexplainedSurvivors.length;
  print(
    `decided ${decidedMutants.length} of ${chosenMutants.length}: ${count("detected")} detected, ${count("timeout")} by timeout, ${count("survived")} survived, ${count("not executed")} not executed`,
  );
  print(
    `score ${formatPercent(detectedCount, decidedMutants.length)}; without ${equivalentCount} equivalent ones ${formatPercent(detectedCount, decidedMutants.length - equivalentCount)}`,
  );
  return decidedMutants.length === chosenMutants.length && unexplainedSurvivors.length === 0;
};

/** Tests a mutant, and writes its result. */
const decide = async (measurements, mutant) => {
  const start = performance.now();
  const result = {
    ...(await testMutant(measurements, mutant)),
    seconds: Math.round((performance.now() - start) / 100) / 10,
  };
  results.set(mutant.id, result);
  writeRow(RESULTS_FOLDER, mutant.id, result);
  if (!isDetected(result)) print(describeResult(result));
};

/**
 * Runs the suites that detected a sample of the mutants again, without a mutant: a suite that fails then detects nothing. It is measured again, so that
 * its failing tests do not count, and the mutant is decided again.
 */
const controlDetections = async (measurements, count) => {
  const sample = chosenMutants
    .filter(({ id }) => results.has(id) && isDetected(results.get(id)))
    .map((mutant) => ({ mutant, rank: computeRank(`control|${mutant.id}`) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count);
  const failedMutants = [];
  await runAll(sample, async ({ mutant }) => {
    const row = measurements.find(({ suite }) => suite === results.get(mutant.id).suite);
    const ignoreVariable = { MUTANT_IGNORED: JSON.stringify(row?.failing ?? []) };
    const { verdict, output } = row
      ? await runSuite(row.suite, computeLimit(row), ignoreVariable)
      : { verdict: "not measured" };
    if (verdict === "passed") return;
    failedMutants.push({ mutant, suite: row?.suite });
    print(`control of ${mutant.file}:${mutant.line} ${verdict}: ${row?.suite} ${output?.slice(0, 200) ?? ""}`);
  });
  const suites = new Set(failedMutants.flatMap(({ suite }) => suite ?? []));
  const rows = measurements.filter(({ suite }) => !suites.has(suite));
  for (const suite of suites) rows.push(await measure(suite));
  const passedRows = rows.filter(({ verdict }) => verdict === "passed");
  await runAll(failedMutants, ({ mutant }) => decide(passedRows, mutant));
  const suiteCount = new Set(sample.map(({ mutant }) => results.get(mutant.id).suite)).size;
  print(
    `control: ${sample.length - failedMutants.length} of ${sample.length} detections, by ${suiteCount} suites, pass without the mutant`,
  );
};

if (!options.report) {
  const measurements = await measureSuites();
  const openMutants = chosenMutants.filter((mutant) => {
    const result = results.get(mutant.id);
    return !result || (options.again && !isDetected(result) && findReason(result) === undefined);
  });
  await runAll(openMutants, (mutant) => decide(measurements, mutant));
  if (Number(options.control) > 0) await controlDetections(measurements, Number(options.control));
}
process.exitCode = printReport() ? 0 : 1;
