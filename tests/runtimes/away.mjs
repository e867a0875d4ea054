// Runs one test of the suites outside the process that has the context: in a browser, a Worker, or another program.

import { suites } from "../suites/all.mjs";

/**
 * Runs one test; returns the stack of its failure, or null.
 *
 * @param {any} test suite and title; `url`, `direct`, `busiest` and `browser` of the context; `site`, the URL of its controls
 */
export async function runAway({ suite, title, url, direct, busiest, live, browser, site }) {
  const context = {
    url,
    direct,
    busiest,
    live,
    browser,
    seen: async () => (await fetch(`${site}control/seen`)).json(),
    fault: async (spec, repeatCount = 1) =>
      void (await fetch(`${site}control/fault?times=${repeatCount}&spec=${encodeURIComponent(spec)}`)),
    fixture: async (name) => (await fetch(`${site}fixtures/${name}`)).json(),
  };
  try {
    await suites[suite][title](context);
    return null;
  } catch (error) {
    return String(error?.stack || error);
  }
}
