// A reporter of node:test that ends the process at the first failed test: one is enough to detect a mutant. Tests named in MUTANT_IGNORED do not
// count: they fail on this machine without a mutant too. With MUTANT_LISTED it lists all failed tests instead, one JSON text per line.
import { writeSync } from "node:fs";

const ignoredTests = new Set(JSON.parse(process.env.MUTANT_IGNORED ?? "[]"));
const isListed = process.env.MUTANT_LISTED !== undefined;

export default async function* reportFirstFailure(/** @type {AsyncIterable<any>} */ events) {
  let hasIgnored = false;
  let isDetected = false;
  for await (const { type, data } of events) {
    // A test that failed only because its subtests failed does not count, since the subtests count.
    if (type !== "test:fail" || data.todo !== undefined || data.details.error.failureType === "subtestsFailed")
      continue;
    if (isListed) writeSync(1, `${JSON.stringify(data.name)}\n`);
    else if (!ignoredTests.has(data.name)) {
      writeSync(1, `${data.file}:${data.line} ${data.name}\n`);
      isDetected = true;
      process.exit(1);
    }
    if (hasIgnored) continue;
    hasIgnored = true;
    process.on("exit", () => {
      if (!isDetected) process.exitCode = 0;
    });
  }
}
