// A page that imports the package without a bundler, in any browser.

/** @param {() => Promise<any>} launch of playwright-core or puppeteer-core: both have the few methods that are called here */
export const startPageIn = (launch) => async (site) => {
  const browser = await launch();
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => {
    // Firefox also reports failed requests, which the suites cause on purpose, as uncaught errors.
    if (!String(error).includes("Cross-Origin Request Blocked")) complaints.push(String(error));
  });
  await page.goto(site);
  return {
    complaints,
    run: (test) =>
      page.evaluate((testToRun) => import("/runtimes/away.mjs").then(({ runAway }) => runAway(testToRun)), test),
    close: () => browser.close(),
  };
};
