// The suites inside a Worker, in workerd.

import { describeSuites } from "./describe.mjs";
import { workerd } from "./workerd.mjs";

describeSuites("workerd", workerd);
