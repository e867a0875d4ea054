// The suites in Node 22, as an ES module that the package was installed for.

import { describeSuites } from "../runtimes/describe.mjs";
import { programIn } from "../runtimes/programs.mjs";

describeSuites("Node 22", programIn("Node 22"));
