// The suites inside a Worker, in workerd.

import { describeSuites } from "./describe.mjs";
import { startWorkerd } from "./workerd.mjs";

describeSuites("workerd", startWorkerd);
