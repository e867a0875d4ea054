// The suites in headless Chromium, in a page that imports the package without a bundler.

import { launch } from "../runtimes/chromium.mjs";
import { describeSuites } from "../runtimes/describe.mjs";
import { pageIn } from "../runtimes/page.mjs";

describeSuites("Chromium", pageIn(launch), { browser: true });
