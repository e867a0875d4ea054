// The suites in headless Chromium, in a page that imports the package without a bundler.

import { launch } from "./chromium.mjs";
import { describeSuites } from "./describe.mjs";
import { pageIn } from "./page.mjs";

describeSuites("Chromium", pageIn(launch), { browser: true });
