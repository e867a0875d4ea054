// The suites in headless Firefox, in a page that imports the package without a bundler.

import { describeSuites } from "./describe.mjs";
import { launch } from "./firefox.mjs";
import { startPageIn } from "./page.mjs";

describeSuites("Firefox", startPageIn(launch), { browser: true });
