// The suites in Node 22, as an ES module that the package was installed for.

import { describeSuites } from "./describe.mjs";
import { programIn } from "./programs.mjs";

describeSuites("Node 22", programIn("Node 22"));
