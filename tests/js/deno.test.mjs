// The suites in Deno, as an ES module that the package was installed for.

import { describeSuites } from "../runtimes/describe.mjs";
import { programIn } from "../runtimes/programs.mjs";

describeSuites("Deno", programIn("Deno"));
