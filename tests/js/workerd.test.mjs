// The suites inside a Worker, in workerd.

import { describeSuites } from "../runtimes/describe.mjs";
import { workerd } from "../runtimes/workerd.mjs";

describeSuites("workerd", workerd);
