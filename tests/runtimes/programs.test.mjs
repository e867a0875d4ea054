// The suites in every other runtime that is a program, as an ES module with the package installed.

import { describe } from "node:test";

import { describeSuites } from "./describe.mjs";
import { makeProgram } from "./programs.mjs";
import { PROGRAMS } from "./runtimes.mjs";

for (const name of PROGRAMS) describe(name, () => describeSuites(name, makeProgram(name)));
