// The suites in another program (Deno, Bun, another Node): reads tests as lines of JSON, and prints the results in the same way.

import { createInterface } from "node:readline";
import process from "node:process";

import { runAway } from "./away.mjs";

const writeLine = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
process.on("unhandledRejection", (/** @type {any} */ error) => writeLine({ complaint: String(error?.stack ?? error) }));

for await (const line of createInterface({ input: process.stdin })) {
  writeLine({ failure: await runAway(JSON.parse(line)) });
}
process.exit(0);
