// The suites in Bun, as an ES module that the package was installed for.

import { describeSuites } from "../runtimes/describe.mjs";
import { programIn } from "../runtimes/programs.mjs";

describeSuites("Bun", programIn("Bun"));
