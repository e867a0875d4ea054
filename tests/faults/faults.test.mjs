// Faults of upstreams over sockets: each fault, for each kind of read, with one upstream and with two, without and with a stale entry in the
// cache. The table of docs/operate/faults.md shows the results for callers and upstreams: `TESTS_GENERATE=1` writes it from a run.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { retryWhenDisturbed } from "../helpers/calm.mjs";
import { makeConfig, KINDS, causeFault, prime, TIMES, startUpstreams } from "./play.mjs";
import { FAULTS } from "./faults.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { OTHER_PROCESSES, getRuntime } from "../runtimes/runtimes.mjs";
import { fileContains } from "../helpers/section.mjs";

const isFull = process.env.TESTS_FULL === "1" || process.env.TESTS_GENERATE === "1";
const RUNTIMES = isFull ? ["Node", "workerd", ...OTHER_PROCESSES] : ["Node", "workerd"];
/** Number of cases that run at the same time; each has its own upstreams and gateway. */
const PARALLEL_CASES = 4;
/** Number of simultaneous callers of a GET. Ordinary runs have two hundred only on a simulated clock, in simulated-faults.test.mjs. */
const CALLERS = isFull ? 200 : 20;

const CASES = FAULTS.flatMap((fault) =>
  [1, 2].flatMap((count) =>
    [false, true].flatMap((isStale) =>
      Object.entries(KINDS).map(([name, kind]) => ({
        fault,
        count,
        isStale,
        name,
        kind,
        callers: name === "GET" ? CALLERS : 20,
      })),
    ),
  ),
);

const rows = new Map();

for (const runtime of RUNTIMES) {
  describe(`faults in ${runtime}`, () => {
    test("with each fault, callers wait no longer than necessary, and upstreams get at most one request per attempt", {
      timeout: 600_000,
      concurrency: PARALLEL_CASES,
    }, async (t) => {
      // An ordinary run tests each case in one of two runtimes, so that both have every fault with either kind of read.
      const cases = CASES.filter(
        ({ fault, count, isStale, name }) =>
          isFull ||
          (name !== "JSON-RPC batch" &&
            (FAULTS.indexOf(fault) + count + Number(isStale) + Number(name === "GET")) % 2 ===
              RUNTIMES.indexOf(runtime)),
      );
      const services = await Promise.all(cases.map(({ count }) => startUpstreams(count)));
      const fleet = await startFleet(
        runtime,
        services.map((upstreamGroup) => makeConfig(upstreamGroup.map(({ server }) => server.url))),
      );
      try {
        const prepareNext = (index) => index < cases.length && prime(cases[index], fleet.urls[index]);
        let next = 0;
        const runWork = async () => {
          let index = next++;
          for (let primePromise = prepareNext(index); index < cases.length; ) {
            const testCase = cases[index];
            await primePromise;
            // The entry of the next case becomes stale while this case runs.
            const nextIndex = next++;
            primePromise = prepareNext(nextIndex);
            await t.test(formatTitle(testCase), (t) =>
              retryWhenDisturbed(t, async (attempt) => {
                const outcome = await (attempt === 0
                  ? causeFault(testCase, fleet.urls[index], services[index])
                  : playAlone(runtime, testCase));
                check(runtime, testCase, outcome);
                recordEffect(runtime, testCase, outcome);
              }),
            );
            index = nextIndex;
          }
        };
        await Promise.all(Array.from({ length: PARALLEL_CASES }, runWork));
        if (runtime === "Node") assert.deepEqual(fleet.complaints, []);
      } finally {
        await fleet.close();
        await Promise.all(services.flat().map(({ server }) => server.close()));
      }
    });
  });
}

/** Runs a case with its own gateway, which has handled no earlier request. */
async function playAlone(runtime, testCase) {
  const services = await startUpstreams(testCase.count);
  const fleet = await startFleet(runtime, [makeConfig(services.map(({ server }) => server.url))]);
  try {
    await prime(testCase, fleet.urls[0]);
    return await causeFault(testCase, fleet.urls[0], services);
  } finally {
    await fleet.close();
    await Promise.all(services.map(({ server }) => server.close()));
  }
}

const formatTitle = ({ fault, count, isStale, name }) =>
  `an upstream ${fault.name}: ${name}, ${count === 2 ? "a healthy second one" : "no other"}, ${isStale ? "a stale entry" : "cold"}`;

function check(runtime, { fault, count, isStale, name }, { statuses, wait, requests, recovery }) {
  const statusTexts = Object.keys(statuses).sort();
  const calls = name === "JSON-RPC batch" ? 2 : 1;
  const [first, second = 0] = requests;
  const facts = JSON.stringify({ statuses, wait, requests, recovery });
  const repeatCount = isStale && getRuntime(runtime)?.repeatsGet ? 1 : 0;
  assert.ok(first + second <= 3 * calls + repeatCount, `at most three upstream requests per request: ${facts}`);
  // On a busy machine, two hundred callers also wait for the CPU.
  assert.ok(wait < TIMES.deadline + 3000, `no caller waits longer than the deadline: ${facts}`);
  assert.ok(recovery < TIMES.deadline + 3000, `requests succeed again in time: ${facts}`);
  if (fault.kind === "answer") return;
  if (isStale)
    assert.ok(
      statusTexts.every((item) => item === "200" || item === "200, stale"),
      `a stale entry is available: ${facts}`,
    );
  else if (count === 2 || fault.only) assert.deepEqual(statusTexts, ["200"], `another attempt can succeed: ${facts}`);
  else if (name !== "JSON-RPC batch")
    assert.ok(
      statusTexts.every((item) => (fault.kind === "time" ? item === "504" : item >= "429" && item <= "504")),
      `the reason: ${facts}`,
    );
}

const makeKey = ({ fault, count, isStale }) => [fault.name, count, isStale].join("|");

/** A row of the table; waiting times are rounded to steps, because machines differ. */
function recordEffect(runtime, { fault, count, isStale, name }, { statuses, wait, requests, recovery }) {
  const key = makeKey({ fault, count, isStale });
  const row = rows.get(key) ?? { fault, count, isStale, callers: new Set(), requests: [0, 0], wait: 0, recovery: 0 };
  rows.set(key, row);
  for (const status of Object.keys(statuses)) row.callers.add(status);
  if (name !== "JSON-RPC batch")
    row.requests = row.requests.map((maxRequests, index) => Math.max(maxRequests, requests[index] ?? 0));
  row.wait = Math.max(row.wait, wait);
  row.recovery = Math.max(row.recovery, recovery);
}

const writeSeconds = (ms) => `${(Math.ceil(ms / 100) / 10).toFixed(1)} s`;

/** What callers see: in a JSON-RPC batch a status is the `code` of a response with 200, which needs no words of its own. */
const listStatuses = (callers) =>
  [...callers]
    .filter((status) => !callers.has(status.replace("200 with code ", "")) || !status.startsWith("200 with code "))
    .sort()
    .join("; ");

const formatCell = ({ count, callers, wait, requests }) =>
  `${listStatuses(callers)} (${writeSeconds(wait)}; ${requests.slice(0, count).join(", ")})`;

test("the table of docs/operate/faults.md equals the results of a run", {
  skip: !isFull && "in a full run",
}, async () => {
  const head =
    "| the first upstream | alone, cold | alone, stale entry | second upstream, cold | second upstream, stale entry | recovery |\n|---|---|---|---|---|---|\n";
  const lines = FAULTS.map((fault) => {
    const faultRows = [1, 2].flatMap((count) =>
      [false, true].map((isStale) => rows.get(makeKey({ fault, count, isStale }))),
    );
    const recovery = Math.max(...faultRows.map((row) => row.recovery));
    return `| ${[fault.name, ...faultRows.map(formatCell), writeSeconds(recovery)].join(" | ")} |\n`;
  });
  const text = head + lines.join("");
  if (process.env.TESTS_GENERATE === "1") return fileContains("docs/operate/faults.md", "faults", text);
  // Times and counts differ from run to run within the limits above; the list of faults and the table's place in the guide do not.
  const { readFile } = await import("node:fs/promises");
  const document = await readFile(new URL("../../docs/operate/faults.md", import.meta.url), "utf8");
  const findNamed = (table) =>
    [...table.matchAll(/^\| ([^|]+)(?: \| [^|]+ \([^|]+\)){4} \|/gm)].map(([, name]) => name);
  assert.deepEqual(findNamed(document), findNamed(text));
});
