// The suites in this Node, as an ES module with the package installed.

import { runAway } from "./away.mjs";
import { describeSuites } from "./describe.mjs";

const complaints = [];
process.on("unhandledRejection", (/** @type {any} */ error) => complaints.push(String(error?.stack ?? error)));

describeSuites("Node", async () => ({ complaints, run: runAway, async close() {} }));
