// The balance chart, whose code is loaded when its tab is first opened.

import { byId, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";

export function createLazyBalance() {
  /** @type {ReturnType<typeof import("./balance-chart.js").createBalanceChart> | undefined} */
  let chart;
  /**
   * The account that was opened last. A new object for each account, so that a module that loads late opens only the current account.
   * @type {object | undefined}
   */
  let currentRun;

  return {
    /** @param {string} account raw @param {number} pageSize */
    async open(account, pageSize) {
      const thisRun = (currentRun = {});
      try {
        const { createBalanceChart } = await withLoadError(import("./balance-chart.js"));
        chart ??= createBalanceChart();
      } catch (error) {
        if (thisRun !== currentRun) return;
        byId("chart-error").hidden = false;
        fill(byId("chart-why"), ...describeError(error));
        return;
      }
      if (thisRun === currentRun) chart.open(account, pageSize);
    },
    close() {
      currentRun = undefined;
      chart?.close();
    },
    pause: () => chart?.pause(),
    resume: () => chart?.resume(),
  };
}
