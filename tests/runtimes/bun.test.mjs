// The suites in Bun, as an ES module that the package was installed for.

import { describeSuites } from "./describe.mjs";
import { programIn } from "./programs.mjs";

describeSuites("Bun", programIn("Bun"));
