// A reporter of node:test that ends the process at the first failed test: one is enough to detect a mutant.
import { writeSync } from "node:fs";

// biome-ignore lint/correctness/useYield: node:test takes a generator, and this one writes immediately, because the process ends.
export default async function* reportFirstFailure(/** @type {AsyncIterable<any>} */ events) {
  for await (const { type, data } of events) {
    if (type === "test:fail" && data.todo === undefined) {
      writeSync(1, `${data.file}:${data.line} ${data.name}\n`);
      process.exit(1);
    }
  }
}
