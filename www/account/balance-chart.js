// The balance over time: a point for each transaction that is loaded. The line is drawn from floats; the text is exact.

import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatTime, formatTon } from "../shared/format.js";
import { createPagedList } from "../shared/paged-list.js";
import { createBalancePlot } from "./balance-plot.js";
import { t, tCount, tNoun } from "../shared/messages.js";

const NANOTONS_PER_TON = 1e9;
/** Maximum rows of the table; the chart has all points. */
const MAX_TABLE_ROWS = 500;

export function createBalanceChart() {
  const slider = /** @type {HTMLInputElement} */ (byId("chart-point"));
  /** Oldest first: `{ now, lt, balance }`, the balance in nanotons as text. */
  let points = [];
  let missingCount = 0;
  const list = createPagedList({
    box: byId("balance-list"),
    name: "balance",
    none: t("No transactions."),
    one: "transaction",
    // Further points are loaded by the button, not by scrolling.
    auto: false,
    append: ({ rows }) => addPoints(rows),
    clear() {
      points = [];
      missingCount = 0;
      drawChart();
    },
    async start(account, { pageSize, signal, cursor }) {
      const { v3 } = await loadClient();
      return v3.transactions.paginate({ account }, { pageSize, prefetch: 0, signal, cursor });
    },
  });
  /** The plot; undefined until uPlot is loaded. */
  let plot;
  let pendingPlot;

  slider.addEventListener("input", () => {
    showPoint(Number(slider.value));
    plot?.mark(Number(slider.value));
  });
  byId("chart-table").addEventListener("toggle", drawTable);
  byId("chart-retry").addEventListener("click", () => {
    byId("chart-heading").focus();
    showError();
    drawChart();
  });

  function addPoints(rows) {
    for (const { now, lt, account_state_after: after } of rows) {
      if (typeof now === "number" && formatTon(after?.balance))
        points.unshift({ now, lt: String(lt), balance: String(after.balance) });
      else missingCount += 1;
    }
    drawChart();
  }

  async function drawChart() {
    showSummary();
    byId("chart-figure").hidden = points.length === 0;
    if (points.length === 0) return;
    slider.max = String(points.length - 1);
    showPoint(points.length - 1);
    drawTable();
    try {
      pendingPlot ??= createBalancePlot(byId("chart-canvas"), showPoint);
      plot = await pendingPlot;
    } catch (error) {
      // Reset, so that a retry loads uPlot again.
      pendingPlot = undefined;
      return showError(error);
    }
    plot.show(
      points.map(({ now }) => now),
      points.map(({ balance }) => Number(balance) / NANOTONS_PER_TON),
    );
  }

  function showError(error) {
    byId("chart-error").hidden = !error;
    fill(byId("chart-why"), error ? describeError(error) : []);
  }

  /** Shows one point as text: the one under the pointer or at the slider. */
  function showPoint(index) {
    const shownPoint = points[index];
    if (!shownPoint) return;
    slider.value = String(index);
    const pointText = `${formatTime(shownPoint.now)?.local ?? t("Time unknown")}: ${formatTon(shownPoint.balance)}`;
    slider.setAttribute("aria-valuetext", pointText);
    byId("chart-value").textContent = pointText;
  }

  function showSummary() {
    const missingText =
      missingCount > 0 &&
      tCount(
        missingCount,
        "{count} transaction came without a balance.",
        "{count} transactions came without a balance.",
      );
    const text = points.length === 0 ? t("No balance to draw yet.") : describeRange(points);
    byId("chart-words").textContent = [text, missingText].filter(Boolean).join(" ");
  }

  function drawTable() {
    if (!(/** @type {HTMLDetailsElement} */ (byId("chart-table")).open)) return;
    fill(
      byId("chart-rows"),
      points
        .slice(-MAX_TABLE_ROWS)
        .map(({ now, lt, balance }) =>
          el(
            "tr",
            {},
            el("td", {}, formatTime(now)?.local ?? t("unknown")),
            el("td", { class: "mono" }, lt),
            el("td", { class: "number" }, formatTon(balance)),
          ),
        )
        .reverse(),
    );
  }

  return list;
}

function describeRange(points) {
  const balances = points.map(({ balance }) => BigInt(balance));
  const lowestBalance = balances.reduce((a, b) => (b < a ? b : a));
  const highestBalance = balances.reduce((a, b) => (b > a ? b : a));
  const [firstPoint, lastPoint] = [points[0], points.at(-1)];
  return t("After {transactions}: from {first} on {start} to {last} on {end}. Lowest {lowest}, highest {highest}.", {
    transactions: tNoun(points.length, "transaction"),
    first: formatTon(firstPoint.balance) ?? "",
    start: formatTime(firstPoint.now)?.local ?? "",
    last: formatTon(lastPoint.balance) ?? "",
    end: formatTime(lastPoint.now)?.local ?? "",
    lowest: formatTon(lowestBalance) ?? "",
    highest: formatTon(highestBalance) ?? "",
  });
}
