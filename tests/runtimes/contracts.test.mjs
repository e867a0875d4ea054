// Contract calls of the client in every runtime, each with its own local chain.

import { describe } from "node:test";

import { runAway } from "./away.mjs";
import { launch as chromium } from "./chromium.mjs";
import { describeSuites } from "./describe.mjs";
import { launch as firefox } from "./firefox.mjs";
import { startPageIn } from "./page.mjs";
import { makeProgram } from "./programs.mjs";
import { PROGRAMS } from "./runtimes.mjs";
import { startWorkerd } from "./workerd.mjs";

const service = /** @type {const} */ ({ upstream: "devnet", devnet: { world: "none", clock: 100 } });

const startInThisNode = async () => ({ complaints: [], run: runAway, async close() {} });

describe("Node", () => describeSuites("Node", startInThisNode, { service }));
describe("workerd", () => describeSuites("workerd", startWorkerd, { service }));
describe("Chromium", () => describeSuites("Chromium", startPageIn(chromium), { browser: true, service }));
describe("Firefox", () => describeSuites("Firefox", startPageIn(firefox), { browser: true, service }));
for (const name of PROGRAMS) describe(name, () => describeSuites(name, makeProgram(name), { service }));
