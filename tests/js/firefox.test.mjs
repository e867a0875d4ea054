// The suites in headless Firefox, in a page that imports the package without a bundler.

import { describeSuites } from "../runtimes/describe.mjs";
import { launch } from "../runtimes/firefox.mjs";
import { pageIn } from "../runtimes/page.mjs";

describeSuites("Firefox", pageIn(launch), { browser: true });
