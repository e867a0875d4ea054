// The suites in headless Chromium, in a page that imports the package without a bundler.

import { launch } from "./chromium.mjs";
import { describeSuites } from "./describe.mjs";
import { startPageIn } from "./page.mjs";

describeSuites("Chromium", startPageIn(launch), { browser: true });
